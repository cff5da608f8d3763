#include "driver/event_engine.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace dts {

namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
constexpr int kMaxCascades = 10;
constexpr int kMaxNearEvents = 3;
constexpr std::size_t kCrowd = 100;
constexpr double kCrowdedSpan = 1e-9;  // of the interval

bool any(const std::vector<int>& flags) {
  return std::find(flags.begin(), flags.end(), 1) != flags.end();
}

std::vector<Index> changed_components(ConstVectorRef before, ConstVectorRef after) {
  std::vector<Index> changed;
  for (Index i = 0; i < before.size(); ++i)
    if (before[i] != after[i]) changed.push_back(i);
  return changed;
}

}  // namespace

EventEngine::EventEngine(Model& model, RootFunctions* functions, EventAction* root_action,
                         EventAction* time_action, RootOptions root_options, EventOptions options)
    : model_(model),
      root_action_(root_action),
      time_action_(time_action),
      options_(std::move(options)),
      scan_(functions ? *functions : none_, model, std::move(root_options)),
      series_(static_cast<std::size_t>(scan_.count())) {}

Events::Action EventEngine::at_start(double t, VectorRef y) {
  if (!watches_roots()) return Action::proceed;
  const auto root = scan_.root_at_start(t, y, yp_start_);
  return root ? handle(*root, y) : Action::proceed;
}

void EventEngine::begin_piece(double t, ConstVectorRef y, double h) {
  if (has_begun_ || !watches_roots()) return;
  has_begun_ = true;
  t_first_ = t;
  h_first_ = h;
  scan_.begin(t, y, yp_start_, h, t_end_);
}

std::optional<double> EventEngine::first_root(const DensePolynomial& step, double from, double to) {
  if (holds_ || waits_for_time_) return std::nullopt;
  const auto root = scan_.next(step, from, to);
  if (!root) return std::nullopt;
  pending_ = *root;
  // A planned event at the same time comes first; then it is seen what is left of the root.
  waits_for_time_ = std::abs(to - root->t) <= scan_.time_resolution(root->t) && is_event_time(to);
  return waits_for_time_ ? std::nullopt : std::optional<double>(root->t);
}

bool EventEngine::is_event_time(double t) const {
  return std::find(event_times_.begin(), event_times_.end(), t) != event_times_.end();
}

Events::Action EventEngine::at_root(double /*t*/, VectorRef y) { return handle(pending_, y); }

Events::Action EventEngine::at_time(double t, VectorRef y) {
  if (!time_action_) return Action::proceed;
  const std::vector<int> none(static_cast<std::size_t>(scan_.count()));
  const EventEffect effect = call(*time_action_, t, y, none);
  if (effect == EventEffect::stop) return Action::stop;
  if (!watches_roots() || !has_begun_) return Action::restart;
  const std::vector<int> signs_before = signs();
  const std::vector<int> changed = scan_.settle_jump(t, y);
  Root root{t, changed, changed, none};
  if (waits_for_time_) {
    // The function was about to cross; it still does unless the action took it back.
    waits_for_time_ = false;
    for (std::size_t i = 0; i < none.size(); ++i)
      root.fired[i] = pending_.fired[i] && scan_.sign(static_cast<Index>(i)) != signs_before[i];
    root.direction = pending_.direction;
    root.crossed = root.fired;
    if (any(root.fired) && handle(root, y) == Action::stop) return Action::stop;
  } else if (options_.cascade && any(changed)) {
    if (handle(root, y) == Action::stop) return Action::stop;
  }
  return Action::restart;
}

EventEffect EventEngine::call(EventAction& action, double t, VectorRef y,
                              const std::vector<int>& fired) {
  const EventEffect effect = action.apply(t, y, fired);
  if (effect == EventEffect::changed && repair_) repair_(t, y);
  return effect;
}

