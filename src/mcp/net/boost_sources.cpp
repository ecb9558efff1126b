// SPDX-License-Identifier: MIT
/// @file
/// The one file that compiles what Asio and Beast leave to be compiled
/// separately.
#include <boost/asio/impl/src.hpp>
#include <boost/asio/ssl/impl/src.hpp>
#include <boost/beast/src.hpp>
