// Ozone chemistry of the EMEP MSC-W model: 66 species, photolysis that stops at night.
// D. Simpson, Y. Andersson-Skold & M.E. Jenkin (1993), Updating the chemical scheme for the EMEP
// MSC-W model, EMEP MSC-W Note 2/93.
#include "problems/ivp/computed_references.hpp"
#include "problems/ivp/emep_data.hpp"
#include "problems/ivp/ivp.hpp"
#include "problems/piece.hpp"

#include <array>
#include <cmath>
#include <iterator>

namespace dts {
namespace {

constexpr int kSpecies = 66;
constexpr int kRates = static_cast<int>(std::size(kEmepRates));
constexpr double kPi = 3.14159265358979323846;
constexpr double kHour = 3600;
constexpr double kTemperature = 298;  // K
constexpr double kAir = 2.55e19;      // molecules / cm^3
constexpr double kOxygen = 5.2e18;
constexpr double kMixingHeight = 1.2e5;       // cm
constexpr double kEmission = 2.5e11;          // molecules / (cm^2 s)
constexpr double kSunrise = 4, kSunset = 20;  // hours

// What the hour of the day decides.
struct TimeOfDay {
  explicit TimeOfDay(double t) {
    const double hours = t / kHour;
    const double hour = hours - 24 * std::floor(std::floor(hours) / 24);
    is_night = hour < kSunrise || hour >= kSunset;
    const double degree = kPi / 180, latitude = 50 * degree, declination = 23.5 * degree;
    const double angle = (1 + kHour * hour / 43200) * kPi;
    secant = 1 / (std::cos(angle) * std::cos(latitude) * std::cos(declination) +
                  std::sin(latitude) * std::sin(declination));
    const double humidity = 23 * std::sin(2.43 - 7.93e-5 * kHour * hour) + 66.5;  // percent
    const double x =
        (597.3 - 0.57 * (kTemperature - 273.16)) * 18 / 1.986 * (1 / kTemperature - 1 / 273.16);
    water = 6.1078 * std::exp(-x) * 10 / (1.38e-16 * kTemperature) * humidity;
  }

  bool is_night;
  double secant;  // of the zenith angle of the sun
  double water;   // molecules / cm^3
};

struct Emep {
  explicit Emep(const Parameters&) {
    double organic = 0;
    for (const EmepRate& rate : kEmepRates)
      if (rate.form == EmepForm::organic_emission) organic += rate.a / rate.b;
    for (int i = 0; i < kRates; ++i) constant[i] = fixed_rate(kEmepRates[i], organic);
  }

  template <class S>
  void rhs(double t, const S* y, S* f) const {
    const std::array<double, kRates> rate = rates_at(piece.inside(t));
    for (int i = 0; i < kSpecies; ++i) f[i] = 0.0;
    for (const EmepReaction& reaction : kEmepReactions) {
      S speed = rate[reaction.rate];
      if (reaction.a >= 0) speed *= y[reaction.a];
      if (reaction.b >= 0) speed *= y[reaction.b];
      const EmepShare* share = kEmepShares + reaction.first;
      for (const EmepShare* end = share + reaction.count; share != end; ++share)
        f[share->equation] += share->coefficient * speed;
    }
  }

  // Coefficients that never change; 0 for the others.
  static double fixed_rate(const EmepRate& rate, double organic) {
    const double boltzmann = std::exp(rate.b / kTemperature);
    switch (rate.form) {
      case EmepForm::constant: return rate.a;
      case EmepForm::arrhenius: return rate.a * boltzmann;
      case EmepForm::arrhenius_M: return rate.a * boltzmann * kAir;
      case EmepForm::termolecular_M: return rate.a * std::pow(kTemperature / 300, rate.b) * kAir;
      case EmepForm::termolecular_MO2:
        return rate.a * std::pow(kTemperature / 300, rate.b) * kAir * kOxygen;
      case EmepForm::emission: return rate.a * kEmission / kMixingHeight;
      case EmepForm::organic_emission:  // fraction by mass over molecular weight
        return kEmission * (rate.a / rate.b) / organic / kMixingHeight;
      default: return 0;
    }
  }

