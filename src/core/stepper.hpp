// The interface of a method: it makes attempts at a step and offers the solution in between.
//
// What a new stepper must keep:
//  1. `start` prepares the first step from (t, y); it is called again after an event or at a
//     discontinuity, and then forgets its history and nothing else.
//  2. `attempt` tries one step of its own choosing towards `t_limit` and never evaluates the model
//     beyond it.  accepted: t() and y() are new, dense() covers [t_old(), t()].  rejected: nothing
//     visible changed, the next attempt will be different.  failed: failure() says why.
//  3. A step that reaches t_limit ends at it exactly (t() == t_limit).
//  4. Times may run backwards: h carries the sign, thresholds act on |h|.
//  5. NaN or Inf from the model is a rejected attempt with a smaller step; only when that does not
//     help it is a failure.
//  6. After `start` no memory is allocated.
//  7. Output times, events, limits on the number of steps and the user's patience are the driver's.
#pragma once

#include "core/dense_polynomial.hpp"
#include "core/statistics.hpp"
#include "core/status.hpp"
#include "core/types.hpp"

#include <string>
#include <vector>

namespace dts {

enum class Attempt { accepted, rejected, failed };

// Why an attempt failed for good.
struct Failure {
  Status status = Status::ok;
  double t = 0;
  double h = 0;
  Index component = -1;   // where the error was largest, if known
  bool attempted = true;  // false: the attempt was given up before anything was computed
};

struct StepLimits {
  double h_initial = 0;  // 0: automatic
  double h_max = kInfinity;
  double h_min = 0;
};

// Something worth telling the user although the integration goes on.
struct Notice {
  double t;
  std::string text;
};

class Stepper {
 public:
  virtual ~Stepper() = default;
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  // `yp`: y'(t) if the caller knows it (implicit models), else nullptr.  `t_end` gives direction
  // and scale.  Returns Status::ok, or why no step can be made from here.
  virtual Status start(double t, ConstVectorRef y, const Vector* yp, double t_end) = 0;
  virtual Attempt attempt(double t_limit) = 0;

  // Makes dense() valid for the last accepted step; may cost evaluations.
  virtual Status prepare_dense() { return Status::ok; }
  virtual const DensePolynomial& dense() const = 0;
  // Where prepare_dense() costs evaluations and was not called yet: a cheap and less accurate
  // polynomial over the last accepted step; else nullptr.
  virtual const DensePolynomial* rough_dense() { return nullptr; }

  // Rounding has moved variables of index 2 and 3 in the last accepted step, and the method would
  // carry it on, so far that y() should be freed from it.
  virtual bool carries_rounding() { return false; }
  // y(t) without it: the next step begins there.
  virtual void replace_state(ConstVectorRef) {}

  // After a failure: is there anything left that the method can do without, so that it is worth
  // while to start again from the last accepted point?
  virtual bool relax() { return false; }

  // The start was a restart; `constraints_hold`: the hidden ones, too.
  virtual void tell_of_restart(bool /*constraints_hold*/) {}

  // The first step after the next start() will not be longer than h.
  void limit_start(double h) { start_limit_ = h; }

  double t() const { return t_; }
  double t_old() const { return t_old_; }
  const Vector& y() const { return y_; }
  double h_last() const { return h_last_; }    // of the last accepted step, signed
  double h_next() const { return h_next_; }    // to be tried next, signed
  double h_tried() const { return h_tried_; }  // by the last attempt, whatever became of it; signed
  virtual int order() const = 0;               // of the last accepted step
  virtual int order_next() const { return order(); }
  const Failure& failure() const { return failure_; }
  const MethodCounts& counts() const { return counts_; }
  std::vector<Notice>& notices() { return notices_; }

 protected:
  explicit Stepper(Index n) : y_(n) {}

  Attempt fail(Status status, double h, Index component = -1) {
    failure_ = {status, t_, h, component, true};
    return Attempt::failed;
  }
  Attempt fail_before_attempt(Status status, double h, Index component = -1) {
    failure_ = {status, t_, h, component, false};
    return Attempt::failed;
  }

  double t_ = 0, t_old_ = 0;
  Vector y_;
  double h_last_ = 0, h_next_ = 0, h_tried_ = 0;
  double start_limit_ = kInfinity;
  Failure failure_;
  MethodCounts counts_;
  std::vector<Notice> notices_;
};

}  // namespace dts