// Records the root, acts, and lets the scan take its new signs.
Events::Action EventEngine::handle(Root root, VectorRef y) {
  for (int cascades = 0;; ++cascades) {
    if (cascades > kMaxCascades)
      throw std::runtime_error("events set off each other without end at time " +
                               std::to_string(root.t));
    const Vector before = y;
    if (options_.stop_at_root || is_terminal(root)) {
      records_.push_back({root, before, before});
      return Action::stop;
    }
    EventEffect effect = EventEffect::none;
    const bool acts = root_action_ && !holds_;
    if (acts) effect = call(*root_action_, root.t, y, root.fired);
    records_.push_back({root, before, y});
    if (effect == EventEffect::stop) return Action::stop;
    const bool acted = acts && !options_.identity;
    std::vector<int> changed(root.fired.size());
    const std::vector<int> signs_before = signs();
    bool is_lost = false;
    if (has_begun_) {
      changed = scan_.settle(root, y, acted);
      if (acted && has_zeroed_terminal(signs_before)) return Action::stop;
      is_lost = acted && is_unresolved(root, signs_before, before);
    }
    if (static_cast<Count>(records_.size()) >= options_.max_events) {
      stop_reason_ = Status::too_many_events;
      return Action::stop;
    }
    if (accumulates(root) || is_lost) return accumulated(root.t, y, before);
    if (!acted) return Action::proceed;
    if (!options_.cascade || !any(changed)) return Action::restart;
    root.fired = root.crossed = changed;
  }
}

std::vector<int> EventEngine::signs() const {
  std::vector<int> result(static_cast<std::size_t>(scan_.count()));
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = scan_.sign(static_cast<Index>(i));
  return result;
}

// Did an action make a terminal function exactly zero?  That is how actions count: "stop at the
// fifth root".
bool EventEngine::has_zeroed_terminal(const std::vector<int>& before) const {
  for (std::size_t i = 0; i < options_.terminal.size(); ++i)
    if (options_.terminal[i] && before[i] != 0 && scan_.sign(static_cast<Index>(i)) == 0)
      return true;
  return false;
}

// An action that so far turned the function back no longer does, a moment after the last event, in
// which the state moved by less than the tolerances or hardly any time could be told: what the
// action sees is only the error of the method.
bool EventEngine::is_unresolved(const Root& root, const std::vector<int>& signs,
                                ConstVectorRef before) {
  if (tolerances_.atol.size() == 0) return false;
  bool result = false;
  for (std::size_t i = 0; i < root.fired.size(); ++i) {
    if (!root.fired[i]) continue;
    const bool turns_back = scan_.sign(static_cast<Index>(i)) == signs[i];
    if (series_[i].turned_back && !turns_back && records_.size() >= 2) {
      const EventRecord& last = records_[records_.size() - 2];
      const double elapsed = std::abs(root.t - last.root.t);
      Vector weights(before.size());
      tolerances_.weights(before, weights);
      const bool is_at_rest = ((before - last.after).array().abs() <= weights.array()).all();
      result = result || (is_at_rest && elapsed < 1e-4 * std::abs(t_end_ - t_first_)) ||
               elapsed < 1e3 * kEps * std::abs(root.t);
    }
    series_[i].turned_back = turns_back;
  }
  return result;
}

bool EventEngine::is_terminal(const Root& root) const {
  for (std::size_t i = 0; i < options_.terminal.size(); ++i)
    if (options_.terminal[i] && root.fired[i]) return true;
  return false;
}

// Events of one function closer than rounding can tell apart, again and again; or, where the error
// of the method hides the last of them, very many in a very short time.
bool EventEngine::accumulates(const Root& root) {
  const double nearest = 100 * kEps * std::max(std::abs(root.t), std::abs(h_first_));
  bool result = false;
  for (std::size_t i = 0; i < root.fired.size(); ++i) {
    if (!root.fired[i]) continue;
    std::vector<double>& times = series_[i].times;
    const bool is_near = !times.empty() && std::abs(root.t - times.back()) < nearest;
    series_[i].near = is_near ? series_[i].near + 1 : 0;
    times.push_back(root.t);
    const bool is_crowd = times.size() > kCrowd && std::abs(root.t - times[times.size() - kCrowd]) <
                                                       kCrowdedSpan * std::abs(t_end_ - t_first_);
    result = result || series_[i].near >= kMaxNearEvents || is_crowd;
  }
  return result;
}

Events::Action EventEngine::accumulated(double t, VectorRef y, const Vector& before) {
  if (!options_.hold) {
    stop_reason_ = Status::accumulating_events;
    return Action::stop;
  }
  holds_ = true;
  if (hold_action_)
    hold_action_->apply(t, y, std::vector<int>(series_.size()));
  else
    model_.hold(changed_components(before, y));
  return Action::restart;
}

}  // namespace dts
