// SPDX-License-Identifier: MIT
/// @file
/// --path and --fields: what is read of an input.
#ifndef PITH_APPS_PITH_WORK_SELECTION_HPP
#define PITH_APPS_PITH_WORK_SELECTION_HPP

#include <pith/codec.hpp>

#include "line/arguments.hpp"
#include "rows/pump.hpp"
#include "select/picker.hpp"
#include "work/formats.hpp"
#include "work/row_input.hpp"
#include "work/selecting_sink.hpp"

#include <optional>
#include <string>

namespace cli {

/// What the words ask for; nothing after a message.
std::optional<select::wanted> selection_of(const arguments& args);

/// Whether a format is one record after another, at each of which a path
/// begins.
bool are_records(const pith::codec& format);

/// Makes the selection the root of what was loaded. Says why it cannot.
exit_code select_from(loaded& source, const select::wanted& asked);

/// As say_why() of the input alone, but the selection may be what is wrong.
exit_code say_why(const input_bytes& from, const rows::failure& problem,
                  const selecting_sink& to);

/// "name:12" or "name: row 12" of a row that is not as the selection needs it;
/// "name" when it is about all rows.
std::string place_of(const std::string& name, const rows::failure& problem,
                     const selecting_sink& to);

}  // namespace cli

#endif  // PITH_APPS_PITH_WORK_SELECTION_HPP
