// Medical Akzo Nobel problem: antibodies diffuse into tumour tissue and react there; a partial
// differential equation on 200 grid cells.  The influx stops at t = 5.
// R. van der Hout (1994), Akzo Nobel Central Research; test set for IVP solvers, release 2.4.
#include "problems/ivp/computed_references.hpp"
#include "problems/ivp/ivp.hpp"
#include "problems/ivp/medakzo_data.hpp"
#include "problems/piece.hpp"

#include <iterator>

namespace dts {
namespace {

constexpr int kCells = 200;
constexpr double kInfluxEnds = 5;

// u_t = u_xx - k u v, v_t = -k u v after zeta = x / (x + c); u_1, v_1, u_2, v_2, ...
struct MedicalAkzo {
  explicit MedicalAkzo(const Parameters& p) : k(p[0]) {
    const double c = p[1], dz = 1.0 / kCells;
    for (int j = 1; j <= kCells; ++j) {
      const double z = j * dz - 1;
      const double alpha = 2 * z * z * z / (c * c), beta = z * z * z * z / (c * c);
      left.push_back(beta / (dz * dz) - alpha / (2 * dz));
      centre.push_back(-2 * beta / (dz * dz));
      right.push_back(beta / (dz * dz) + alpha / (2 * dz));
    }
  }

  template <class S>
  void rhs(double t, const S* y, S* f) const {
    const double influx = piece.inside(t) <= kInfluxEnds ? 2 : 0;
    for (int j = 0; j < kCells; ++j) {
      const S &u = y[2 * j], &v = y[2 * j + 1];
      const S reaction = k * u * v;
      f[2 * j] = centre[j] * u - reaction;
      if (j == 0)
        f[0] += left[0] * influx;
      else
        f[2 * j] += left[j] * y[2 * j - 2];
      if (j + 1 < kCells) f[2 * j] += right[j] * y[2 * j + 2];  // no diffusion in the last cell
      f[2 * j + 1] = -reaction;
    }
  }

  double k;
  std::vector<double> left, centre, right;  // weights of u_{j-1}, u_j, u_{j+1}
  Piece piece;
};

Problem make() {
  Problem p;
  p.name = "medakzo";
  p.full_name = "Medical Akzo Nobel problem";
  p.description = "antibodies in tumour tissue, a discretised reaction-diffusion equation";
  p.n = 2 * kCells;
  p.t_end = 20;
  for (int j = 1; j <= kCells; ++j) {
    p.names.push_back("u" + std::to_string(j));
    p.names.push_back("v" + std::to_string(j));
  }
  p.parameters = {{"k", 100}, {"c", 4}, {"v0", 1}};
  p.equations = rhs_equations<MedicalAkzo>;
  p.discontinuities = [](double from, double to) { return times_between(from, to, {kInfluxEnds}); };
  p.storage = Storage::banded;
  p.initial = [](const Parameters& parameters) {
    State y(2 * kCells, 0.0);
    for (int j = 0; j < kCells; ++j) y[2 * j + 1] = parameters[2];
    return y;
  };
  p.reference.y.assign(std::begin(kMedakzoReference), std::end(kMedakzoReference));
  p.reference.source = "PSIDE, tol 1e-10";
  p.reference.confirmed_to = 5.9e-15;
  p.reference.confirmed_by = "gamd and bimd at 1e-14";
  p.reference.measure = "max |e|/(1+|y|)";
  p.reference.best = computed::medakzo();
  return p;
}

}  // namespace

const Problem& medakzo() {
  static const Problem problem = make();
  return problem;
}

}  // namespace dts
