// What happens at a point where Radar starts anew: which delayed arguments have arrived at a
// breaking point, on which side of it they go on, and whether the solution goes on at all.
// Guglielmi, Hairer (2008), section 5.
#include "delay/radar.hpp"
#include "integrators/radau_tableau.hpp"

#include <algorithm>
#include <cmath>

namespace dts {

namespace {

constexpr double kArrived = 0.1;      // of the relative tolerance, on the way of the argument
constexpr double kProbeShare = 1e-4;  // of the last step
constexpr double kProbeConverged = 1e-3;

}  // namespace

void Radar::begin_first_step() {
  controller_.reset();
  is_first_ = needs_jacobian_ = chooses_step_ = true;
  algebraic_is_placed_ = false;
  keep_step_ = was_rejected_ = jacobian_is_fresh_ = rhs_is_current_ = false;
  has_withdrawn_ = newton_searched_ = false;
  factored_h_ = 0;
  n_singular_ = n_refused_ = 0;
  trouble_ = Status::step_too_small;
  trial_.reset();
  lookup_.set_hits({});
  lookup_.set_ending(LagLookup::Ending::open);
  lookup_.forget_present();
  lookup_.continue_from(nullptr);
  jacobian_.forget();
}

// At t, the end of the step just taken.  Returns ok, or why the solution ends here; that is
// remembered, and the next attempt will say so.
Status Radar::restart(Kind kind, int order, bool has_jumped) {
  const std::optional<Trial> trial = trial_;
  const double h = t_ - t_old_;
  begin_first_step();
  if (has_jumped) lookup_.continue_from(&y_);
  points_.add(BreakingPoint::without_parent(t_, order, kind, history_.count()));
  if (kind == Kind::computed || has_jumps()) {
    const double t2 = t_old_ + RadauTableau::c[1] * h;
    dense_.value(t2, stage_);
    if (delays_.arguments(t2, stage_, before_) != Evaluation::ok) before_.resize(0);
    if (delays_.arguments(t_, y_, arguments_) != Evaluation::ok) arguments_.resize(0);
    std::vector<Hit> hits = find_hits(kind, arguments_);
    if (trial) {
      BreakingPoint& here = points_.last();
      here.parent = points_[trial->point].t;
      here.lag = trial->lag;
      hits.erase(std::remove_if(hits.begin(), hits.end(),
                                [&](const Hit& hit) { return hit.lag == trial->lag; }),
                 hits.end());
      hits.insert(hits.begin(), {trial->lag, trial->point, false});
      for (const Hit& hit : hits)
        here.order = std::min(here.order, points_[hit.point].order + (is_singular() ? 0 : 1));
    }
    return resolve_hits(std::move(hits), h);
  }
  return Status::ok;
}

// The arguments that sit on a breaking point.
std::vector<Hit> Radar::find_hits(Kind kind, const Vector& alpha) const {
  std::vector<Hit> hits;
  for (Index k = 0; k < alpha.size(); ++k) {
    if (std::isnan(alpha[k])) continue;
    const double way = kind != Kind::start && k < arguments_at_t_.size()
                           ? std::abs(alpha[k] - arguments_at_t_[k])
                           : 0.0;
    int best = -1;
    for (int i = 0; i < points_.count(); ++i) {
      const BreakingPoint& point = points_[i];
      if (kind == Kind::start && point.kind != Kind::start) continue;
      if ((kind == Kind::prescribed || kind == Kind::event) && point.order >= 0) continue;
      const double rounding = 100 * kUnitRoundoff * std::max(std::abs(t_), std::abs(point.t));
      const double margin = kind == Kind::start
                                ? 0.0
                                : std::max(rounding, kArrived * tolerances_.rtol.minCoeff() * way);
      const double distance = std::abs(alpha[k] - point.t);
      if (distance <= margin && (best < 0 || distance < std::abs(alpha[k] - points_[best].t)))
        best = i;
    }
    if (best >= 0) hits.push_back({static_cast<int>(k), best, false});
  }
  return hits;
}

// Each argument is tried on both sides.  If both ways lead to the same side it goes on there; if
// each leads away from its own side the solution forks, if each leads back it ends.
Status Radar::resolve_hits(std::vector<Hit> hits, double h) {
  if (hits.empty()) return Status::ok;
  const double eps = std::max(kProbeShare * h, 1000 * kUnitRoundoff * std::abs(t_));
  for (Hit& hit : hits) {
    const bool has_moved = hit.lag < before_.size() && !std::isnan(before_[hit.lag]);
    hit.left = has_moved && !(before_[hit.lag] < points_[hit.point].t);
  }
  Vector y_left = y_, y_right = y_;
  for (Hit& hit : hits) {
    const double zeta = points_[hit.point].t;
    double alpha_left = 0, alpha_right = 0;
    const bool default_left = hit.left;
    hit.everywhere = true;
    hit.left = true;
    lookup_.set_hits(hits);
    const bool left_ok = probe(eps, alpha_left, hit.lag, y_left);
    hit.left = false;
    lookup_.set_hits(hits);
    const bool right_ok = probe(eps, alpha_right, hit.lag, y_right);
    hit.everywhere = false;
    if (left_ok && right_ok) {
      const bool left_stays = alpha_left < zeta, right_stays = !(alpha_right < zeta);
      hit.left = left_stays && !right_stays;
      if (left_stays == right_stays && !termination_) {
        termination_ = Termination{t_, left_stays ? Status::not_unique : Status::ceased_to_exist,
                                   hit.lag, zeta};
        if (options_.stop_at_end) return termination_->status;
      }
    } else {
      hit.left = left_ok == right_ok ? default_left : left_ok;
    }
    if (left_ok || right_ok) place_algebraic(hit.left ? y_left : y_right);
  }
  lookup_.set_hits(std::move(hits));
  return Status::ok;
}

// A short step with the sides as they are set now; `alpha`: where the argument is after it.
bool Radar::probe(double eps, double& alpha, int lag, Vector& y_end) {
  const bool has_explicit_form = !is_singular() || !delays_.neutral_pairs().empty();
  const bool ok = has_explicit_form ? probe_explicitly(eps, y_end) : probe_implicitly(eps, y_end);
  if (!ok || delays_.arguments(t_ + eps, y_end, arguments_) != Evaluation::ok) return false;
  if (lag >= arguments_.size()) return false;
  alpha = arguments_[lag];
  return std::isfinite(alpha);
}

bool Radar::probe_explicitly(double eps, Vector& y_end) {
  if (model_.rhs(t_, y_, f_) != Evaluation::ok) return false;
  initial_derivative(f_, nullptr, work_);
  y_end = y_ + eps * work_;
  for (const auto& [w, i] : delays_.neutral_pairs()) y_end[w] = f_[i];
  return true;
}

// One step of the implicit Euler method, by simplified Newton.
bool Radar::probe_implicitly(double eps, Vector& y_end) {
  if (model_.rhs(t_, y_, f_) != Evaluation::ok) return false;
  yp_.setZero();
  if (jacobian_.jacobian(t_, y_, f_, yp_, eps) != Evaluation::ok) return false;
  if (!matrix_->factor(1 / eps, model_.mass(), jacobian_.matrix())) return false;
  tolerances_.weights(y_, scale_);
  y_end = y_;
  for (int i = 0; i < options_.radau.max_newton; ++i) {
    if (model_.rhs(t_ + eps, y_end, work_) != Evaluation::ok) return false;
    stage_ = y_end - y_;
    add_mass_times(-1 / eps, stage_, work_);
    matrix_->solve(work_);
    y_end += work_;
    if (!y_end.allFinite()) return false;
    if (rms_norm(work_, scale_) < kProbeConverged) return true;
  }
  return false;
}

// Algebraic variables may jump at a breaking point: they take the values of the side that goes on.
void Radar::place_algebraic(ConstVectorRef y_end) {
  if (!is_singular()) return;
  if (!delays_.neutral_pairs().empty()) {
    algebraic_is_placed_ = true;  // exactly; a probe by an implicit step is a short step ahead
    for (const auto& [w, i] : delays_.neutral_pairs()) y_[w] = y_end[w];
    return;
  }
  for (Index j = 0; j < y_.size(); ++j)
    if (is_algebraic(j)) y_[j] = y_end[j];
}

// Does no derivative of this variable occur?
bool Radar::is_algebraic(Index component) const {
  if (!is_singular()) return false;
  const StructuredMatrix& mass = *model_.mass();
  for (Index i = 0; i < y_.size(); ++i)
    if (mass.holds(i, component) && mass(i, component) != 0) return false;
  return true;
}

}  // namespace dts
