// SPDX-License-Identifier: MIT
#include <pith/gcf_delta.hpp>

#include "gcf/delta/changes.hpp"

#include <utility>

namespace pith::inline v0::gcf {

using detail::document_access;

result<delta> diff(value base, value next, const keyed_set& set) {
  delta made;
  made.key = set.key;
  result<std::string> root = pack_root(base, set);
  if (!root) return root.error();
  made.base_root = std::move(*root);
  root = pack_root(next, set);
  if (!root) return root.error();
  made.new_root = std::move(*root);

  const auto list = [&](value v) {
    return keyed::list_rows(document_access::data(v), document_access::index(v),
                            set.key);
  };
  const result<keyed::row_list> held = list(base);
  const result<keyed::row_list> rows = list(next);
  if (held->is_map() != rows->is_map()) {
    return error{error_code::invalid_identity, 0,
                 "both sets must be arrays, or both maps"};
  }
  keyed::schema fields;
  if (const auto good = keyed::list_fields(*rows, set, fields); !good) {
    return good.error();
  }
  made.fields = keyed::field_names(*rows, fields, set.key);

  keyed::row_match match;
  keyed::row_changes changes;
  // Both sets are known to be sound, so nothing needs to be known about them.
  const result<void> matched = match.run(*held, *rows, set.key, {}, changes);
  if (!matched) return matched.error();
  result<document> document =
      keyed::make_changes(*held, *rows, changes, set.key, {});
  if (!document) return document.error();
  made.changes = std::move(*document);
  return made;
}

}  // namespace pith::inline v0::gcf
