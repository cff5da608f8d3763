#include "problems/problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace dts {

const char* to_string(ProblemClass kind) {
  switch (kind) {
    case ProblemClass::ode: return "ODE";
    case ProblemClass::dae: return "DAE";
    case ProblemClass::ide: return "IDE";
    case ProblemClass::dde: return "DDE";
  }
  return "";
}

namespace {

// f in the differential rows, 0 in the others.
State solved_for_derivative(const Problem& problem, const Parameters& p, const State& f) {
  if (!problem.mass) return f;
  State yp(f.size(), 0.0);
  for (const MassEntry& m : problem.mass(p))
    if (m.row == m.column && m.value != 0) yp[m.row] = f[m.row] / m.value;
  return yp;
}

// f at a start (t, y): the past is the initial function, the present y.
State delayed_rhs(const Problem& problem, const Parameters& p, double t, const State& y) {
  const auto system = problem.delay.equations(p);
  std::vector<double> alpha(problem.delay.n_lags);
  State z, f(y.size());
  system->arguments(t, y.data(), alpha.data());
  for (double x : alpha) {
    const State past = x < t ? problem.delay.history(p, x) : y;
    z.insert(z.end(), past.begin(), past.end());
  }
  if (system->rhs(t, y.data(), z.data(), f.data()) != Evaluation::ok)
    return State(y.size(), std::numeric_limits<double>::quiet_NaN());
  return f;
}

}  // namespace

ReferenceRoot::ReferenceRoot() = default;
ReferenceRoot::ReferenceRoot(const ReferenceRoot&) = default;
ReferenceRoot::ReferenceRoot(ReferenceRoot&&) noexcept = default;
ReferenceRoot& ReferenceRoot::operator=(const ReferenceRoot&) = default;
ReferenceRoot& ReferenceRoot::operator=(ReferenceRoot&&) noexcept = default;
ReferenceRoot::~ReferenceRoot() = default;

Problem::Problem() = default;
Problem::Problem(const Problem&) = default;
Problem::Problem(Problem&&) noexcept = default;
Problem& Problem::operator=(const Problem&) = default;
Problem& Problem::operator=(Problem&&) noexcept = default;
Problem::~Problem() = default;

Parameters Problem::default_parameters() const {
  Parameters p;
  for (const Parameter& parameter : parameters) p.push_back(parameter.value);
  for (const Parameter& option : options) p.push_back(option.value);
  return p;
}

bool Problem::has_default_values(const Parameters& p) const {
  const auto is_default = [](double value, const Parameter& known) { return value == known.value; };
  if (p.size() != parameters.size() + options.size()) return false;
  const auto first_option = p.begin() + static_cast<std::ptrdiff_t>(parameters.size());
  return std::equal(p.begin(), first_option, parameters.begin(), is_default) &&
         std::equal(first_option, p.end(), options.begin(), is_default);
}

State Problem::initial_derivative(const Parameters& p) const {
  return printed_derivative.empty() ? derivative_of(p, t0, initial(p)) : printed_derivative;
}

State Problem::derivative_of(const Parameters& p, double t, const State& y) const {
  if (derivative_rule) return derivative_rule(p, t, y);
  if (has_delays()) return solved_for_derivative(*this, p, delayed_rhs(*this, p, t, y));
  const auto system = equations(p);
  const double end = near_end(t);
  const std::vector<double> times = restarts(t, end);
  system->enter_piece(t, times.empty() ? end : times.front());
  State f(y.size());
  if (system->rhs(t, y.data(), f.data()) != Evaluation::ok)
    return State(y.size(), std::numeric_limits<double>::quiet_NaN());
  return solved_for_derivative(*this, p, f);
}

// From a time far back, t_end is beyond too many restarts; and where the problem is short any fixed
// distance may be.
double Problem::near_end(double t) const {
  const double end = t + (t_end - t0);
  return t_end > t ? std::min(t_end, end) : end;
}

std::vector<double> Problem::restarts(double from, double to) const {
  if (!discontinuities) return {};
  std::vector<double> times = discontinuities(std::min(from, to), std::max(from, to));
  if (from > to) std::reverse(times.begin(), times.end());
  return times;
}

std::string Problem::variable_name(int i) const {
  return names.empty() ? std::to_string(i + 1) : names[i];
}

std::array<int, 3> Problem::counts_by_index() const {
  if (index_counts[0] + index_counts[1] + index_counts[2] == 0) return {n, 0, 0};
  return index_counts;
}

void unpack(const Parameters& p, std::initializer_list<double*> members) {
  std::size_t i = 0;
  for (double* member : members) *member = p[i++];
}

namespace {
constexpr int kMaxRestarts = 1000000;
}  // namespace

std::vector<double> times_between(double from, double to, std::vector<double> times) {
  const auto outside = [&](double t) { return !(from < t && t < to); };
  times.erase(std::remove_if(times.begin(), times.end(), outside), times.end());
  std::sort(times.begin(), times.end());
  return times;
}

std::vector<double> periodic_times(double from, double to, double period,
                                   const std::vector<double>& offsets) {
  const double first = std::floor(from / period), periods = std::floor(to / period) - first;
  // No method would get through so many restarts; and the count may be infinite, or so large that
  // neighbouring periods are the same number.
  if (!(periods * offsets.size() < kMaxRestarts))
    throw std::invalid_argument("`times' are too far apart: the problem jumps more than " +
                                std::to_string(kMaxRestarts) + " times in between");
  std::vector<double> times;
  for (int i = 0; i <= static_cast<int>(periods); ++i)
    for (double offset : offsets) times.push_back((first + i) * period + offset);
  return times_between(from, to, std::move(times));
}

std::vector<std::string> numbered(const std::string& prefix, int count) {
  std::vector<std::string> names;
  for (int i = 1; i <= count; ++i) names.push_back(prefix + std::to_string(i));
  return names;
}

std::vector<std::string> joined(std::initializer_list<std::vector<std::string>> lists) {
  std::vector<std::string> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

std::vector<MassEntry> diagonal_mass(const std::vector<double>& values) {
  std::vector<MassEntry> entries;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] != 0) entries.push_back({static_cast<int>(i), static_cast<int>(i), values[i]});
  return entries;
}

std::function<std::vector<MassEntry>(const Parameters&)> semi_explicit_mass(int n_differential) {
  return [n_differential](const Parameters&) {
    return diagonal_mass(std::vector<double>(n_differential, 1.0));
  };
}

}  // namespace dts
