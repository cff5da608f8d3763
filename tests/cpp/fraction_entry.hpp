// One coefficient of a table, as an exact fraction.
#pragma once

struct FractionEntry {
  int order, row, node;
  long long numerator, denominator;

  double value() const { return static_cast<double>(numerator) / static_cast<double>(denominator); }
};
