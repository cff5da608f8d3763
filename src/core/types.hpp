// The words every room shares: vectors, matrices, and the numbers that go with them.
#pragma once

#include "core/eigen.hpp"
#include "core/numbers.hpp"

#include <type_traits>

namespace dts {

static_assert(std::is_same_v<Index, Eigen::Index>, "one type counts rows and columns everywhere");

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using VectorRef = Eigen::Ref<Eigen::VectorXd>;

// A vector, or a column or segment of one, to be read.  Eigen's Ref for that would accept
// expressions, too, and carries a vector to evaluate them into, made and freed in every call.
class VectorView : public Eigen::Map<const Eigen::VectorXd> {
 public:
  template <class Derived>
  VectorView(const Eigen::DenseBase<Derived>& v)  // implicit: whatever lies in memory is a vector
      : Eigen::Map<const Eigen::VectorXd>(v.derived().data(), v.size()) {
    static_assert(Derived::IsVectorAtCompileTime && Derived::InnerStrideAtCompileTime == 1,
                  "a vector whose components are neighbours");
  }
};
using ConstVectorRef = const VectorView&;

}  // namespace dts
