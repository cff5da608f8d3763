#include "r/watch.hpp"

#include <cmath>

namespace dts {

namespace {
constexpr std::chrono::milliseconds kLookEvery{50};
constexpr std::chrono::milliseconds kProgressEvery{500};
}  // namespace

RWatch::RWatch(const CurrentSolve& solve, WatchOptions options)
    : solve_(solve), options_(options) {}

RWatch::~RWatch() {
  if (has_shown_progress_) Rprintf("\n");
}

bool RWatch::wants_to_stop(double t) {
  const Clock::time_point now = Clock::now();
  if (now - last_look_ >= kLookEvery) {
    last_look_ = now;
    // An interrupt reaches the handler of the R side, which sets stop_requested and resumes here.
    protect_from_jumps(token_, [] {
      R_CheckUserInterrupt();
      return R_NilValue;
    });
  }
  if (options_.show_progress && now - last_progress_ >= kProgressEvery) {
    last_progress_ = now;
    show_progress(t);
  }
  if (solve_.stop_requested) {
    reason_ = "interrupted by the user";
    return true;
  }
  if (std::chrono::duration<double>(now - begin_).count() > options_.time_limit) {
    reason_ = "the time limit was reached";
    return true;
  }
  return false;
}

void RWatch::attempted(const Stepper& stepper, Attempt outcome) {
  if (!options_.keep_log) return;
  if (outcome == Attempt::accepted)
    records_.push_back({stepper.t(), stepper.h_last(), stepper.order(), true});
  else if (outcome == Attempt::rejected)
    records_.push_back({stepper.t(), stepper.h_tried(), stepper.order(), false});
}

void RWatch::show_progress(double t) {
  const double share = std::abs(t - options_.t_begin) / std::abs(options_.t_end - options_.t_begin);
  Rprintf("\r%5.1f %%   t = %-12g", 100 * share, t);
  has_shown_progress_ = true;
}

SEXP RWatch::log() const {
  if (!options_.keep_log) return R_NilValue;
  const R_xlen_t n = static_cast<R_xlen_t>(records_.size());
  Rcpp::NumericVector t(n), h(n);
  Rcpp::IntegerVector order(n);
  Rcpp::LogicalVector accepted(n);
  for (R_xlen_t i = 0; i < n; ++i) {
    const Record& record = records_[static_cast<std::size_t>(i)];
    t[i] = record.t;
    h[i] = record.h;
    order[i] = record.order;
    accepted[i] = record.accepted;
  }
  return Rcpp::DataFrame::create(Rcpp::Named("time") = t, Rcpp::Named("h") = h,
                                 Rcpp::Named("order") = order, Rcpp::Named("accepted") = accepted);
}

}  // namespace dts
