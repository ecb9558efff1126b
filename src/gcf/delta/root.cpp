// SPDX-License-Identifier: MIT
// Pack roots (sections 10.2 and 10a.3).
#include <pith/gcf_delta.hpp>

#include "gcf/delta/schema.hpp"

namespace pith::inline v0::gcf {

using detail::document_access;

namespace {

/// Hashes records in their order without moving them.
result<std::string> hash_sorted(const keyed::record_list& records) {
  detail::pod_buffer<std::uint32_t> order;
  keyed::sort_records(records, order);
  detail::sha256 hash;
  for (const std::uint32_t i : order) hash.update(records[i]);
  return keyed::finish_root(hash);
}

}  // namespace

result<std::string> pack_root(value rows, const keyed_set& set) {
  const result<keyed::row_list> list = keyed::list_rows(
      document_access::data(rows), document_access::index(rows), set.key);
  if (!list) return list.error();
  if (const result<void> unique = keyed::check_unique(*list); !unique) {
    return unique.error();
  }
  if (list->is_map()) {
    keyed::schema fields;
    if (const auto good = keyed::list_fields(*list, set, fields); !good) {
      return good.error();
    }
  }
  keyed::record_list records;
  keyed::record_rows(*list, set.key, records);
  return hash_sorted(records);
}

}  // namespace pith::inline v0::gcf
