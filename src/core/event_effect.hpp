// What an action at an event did.
#pragma once

namespace dts {

enum class EventEffect {
  none,     // nothing changed, neither the state nor the equations
  changed,  // the state or the equations changed: the method must forget its past
  stop      // the integration ends here
};

}  // namespace dts
