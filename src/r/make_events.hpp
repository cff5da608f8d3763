// Builds the event engine that an R specification describes, and shows what it found.
#pragma once

#include "driver/event_engine.hpp"

#include <Rcpp.h>

#include <memory>
#include <vector>

namespace dts {

struct EventSetup {
  std::unique_ptr<RootFunctions> functions;
  std::unique_ptr<EventAction> action, data_action, hold_action;
  std::unique_ptr<Events> events;  // never null
  EventEngine* engine = nullptr;   // null if there is nothing to watch
  std::vector<double> times;       // of planned events
};

// `spec` is made by R/events.R, or NULL.
EventSetup make_events(SEXP spec, Model& model, const Vector* yp, double t_end);

// What R/events.R turns into attributes of the result.
Rcpp::List found_roots(const EventSetup& setup, const Model& model);

}  // namespace dts
