// A model made of a problem of the catalogue and a set of parameters: compiled equations, exact
// Jacobians by automatic differentiation, the structure found by tracing.
#pragma once

#include "core/hidden_constraints.hpp"
#include "core/model.hpp"
#include "problems/problem.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace dts {

class BuiltinModel : public Model, public HiddenConstraints {
 public:
  // `p`: all parameters and options of the problem in order.  `storage`: of the Jacobian, if the
  // problem's own choice is not wanted; banded takes the widths of the pattern.
  BuiltinModel(const Problem& problem, const Parameters& p,
               std::optional<Storage> storage = std::nullopt);

  const Problem& problem() const { return problem_; }
  Equations& equations() { return *equations_; }
  const SparsityPattern& pattern() const { return plan_->pattern(); }
  Index n_nonzeros() const;
  int n_colours() const { return static_cast<int>(plan_->columns_of.size()); }

  bool is_implicit() const override { return problem_.is_implicit(); }
  void enter_piece(double from, double to) override { equations_->enter_piece(from, to); }

  // Those of the problem's monitors that are hidden constraints.
  Index n_hidden(int level) const override;
  Evaluation hidden(int level, double t, ConstVectorRef y, VectorRef values) override;

 protected:
  bool knows_jacobian() const override { return true; }
  Evaluation do_rhs(double t, ConstVectorRef y, VectorRef f) override;
  Evaluation do_residual(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef r) override;
  Evaluation do_jacobian(double t, ConstVectorRef y, StructuredMatrix& dfdy) override;
  Evaluation do_jacobian_times(double t, ConstVectorRef y, ConstVectorRef v,
                               VectorRef product) override;
  Evaluation do_residual_jacobian(double t, ConstVectorRef y, ConstVectorRef yp, double c,
                                  StructuredMatrix& p) override;

 private:
  void store_columns(int first_group, int last_group, StructuredMatrix& matrix) const;

  const Problem& problem_;
  Parameters parameters_;
  std::unique_ptr<Equations> equations_;
  std::shared_ptr<const JacobianPlan> plan_;
  std::vector<Dual> dual_y_, dual_yp_, dual_f_;
};

// The parameters themselves; throws if they are not as many as the problem has with its options.
// Equations take what they need without looking.
const Parameters& checked(const Problem& problem, const Parameters& p);

// M of the problem, banded as narrowly as its entries allow.
StructuredMatrix mass_matrix(const Problem& problem, const Parameters& p);

}  // namespace dts
