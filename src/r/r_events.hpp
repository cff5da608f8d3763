// Event functions and actions that are R functions, compiled code, or the rows of a data frame.
#pragma once

#include "core/root_functions.hpp"
#include "r/native_model.hpp"
#include "r/r_callback.hpp"

namespace dts {

class RRootFunctions : public RootFunctions {
 public:
  RRootFunctions(RCallback function, Index count, bool use_derivative)
      : function_(std::move(function)), count_(count), use_derivative_(use_derivative) {}
  Index count() const override { return count_; }
  bool use_derivative() const override { return use_derivative_; }
  void evaluate(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef g) override;

 private:
  RCallback function_;
  Index count_;
  bool use_derivative_;
};

class REventAction : public EventAction {
 public:
  REventAction(RCallback function, bool use_roots)
      : function_(std::move(function)), use_roots_(use_roots) {}
  EventEffect apply(double t, VectorRef y, const std::vector<int>& fired) override;

 private:
  RCallback function_;
  bool use_roots_;
};

extern "C" {
using NativeEvent = void (*)(int* n, double* t, double* y);
}

class NativeRootFunctions : public RootFunctions {
 public:
  NativeRootFunctions(NativeModel& model, DL_FUNC function, Index count, bool use_derivative)
      : model_(model), function_(function), count_(count), use_derivative_(use_derivative) {}
  Index count() const override { return count_; }
  bool use_derivative() const override { return use_derivative_; }
  void evaluate(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef g) override {
    model_.call_root(function_, use_derivative_, t, y, yp, g);
  }

 private:
  NativeModel& model_;
  DL_FUNC function_;
  Index count_;
  bool use_derivative_;
};

class NativeEventAction : public EventAction {
 public:
  explicit NativeEventAction(NativeEvent function) : function_(function) {}
  EventEffect apply(double t, VectorRef y, const std::vector<int>& fired) override;

 private:
  NativeEvent function_;
  UnwindToken token_;
};

// The rows of events$data, applied in their order.
struct EventRow {
  double time;
  Index variable;
  double value;
  enum class Method { replace, add, multiply } method;
};

// Rows of a data frame at their times; elsewhere, and then after the rows, another action.
class DataAction : public EventAction {
 public:
  DataAction(std::vector<EventRow> rows, EventAction* function, std::vector<double> function_times)
      : rows_(std::move(rows)), function_(function), function_times_(std::move(function_times)) {}
  EventEffect apply(double t, VectorRef y, const std::vector<int>& fired) override;

 private:
  std::vector<EventRow> rows_;
  EventAction* function_;
  std::vector<double> function_times_;
};

}  // namespace dts
