// Forcing functions of compiled models: data interpolated in time, written where the model reads.
#pragma once

#include "core/numbers.hpp"

#include <vector>

namespace dts {

struct ForcingSeries {
  std::vector<double> t;  // increasing
  std::vector<double> value;
};

class Forcings {
 public:
  enum class Method { linear, constant };

  Forcings() = default;
  Forcings(std::vector<ForcingSeries> series, Method method);

  Index count() const { return static_cast<Index>(series_.size()); }
  void set_target(double* target) { target_ = target; }

  // Writes the values at time t for the integrator: constant data keep the value of the interior
  // of the present piece up to both its ends.
  void update(double t);
  // Writes the values at time t as a user sees them: constant data are right-continuous,
  // v(t) = v_k on [t_k, t_{k+1}).
  void update_for_output(double t) { write(t); }
  void enter_piece(double from, double to);

  // Times strictly inside (a, b) at which the data jump.
  std::vector<double> jumps(double a, double b) const;

 private:
  void write(double t);
  double value_at(std::size_t which, double t);

  std::vector<ForcingSeries> series_;
  Method method_ = Method::linear;
  std::vector<std::size_t> cursor_;  // interval found last: neighbours are likely
  double* target_ = nullptr;
  bool has_piece_ = false;
  double piece_middle_ = 0;
};

}  // namespace dts
