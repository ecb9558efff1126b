// SPDX-License-Identifier: MIT
/// @file
/// Everything that libpith offers, but ostream.hpp.
#ifndef PITH_PITH_HPP
#define PITH_PITH_HPP

#include <pith/auto_encode.hpp>
#include <pith/builder.hpp>
#include <pith/code_point.hpp>
#include <pith/codec.hpp>
#include <pith/document.hpp>
#include <pith/encode_within.hpp>
#include <pith/equality.hpp>
#include <pith/error.hpp>
#include <pith/format_error.hpp>
#include <pith/fwd.hpp>
#include <pith/gcb.hpp>
#include <pith/gcf.hpp>
#include <pith/gcf_cell.hpp>
#include <pith/gcf_delta.hpp>
#include <pith/gcf_extract.hpp>
#include <pith/gcf_graph.hpp>
#include <pith/gcf_graph_delta.hpp>
#include <pith/gcf_graph_stream.hpp>
#include <pith/gcf_incremental.hpp>
#include <pith/gcf_rows.hpp>
#include <pith/gcf_session.hpp>
#include <pith/gcf_stream.hpp>
#include <pith/goon.hpp>
#include <pith/graph.hpp>
#include <pith/json.hpp>
#include <pith/limits.hpp>
#include <pith/markup.hpp>
#include <pith/maybe.hpp>
#include <pith/numbers.hpp>
#include <pith/owned_list.hpp>
#include <pith/result.hpp>
#include <pith/sink.hpp>
#include <pith/tool_result.hpp>
#include <pith/toon.hpp>
#include <pith/tron.hpp>
#include <pith/version.hpp>

#endif  // PITH_PITH_HPP
