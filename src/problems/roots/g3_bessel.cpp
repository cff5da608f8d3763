// G-3: Bessel functions from their singular point on; the zeros of J0 and J1, found in four ways.
// State: J0, J0', J1, J1'.
#include "problems/branch.hpp"
#include "problems/roots/roots.hpp"

namespace dts {
namespace {

struct Bessel {
  explicit Bessel(const Parameters&) {}

  template <class S>
  void rhs(double t, const S* y, S* f) const {
    const bool is_singular = t == 0;
    f[0] = y[1];
    f[1] = branch<S>(
        is_singular, [&] { return -0.5 * y[0]; }, [&] { return -y[1] / t - y[0]; });
    f[2] = y[3];
    f[3] = branch<S>(
        is_singular, [] { return 0.0; }, [&] { return -y[3] / t - (1 - 1 / (t * t)) * y[2]; });
  }
};

struct BesselValues : Bessel {
  static constexpr int kRoots = 2;
  using Bessel::Bessel;
  void roots(double /*t*/, const double* y, double* g) const {
    g[0] = y[2];
    g[1] = y[0];
  }
};

struct BesselSlope : Bessel {
  static constexpr int kRoots = 2;
  static constexpr bool kRootsUseDerivative = true;
  using Bessel::Bessel;
  void roots(double /*t*/, const double* y, const double* yp, double* g) const {
    g[0] = yp[0];
    g[1] = y[0];
  }
};

struct BesselRelations : Bessel {
  static constexpr int kRoots = 2;
  using Bessel::Bessel;
  void roots(double t, const double* y, double* g) const {
    g[0] = y[1];
    g[1] = t * y[3] + y[2];
  }
};

struct BesselSlopes : Bessel {
  static constexpr int kRoots = 2;
  static constexpr bool kRootsUseDerivative = true;
  using Bessel::Bessel;
  void roots(double t, const double* y, const double* yp, double* g) const {
    g[0] = yp[0];
    g[1] = t * yp[2] + y[2];
  }
};

template <class System>
Problem make(const std::string& name, const std::string& description, double factor1,
             double factor2, bool second_at_start) {
  Problem p = root_problem(name, "Bessel", description, 4, 0, 18);
  p.equations = rhs_equations<System>;
  p.initial = [](const Parameters&) { return State{1, 0, 0, 0.5}; };
  p.roots.list = {
      root_at(0, 1, {1, 0, 0, 0.5}),
      root_at(2.4048255576957727686, 2,
              {0, -0.51914749728946678814, 0.51914749728946678814, -0.21587740350984018148}),
      root_at(3.8317059702075123156, 1, {-0.4027593957025529721, 0, 0, -0.4027593957025529721}),
      root_at(5.5200781102863106496, 2,
              {0, 0.34026480655836814856, -0.34026480655836814856, 0.061641302851187297258}),
      root_at(7.0155866698156187535, 1, {0.30011575252613256321, 0, 0, 0.30011575252613256321}),
      root_at(8.653727912911012217, 2,
              {0, -0.27145229992838192039, 0.27145229992838192039, -0.031368249921907766758}),
      root_at(10.173468135062722077, 1, {-0.24970487705784319775, 0, 0, -0.24970487705784319775}),
      root_at(11.791534439014281614, 2,
              {0, 0.23245983136472477886, -0.23245983136472477886, 0.019714129027651583428}),
      root_at(13.323691936314223032, 1, {0.21835940724787296213, 0, 0, 0.21835940724787296213}),
      root_at(14.930917708487785948, 2,
              {0, -0.20654643307799602683, 0.20654643307799602683, -0.013833472068537386486}),
      root_at(16.470630050877632813, 1, {-0.19646537146865718288, 0, 0, -0.19646537146865718288})};
  if (second_at_start) p.roots.list.front().functions = {0, 1};
  p.roots.goals = {RootGoal{factor1, 1}, RootGoal{factor2, 1}};
  return complete(p, "values of the Bessel functions",
                  {-0.013355805721984110885, 0.18799488548806959401, -0.18799488548806959401,
                   -0.0029116454170913556623});
}

}  // namespace

const Cases& bessel() {
  static const Cases cases = {
      make<BesselValues>("G-3 i", "zeros of J1 and J0", 100, 100, false),
      make<BesselSlope>("G-3 ii", "zeros of y1' and y1", 1e3, 100, false),
      make<BesselRelations>("G-3 iii", "zeros of y2 and t y4 + y3", 100, 100, true),
      make<BesselSlopes>("G-3 iv", "zeros of y1' and t y3' + y3", 1e3, 1e3, true)};
  return cases;
}

}  // namespace dts
