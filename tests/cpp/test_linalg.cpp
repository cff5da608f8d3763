// Iteration matrices against dense references, in every storage, real and complex.
#include "check.hpp"

#include "linalg/iteration_matrix.hpp"
#include "linalg/mass.hpp"

#include <Eigen/LU>

#include <random>
#include <string>

namespace {

using namespace dts;

std::mt19937 generator(7);
double random_number() { return std::uniform_real_distribution<double>(-1, 1)(generator); }

SparsityPattern random_pattern(Index n, int per_column) {
  SparsityPattern pattern(n);
  for (Index j = 0; j < n; ++j) {
    pattern[j].push_back(static_cast<int>(j));
    for (int k = 0; k < per_column; ++k) pattern[j].push_back(static_cast<int>(generator() % n));
    std::sort(pattern[j].begin(), pattern[j].end());
    pattern[j].erase(std::unique(pattern[j].begin(), pattern[j].end()), pattern[j].end());
  }
  return pattern;
}

StructuredMatrix random_matrix(Structure structure) {
  StructuredMatrix a(std::move(structure));
  for (Index j = 0; j < a.size(); ++j)
    for (Index i = 0; i < a.size(); ++i)
      if (a.holds(i, j)) a.set(i, j, random_number());
  return a;
}

Matrix full(const StructuredMatrix& a) {
  Matrix result(a.size(), a.size());
  for (Index j = 0; j < a.size(); ++j)
    for (Index i = 0; i < a.size(); ++i) result(i, j) = a(i, j);
  return result;
}

template <class Scalar>
Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic> random_columns(Index n, Index m);
template <>
Matrix random_columns<double>(Index n, Index m) {
  return Matrix::NullaryExpr(n, m, [](Index, Index) { return random_number(); });
}
template <>
Eigen::MatrixXcd random_columns<std::complex<double>>(Index n, Index m) {
  return Eigen::MatrixXcd::NullaryExpr(
      n, m, [](Index, Index) { return std::complex<double>(random_number(), random_number()); });
}

// The backward error of the solution of (c M - J) X = B, relative to the size of the matrix.
template <class Scalar>
double backward_error(Scalar c, const StructuredMatrix* mass, const StructuredMatrix& jacobian,
                      IterationMatrix<Scalar>& matrix) {
  using Columns = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
  const Index n = jacobian.size();
  Columns reference = -full(jacobian).template cast<Scalar>();
  if (mass)
    reference += c * full(*mass).template cast<Scalar>();
  else
    reference += c * Columns::Identity(n, n);
  const Columns b = random_columns<Scalar>(n, 3);
  Columns x = b;
  if (!matrix.factor(c, mass, jacobian)) return kInfinity;
  matrix.solve(x);
  return (reference * x - b).cwiseAbs().maxCoeff() /
         (reference.cwiseAbs().rowwise().sum().maxCoeff() * x.cwiseAbs().maxCoeff());
}

const char* name(Storage s) {
  return s == Storage::dense ? "dense" : s == Storage::banded ? "banded" : "sparse";
}

template <class Scalar>
void test_all_storages(Scalar c, const char* field) {
  constexpr Index n = 31;
  const Structure structures[] = {Structure::dense(n), Structure::banded(n, 3, 2),
                                  Structure::banded(n, 0, 4), Structure::banded(n, 28, 28),
                                  Structure::sparse(n, random_pattern(n, 3))};
  StructuredMatrix diagonal(Structure::banded(n, 0, 0));
  for (Index i = 0; i < n; ++i) diagonal.set(i, i, i % 3 == 0 ? 0.0 : 1 + random_number() / 2);
  StructuredMatrix dense_diagonal(Structure::dense(n));
  for (Index i = 0; i < n; ++i) dense_diagonal.set(i, i, 1.0 + i);
  const StructuredMatrix masses[] = {diagonal, dense_diagonal,
                                     random_matrix(Structure::banded(n, 1, 5)),
                                     random_matrix(Structure::sparse(n, random_pattern(n, 2))),
                                     random_matrix(Structure::dense(n))};
  for (const Structure& s : structures) {
    StructuredMatrix jacobian = random_matrix(s);
    std::vector<const StructuredMatrix*> choices{nullptr};
    for (const auto& m : masses) choices.push_back(&m);
    for (const StructuredMatrix* mass : choices) {
      auto matrix = make_iteration_matrix<Scalar>(s, mass);
      const std::string what = std::string(field) + " " + name(s.storage) + " J, " +
                               (mass ? name(mass->structure().storage) : "identity") + " M";
      for (int repeat = 0; repeat < 2; ++repeat) {  // the second time with new values
        const double error = backward_error<Scalar>(c, mass, jacobian, *matrix);
        check::that(error < 1e-13, what + ", backward error " + std::to_string(error));
        jacobian = random_matrix(s);
      }
    }
    auto plain = make_iteration_matrix<Scalar>(s, nullptr);
    for (Index j = 0; j < n; ++j)
      if (jacobian.holds(j, j)) jacobian.set(j, j, 4.0);
    using Columns = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
    const Columns b = random_columns<Scalar>(n, 2);
    Columns x = b;
    check::that(plain->factor(jacobian), "P as it stands is regular");
    plain->solve(x);
    check::that((full(jacobian).template cast<Scalar>() * x - b).cwiseAbs().maxCoeff() < 1e-11,
                std::string("P as it stands, ") + name(s.storage));
  }
}

// Small full matrices of every size, solved with so often that the inverse takes over, with pivots
// on and off the diagonal; the next factors begin with the inverse.
template <class Scalar>
void test_many_solutions(Scalar c, const char* field) {
  for (Index n = 1; n <= 21; ++n) {
    auto matrix = make_iteration_matrix<Scalar>(Structure::dense(n), nullptr);
    for (int repeat = 0; repeat < 2; ++repeat) {
      using Columns = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
      const StructuredMatrix jacobian = random_matrix(Structure::dense(n));
      const Columns a = c * Columns::Identity(n, n) - full(jacobian).template cast<Scalar>();
      const double conditioning = a.norm() * a.inverse().norm();
      const Columns b = random_columns<Scalar>(n, 2 * n + 2);
      Columns x = b;
      check::that(matrix->factor(c, nullptr, jacobian), "regular");
      matrix->solve(x);
      for (Index j = 0; j < x.cols(); ++j) {
        const double error = (a * x.col(j) - b.col(j)).norm() / (conditioning * b.col(j).norm());
        check::that(error < 1e-14, std::string(field) + ", solution " + std::to_string(j) +
                                       " of size " + std::to_string(n));
      }
    }
  }
}

// Bands of every small width: strong diagonals need no interchanges, weak ones do.
template <class Scalar>
void test_narrow_bands(Scalar c, const char* field) {
  constexpr Index n = 23;
  for (Index lower = 0; lower <= 5; ++lower)
    for (Index upper = 0; upper <= 5; ++upper)
      for (const double strength : {0.0, 20.0}) {
        const Structure s = Structure::banded(n, lower, upper);
        StructuredMatrix jacobian = random_matrix(s);
        for (Index j = 0; j < n; ++j) jacobian.set(j, j, jacobian(j, j) - strength);
        auto matrix = make_iteration_matrix<Scalar>(s, nullptr);
        const double error = backward_error<Scalar>(c, nullptr, jacobian, *matrix);
        check::that(error < 1e-13, std::string(field) + " band " + std::to_string(lower) + ", " +
                                       std::to_string(upper));
      }
}

template <class Scalar>
void test_singular(const char* field) {
  constexpr Index n = 12;
  SparsityPattern tridiagonal(n);
  for (int j = 0; j < n; ++j)
    for (int i = std::max(0, j - 1); i <= std::min<int>(n - 1, j + 1); ++i)
      tridiagonal[j].push_back(i);
  for (const Structure& s :
       {Structure::dense(n), Structure::banded(n, 1, 1), Structure::sparse(n, tridiagonal)}) {
    const std::string what = std::string(field) + " " + name(s.storage);
    StructuredMatrix jacobian(s);
    auto matrix = make_iteration_matrix<Scalar>(s, nullptr);
    check::that(!matrix->factor(Scalar(0), nullptr, jacobian), what + ": zero matrix is singular");
    for (Index j = 0; j < n; ++j) jacobian.set(j, j, 2.0);
    jacobian.set(5, 5, 3.0);
    check::that(!matrix->factor(Scalar(3), nullptr, jacobian), what + ": exact eigenvalue");
    check::that(matrix->factor(Scalar(1), nullptr, jacobian), what + ": regular again");
    jacobian.set(4, 5, std::nan(""));
    check::that(!matrix->factor(Scalar(1), nullptr, jacobian), what + ": NaN");
    jacobian.set(4, 5, kInfinity);
    check::that(!matrix->factor(Scalar(1), nullptr, jacobian), what + ": Inf");
  }
}

// The same object must follow J to another sparsity pattern.
void test_changed_pattern() {
  constexpr Index n = 20;
  auto matrix = make_iteration_matrix<double>(Structure::sparse(n, random_pattern(n, 2)), nullptr);
  for (int k = 0; k < 3; ++k) {
    const StructuredMatrix j = random_matrix(Structure::sparse(n, random_pattern(n, 2 + k)));
    check::that(backward_error<double>(5.0, nullptr, j, *matrix) < 1e-13, "changed pattern");
  }
}

// The pivots of a sparse matrix are kept for the next one, but not where they have become useless.
template <class Scalar>
void test_vanishing_pivots(const char* field) {
  constexpr Index n = 60;
  StructuredMatrix jacobian = random_matrix(Structure::sparse(n, random_pattern(n, 4)));
  auto matrix = make_iteration_matrix<Scalar>(jacobian.structure(), nullptr);
  for (int k = 0; k < 6; ++k) {
    const double c = k % 2 == 0 ? 100.0 : 1e-14;  // every other time the diagonal is no pivot
    for (Index j = 0; j < n; ++j)
      if (jacobian.holds(j, j)) jacobian.set(j, j, 0.0);
    const double error = backward_error<Scalar>(Scalar(c), nullptr, jacobian, *matrix);
    check::that(error < 1e-13,
                std::string(field) + " vanishing pivots, backward error " + std::to_string(error));
  }
}

// Beyond the sizes where loops of our own are used: full, and sparse with factors that fill.
template <class Scalar>
void test_large(const char* field) {
  constexpr Index n = 150;
  for (const Structure& s : {Structure::dense(n), Structure::sparse(n, random_pattern(n, 60))}) {
    auto matrix = make_iteration_matrix<Scalar>(s, nullptr);
    for (int k = 0; k < 2; ++k) {
      const double error = backward_error<Scalar>(Scalar(2), nullptr, random_matrix(s), *matrix);
      check::that(error < 1e-13, std::string(field) + " large " + name(s.storage));
    }
  }
}

// Pivoting is needed: without it the growth would be 1e17.
void test_pivoting() {
  StructuredMatrix jacobian(Structure::banded(40, 2, 1));
  for (Index j = 0; j < 40; ++j) {
    jacobian.set(j, j, 1e-17);
    if (j + 1 < 40) jacobian.set(j + 1, j, 1.0);
    if (j + 2 < 40) jacobian.set(j + 2, j, 0.3);
    if (j > 0) jacobian.set(j - 1, j, 0.7);
  }
  auto matrix = make_iteration_matrix<double>(jacobian.structure(), nullptr);
  check::that(backward_error<double>(0.0, nullptr, jacobian, *matrix) < 1e-13, "pivoting");
}

void test_mass() {
  StructuredMatrix scaled(Structure::banded(4, 0, 0));
  for (Index i = 0; i < 4; ++i) scaled.set(i, i, std::pow(1e-9, double(i)));
  check::that(factor_mass(scaled) != nullptr, "badly scaled but regular mass");
  check::that(is_diagonal(scaled), "diagonal mass");
  StructuredMatrix blocks(Structure::dense(4));
  for (Index i : {0, 2}) {
    blocks.set(i, i, -0.1);
    blocks.set(i, i + 1, 0.1);
    blocks.set(i + 1, i, 0.1);
    blocks.set(i + 1, i + 1, -0.1);
  }
  check::that(factor_mass(blocks) == nullptr, "singular blocks");
  check::that(!is_diagonal(blocks), "not diagonal");
  StructuredMatrix nearly(Structure::dense(3));
  nearly.values() << 1, 2, 3, 4, 5, 6, 7, 8, 9;
  nearly.values() *= 0.1;
  check::that(factor_mass(nearly) == nullptr, "dependent rows up to rounding");
}

}  // namespace

int main() {
  test_all_storages<double>(7.3, "real");
  test_all_storages<std::complex<double>>({6.1, 4.2}, "complex");
  test_many_solutions<double>(0.4, "real");
  test_many_solutions<std::complex<double>>({0.4, 0.7}, "complex");
  test_narrow_bands<double>(0.4, "real");
  test_narrow_bands<std::complex<double>>({0.4, 0.7}, "complex");
  test_singular<double>("real");
  test_singular<std::complex<double>>("complex");
  test_changed_pattern();
  test_vanishing_pivots<double>("real");
  test_vanishing_pivots<std::complex<double>>("complex");
  test_large<double>("real");
  test_large<std::complex<double>>("complex");
  test_pivoting();
  test_mass();
  return check::summary("linalg");
}