  std::array<double, kRates> rates_at(double t) const {
    const TimeOfDay now(t);
    std::array<double, kRates> rate = constant;
    for (int i = 0; i < kRates; ++i) {
      const double a = kEmepRates[i].a, b = kEmepRates[i].b;
      switch (kEmepRates[i].form) {
        case EmepForm::with_water: rate[i] = a * now.water; break;
        case EmepForm::deposition: rate[i] = a * (now.is_night ? 0.25 : 1) / kMixingHeight; break;
        case EmepForm::photolysis:
          rate[i] = now.is_night ? 1e-40 : a * std::exp(-b * now.secant);
          break;
        case EmepForm::ho2_self:
          rate[i] = (2.3e-13 * std::exp(600 / kTemperature) +
                     1.7e-33 * kAir * std::exp(1000 / kTemperature)) *
                    (1 + 1.4e-21 * now.water * std::exp(2200 / kTemperature));
          break;
        default: break;
      }
    }
    return rate;
  }

  std::array<double, kRates> constant;
  Piece piece;
};

State initial_concentrations(const Parameters&) {
  State y(kSpecies, 100.0);
  y[0] = 1e9;     // NO
  y[1] = 5e9;     // NO2
  y[2] = 5e9;     // SO2
  y[3] = 3.8e12;  // CO
  y[4] = 3.5e13;  // CH4
  for (int i = 5; i < 13; ++i) y[i] = 1e7;
  y[13] = 5e11;  // O3
  y[37] = 1e-3;  // OD
  return y;
}

Problem make() {
  Problem p;
  p.name = "emep";
  p.full_name = "EMEP problem";
  p.description = "atmospheric chemistry with day and night, 66 species";
  p.n = kSpecies;
  p.t0 = 14400;
  p.t_end = 417600;
  p.names = {"NO",     "NO2",    "SO2",     "CO",     "CH4",    "C2H6",   "NC4H10", "C2H4",
             "C3H6",   "OXYL",   "HCHO",    "CH3CHO", "MEK",    "O3",     "HO2",    "HNO3",
             "H2O2",   "H2",     "CH3O2",   "C2H5OH", "SA",     "CH3O2H", "C2H5O2", "CH3COO",
             "PAN",    "SECC4H", "MEKO2",   "R2OOH",  "ETRO2",  "MGLYOX", "PRRO2",  "GLYOX",
             "OXYO2",  "MAL",    "MALO2",   "OP",     "OH",     "OD",     "NO3",    "N2O5",
             "ISOPRE", "NITRAT", "ISRO2",   "MVK",    "MVKO2",  "CH3OH",  "RCO3H",  "OXYO2H",
             "BURO2H", "ETRO2H", "PRRO2H",  "MEKO2H", "MALO2H", "MACR",   "ISNI",   "ISRO2H",
             "MARO2",  "MAPAN",  "CH2CCH3", "ISONO3", "ISNIR",  "MVKO2H", "CH2CHR", "ISNO3H",
             "ISNIRH", "MARO2H"};
  p.equations = rhs_equations<Emep>;
  // Sunrise and sunset; and midnight, where the humidity starts anew and jumps a little.
  p.discontinuities = [](double from, double to) {
    return periodic_times(from, to, 24 * kHour, {0, kSunrise * kHour, kSunset * kHour});
  };
  p.storage = Storage::sparse;
  p.initial = initial_concentrations;
  p.reference.y.assign(std::begin(kEmepReference), std::end(kEmepReference));
  p.reference.source = "RADAU5, rtol 1e-14, atol 1e-8";
  p.reference.confirmed_to = 1.5e-11;
  p.reference.confirmed_by = "bimd at 1e-12 and radau5 at 1e-13";
  p.reference.measure = "relative, without component 38";
  p.reference.best = computed::emep();
  return p;
}

}  // namespace

const Problem& emep() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
