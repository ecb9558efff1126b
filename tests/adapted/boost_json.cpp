// SPDX-License-Identifier: MIT
// Boost.JSON, compiled once: the package of its library is not needed then.
#include <boost/json/src.hpp>
