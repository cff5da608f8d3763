// Consistent initial values for R.
#include "consistent/consistent.hpp"
#include "problems/catalogue.hpp"
#include "r/current_solve.hpp"
#include "r/make_model.hpp"
#include "r/r_callback.hpp"

#include <Rcpp.h>

#include <algorithm>
#include <optional>

namespace {

using namespace dts;
using Rcpp::_;

// Only the first piece counts, so that the restarts of a short problem need not be looked for far
// from t.
double near_end(const Rcpp::List& model_spec, double t, double t_end) {
  if (Rcpp::as<std::string>(model_spec["kind"]) != "builtin") return t_end;
  const Problem* problem = find_problem(Rcpp::as<std::string>(model_spec["name"]));
  if (!problem) return t_end;
  return t_end < t ? std::max(t_end, t - (problem->t_end - problem->t0))
                   : std::min(t_end, problem->near_end(t));
}

// Hidden constraints from an R function (t, y) that returns a list: level 1, level 2.
class RHiddenConstraints : public HiddenConstraints {
 public:
  RHiddenConstraints(Rcpp::Function f, SEXP names, double t, const Vector& y)
      : function_(std::move(f)), names_(names) {
    const Rcpp::List values = call(t, y);
    for (R_xlen_t k = 0; k < values.size(); ++k)
      counts_.push_back(Rcpp::as<Rcpp::NumericVector>(values[k]).size());
  }

  Index n_hidden(int level) const override {
    return level <= static_cast<int>(counts_.size()) ? counts_[level - 1] : 0;
  }

  Evaluation hidden(int level, double t, ConstVectorRef y, VectorRef values) override {
    const Rcpp::List all = call(t, y);
    if (all.size() < level || Rf_xlength(all[level - 1]) != values.size() ||
        !copy_numbers(all[level - 1], values.data(), values.size()))
      Rcpp::stop("'hidden' must return numbers, and keep their number, at time %g", t);
    return values.allFinite() ? Evaluation::ok : Evaluation::not_finite;
  }

 private:
  Rcpp::List call(double t, ConstVectorRef y) {
    Rcpp::NumericVector state(y.data(), y.data() + y.size());
    if (!Rf_isNull(names_)) state.names() = names_;
    const Rcpp::RObject value = function_(t, state);
    if (TYPEOF(value) != VECSXP) Rcpp::stop("'hidden' must return a list, at time %g", t);
    return Rcpp::List(value);
  }

  Rcpp::Function function_;
  Rcpp::RObject names_;
  std::vector<Index> counts_;
};

Vector to_vector(const Rcpp::NumericVector& v) {
  return Eigen::Map<const Vector>(v.begin(), v.size());
}

Rcpp::NumericVector to_r(const Vector& v) {
  return Rcpp::NumericVector(v.data(), v.data() + v.size());
}

std::vector<bool> to_flags(SEXP flags) {
  if (Rf_isNull(flags)) return {};
  const Rcpp::LogicalVector v(flags);
  return std::vector<bool>(v.begin(), v.end());
}

ConsistencyOptions read_options(const Rcpp::List& list) {
  ConsistencyOptions options;
  const std::string mode = Rcpp::as<std::string>(list["mode"]);
  options.mode = mode == "check"     ? ConsistencyMode::check
                 : mode == "project" ? ConsistencyMode::project
                                     : ConsistencyMode::fixed;
  if (!Rf_isNull(list["weights"])) options.weights = to_vector(list["weights"]);
  if (!Rf_isNull(list["tolerances"])) options.tolerances = to_vector(list["tolerances"]);
  options.algebraic = to_flags(list["algebraic"]);
  options.fixed = to_flags(list["fixed"]);
  options.tolerance = Rcpp::as<double>(list["tol"]);
  options.max_iterations = Rcpp::as<int>(list["maxit"]);
  return options;
}

Rcpp::List to_r(const std::vector<ConstraintLevel>& levels) {
  Rcpp::List list;
  for (const ConstraintLevel& level : levels) {
    Rcpp::IntegerVector equations;
    for (Index i : level.equations) equations.push_back(static_cast<int>(i + 1));
    list.push_back(Rcpp::List::create(_["equations"] = equations, _["before"] = to_r(level.before),
                                      _["after"] = to_r(level.after),
                                      _["sensitivity"] = to_r(level.sensitivity)));
  }
  return list;
}

const char* status_name(ConsistencyStatus status) {
  switch (status) {
    case ConsistencyStatus::ok: return "ok";
    case ConsistencyStatus::singular: return "singular";
    case ConsistencyStatus::not_converged: return "not converged";
    case ConsistencyStatus::not_finite: return "not finite";
    case ConsistencyStatus::violated: return "violated";
    case ConsistencyStatus::overdetermined: return "overdetermined";
    case ConsistencyStatus::wrong_sizes: return "wrong sizes";
    case ConsistencyStatus::unsupported: return "unsupported";
  }
  return "";
}

}  // namespace

// `spec` as for solve_ivp, with the elements model, structure, y, dy and times.
// [[Rcpp::export(rng = false)]]
Rcpp::List consistent_start(Rcpp::List spec, Rcpp::List options) {
  CurrentSolve solve;
  Vector y = to_vector(spec["y"]);
  std::optional<Vector> yp;
  if (!Rf_isNull(spec["dy"])) yp = to_vector(spec["dy"]);
  const Rcpp::NumericVector times = spec["times"];
  const Rcpp::List model_spec = spec["model"];
  const double t = times[0];
  const double t_end = near_end(model_spec, t, times.size() > 1 ? times[times.size() - 1] : t + 1);
  ModelSetup setup = make_model(model_spec, spec["structure"], t, t_end, y, yp ? &*yp : nullptr);
  setup.model->enter_piece(t, setup.breaks.empty() ? t_end : setup.breaks.front());
  ConsistencyOptions how = read_options(options);
  std::optional<RHiddenConstraints> hidden;
  if (!Rf_isNull(options["hidden"])) {
    hidden.emplace(Rcpp::Function(options["hidden"]), model_spec["names"], t, y);
    how.hidden = &*hidden;
  }
  Vector derivative = yp ? *yp : Vector(Vector::Zero(y.size()));
  const bool wants_derivative = how.mode != ConsistencyMode::check || setup.model->is_implicit();
  const ConsistencyResult result =
      make_consistent(*setup.model, t, y, wants_derivative ? &derivative : nullptr, how);
  return Rcpp::List::create(
      _["y"] = to_r(y), _["dy"] = to_r(derivative), _["status"] = status_name(result.status),
      _["levels"] = to_r(result.levels), _["index"] = result.index,
      _["iterations"] = result.iterations, _["rcond"] = result.rcond, _["level"] = result.level,
      _["equation"] = static_cast<int>(result.equation + 1), _["residual"] = result.residual,
      _["message"] = result.message);
}
