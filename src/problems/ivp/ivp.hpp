// The problems of the IVP test set (Mazzia & Magherini 2008, Test Set for Initial Value Problem
// Solvers, release 2.4), one function each.
#pragma once

#include "problems/problem.hpp"

namespace dts {

const Problem& andrews();
const Problem& beam();
const Problem& caraxis();
const Problem& chemakzo();
const Problem& crank();
const Problem& E5();
const Problem& emep();
const Problem& fekete();
const Problem& hires();
const Problem& medakzo();
const Problem& nand();
const Problem& orego();
const Problem& pleiades();
const Problem& pollution();
const Problem& pump();
const Problem& ring();
const Problem& rober();
const Problem& transistor();
const Problem& tube();
const Problem& twobit();
const Problem& vdpol();
const Problem& wheelset();

}  // namespace dts
