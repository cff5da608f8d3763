// The loop that turns steps into a solution, the same for all methods: output times, planned
// stops, roots and events, limits, interrupts, statistics.
#pragma once

#include "consistent/row_refinement.hpp"
#include "core/model.hpp"
#include "core/stepper.hpp"
#include "driver/events.hpp"
#include "driver/output.hpp"

#include <vector>

namespace dts {

struct Plan {
  std::vector<double> times;  // strictly monotone; the first is the initial time
  // Times strictly inside the interval that no step may cross, in the direction of integration;
  // the method restarts there.
  std::vector<double> breaks;
  // Of these, the ones at which Events::at_time is called; may contain the initial time.
  std::vector<double> event_times;
  Count max_steps = 10000;   // attempts between two output times
  bool single_step = false;  // return after one accepted step
};

struct Outcome {
  Status status = Status::success;
  double t = 0;  // time reached
  double h = 0;  // step tried last
  Index component = -1;
  StepCounts steps;
};

class Driver {
 public:
  // `refinement`: of index 3: of all rows, of the states that pieces end with, and of what a method
  // would carry on of rounding; nullptr: all is left as the method has found it.
  Driver(Model& model, Stepper& stepper, Plan plan, Sink& sink, Events& events, Watch& watch,
         RowRefinement* refinement = nullptr);

  // `yp`: y' at the start if known (implicit models), else nullptr.
  Outcome run(ConstVectorRef y, const Vector* yp);

 private:
  void initialise(ConstVectorRef y);
  Status begin_piece(ConstVectorRef y, const Vector* yp);
  Status restart_here();
  Status restart_after_event();
  Status restart(double first_step);  // its length at most
  Status advance();                   // one accepted step and all that belongs to it
  Status accepted();
  bool refine(double t, Vector& y);
  Status write_rows(double up_to);
  Status state_at(double t, Vector& y);
  // The roots of the step; `is_over`: the method was restarted at one of them.
  Status handle_roots(double t_new, bool& is_over);
  Status act_at_root(double t_root, bool& is_over);
  Status event_row(double t);
  Status end_of_piece();
  bool is_as_good_as_over() const;
  Status end_here();
  bool is_event_time(double t) const;
  bool is_beyond(double a, double b) const { return direction_ * (a - b) > 0; }
  // `yp` is only used, and only needed, at the start; later it comes from the dense output.
  Status write_row(double t, ConstVectorRef y, const Vector* yp = nullptr);
  Outcome finish(Status status);

  Model& model_;
  Stepper& stepper_;
  const Plan plan_;
  Sink& sink_;
  Events& events_;
  Watch& watch_;
  RowRefinement* const refinement_;

  double direction_ = 1;
  double t_end_ = 0;
  double t_ = 0;                // up to here everything is settled
  Vector y_;                    // the state at t_
  std::size_t next_row_ = 1;    // in plan_.times
  std::size_t next_break_ = 0;  // in plan_.breaks
  double piece_begin_ = 0, piece_end_ = 0;
  bool state_is_refined_ = false;
  double last_row_time_ = 0;
  Count attempts_since_row_ = 0;
  Vector work_, derivative_;
  Outcome outcome_;
};

}  // namespace dts
