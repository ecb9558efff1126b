// SPDX-License-Identifier: MIT
#include "gcf/decode/identity_rules.hpp"

#include "gcf/identity/identity_index.hpp"
#include "gcf/identity/keyed_rows.hpp"

#include <string_view>

namespace pith::inline v0::gcf::decoding {

namespace {

/// A count without sign and leading zeros.
bool is_count(std::string_view text) noexcept {
  return !text.empty() &&
         text.find_first_not_of("0123456789") == std::string_view::npos &&
         (text.front() != '0' || text.size() == 1);
}

}  // namespace

char* identity_rules::read_header_line() {
  char* const body = read_header(in_.text, *in_.data, in_.shapes, header_);
  return body != nullptr && check_participation() ? body : nullptr;
}

/// What the header must have, by what it says the payload is.
bool identity_rules::check_participation() {
  const header_fields& h = header_;
  const bool is_strict = wanted_ != purpose::loose_update;
  takes_part_ =
      h.is_delta() || h.is_unchanged() || h.key.at != nullptr || !is_strict;
  identity_.key = h.key.value;
  if (h.is_delta() && h.is_unchanged()) {
    in_.text.fail(error_code::malformed_delta, h.unchanged.at,
                  "an answer is a delta or unchanged, not both");
    return false;
  }
  if (!is_strict) return true;
  if (h.is_delta() && (h.base_root.value.empty() || h.new_root.value.empty() ||
                       h.key.value.empty())) {
    in_.text.fail(error_code::malformed_delta, h.delta.at,
                  "a delta must have base_root, new_root and key");
    return false;
  }
  if (h.is_unchanged() &&
      (h.pack_root.value.empty() || !is_count(h.count.value))) {
    in_.text.fail(error_code::malformed_delta, h.unchanged.at,
                  "an unchanged answer must have pack_root and count");
    return false;
  }
  const bool is_full = !h.is_delta() && !h.is_unchanged();
  if (is_full && h.key.at != nullptr && h.pack_root.value.empty()) {
    in_.text.fail(error_code::invalid_identity, h.key.at,
                  "a payload with a key must have a pack_root");
    return false;
  }
  return true;
}

bool identity_rules::note_table(const layout& plan, const char* fields,
                                bool is_keyed) {
  if (plan.identity_at == nullptr) {
    if (!header_.is_delta()) return true;
    in_.text.fail(error_code::invalid_identity, fields,
                  "a section of a delta must mark the identity field with @");
    return false;
  }
  // The layout may stem from an earlier declaration of the same words.
  const char* const mark =
      fields + (plan.identity_at - (in_.text.first + plan.text_offset));
  const auto reject = [&](const char* detail) {
    in_.text.fail(error_code::invalid_identity, mark, detail);
    return false;
  };
  if (identity_.key.empty()) identity_.key = plan.identity;  // a loose update
  if (plan.identity != identity_.key) {
    return reject("the field marked with @ must be the key of the header");
  }
  if (is_keyed && mark != fields + 1) {
    return reject("the identity of a keyed map must be its key column");
  }
  if (!is_keyed && plan.identity.find('>') != std::string_view::npos) {
    return reject("the identity must be a field of the row itself");
  }
  if (header_.is_delta()) {
    if (is_removed_list_ && plan.cell_count != 1) {
      in_.text.fail(error_code::malformed_delta, fields,
                    "removed rows have nothing but their identity");
      return false;
    }
    return true;
  }
  if (identity_.table != no_table) {
    return reject("only one table may mark an identity field");
  }
  identity_.table = in_.tape().size();
  identity_.is_keyed = is_keyed;
  return true;
}

bool identity_rules::check_section(std::string_view name, const char* at,
                                   const char* p) {
  is_removed_list_ = name == "removed";
  const bool is_known =
      is_removed_list_ || name == "added" || name == "changed";
  if (is_known && p[0] == ' ' && p[1] == '[') return true;
  in_.text.fail(error_code::malformed_delta, at,
                "the sections of a delta are tables named added, changed and "
                "removed");
  return false;
}

bool identity_rules::check_document() {
  const header_fields& h = header_;
  if (h.is_unchanged() || h.is_delta()) {
    const char* const what = h.is_delta() ? h.delta.at : h.unchanged.at;
    if (h.is_delta()) {
      const result<void> sound = keyed::check_changes(*in_.data, identity_.key,
                                                      in_.text.offset_of(what));
      if (!sound) {
        in_.text.problem = sound.error();
        return false;
      }
    }
    if (wanted_ != purpose::document) return true;
    in_.text.fail(error_code::not_supported, what,
                  h.is_delta()
                      ? "a delta is not a document: apply it to its base"
                      : "an unchanged answer is not a document: use "
                        "what was sent before");
    return false;
  }
  if (identity_.table == no_table) {
    // The empty map has no table: a map without entries cannot be declared.
    if (keyed::is_empty_map(*in_.data) || h.key.at == nullptr) return true;
    in_.text.fail(error_code::invalid_identity, h.key.at,
                  "no table marks the key of the header with @");
    return false;
  }
  if (identity_.is_keyed) return true;  // keys of an object are unique
  const std::size_t at = h.key.at != nullptr ? in_.text.offset_of(h.key.at) : 0;
  const result<void> unique =
      keyed::check_unique(*in_.data, identity_.table, identity_.key, at);
  if (!unique) in_.text.problem = unique.error();
  return unique.has_value();
}

}  // namespace pith::inline v0::gcf::decoding
