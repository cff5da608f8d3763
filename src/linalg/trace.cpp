#include "linalg/trace.hpp"

#include <iterator>
#include <utility>

namespace dts {

Trace::Trace(const Trace&) = default;
Trace::Trace(Trace&&) noexcept = default;
Trace& Trace::operator=(const Trace&) = default;
Trace& Trace::operator=(Trace&&) noexcept = default;
Trace::~Trace() = default;

Trace Trace::variable(double value, int index) {
  Trace x(value);
  x.sources_.push_back(index);
  return x;
}

Trace Trace::of(double value, const Trace& x) {
  Trace result(x);
  result.value_ = value;
  return result;
}

Trace Trace::of(double value, const Trace& x, const Trace& y) {
  Trace result(x);
  result.update(value, y);
  return result;
}

Trace& Trace::update(double value, const Trace& other) {
  value_ = value;
  if (!std::includes(sources_.begin(), sources_.end(), other.sources_.begin(),
                     other.sources_.end())) {
    std::vector<int> both;
    both.reserve(sources_.size() + other.sources_.size());
    std::set_union(sources_.begin(), sources_.end(), other.sources_.begin(), other.sources_.end(),
                   std::back_inserter(both));
    sources_ = std::move(both);
  }
  return *this;
}

SparsityPattern pattern_of(const std::vector<Trace>& f, Index n_variables) {
  SparsityPattern pattern(static_cast<std::size_t>(n_variables));
  for (std::size_t i = 0; i < f.size(); ++i)
    for (int j : f[i].sources()) pattern[j].push_back(static_cast<int>(i));
  return pattern;
}

}  // namespace dts
