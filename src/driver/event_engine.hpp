// Events and roots for every method: finds the roots of the event functions, calls the actions at
// them and at planned times, remembers what happened, and ends runs whose events accumulate.
#pragma once

#include "core/model.hpp"
#include "core/root_functions.hpp"
#include "core/tolerances.hpp"
#include "driver/events.hpp"
#include "driver/root_scan.hpp"

#include <functional>
#include <vector>

namespace dts {

struct EventOptions {
  bool stop_at_root = false;  // the first root ends the run
  std::vector<int> terminal;  // by function: 1 if its roots end the run
  bool cascade = false;       // a sign change made by an action is an event, too
  bool identity = false;      // actions change nothing: no restart after a root
  bool rows = false;          // output rows before and after every event
  bool hold = false;          // where events accumulate, go on at rest
  Count max_events = 10000;
};

// One event at a root.
struct EventRecord {
  Root root;
  Vector before, after;  // the state
};

class EventEngine : public Events {
 public:
  // Any of the pointers may be null: no event functions, no action at roots, none at planned times.
  // `repair` makes a state consistent again after an action; it may be empty.
  using Repair = std::function<void(double t, VectorRef y)>;
  EventEngine(Model& model, RootFunctions* functions, EventAction* root_action,
              EventAction* time_action, RootOptions root_options, EventOptions options);
  void set_repair(Repair repair) { repair_ = std::move(repair); }
  // What to do where events accumulate, if the run is to go on.  Without it, the components that
  // the last action changed stay as they are from then on.
  void set_hold_action(EventAction* action) { hold_action_ = action; }
  // Changes of the state below these are below what the method resolves.
  void set_tolerances(Tolerances tolerances) { tolerances_ = std::move(tolerances); }
  void set_interval(const Vector* yp, double t_end) {
    yp_start_ = yp;
    t_end_ = t_end;
  }

  Action at_start(double t, VectorRef y) override;
  void begin_piece(double t, ConstVectorRef y, double h) override;
  bool watches_roots() const override { return scan_.count() > 0; }
  bool may_vanish(const DensePolynomial& step, double from, double to) override {
    return scan_.may_vanish(step, from, to);
  }
  std::optional<double> first_root(const DensePolynomial& step, double from, double to) override;
  Action at_root(double t, VectorRef y) override;
  Action at_time(double t, VectorRef y) override;
  bool wants_rows() const override { return options_.rows; }
  Status stop_reason() const override { return stop_reason_; }

  const std::vector<EventRecord>& records() const { return records_; }
  // Planned times, which no step crosses; a root that coincides with one waits for it.
  void set_event_times(std::vector<double> times) { event_times_ = std::move(times); }

 private:
  Action handle(Root root, VectorRef y);
  Action accumulated(double t, VectorRef y, const Vector& before);
  bool is_terminal(const Root& root) const;
  bool has_zeroed_terminal(const std::vector<int>& before) const;
  bool accumulates(const Root& root);
  bool is_unresolved(const Root& root, const std::vector<int>& signs, ConstVectorRef before);
  std::vector<int> signs() const;
  EventEffect call(EventAction& action, double t, VectorRef y, const std::vector<int>& fired);
  bool is_event_time(double t) const;

  // Stands in where there are no event functions.
  struct NoFunctions : RootFunctions {
    Index count() const override { return 0; }
    void evaluate(double, ConstVectorRef, ConstVectorRef, VectorRef) override {}
  };

  Model& model_;
  NoFunctions none_;
  EventAction* root_action_;
  EventAction* time_action_;
  const EventOptions options_;
  RootScan scan_;
  Repair repair_;
  Tolerances tolerances_;
  EventAction* hold_action_ = nullptr;
  const Vector* yp_start_ = nullptr;
  double t_end_ = 0;
  std::vector<double> event_times_;

  bool has_begun_ = false;
  bool holds_ = false;
  double t_first_ = 0, h_first_ = 0;
  Root pending_;  // found, not yet dealt with
  bool waits_for_time_ = false;
  std::vector<EventRecord> records_;
  struct Series {  // of the events of one function
    std::vector<double> times;
    int near = 0;              // how many of the last ones followed each other too closely
    bool turned_back = false;  // did the action of the last one undo the change of sign?
  };
  std::vector<Series> series_;
  Status stop_reason_ = Status::root_found;
};

}  // namespace dts
