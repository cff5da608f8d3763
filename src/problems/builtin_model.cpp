#include "problems/builtin_model.hpp"

#include <algorithm>
#include <stdexcept>

namespace dts {

const Parameters& checked(const Problem& problem, const Parameters& p) {
  const std::size_t needed = problem.parameters.size() + problem.options.size();
  if (p.size() != needed)
    throw std::invalid_argument("problem '" + problem.name + "' needs " + std::to_string(needed) +
                                " parameters in `parms', not " + std::to_string(p.size()));
  return p;
}

StructuredMatrix mass_matrix(const Problem& problem, const Parameters& p) {
  SparsityPattern pattern(problem.n);
  const std::vector<MassEntry> entries = problem.mass(p);
  for (const MassEntry& m : entries) pattern[m.column].push_back(m.row);
  StructuredMatrix mass(structure_for(Storage::banded, pattern));
  for (const MassEntry& m : entries) mass.set(m.row, m.column, m.value);
  return mass;
}

BuiltinModel::BuiltinModel(const Problem& problem, const Parameters& p,
                           std::optional<Storage> storage)
    : Model(problem.n),
      problem_(problem),
      parameters_(p),
      equations_(problem.equations(checked(problem, p))),
      plan_(jacobian_plan(problem, p, *equations_)),
      dual_y_(problem.n),
      dual_yp_(problem.is_implicit() ? problem.n : 0),
      dual_f_(problem.n) {
  if (problem.mass) set_mass(mass_matrix(problem, p));
  const auto counts = problem.counts_by_index();
  set_index_counts({counts[0], counts[1], counts[2]});
  set_jacobian_structure(storage ? structure_for(*storage, pattern()) : plan_->structure);
}

Index BuiltinModel::n_nonzeros() const {
  Index count = 0;
  for (const auto& rows : pattern()) count += static_cast<Index>(rows.size());
  return count;
}

Index BuiltinModel::n_hidden(int level) const {
  const auto is_there = [&](const Monitor& monitor) { return monitor.level == level; };
  return std::count_if(problem_.monitors.begin(), problem_.monitors.end(), is_there);
}

Evaluation BuiltinModel::hidden(int level, double t, ConstVectorRef y, VectorRef values) {
  const State state(y.data(), y.data() + y.size());
  Index filled = 0;
  for (const Monitor& monitor : problem_.monitors)
    if (monitor.level == level) values[filled++] = monitor.value(parameters_, t, state);
  return values.allFinite() ? Evaluation::ok : Evaluation::not_finite;
}

Evaluation BuiltinModel::do_rhs(double t, ConstVectorRef y, VectorRef f) {
  return equations_->rhs(t, y.data(), f.data());
}

Evaluation BuiltinModel::do_residual(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef r) {
  if (!is_implicit()) return Model::do_residual(t, y, yp, r);
  return equations_->residual(t, y.data(), yp.data(), r.data());
}

Evaluation BuiltinModel::do_jacobian(double t, ConstVectorRef y, StructuredMatrix& dfdy) {
  for (Index j = 0; j < size(); ++j) dual_y_[j] = Dual(y[j]);
  for (int first = 0; first < n_colours(); first += Dual::kDirections) {
    const int last = std::min(first + Dual::kDirections, n_colours());
    for (int group = first; group < last; ++group)
      for (int j : plan_->columns_of[group]) dual_y_[j].set_derivative(group - first, 1);
    const Evaluation outcome = equations_->rhs(t, dual_y_.data(), dual_f_.data());
    if (outcome != Evaluation::ok) return outcome;
    store_columns(first, last, dfdy);
    for (int group = first; group < last; ++group)
      for (int j : plan_->columns_of[group]) dual_y_[j].set_derivative(group - first, 0);
  }
  return Evaluation::ok;
}

Evaluation BuiltinModel::do_jacobian_times(double t, ConstVectorRef y, ConstVectorRef v,
                                           VectorRef product) {
  for (Index j = 0; j < size(); ++j) {
    dual_y_[j] = Dual(y[j]);
    dual_y_[j].set_derivative(0, v[j]);
  }
  const Evaluation outcome = equations_->rhs(t, dual_y_.data(), dual_f_.data());
  for (Index i = 0; i < size(); ++i) product[i] = dual_f_[i].derivative(0);
  return outcome;
}

Evaluation BuiltinModel::do_residual_jacobian(double t, ConstVectorRef y, ConstVectorRef yp,
                                              double c, StructuredMatrix& p) {
  if (!is_implicit()) return Model::do_residual_jacobian(t, y, yp, c, p);
  // Along y_j + s, y_j' + c s the derivative with respect to s is dG/dy_j + c dG/dy_j'.
  for (Index j = 0; j < size(); ++j) {
    dual_y_[j] = Dual(y[j]);
    dual_yp_[j] = Dual(yp[j]);
  }
  for (int first = 0; first < n_colours(); first += Dual::kDirections) {
    const int last = std::min(first + Dual::kDirections, n_colours());
    const auto seed = [&](double sy, double syp) {
      for (int group = first; group < last; ++group)
        for (int j : plan_->columns_of[group]) {
          dual_y_[j].set_derivative(group - first, sy);
          dual_yp_[j].set_derivative(group - first, syp);
        }
    };
    seed(1, c);
    const Evaluation outcome =
        equations_->residual(t, dual_y_.data(), dual_yp_.data(), dual_f_.data());
    if (outcome != Evaluation::ok) return outcome;
    store_columns(first, last, p);
    seed(0, 0);
  }
  return Evaluation::ok;
}

void BuiltinModel::store_columns(int first_group, int last_group, StructuredMatrix& matrix) const {
  const Structure& structure = matrix.structure();
  for (int group = first_group; group < last_group; ++group)
    for (int j : plan_->columns_of[group]) {
      const std::vector<int>& rows = pattern()[j];
      switch (structure.storage) {
        case Storage::dense:
          for (int i : rows) matrix.values()(i, j) = dual_f_[i].derivative(group - first_group);
          break;
        case Storage::banded:
          for (int i : rows)
            matrix.values()(i - j + structure.upper, j) =
                dual_f_[i].derivative(group - first_group);
          break;
        case Storage::sparse: {
          if (structure.pattern->at(j).size() != rows.size()) {  // a wider pattern of the caller
            for (int i : rows) matrix.set(i, j, dual_f_[i].derivative(group - first_group));
            break;
          }
          double* values = matrix.sparse().valuePtr() + matrix.sparse().outerIndexPtr()[j];
          for (int i : rows) *values++ = dual_f_[i].derivative(group - first_group);
          break;
        }
      }
    }
}

}  // namespace dts
