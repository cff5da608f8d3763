// One sign change, enclosed ever more tightly.
//
// The method is ITP of Oliveira and Takahashi (2020), ACM Trans. Math. Softw. 47(1): superlinear on
// smooth functions, and never more than n0 iterations slower than bisection, however discontinuous
// the function is.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace dts {

// g has the sign of `ga` at a and the other one, or is zero, at b.  b may lie before a.
struct Bracket {
  double a, ga;
  double b, gb;
};

namespace detail {

// The point at which ITP looks next; `slack` is how far it may stray from the midpoint.
inline double itp_point(const Bracket& k, double first_width, double slack) {
  const double width = std::abs(k.b - k.a);
  const double half = k.a + (k.b - k.a) / 2;
  const double secant = k.a + (k.b - k.a) * (k.ga / (k.ga - k.gb));
  if (!std::isfinite(secant)) return half;
  // Truncation: from the secant towards the middle, so that both ends move (kappa_2 = 2).
  const double towards_middle = half > secant ? 1 : -1;
  const double delta = 0.2 * width * width / first_width;
  const double truncated =
      delta <= std::abs(half - secant) ? secant + towards_middle * delta : half;
  // Projection: no slower than bisection.
  return std::abs(truncated - half) <= slack ? truncated : half - towards_middle * slack;
}

}  // namespace detail

// Shrinks the bracket until its ends are neighbours within the rounding of t, or closer than
// `resolution`.  `ga_is_trusted`: whether ga was computed; if only its sign is known, the search
// bisects until a point with that sign has been seen.
template <class Function>
Bracket shrink(Bracket k, double h, double resolution, bool ga_is_trusted, Function g) {
  constexpr double eps = std::numeric_limits<double>::epsilon();
  constexpr int kExtraIterations = 1;  // n0 of the paper
  const auto tolerance = [&] {
    return std::max(resolution,
                    2 * eps * std::max(std::abs(k.a), std::abs(k.b)) + 1e-3 * eps * std::abs(h));
  };
  const double first_width = std::abs(k.b - k.a);
  // What bisection would still have to halve, as a width.
  double allowance = std::max(first_width, tolerance()) * (1 << kExtraIterations);
  while (k.gb != 0 && std::abs(k.b - k.a) > tolerance()) {
    const double half = k.a + (k.b - k.a) / 2;
    if (half == k.a || half == k.b) break;
    const double slack = std::max(0.0, (allowance - std::abs(k.b - k.a)) / 2);
    double x = ga_is_trusted ? detail::itp_point(k, first_width, slack) : half;
    if (x == k.a || x == k.b) x = half;
    const double gx = g(x);
    if (gx != 0 && std::signbit(gx) == std::signbit(k.ga)) {
      k.a = x;
      k.ga = gx;
      ga_is_trusted = true;
    } else {  // zero, the other sign, or not a number: the change lies before x
      k.b = x;
      k.gb = gx;
    }
    allowance /= 2;
  }
  return k;
}

}  // namespace dts
