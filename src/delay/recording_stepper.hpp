// Any method for delay equations that are not stiff: it keeps the history of the solution, its
// steps are short enough not to need the solution inside them, and they end where a delayed
// argument passes a point at which the solution is not smooth.
#pragma once

#include "core/delay_model.hpp"
#include "core/stepper.hpp"
#include "delay/breaking_points.hpp"
#include "delay/history.hpp"
#include "delay/lag_lookup.hpp"

#include <memory>
#include <vector>

namespace dts {

class RecordingStepper final : public Stepper {
 public:
  RecordingStepper(std::unique_ptr<Stepper> method, DelayModel& model, Index max_history = 0);

  // Begins the history; a later start inside or at the end of it continues it.
  Status start(double t, ConstVectorRef y, const Vector* yp, double t_end) override;
  Attempt attempt(double t_limit) override;
  const DensePolynomial& dense() const override { return method_->dense(); }
  int order() const override { return method_->order(); }
  int order_next() const override { return method_->order_next(); }

 private:
  double longest_step() const;
  double distance_to_crossing(ConstVectorRef arguments);
  double next_end(double t_limit);
  Status pass_crossing();
  Attempt give_back();
  void take_over();

  std::unique_ptr<Stepper> method_;
  DelayModel& model_;
  History history_;
  BreakingPoints no_points_;
  LagLookup lookup_;
  double t_end_ = 0;
  double shrunk_ = kInfinity;  // the next step is to be shorter than this
  Vector arguments_, exact_;   // alpha at or close to the last t, and there exactly
  // Points where the solution is not smooth, as in BreakingPoints, and the one that the present
  // step runs to: its end, and the point that is seen there through a delay.
  std::vector<FixedPoint> kinks_;
  double crossing_ = kInfinity;
  int crossed_ = -1;
};

}  // namespace dts
