#include "linalg/dual.hpp"

namespace dts {

template void Dual::add_where_moving(const Dual&, double);

}  // namespace dts
