// The problems of the IVP test set (Mazzia & Magherini 2008, Test Set for Initial Value Problem
// Solvers, release 2.4), one function each.
#pragma once

#include "problems/problem.hpp"

namespace dts {

const Problem& pleiades();
const Problem& vdpol();

}  // namespace dts
