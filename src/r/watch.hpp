// Looks after a run on behalf of the R session: interrupts, a time limit, progress, step records.
#pragma once

#include "driver/output.hpp"
#include "r/current_solve.hpp"
#include "r/protect.hpp"

#include <Rcpp.h>

#include <chrono>
#include <vector>

namespace dts {

struct WatchOptions {
  double time_limit = kInfinity;  // seconds
  bool keep_log = false;
  bool show_progress = false;
  double t_begin = 0, t_end = 0;  // for the progress line
};

class RWatch : public Watch {
 public:
  RWatch(const CurrentSolve& solve, WatchOptions options);
  ~RWatch() override;

  bool wants_to_stop(double t) override;
  void attempted(const Stepper& stepper, Attempt outcome) override;

  const char* reason() const { return reason_; }
  SEXP log() const;  // data frame of all attempts, or NULL

 private:
  using Clock = std::chrono::steady_clock;
  struct Record {
    double t, h;
    int order;
    bool accepted;
  };
  void show_progress(double t);

  const CurrentSolve& solve_;
  const WatchOptions options_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point last_look_ = begin_;
  Clock::time_point last_progress_ = begin_;
  bool has_shown_progress_ = false;
  const char* reason_ = "";
  std::vector<Record> records_;
  UnwindToken token_;
};

}  // namespace dts
