// CVODE and IDA of SUNDIALS on our models: the same equations, exact Jacobians and restarts, with
// the dense, banded or KLU solver as the structure of the problem suggests.
#include "race.hpp"

#include <cvode/cvode.h>
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace race {
namespace {

using namespace dts;
using Map = Eigen::Map<Vector>;

// Frees what SUNDIALS gave.
using Vec = std::unique_ptr<_generic_N_Vector, void (*)(N_Vector)>;
using Mat = std::unique_ptr<_generic_SUNMatrix, void (*)(SUNMatrix)>;
struct FreeLinear {
  void operator()(SUNLinearSolver s) const { SUNLinSolFree(s); }
};
struct FreeNonlinear {
  void operator()(SUNNonlinearSolver s) const { SUNNonlinSolFree(s); }
};
using Linear = std::unique_ptr<_generic_SUNLinearSolver, FreeLinear>;
using Nonlinear = std::unique_ptr<_generic_SUNNonlinearSolver, FreeNonlinear>;

struct FreeContext {
  void operator()(SUNContext c) const { SUNContext_Free(&c); }
};
using Context = std::unique_ptr<std::remove_pointer_t<SUNContext>, FreeContext>;

Context make_context() {
  SUNContext context = nullptr;
  if (SUNContext_Create(nullptr, &context) != 0) throw std::runtime_error("SUNContext_Create");
  return Context(context);
}

void check(int flag, const char* what) {
  if (flag < 0) throw std::runtime_error(std::string(what) + ": flag " + std::to_string(flag));
}

Map map(N_Vector v) { return Map(N_VGetArrayPointer(v), N_VGetLength(v)); }

Vec vector_of(const State& values, SUNContext context) {
  Vec v(N_VNew_Serial(static_cast<sunindextype>(values.size()), context), N_VDestroy);
  std::copy(values.begin(), values.end(), N_VGetArrayPointer(v.get()));
  return v;
}

// A model and the place where SUNDIALS wants its matrix.
struct SundialsProblem {
  BuiltinModel& model;
  StructuredMatrix jacobian;
  SparsityPattern pattern;  // of J, M and the diagonal together

  explicit SundialsProblem(BuiltinModel& m) : model(m), jacobian(m.jacobian_structure()) {
    pattern = m.pattern();
    const auto add = [&](Index i, Index j) {
      auto& column = pattern[j];
      const auto place = std::lower_bound(column.begin(), column.end(), static_cast<int>(i));
      if (place == column.end() || *place != i) column.insert(place, static_cast<int>(i));
    };
    for (Index j = 0; j < m.size(); ++j) {
      add(j, j);
      if (m.mass())
        for (Index i = 0; i < m.size(); ++i)
          if (m.mass()->holds(i, j) && (*m.mass())(i, j) != 0) add(i, j);
    }
  }

  Storage storage() const { return jacobian.structure().storage; }

  SUNMatrix make_matrix(SUNContext context) const {
    const Index n = model.size();
    switch (storage()) {
      case Storage::dense: return SUNDenseMatrix(n, n, context);
      case Storage::banded: {
        const Structure band = structure_for(Storage::banded, pattern);
        return SUNBandMatrix(n, band.upper, band.lower, context);
      }
      case Storage::sparse: break;
    }
    Index count = 0;
    for (const auto& rows : pattern) count += static_cast<Index>(rows.size());
    return SUNSparseMatrix(n, n, count, CSC_MAT, context);
  }

  SUNLinearSolver make_solver(N_Vector y, SUNMatrix a, SUNContext context) const {
    switch (storage()) {
      case Storage::dense: return SUNLinSol_Dense(y, a, context);
      case Storage::banded: return SUNLinSol_Band(y, a, context);
      case Storage::sparse: break;
    }
    return SUNLinSol_KLU(y, a, context);
  }

  // a = sign J + c M, M only where c is not 0.
  void store(double sign, double c, SUNMatrix a) const {
    const StructuredMatrix* mass = c == 0 ? nullptr : model.mass();
    const Matrix& values = jacobian.values();
    if (storage() == Storage::sparse) {
      store_sparse(sign, c, mass, a);
      return;
    }
    SUNMatZero(a);
    const Structure& s = jacobian.structure();
    for (Index j = 0; j < s.n; ++j) {
      if (s.storage == Storage::dense) {
        double* column = SM_COLUMN_D(a, j);
        for (Index i = 0; i < s.n; ++i) column[i] = sign * values(i, j);
      } else {
        double* column = SM_COLUMN_B(a, j);
        const Index last = std::min(s.n - 1, j + s.lower);
        for (Index i = std::max<Index>(0, j - s.upper); i <= last; ++i)
          column[i - j] = sign * values(i - j + s.upper, j);
      }
    }
    if (c != 0) add_mass(c, mass, a);
  }

 private:
  void add_mass(double c, const StructuredMatrix* mass, SUNMatrix a) const {
    const Index n = model.size();
    const bool is_dense = storage() == Storage::dense;
    const auto at = [&](Index i, Index j) -> double& {
      return is_dense ? SM_COLUMN_D(a, j)[i] : SM_COLUMN_B(a, j)[i - j];
    };
    if (!mass) {
      for (Index j = 0; j < n; ++j) at(j, j) += c;
      return;
    }
    const Structure& s = mass->structure();  // banded, as narrow as can be
    for (Index j = 0; j < n; ++j)
      for (Index i = std::max<Index>(0, j - s.upper); i <= std::min(n - 1, j + s.lower); ++i)
        if ((*mass)(i, j) != 0) at(i, j) += c * (*mass)(i, j);
  }

  void store_sparse(double sign, double c, const StructuredMatrix* mass, SUNMatrix a) const {
    sunindextype* begin = SM_INDEXPTRS_S(a);
    sunindextype* row = SM_INDEXVALS_S(a);
    double* value = SM_DATA_S(a);
    sunindextype k = 0;
    for (Index j = 0; j < model.size(); ++j) {
      begin[j] = k;
      StructuredMatrix::Sparse::InnerIterator it(jacobian.sparse(), j);
      for (const int i : pattern[j]) {
        row[k] = i;
        value[k] = 0;
        if (it && it.row() == i) {
          value[k] = sign * it.value();
          ++it;
        }
        if (mass && mass->holds(i, j)) value[k] += c * (*mass)(i, j);
        ++k;
      }
    }
    begin[model.size()] = k;
  }
};

int answer(Evaluation outcome) { return outcome == Evaluation::ok ? 0 : 1; }

int cvode_rhs(double t, N_Vector y, N_Vector f, void* data) {
  return answer(static_cast<SundialsProblem*>(data)->model.rhs(t, map(y), map(f)));
}

int cvode_jacobian(double t, N_Vector y, N_Vector, SUNMatrix a, void* data, N_Vector, N_Vector,
                   N_Vector) {
  auto& problem = *static_cast<SundialsProblem*>(data);
  const Evaluation outcome = problem.model.jacobian(t, map(y), problem.jacobian);
  problem.store(1, 0, a);
  return answer(outcome);
}

int ida_residual(double t, N_Vector y, N_Vector yp, N_Vector r, void* data) {
  return answer(static_cast<SundialsProblem*>(data)->model.residual(t, map(y), map(yp), map(r)));
}

int ida_jacobian(double t, double c, N_Vector y, N_Vector yp, N_Vector, SUNMatrix a, void* data,
                 N_Vector, N_Vector, N_Vector) {
  auto& problem = *static_cast<SundialsProblem*>(data);
  if (problem.model.is_implicit()) {
    const Evaluation outcome =
        problem.model.residual_jacobian(t, map(y), map(yp), c, problem.jacobian);
    problem.store(1, 0, a);
    return answer(outcome);
  }
  const Evaluation outcome = problem.model.jacobian(t, map(y), problem.jacobian);
  problem.store(-1, c, a);
  return answer(outcome);
}

void silent(int, const char*, const char*, char*, void*) {}

// The ends of the pieces between two jumps in time.
std::vector<double> piece_ends(const Problem& problem) {
  std::vector<double> ends = problem.restarts(problem.t0, problem.t_end);
  ends.push_back(problem.t_end);
  return ends;
}

void finish(int flag, N_Vector y, BuiltinModel& model, Result& result) {
  result.reached_end = flag >= 0;
  if (flag < 0) result.message = "flag " + std::to_string(flag);
  const double* values = N_VGetArrayPointer(y);
  result.y.assign(values, values + model.size());
  result.rhs = model.counts().rhs;
  result.jacobians = model.counts().jacobian;
}

struct FreeCvode {
  void operator()(void* memory) const { CVodeFree(&memory); }
};
struct FreeIda {
  void operator()(void* memory) const { IDAFree(&memory); }
};

// Counters of SUNDIALS start anew with every piece.
void add_cvode_counts(void* cvode, Result& result) {
  long steps = 0, error_failures = 0, newton_failures = 0, setups = 0;
  CVodeGetNumSteps(cvode, &steps);
  CVodeGetNumErrTestFails(cvode, &error_failures);
  CVodeGetNumStepSolveFails(cvode, &newton_failures);
  CVodeGetNumLinSolvSetups(cvode, &setups);
  result.attempts += steps + error_failures + newton_failures;
  result.factorisations += setups;
}

void add_ida_counts(void* ida, Result& result) {
  long steps = 0, error_failures = 0, newton_failures = 0, setups = 0;
  IDAGetNumSteps(ida, &steps);
  IDAGetNumErrTestFails(ida, &error_failures);
  IDAGetNumStepSolveFails(ida, &newton_failures);
  IDAGetNumLinSolvSetups(ida, &setups);
  result.attempts += steps + error_failures + newton_failures;
  result.factorisations += setups;
}

// 0 for the variables that the error test should leave out: those without a derivative, and those
// of higher index.
State differential_variables(const BuiltinModel& model) {
  const Index n = model.size();
  State id(static_cast<std::size_t>(n), 1.0);
  for (Index j = 0; j < n; ++j) {
    if (j >= model.index_counts()[0]) id[j] = 0;
    if (!model.mass()) continue;
    bool has_entry = false;
    for (Index i = 0; i < n && !has_entry; ++i)
      has_entry = model.mass()->holds(i, j) && (*model.mass())(i, j) != 0;
    if (!has_entry) id[j] = 0;
  }
  return id;
}

}  // namespace

Result run_cvode(const Task& task, BuiltinModel& model) {
  const Problem& problem = task.problem;
  const bool is_stiff = task.solver != "cvode_adams";
  model.counts() = {};
  const Context context = make_context();
  SundialsProblem data(model);
  const Vec y = vector_of(problem.initial_state(task.parameters), context.get());
  const std::unique_ptr<void, FreeCvode> cvode(
      CVodeCreate(is_stiff ? CV_BDF : CV_ADAMS, context.get()));
  check(CVodeInit(cvode.get(), cvode_rhs, problem.t0, y.get()), "CVodeInit");
  CVodeSetErrHandlerFn(cvode.get(), silent, nullptr);
  check(CVodeSStolerances(cvode.get(), task.tolerance, task.tolerance), "CVodeSStolerances");
  CVodeSetUserData(cvode.get(), &data);
  CVodeSetMaxNumSteps(cvode.get(), -1);
  Mat a(nullptr, SUNMatDestroy);
  Linear linear;
  Nonlinear nonlinear;
  if (is_stiff) {
    a.reset(data.make_matrix(context.get()));
    linear.reset(data.make_solver(y.get(), a.get(), context.get()));
    check(CVodeSetLinearSolver(cvode.get(), linear.get(), a.get()), "CVodeSetLinearSolver");
    check(CVodeSetJacFn(cvode.get(), cvode_jacobian), "CVodeSetJacFn");
  } else {
    nonlinear.reset(SUNNonlinSol_FixedPoint(y.get(), 0, context.get()));
    check(CVodeSetNonlinearSolver(cvode.get(), nonlinear.get()), "CVodeSetNonlinearSolver");
  }
  Result result;
  int flag = 0;
  double t = problem.t0;
  for (const double end : piece_ends(problem)) {
    model.enter_piece(t, end);
    if (t != problem.t0) CVodeReInit(cvode.get(), t, y.get());
    CVodeSetStopTime(cvode.get(), end);
    flag = CVode(cvode.get(), end, y.get(), &t, CV_NORMAL);
    add_cvode_counts(cvode.get(), result);
    if (flag < 0) break;
  }
  finish(flag, y.get(), model, result);
  return result;
}

Result run_ida(const Task& task, BuiltinModel& model) {
  const Problem& problem = task.problem;
  model.counts() = {};
  const Context context = make_context();
  SundialsProblem data(model);
  const Vec y = vector_of(problem.initial_state(task.parameters), context.get());
  const Vec yp = vector_of(problem.initial_derivative(task.parameters), context.get());
  const Vec id = vector_of(differential_variables(model), context.get());
  const std::unique_ptr<void, FreeIda> ida(IDACreate(context.get()));
  check(IDAInit(ida.get(), ida_residual, problem.t0, y.get(), yp.get()), "IDAInit");
  IDASetErrHandlerFn(ida.get(), silent, nullptr);
  check(IDASStolerances(ida.get(), task.tolerance, task.tolerance), "IDASStolerances");
  IDASetUserData(ida.get(), &data);
  IDASetMaxNumSteps(ida.get(), -1);
  IDASetId(ida.get(), id.get());
  IDASetSuppressAlg(ida.get(), model.has_higher_index() || problem.index > 1);
  const Mat a(data.make_matrix(context.get()), SUNMatDestroy);
  const Linear linear(data.make_solver(y.get(), a.get(), context.get()));
  check(IDASetLinearSolver(ida.get(), linear.get(), a.get()), "IDASetLinearSolver");
  check(IDASetJacFn(ida.get(), ida_jacobian), "IDASetJacFn");
  Result result;
  int flag = 0;
  double t = problem.t0;
  for (const double end : piece_ends(problem)) {
    model.enter_piece(t, end);
    if (t != problem.t0) {
      const State state(N_VGetArrayPointer(y.get()), N_VGetArrayPointer(y.get()) + model.size());
      const double after = t + 1e-13 * std::max(std::abs(t), 1e-13);  // data may jump at t
      const State slope = problem.derivative_of(task.parameters, after, state);
      std::copy(slope.begin(), slope.end(), N_VGetArrayPointer(yp.get()));
      IDAReInit(ida.get(), t, y.get(), yp.get());
    }
    IDASetStopTime(ida.get(), end);
    flag = IDASolve(ida.get(), end, &t, y.get(), yp.get(), IDA_NORMAL);
    add_ida_counts(ida.get(), result);
    if (flag < 0) break;
  }
  finish(flag, y.get(), model, result);
  return result;
}

}  // namespace race
