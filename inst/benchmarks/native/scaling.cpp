// Models of any size, solved by one of our solvers; prints one line:
//   model,solver,storage,n,attempts,f,jacobians,factorisations,seconds,megabytes,sum
//
//   scaling model solver storage size [tolerance = 1e-6]
//
// medakzo: the medical Akzo Nobel problem on n/2 cells of the line.  brusselator: reaction and
// diffusion of two substances on a square, n the nearest 2 m^2.  Jacobians are differences, as many
// columns at a time as the structure allows.  Memory is the largest that the process ever had.
#include "race.hpp"

#include "core/lambda_model.hpp"
#include "driver/driver.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <stdexcept>

namespace {

using namespace dts;

// y, f and which rows depend on which columns.
struct Case {
  Vector y;
  double t_end;
  std::vector<double> breaks;
  LambdaModel::Rhs rhs;
  SparsityPattern pattern;
};

void depends(SparsityPattern& pattern, Index row, Index column) {
  pattern[static_cast<std::size_t>(column)].push_back(static_cast<int>(row));
}

// u_t = u_xx - k u v, v_t = -k u v after zeta = x / (x + c); the influx stops at t = 5.
Case medakzo(Index n) {
  const Index cells = n / 2;
  const double k = 100, c = 4, dz = 1.0 / static_cast<double>(cells);
  Case result{Vector::Zero(2 * cells), 20, {5}, {}, SparsityPattern(2 * cells)};
  for (Index j = 0; j < cells; ++j) result.y[2 * j + 1] = 1;
  result.rhs = [=](double t, ConstVectorRef y, VectorRef f) {
    for (Index j = 0; j < cells; ++j) {
      const double z = static_cast<double>(j + 1) * dz - 1;
      const double alpha = 2 * z * z * z / (c * c), beta = z * z * z * z / (c * c);
      const double left = j > 0 ? y[2 * j - 2] : (t <= 5 ? 2 : 0);
      const double u = y[2 * j], right = j + 1 < cells ? y[2 * j + 2] : u;
      const double reaction = k * u * y[2 * j + 1];
      f[2 * j] =
          beta * (left - 2 * u + right) / (dz * dz) + alpha * (right - left) / (2 * dz) - reaction;
      f[2 * j + 1] = -reaction;
    }
  };
  for (Index j = 0; j < cells; ++j) {
    if (j > 0) depends(result.pattern, 2 * j - 2, 2 * j);
    for (Index row : {2 * j, 2 * j + 1}) depends(result.pattern, row, 2 * j);
    if (j + 1 < cells) depends(result.pattern, 2 * j + 2, 2 * j);
    for (Index row : {2 * j, 2 * j + 1}) depends(result.pattern, row, 2 * j + 1);
  }
  return result;
}

// u_t = 1 + u^2 v - 4.4 u + d lap u, v_t = 3.4 u - u^2 v + d lap v, no flux at the border;
// Hairer, Norsett, Wanner (1993), II.10.
Case brusselator(Index n) {
  const auto m = static_cast<Index>(std::lround(std::sqrt(static_cast<double>(n) / 2)));
  const double d = 0.002 * static_cast<double>((m - 1) * (m - 1));
  Case result{Vector(2 * m * m), 7.5, {}, {}, SparsityPattern(2 * m * m)};
  const auto at = [m](Index i, Index j) { return 2 * (i * m + j); };
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < m; ++j) {
      result.y[at(i, j)] = 0.5 + static_cast<double>(j) / static_cast<double>(m - 1);
      result.y[at(i, j) + 1] = 1 + 5 * static_cast<double>(i) / static_cast<double>(m - 1);
    }
  const auto inside = [m](Index i) { return i < 0 ? 1 : i >= m ? m - 2 : i; };
  result.rhs = [=](double, ConstVectorRef y, VectorRef f) {
    for (Index i = 0; i < m; ++i)
      for (Index j = 0; j < m; ++j) {
        const Index here = at(i, j), up = at(inside(i - 1), j), down = at(inside(i + 1), j),
                    left = at(i, inside(j - 1)), right = at(i, inside(j + 1));
        const double u = y[here], v = y[here + 1];
        f[here] = 1 + u * u * v - 4.4 * u + d * (y[up] + y[down] + y[left] + y[right] - 4 * u);
        f[here + 1] = 3.4 * u - u * u * v +
                      d * (y[up + 1] + y[down + 1] + y[left + 1] + y[right + 1] - 4 * v);
      }
  };
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < m; ++j)
      for (const Index part : {0, 1}) {
        const Index row = at(i, j) + part;
        for (const Index place : {at(inside(i - 1), j), at(inside(i + 1), j), at(i, inside(j - 1)),
                                  at(i, inside(j + 1))})
          depends(result.pattern, row, place + part);
        depends(result.pattern, row, at(i, j));
        depends(result.pattern, row, at(i, j) + 1);
      }
  for (auto& rows : result.pattern) {
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  }
  return result;
}

double peak_megabytes() {
  std::FILE* status = std::fopen("/proc/self/status", "r");
  if (!status) return std::nan("");
  char line[256];
  double kilobytes = std::nan("");
  while (std::fgets(line, sizeof line, status))
    if (std::strncmp(line, "VmHWM:", 6) == 0) kilobytes = std::atof(line + 6);
  std::fclose(status);
  return kilobytes / 1024;
}

class LastRow final : public Sink {
 public:
  void row(double, ConstVectorRef y, ConstVectorRef) override { y_ = y; }
  Vector y_;
};

Storage storage_named(const std::string& name) {
  if (name == "dense") return Storage::dense;
  return name == "banded" ? Storage::banded : Storage::sparse;
}

void run(const std::string& name, const std::string& solver, const std::string& storage, Index n,
         double tolerance) {
  Case task = name == "medakzo" ? medakzo(n) : brusselator(n);
  const Index size = task.y.size();
  LambdaModel model(size, task.rhs);
  model.set_jacobian_structure(structure_for(storage_named(storage), task.pattern));
  const std::clock_t begin = std::clock();
  const auto stepper = race::make_stepper(solver, model, tolerance);
  Plan plan;
  plan.times = {0, task.t_end};
  plan.breaks = task.breaks;
  LastRow sink;
  Events events;
  Watch watch;
  Driver driver(model, *stepper, std::move(plan), sink, events, watch);
  const Outcome outcome = driver.run(task.y, nullptr);
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  if (outcome.status != Status::success) throw std::runtime_error(sentence(outcome.status));
  std::printf("%s,%s,%s,%ld,%lld,%lld,%lld,%lld,%.4g,%.1f,%.10g\n", name.c_str(), solver.c_str(),
              storage.c_str(), static_cast<long>(size), outcome.steps.attempts, model.counts().rhs,
              model.counts().jacobian, stepper->counts().factorisations, seconds, peak_megabytes(),
              sink.y_.sum() / static_cast<double>(size));
}

}  // namespace

int main(int count, char** arguments) try {
  if (count < 5) {
    std::fprintf(stderr, "usage: scaling model solver storage size [tolerance]\n");
    return 2;
  }
  run(arguments[1], arguments[2], arguments[3], std::stol(arguments[4]),
      count > 5 ? std::stod(arguments[5]) : 1e-6);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
