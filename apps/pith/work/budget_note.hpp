// SPDX-License-Identifier: MIT
/// @file
/// What a text says about the rows that a budget left out of it.
#ifndef PITH_APPS_PITH_WORK_BUDGET_NOTE_HPP
#define PITH_APPS_PITH_WORK_BUDGET_NOTE_HPP

#include <pith/document.hpp>
#include <pith/encode_within.hpp>
#include <pith/result.hpp>

#include "line/command.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace cli {

inline constexpr option budget_note_option{
    .name = "budget-note",
    .value = "HOW",
    .help =
        "how the output says that --budget left out rows: comment, as its last "
        "line (GCF, TOON, TRON, YAML, TOML), member (\"left_out\" beside the "
        "rows), none, or auto, which is comment in these formats and none in "
        "others",
    .choices = "auto|comment|member|none",
    .usual = "auto"};

/// How rows that are not there are counted in a text.
enum class note_form : unsigned char { none, comment, member };

/// The member that counts them.
inline constexpr std::string_view left_out_name = "left_out";

/// Whether a text of this format can end with a comment.
bool has_comments(std::string_view format);

/// "# 12 more rows left out\n"; nothing for none.
std::string left_out_comment(const pith::rows_place& place, std::size_t count);

/// The value with a last member that counts them; an array becomes the member
/// "rows". duplicate_key when an object has such a member.
pith::result<pith::document> with_left_out(pith::value v, std::size_t count);

/// How many rows a value that with_rows() made has.
std::size_t rows_in(pith::value v, const pith::rows_place& place);

}  // namespace cli

#endif  // PITH_APPS_PITH_WORK_BUDGET_NOTE_HPP
