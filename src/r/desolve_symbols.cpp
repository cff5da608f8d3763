#include "r/desolve_symbols.hpp"

#include "problems/builtin_model.hpp"
#include "problems/catalogue.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

namespace {

using dts::BuiltinModel;
using dts::ConstVectorRef;
using dts::Evaluation;
using dts::Index;
using dts::Problem;
using dts::Vector;
using VectorMap = Eigen::Map<Vector>;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
// A slope that no error test and no Newton iteration lets pass, whose square is still finite.
constexpr double kForbidding = 1e100;

// The interface hands over numbers only, at every call.  What was built from them last is kept, so
// that a solve builds its model once; it is replaced as soon as the numbers differ.
struct Current {
  int position = -1;
  dts::Parameters parameters;  // with the ends of the piece, if there is one
  std::unique_ptr<BuiltinModel> model;
  dts::StructuredMatrix jacobian;
};

bool has_piece(const int* ip) { return ip[2] > 5 && ip[5] == 1; }

Current& current(const double* yout, const int* ip) {
  thread_local Current kept;
  const double* rpar = yout + ip[0];
  const int position = ip[3];
  const Problem& problem = *dts::all_problems().at(position);
  const std::size_t count = problem.parameters.size() + problem.options.size();
  const std::size_t given = count + (has_piece(ip) ? 2 : 0);
  if (position == kept.position && given == kept.parameters.size() &&
      std::equal(kept.parameters.begin(), kept.parameters.end(), rpar))
    return kept;
  kept.model = std::make_unique<BuiltinModel>(problem, dts::Parameters(rpar, rpar + count));
  if (has_piece(ip)) kept.model->enter_piece(rpar[count], rpar[count + 1]);
  kept.jacobian.reset(kept.model->jacobian_structure());
  kept.parameters.assign(rpar, rpar + given);
  kept.position = position;
  return kept;
}

VectorMap as_vector(double* y, Index n) { return VectorMap(y, n); }

bool wants_band(const int* ip) { return ip[2] > 4 && ip[4] == 1; }

}  // namespace

// deSolve's solvers for y' = f have no way to be told "not here".  Their tests let NaN pass; a huge
// slope they take for a step that was too long.
void detestset_derivs(int* neq, double* t, double* y, double* ydot, double* yout, int* ip) {
  const Index n = *neq;
  VectorMap f = as_vector(ydot, n);
  if (current(yout, ip).model->rhs(*t, as_vector(y, n), f) == Evaluation::rejected)
    f.fill(kForbidding);
}

void detestset_jac(int* neq, double* t, double* y, int* ml, int* mu, double* pd, int* nrowpd,
                   double* yout, int* ip) {
  const Index n = *neq;
  Current& c = current(yout, ip);
  const bool ok = c.model->jacobian(*t, as_vector(y, n), c.jacobian) == Evaluation::ok;
  for (Index j = 0; j < n; ++j) {
    double* column = pd + j * *nrowpd;
    const Index first = wants_band(ip) ? std::max<Index>(0, j - *mu) : 0;
    const Index last = wants_band(ip) ? std::min<Index>(n - 1, j + *ml) : n - 1;
    const Index shift = wants_band(ip) ? *mu - j : 0;
    for (Index i = first; i <= last; ++i) column[i + shift] = ok ? c.jacobian(i, j) : kNaN;
  }
}

void detestset_res(double* t, double* y, double* ydot, double* /*cj*/, double* delta, int* ires,
                   double* yout, int* ip) {
  BuiltinModel& model = *current(yout, ip).model;
  const Index n = model.size();
  VectorMap r = as_vector(delta, n);
  if (model.residual(*t, as_vector(y, n), as_vector(ydot, n), r) != Evaluation::ok) *ires = -1;
}

void detestset_jacres(double* t, double* y, double* ydot, double* pd, double* cj, double* yout,
                      int* ip) {
  Current& c = current(yout, ip);
  BuiltinModel& model = *c.model;
  const Index n = model.size();
  Eigen::Map<dts::Matrix> p(pd, n, n);
  if (model.is_implicit()) {
    model.residual_jacobian(*t, as_vector(y, n), as_vector(ydot, n), *cj, c.jacobian);
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < n; ++i) p(i, j) = c.jacobian(i, j);
    return;
  }
  model.jacobian(*t, as_vector(y, n), c.jacobian);
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i) {
      const double m = model.mass() ? (*model.mass())(i, j) : (i == j ? 1.0 : 0.0);
      p(i, j) = *cj * m - c.jacobian(i, j);
    }
}
