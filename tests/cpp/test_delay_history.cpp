// The history of a delay equation and the points known in advance.
#include "check.hpp"
#include "delay/breaking_points.hpp"
#include "delay/history.hpp"

#include <cmath>

using namespace dts;

namespace {

// Over [a, b] the polynomial t^2 in the first component, 1 - t in the second, shifted by `jump`.
DensePolynomial piece(double a, double b, double jump) {
  DensePolynomial u(2, 2);
  const double h = b - a;
  u.set_span(a, b, a, h);
  u.set_degree(2);
  u.nodes() = {0, 0};
  u.coefficients().col(0) << a * a + jump, 1 - a + jump;
  u.coefficients().col(1) << 2 * a * h, -h;
  u.coefficients().col(2) << h * h, 0;
  return u;
}

void check_values() {
  History history(2, {});
  const Vector y0 = (Vector(2) << 0, 1).finished();
  history.begin(0, y0);
  check::that(history.count() == 0 && history.t_end() == 0, "a new history is empty");
  const double times[] = {0, 0.3, 0.7, 1.5, 1.6, 4};
  for (int i = 0; i < 5; ++i) history.append(piece(times[i], times[i + 1], 0));
  check::that(history.t_end() == 4, "the history ends with its last step");
  Vector y(2), dy(2);
  for (Index start : {Index(0), Index(2), Index(4), Index(99)})
    for (double t : {0.1, 0.3, 0.5, 0.7, 0.7000001, 1.59, 1.6, 3.9, 4.0}) {
      Index step = start;
      check::that(history.find(t, step), "every time is found");
      history.value(step, t, y);
      history.derivative(step, t, dy);
      check::close(y[0], t * t, 1e-14 * (1 + t * t), "value");
      check::close(y[1], 1 - t, 1e-14 * (1 + t), "value of the second component");
      check::close(dy[0], 2 * t, 1e-13 * (1 + t), "derivative");
      check::close(dy[1], -1, 1e-13, "derivative of the second component");
    }
}

// At the border of two steps the earlier one holds; both can be read there.
void check_sides() {
  History history(2, {});
  history.begin(0, Vector(Vector::Zero(2)));
  history.append(piece(0, 1, 0));
  history.append(piece(1, 2, 10));
  Index step = 1;
  Vector y(2);
  check::that(history.find(1.0, step) && step == 0, "the end of a step belongs to it");
  history.value(0, 1.0, y);
  check::close(y[0], 1, 1e-15, "left of the jump");
  history.value(1, 1.0, y);
  check::close(y[0], 11, 1e-14, "right of the jump");
  check::that(history.find(1.0 + 1e-12, step) && step == 1, "just after it the next one holds");
  history.cut(1.5);
  check::close(history.t_end(), 1.5, 0, "a cut history ends earlier");
  check::close(history.length(1), 0.5, 1e-15, "and its last step is shorter");
  history.remove_last();
  check::close(history.t_end(), 1, 0, "a step can be taken back");
}

void check_limits() {
  History history(2, {1}, 3);
  history.begin(0, Vector(Vector::Zero(2)));
  for (int i = 0; i < 10; ++i) history.append(piece(i, i + 1, 0));
  check::that(history.count() == 10 && !history.is_kept(6) && history.is_kept(7),
              "only the last steps are kept, under their old numbers");
  Index step = 0;
  check::that(!history.find(6.5, step), "what was forgotten is not found");
  check::that(history.find(7.5, step) && step == 7, "what was kept is");
  Vector y(2);
  history.value(step, 7.5, y);
  check::that(std::isnan(y[0]), "a component that is not kept is not a number");
  check::close(y[1], 1 - 7.5, 1e-13, "the kept component");
}

void check_points() {
  // t0 = 0 with a kink, delays 1 and 1.5: orders 1 at 1 and 1.5, 2 at 2, 2.5, 3, ...
  const auto points = constant_delay_points({{0, 0}}, {1, 1.5}, true, 0, 100);
  const double expected[][2] = {{1, 1}, {1.5, 1}, {2, 2}, {2.5, 2}, {3, 2}, {3.5, 3},
                                {4, 3}, {4.5, 3}, {5, 4}, {5.5, 4}, {6, 4}};
  check::that(points.size() == 11, "points of order below 5 only");
  for (std::size_t i = 0; i < points.size() && i < 11; ++i) {
    check::close(points[i].t, expected[i][0], 1e-14, "point");
    check::close(points[i].order, expected[i][1], 0, "order of point " + std::to_string(i));
  }
  const auto neutral = constant_delay_points({{0, -1}}, {0.42}, false, 0, 30);
  check::that(neutral.size() == 71, "no smoothing: all points up to the end");
  check::that(neutral.back().order == -1, "and none of them is smoother than the first");
  const auto rounded = constant_delay_points({{0, 0}}, {0.1, 0.2}, true, 0, 10);
  for (std::size_t i = 1; i < rounded.size(); ++i)
    check::that(rounded[i].t - rounded[i - 1].t > 0.05, "no point twice by rounding");
  const auto before = constant_delay_points({{-1, -1}, {0, 0}}, {2}, true, 0, 3);
  check::that(before.size() == 2 && before[0].t == 1 && before[0].order == 0,
              "a jump before the start is seen through the delay");
}

}  // namespace

int main() {
  check_values();
  check_sides();
  check_limits();
  check_points();
  return check::summary("delay history");
}
