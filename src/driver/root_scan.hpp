// Finds the zeros of event functions on the dense output of a step, each once and in order.
//
// For every function the scan remembers the last sign known, s_i in {-1, 0, +1}; a root is a sample
// of the other sign, or an exact zero, while s_i is known.  The value at the left end of a scanned
// interval is never a candidate: there s_i stands for it, so that a root that was just handled, or
// at which the integration starts, is not found again.
#pragma once

#include "core/dense_polynomial.hpp"
#include "core/model.hpp"
#include "core/root_functions.hpp"
#include "driver/bracket.hpp"

#include <optional>
#include <vector>

namespace dts {

struct RootOptions {
  int n_samples = 4;              // inside each step, besides its end
  double resolution = 0;          // in t; 0: as fine as the arithmetic allows
  bool exact_derivative = false;  // y' of the event functions is f(t, y), not the interpolant's
  bool search_at_start = false;   // is a zero at the initial time an event?
  std::vector<int> direction;     // wanted, by function: +1 rising with t, -1 falling, 0 both
  std::vector<double> touch;      // by function: a minimum of |g| below this is a root, too
};

// The functions that vanish together at t.
struct Root {
  double t = 0;
  std::vector<int> fired;      // 0 or 1, by function: an event
  std::vector<int> crossed;    // the same, with those whose direction is not wanted
  std::vector<int> direction;  // +1: rising with t, -1: falling, 0: touching or none
};

class RootScan {
 public:
  RootScan(RootFunctions& functions, Model& model, RootOptions options);

  Index count() const { return functions_.count(); }

  // The functions that are exactly zero at the start, if that is to be an event.
  std::optional<Root> root_at_start(double t, ConstVectorRef y, const Vector* yp);
  // The integration begins at (t, y) with steps of about h, and no function is evaluated beyond
  // t_end.
  void begin(double t, ConstVectorRef y, const Vector* yp, double h, double t_end);
  // Could any function vanish in (from, to]?  No, if on a rough picture of the step all stay
  // farther from zero than they move.
  bool may_vanish(const DensePolynomial& rough_step, double from, double to);
  // The next wanted root in (from, to] on the step.
  std::optional<Root> next(const DensePolynomial& step, double from, double to);
  // `root` was dealt with and the state is now y.  `acted`: an action was called, which may have
  // changed the functions, too.  Returns by function whether it changed sign without a root.
  std::vector<int> settle(const Root& root, ConstVectorRef y, bool acted);
  // The same after an action at a planned time.
  std::vector<int> settle_jump(double t, ConstVectorRef y);

  int sign(Index i) const { return sign_[static_cast<std::size_t>(i)]; }
  double time_resolution(double t) const;  // roots closer than this are one

 private:
  struct Candidate {
    double t = 0;
    int direction = 0;
    double largest = 0;  // |g| over the bracket
    double width = 0;    // of the bracket at first
  };
  using Found = std::optional<Candidate>;

  void evaluate(double t, ConstVectorRef y, VectorRef g);  // with yp_ as the derivative
  void evaluate_on_step(double t, VectorRef g);
  void evaluate_at_state(double t, ConstVectorRef y, VectorRef g);
  void derivative_at_state(double t, ConstVectorRef y);
  void replace_noise_in_derivative(double t);
  double value_on_step(Index i, double t);

  void take_samples(double from, double to);
  void take_sample(int j);
  Found first_root_of(Index i);
  Found look_for_dip(Index i, int sign, int j);
  Found lowest(Index i, int sign, double left, double x, double right);
  Candidate locate(Index i, int sign, Bracket bracket, bool ga_is_trusted);
  Root together(const std::vector<Found>& candidates, double t) const;
  // +1 or -1: the sign that each function is about to take after (t, y); 0: not known.
  std::vector<int> trends(double t, ConstVectorRef y);
  double rounding_of(std::size_t i, double t) const;
  int wanted(std::size_t i) const;
  bool waits_beyond(std::size_t i, double t) const {
    return direction_ * (quiet_until_[i] - t) > 0;
  }

  RootFunctions& functions_;
  Model& model_;
  const RootOptions options_;

  double direction_ = 1;  // of the integration
  double t_end_ = 0, span_ = 0;
  double h_ = 0;  // about the present step size
  const DensePolynomial* step_ = nullptr;
  std::vector<int> sign_;
  std::vector<double> quiet_until_;  // a function that fired is not looked at before
  std::vector<Found> candidates_;    // of the present interval, by function
  std::vector<double> sample_t_;     // the left end first
  Matrix sample_g_;                  // a column per sample
  double left_t_ = 0;                // where left_g_ is known
  Vector left_g_, g_, y_, yp_;
};

}  // namespace dts
