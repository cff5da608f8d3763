// N numbers that are added, scaled and divided all at once: the derivatives of a dual number.
#pragma once

#include <cstddef>
#include <utility>

namespace dts {

// Kept in pairs, the vectors that every processor has.  A plain loop over doubles would be left
// as it is, since the compiler has to fear that the two operands overlap; a matrix library would
// do as well, but every file with equations would have to read it.
template <int N>
class Directions {
  static_assert(N % 2 == 0, "the numbers come in pairs");

 public:
  double operator[](unsigned k) const { return pairs_[k / 2][k % 2]; }
  void set(unsigned k, double value) { pairs_[k / 2][k % 2] = value; }

  Directions& operator+=(const Directions& b) {
    return update([&](Pair& x, std::size_t i) { x += b.pairs_[i]; });
  }
  Directions& operator-=(const Directions& b) {
    return update([&](Pair& x, std::size_t i) { x -= b.pairs_[i]; });
  }
  Directions& operator*=(double factor) {
    return update([=](Pair& x, std::size_t) { x *= factor; });
  }
  Directions& operator/=(double divisor) {
    return update([=](Pair& x, std::size_t) { x /= divisor; });
  }
  // += factor b
  Directions& add_multiple(double factor, const Directions& b) {
    return update([&](Pair& x, std::size_t i) { x += factor * b.pairs_[i]; });
  }
  // The product and the quotient rule: a' b + a b' and (a' - q b') / b in the place of a'.
  Directions& become_product(double a, double b, const Directions& db) {
    return update([&](Pair& x, std::size_t i) { x = x * b + a * db.pairs_[i]; });
  }
  Directions& become_quotient(double q, double b, const Directions& db) {
    return update([&](Pair& x, std::size_t i) { x = (x - q * db.pairs_[i]) / b; });
  }

 private:
  using Pair = double __attribute__((vector_size(2 * sizeof(double))));

  // Spelled out pair by pair: a loop so short would cost more than what it does.
  template <class Operation>
  Directions& update(Operation operation) {
    return update(operation, std::make_index_sequence<N / 2>());
  }
  template <class Operation, std::size_t... I>
  Directions& update(Operation operation, std::index_sequence<I...>) {
    (operation(pairs_[I], I), ...);
    return *this;
  }

  Pair pairs_[N / 2] = {};
};

}  // namespace dts
