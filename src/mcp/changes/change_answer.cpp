// SPDX-License-Identifier: MIT
#include "mcp/changes/change_answer.hpp"

#include <pith/equality.hpp>
#include <pith/gcf.hpp>

#include "mcp/changes/keyed_rows.hpp"

#include <charconv>
#include <utility>

namespace pith::mcp {

namespace {

/// Before the rows in what is kept: how they were held, and the number of
/// changes in a row.
constexpr std::string_view named_mark = "pith-base-1 named ";
constexpr std::string_view bare_mark = "pith-base-1 bare ";

std::string bytes_of(const gcf::keyed_set& set, std::size_t in_a_row,
                     std::string_view full) {
  std::string out(set.name.empty() ? bare_mark : named_mark);
  out.append(std::to_string(in_a_row)).push_back('\n');
  out.append(full);
  return out;
}

bool same_rows(value left, value right, bool is_ordered) {
  // Their roots are equal, so only the order can differ.
  return !is_ordered || equal(left, right);
}

}  // namespace

std::optional<change_base> read_base(std::string_view bytes) {
  change_base base;
  base.is_named = bytes.starts_with(named_mark);
  if (!base.is_named && !bytes.starts_with(bare_mark)) return std::nullopt;
  bytes.remove_prefix(base.is_named ? named_mark.size() : bare_mark.size());
  const std::size_t line = bytes.find('\n');
  if (line == bytes.npos) return std::nullopt;
  const char* const end = bytes.data() + line;
  const auto read = std::from_chars(bytes.data(), end, base.in_a_row);
  if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  const auto taken = base.held.receive(bytes.substr(line + 1));
  if (!taken || *taken != gcf::outcome::full) return std::nullopt;
  return base;
}

std::optional<change_answer> answer_in_full(value result,
                                            const change_rules& rules) {
  const auto found = find_keyed_rows(result, rules.key);
  if (!found) return std::nullopt;
  auto root = gcf::pack_root(found->rows, found->set);
  auto text = gcf::encode_full(found->rows, found->set);
  if (!root || !text) return std::nullopt;
  // What cannot be read again could not be a base either.
  gcf::delta_consumer reader;
  if (!reader.receive(*text) || !equal(reader.rows(), found->rows)) {
    return std::nullopt;
  }
  change_answer answer;
  answer.bytes = bytes_of(found->set, 0, *text);
  answer.text = std::move(*text);
  answer.root = std::move(*root);
  return answer;
}

std::optional<change_answer> answer_with_changes(value result,
                                                 const change_base& base,
                                                 const change_rules& rules) {
  const gcf::keyed_set& held = base.held.set();
  const auto found = find_keyed_rows(result, held.key);
  if (!found || found->set.name.empty() == base.is_named ||
      (base.is_named && found->set.name != held.name)) {
    return std::nullopt;
  }
  gcf::keyed_set set = found->set;
  set.fields = held.fields;
  const value before = base.held.rows();
  const auto difference = gcf::diff(before, found->rows, set);
  if (!difference) return std::nullopt;
  auto full = gcf::encode_full(found->rows, set);
  if (!full) return std::nullopt;
  change_answer answer;
  answer.root = difference->new_root;
  if (answer.root == base.held.root()) {
    if (!same_rows(before, found->rows, rules.is_ordered)) return std::nullopt;
    auto text =
        gcf::encode_unchanged(answer.root, found->rows.elements().size());
    if (!text) return std::nullopt;
    answer.kind = gcf::outcome::unchanged;
    answer.text = std::move(*text);
    answer.bytes = bytes_of(set, base.in_a_row, *full);
    return answer;
  }
  if (base.in_a_row + 1 >= max_changes_in_a_row) return std::nullopt;
  auto text = gcf::encode_delta(*difference);
  if (!text) return std::nullopt;
  const auto again = gcf::decode_delta(*text);
  const auto applied = again ? gcf::apply(before, set, *again) : again.error();
  if (!applied || !same_rows(applied->root(), found->rows, rules.is_ordered)) {
    return std::nullopt;
  }
  answer.kind = gcf::outcome::delta;
  answer.text = std::move(*text);
  answer.bytes = bytes_of(set, base.in_a_row + 1, *full);
  return answer;
}

}  // namespace pith::mcp
