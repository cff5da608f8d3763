// What an integrator may ask of a system of equations.
//
//   M y' = f(t, y)          explicit or mass-matrix form: implement do_rhs
//   G(t, y, y') = 0         implicit form: implement do_residual and return true from is_implicit
//
// A new kind of model
//  1. implements do_rhs, or do_residual and is_implicit; everything else has a default;
//  2. returns what it computed: the base class counts the call and looks for NaN and Inf;
//  3. never changes y, and never remembers pointers into it;
//  4. throws only for programming errors and for errors of the host language that must unwind.
#pragma once

#include "core/statistics.hpp"
#include "core/status.hpp"
#include "core/structured_matrix.hpp"

#include <array>
#include <vector>

namespace dts {

class Model {
 public:
  explicit Model(Index n);
  virtual ~Model();
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  Index size() const { return n_; }

  // f(t, y) of M y' = f.
  Evaluation rhs(double t, ConstVectorRef y, VectorRef f);
  // G(t, y, y'); a model that only has f gets M y' - f.
  Evaluation residual(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef r);

  virtual bool is_implicit() const { return false; }

  // df/dy, or dG/dy + c dG/dy' of an implicit model, if the model can supply it (hand-written or
  // by automatic differentiation) and is not told to leave it to differences.
  bool has_jacobian() const { return knows_jacobian() && !differences_only_; }
  void use_differences_only(bool only) { differences_only_ = only; }
  Evaluation jacobian(double t, ConstVectorRef y, StructuredMatrix& dfdy);
  // df/dy v: by automatic differentiation for little more than f costs.  Counts as an evaluation.
  Evaluation jacobian_times(double t, ConstVectorRef y, ConstVectorRef v, VectorRef product);

  // dG/dy + c dG/dy', for implicit models.
  Evaluation residual_jacobian(double t, ConstVectorRef y, ConstVectorRef yp, double c,
                               StructuredMatrix& p);

  // The structure of df/dy, or of dG/dy + c dG/dy'.
  const Structure& jacobian_structure() const { return jacobian_structure_; }
  void set_jacobian_structure(Structure s) { jacobian_structure_ = std::move(s); }

  // M, or nullptr for the identity.
  const StructuredMatrix* mass() const { return has_mass_ ? &mass_ : nullptr; }
  void set_mass(StructuredMatrix mass) {
    mass_ = std::move(mass);
    has_mass_ = true;
  }

  // Numbers of variables of index 1 (with the differential ones), 2 and 3, in this order in y.
  const std::array<Index, 3>& index_counts() const { return index_counts_; }
  void set_index_counts(const std::array<Index, 3>& counts) { index_counts_ = counts; }
  bool has_higher_index() const { return index_counts_[1] + index_counts_[2] > 0; }

  // Quantities shown beside the solution.  Implicit models may use y' for them; it is empty where
  // it is not known.
  virtual Index n_outputs() const { return 0; }
  void outputs(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef values) {
    ++counts_.output;
    do_outputs(t, y, yp, values);
  }

  // From now on these components stay as they are: y_i' = 0 takes the place of their equations.
  void hold(std::vector<Index> components) { held_ = std::move(components); }

  // From now on t lies in [from, to]: where data jump in time, use the values of the interior.
  virtual void enter_piece(double /*from*/, double /*to*/) {}

  // The component in which the last evaluation that was not finite first went wrong; -1 if none
  // did.
  Index bad_component() const { return bad_component_; }

  EvaluationCounts& counts() { return counts_; }
  const EvaluationCounts& counts() const { return counts_; }

 protected:
  virtual bool knows_jacobian() const { return false; }
  virtual Evaluation do_rhs(double t, ConstVectorRef y, VectorRef f);
  virtual Evaluation do_residual(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef r);
  virtual Evaluation do_jacobian(double t, ConstVectorRef y, StructuredMatrix& dfdy);
  virtual Evaluation do_jacobian_times(double t, ConstVectorRef y, ConstVectorRef v,
                                       VectorRef product);
  virtual Evaluation do_residual_jacobian(double t, ConstVectorRef y, ConstVectorRef yp, double c,
                                          StructuredMatrix& p);
  virtual void do_outputs(double /*t*/, ConstVectorRef /*y*/, ConstVectorRef /*yp*/,
                          VectorRef /*values*/) {}

 private:
  Evaluation check_finite(Evaluation outcome, ConstVectorRef v);
  // Row i of the Jacobian of a held component: c on the diagonal.
  void hold_rows(double c, StructuredMatrix& jacobian) const;

  Index n_;
  Index bad_component_ = -1;
  EvaluationCounts counts_;
  std::array<Index, 3> index_counts_;
  Structure jacobian_structure_ = Structure::dense(n_);
  StructuredMatrix mass_;
  bool has_mass_ = false;
  bool differences_only_ = false;
  std::vector<Index> held_;
};

}  // namespace dts
