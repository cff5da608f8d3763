// Answers a model's questions about the past during one step: which piece of the solution is read
// at a delayed argument, and from which side where the pieces do not fit together.
// Guglielmi, Hairer (2001), section 2 (steps longer than the delay); (2008), section 4 (sides).
#pragma once

#include "core/delay_model.hpp"
#include "delay/breaking_points.hpp"
#include "delay/history.hpp"

#include <vector>

namespace dts {

// A delayed argument that has arrived at a breaking point, and the side from which it is read.
struct Hit {
  int lag;
  int point;  // number in the list of breaking points
  bool left;
  bool everywhere = false;  // however far the argument is from the point, as in a probe
};

class LagLookup final : public Past {
 public:
  LagLookup(DelayModel& model, const History& history, const BreakingPoints& points);

  Evaluation value(int lag, double x, VectorRef y) override;
  Evaluation derivative(int lag, double x, VectorRef dy) override;

  // Arguments inside the present step.  At first the last step is continued over it; `present`,
  // once the stages are known, replaces it (nullptr: not known).
  void forget_present() { present_ = nullptr, is_inside_ = false; }
  void set_present(const DensePolynomial* present) { present_ = present; }
  // Was any argument beyond the past since forget_present()?
  bool is_inside() const { return is_inside_; }
  // After a jump of the state the last step says nothing: y_n is taken instead.
  void continue_from(const Vector* state) { state_ = state; }

  // Sides.  The hits of the last breaking point hold during the first step after it.
  void set_hits(std::vector<Hit> hits) { hits_ = std::move(hits); }
  const std::vector<Hit>& hits() const { return hits_; }

  // A step that ends in a breaking point or at a prescribed point: arguments close to a point are
  // read on the side on which they were at the second stage, `before`.
  enum class Ending { open, breaking_point, prescribed };
  void set_ending(Ending ending, int lag = -1, int point = -1);
  Ending ending() const { return ending_; }
  void set_before(const Vector& before) { before_ = before; }
  // The point near which that rule held an argument at the end of the step; -1: none.
  int held_point(int lag, const Vector& arguments) const;

  void set_last_step(double h) { h_last_ = h; }

  // Adds `increment` to one component of what one delay returns, for difference quotients.
  void perturb(int lag, Index component, double increment);
  void clear_perturbation() { perturbed_lag_ = -1; }

  // A value was asked for that the history no longer has.
  bool is_lost() const { return is_lost_; }

 private:
  enum class What { value, derivative };
  struct Side {
    int point = -1;  // -1: no side to be kept
    bool left = false;
  };

  Evaluation read(int lag, double x, What what, VectorRef y);
  Evaluation read_side(const Side& side, double x, What what, VectorRef y);
  Evaluation read_initial(double x, What what, VectorRef y);
  Evaluation read_step(Index step, double x, What what, VectorRef y);
  Evaluation read_present(double x, What what, VectorRef y);
  Evaluation refuse();
  Side choose_side(int lag, double x) const;
  bool is_close(int point, double x) const;
  // Of the points whose side matters at the end of this step; -1: none.
  int closest_point(double x) const;
  Index& hint(int lag);

  DelayModel& model_;
  const History& history_;
  const BreakingPoints& points_;
  const DensePolynomial* present_ = nullptr;
  const Vector* state_ = nullptr;
  bool is_inside_ = false, is_lost_ = false;
  std::vector<Hit> hits_;
  Ending ending_ = Ending::open;
  int ending_lag_ = -1, ending_point_ = -1;
  Vector before_;
  double h_last_ = 0;
  int perturbed_lag_ = -1;
  Index perturbed_component_ = 0;
  double increment_ = 0;
  std::vector<Index> hints_;
};

}  // namespace dts
