#include "r/native_model.hpp"

#include "r/current_solve.hpp"

#include <algorithm>

namespace dts {

namespace {

// The initialisers call back without a context: what they get is kept here for the duration of
// one call, saved and restored so that solves can be nested.
struct Handover {
  const std::vector<double>* parameters = nullptr;
  Index n_forcings = 0;
  double* forcing_target = nullptr;
  int asked_for = -1;
};

Handover*& current_handover() {
  thread_local Handover* handover = nullptr;
  return handover;
}

class HandoverScope {
 public:
  explicit HandoverScope(Handover& h) : outer_(current_handover()) { current_handover() = &h; }
  ~HandoverScope() { current_handover() = outer_; }

 private:
  Handover* outer_;
};

// These run below the frames of the user's C or Fortran code: no exception may leave them.
extern "C" void take_parameters(int* n, double* target) {
  Handover& h = *current_handover();
  h.asked_for = *n;
  const Index count = std::min<Index>(*n, static_cast<Index>(h.parameters->size()));
  std::copy_n(h.parameters->begin(), count, target);
}

extern "C" void take_forcing_target(int* n, double* target) {
  Handover& h = *current_handover();
  h.asked_for = *n;
  h.forcing_target = target;
}

void check_count(int asked_for, Index given, const char* what, const char* short_name) {
  if (asked_for < 0 || asked_for == given) return;
  Rcpp::warning("Number of %s passed to solver, %i; number in DLL, %i\n", what,
                static_cast<int>(given), asked_for);
  Rcpp::stop("Confusion over the length of %s.", short_name);
}

}  // namespace

NativeModel::NativeModel(Index n, NativeSpec spec)
    : Model(n), spec_(std::move(spec)), y_(n), yp_(n), f_(n) {
  // A missing rpar or ipar counts as one element 0.
  if (spec_.rpar.empty()) spec_.rpar.push_back(0);
  if (spec_.ipar.empty()) spec_.ipar.push_back(0);
  yout_.assign(static_cast<std::size_t>(spec_.n_outputs), 0.0);
  yout_.insert(yout_.end(), spec_.rpar.begin(), spec_.rpar.end());
  ip_ = {static_cast<int>(spec_.n_outputs), static_cast<int>(yout_.size()),
         static_cast<int>(3 + spec_.ipar.size())};
  ip_.insert(ip_.end(), spec_.ipar.begin(), spec_.ipar.end());
  initialise();
}

void NativeModel::initialise() {
  Handover handover;
  handover.parameters = &spec_.parameters;
  const HandoverScope scope(handover);
  if (spec_.init_parameters) {
    const NativeInit init = spec_.init_parameters;
    protect_from_jumps(token_, [init] {
      init(&take_parameters);
      return R_NilValue;
    });
    check_count(handover.asked_for, static_cast<Index>(spec_.parameters.size()), "parameters",
                "parms");
  }
  if (spec_.init_forcings) {
    const NativeInit init = spec_.init_forcings;
    handover.asked_for = -1;
    protect_from_jumps(token_, [init] {
      init(&take_forcing_target);
      return R_NilValue;
    });
    check_count(handover.asked_for, spec_.forcings.count(), "forcings", "forc");
    spec_.forcings.set_target(handover.forcing_target);
  }
}

void NativeModel::call_derivs(double t, ConstVectorRef y, double* f) {
  y_ = y;
  int n = static_cast<int>(size());
  double time = t;
  const CallbackScope scope("func", t, y_.data(), size());
  protect_from_jumps(token_, [this, &n, &time, f] {
    spec_.derivs(&n, &time, y_.data(), f, yout_.data(), ip_.data());
    return R_NilValue;
  });
}

Evaluation NativeModel::do_rhs(double t, ConstVectorRef y, VectorRef f) {
  spec_.forcings.update(t);
  call_derivs(t, y, f.data());
  return Evaluation::ok;
}

Evaluation NativeModel::call_residual(double t, ConstVectorRef y, ConstVectorRef yp, double* r) {
  y_ = y;
  yp_ = yp;
  double time = t, cj = 0;
  int ires = 0;
  const CallbackScope scope("res", t, y_.data(), size());
  protect_from_jumps(token_, [this, &time, &cj, &ires, r] {
    spec_.residual(&time, y_.data(), yp_.data(), &cj, r, &ires, yout_.data(), ip_.data());
    return R_NilValue;
  });
  if (ires == 0) return Evaluation::ok;
  return ires == -2 ? Evaluation::stop : Evaluation::rejected;
}

Evaluation NativeModel::do_residual(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef r) {
  if (!is_implicit()) return Model::do_residual(t, y, yp, r);
  spec_.forcings.update(t);
  return call_residual(t, y, yp, r.data());
}

// Full: n x n.  Banded: 2 lower + upper + 1 rows, element (i, j) in row i - j + lower + upper.
Evaluation NativeModel::do_residual_jacobian(double t, ConstVectorRef y, ConstVectorRef yp,
                                             double c, StructuredMatrix& p) {
  spec_.forcings.update(t);
  p.set_zero();
  y_ = y;
  yp_ = yp;
  const Structure& structure = p.structure();
  const bool banded = structure.storage == Storage::banded;
  if (banded) pd_.setZero(2 * structure.lower + structure.upper + 1, size());
  double* pd = banded ? pd_.data() : p.values().data();
  double time = t, cj = c;
  const CallbackScope scope("jacres", t, y_.data(), size());
  protect_from_jumps(token_, [this, &time, &cj, pd] {
    spec_.residual_jacobian(&time, y_.data(), yp_.data(), pd, &cj, yout_.data(), ip_.data());
    return R_NilValue;
  });
  if (banded) p.values() = pd_.bottomRows(structure.lower + structure.upper + 1);
  return Evaluation::ok;
}

void NativeModel::do_outputs(double t, ConstVectorRef y, ConstVectorRef yp, VectorRef values) {
  spec_.forcings.update_for_output(t);
  if (is_implicit())
    call_residual(t, y, yp, f_.data());
  else
    call_derivs(t, y, f_.data());
  values = Eigen::Map<const Vector>(yout_.data(), spec_.n_outputs);
}

void NativeModel::call_root(DL_FUNC function, bool with_derivative, double t, ConstVectorRef y,
                            ConstVectorRef yp, VectorRef g) {
  spec_.forcings.update(t);
  y_ = y;
  if (with_derivative) yp_ = yp;
  int n = static_cast<int>(size()), n_roots = static_cast<int>(g.size());
  double time = t;
  double* values = g.data();
  const CallbackScope scope("rootfunc", t, y_.data(), size());
  protect_from_jumps(token_, [=, &n, &n_roots, &time] {
    if (with_derivative)
      reinterpret_cast<NativeRootWithDerivative>(function)(
          &n, &time, y_.data(), yp_.data(), &n_roots, values, yout_.data(), ip_.data());
    else
      reinterpret_cast<NativeRoot>(function)(&n, &time, y_.data(), &n_roots, values, yout_.data(),
                                             ip_.data());
    return R_NilValue;
  });
}

Evaluation NativeModel::do_jacobian(double t, ConstVectorRef y, StructuredMatrix& dfdy) {
  spec_.forcings.update(t);
  dfdy.set_zero();
  y_ = y;
  const Structure& structure = dfdy.structure();
  int n = static_cast<int>(size());
  int lower = static_cast<int>(structure.lower), upper = static_cast<int>(structure.upper);
  int rows = static_cast<int>(dfdy.values().rows());
  double time = t;
  const CallbackScope scope("jacfunc", t, y_.data(), size());
  protect_from_jumps(token_, [this, &n, &time, &lower, &upper, &rows, &dfdy] {
    spec_.jacobian(&n, &time, y_.data(), &lower, &upper, dfdy.values().data(), &rows, yout_.data(),
                   ip_.data());
    return R_NilValue;
  });
  return Evaluation::ok;
}

}  // namespace dts
