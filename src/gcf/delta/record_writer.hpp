// SPDX-License-Identifier: MIT
/// @file
/// Canonical records of rows (section 10a.3).
///
///     R<TAB>field<TAB>value<TAB>field<TAB>value ... <LF>
///
/// with the fields in unsigned byte order. The specification defines scalars:
/// `-`, `true`, `false`, canonical numbers, strings always quoted. We add what
/// it leaves open, so that different rows always have different records:
///
/// - A field that a row lacks is left out; null is `-`.
/// - An array or an object is its JSON without white space, members in byte
///   order of their keys, numbers as above. It begins with `[` or `{`, as no
///   scalar does.
/// - A field name that contains a control character or begins with `"` is
///   quoted as strings are; every other stands as it is.
#ifndef PITH_GCF_DELTA_RECORD_WRITER_HPP
#define PITH_GCF_DELTA_RECORD_WRITER_HPP

#include "document/document_data.hpp"
#include "document/pod_buffer.hpp"
#include "gcf/delta/record_set.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pith::inline v0::gcf::keyed {

class record_writer {
 public:
  /// Prepares for rows of `data`. The keys of a map are recorded under
  /// `label`, which is not used for arrays and must outlive the writer.
  void reset(const detail::document_data& data, std::string_view label);

  /// Appends the record of the object at `row`. `map_key` is the key of a
  /// map's row and no_key otherwise. Linear in the row; no recursion.
  void append(record_list& out, std::size_t row, std::uint32_t map_key);

 private:
  struct field {
    std::uint32_t position;  // in the object, or map_key_position
    std::size_t label_begin;
    std::size_t label_length;
  };
  struct field_order {
    std::size_t first;    // in fields_
    std::uint32_t count;  // none until it is made
  };
  /// What is left to write of a container.
  struct task {
    enum class kind : std::uint8_t { value, end_array, end_object };
    kind what;
    bool has_comma;
    std::uint32_t key_id;  // of a member, else none
    std::size_t index;
  };
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr std::uint32_t map_key_position = none - 1;

  [[nodiscard]] const field_order& order_of(std::uint32_t shape_id,
                                            bool has_map_key);
  void add_label(std::string_view name);
  void put(detail::pod_buffer<char>& out, std::string_view bytes);
  void put_quoted(detail::pod_buffer<char>& out, std::string_view text);
  void put_scalar(detail::pod_buffer<char>& out, std::size_t index,
                  std::string_view null);
  void put_container(detail::pod_buffer<char>& out, std::size_t index);
  void push_elements(std::size_t array);
  void push_members(std::size_t object);

  const detail::document_data* data_ = nullptr;
  std::string_view label_;
  detail::pod_buffer<field_order> orders_;  // by shape id
  detail::pod_buffer<field> fields_;
  detail::pod_buffer<char> labels_;         // TAB name TAB, one after the other
  detail::pod_buffer<std::size_t> places_;  // of the members of one row
  detail::pod_buffer<task> tasks_;
};

}  // namespace pith::inline v0::gcf::keyed

#endif  // PITH_GCF_DELTA_RECORD_WRITER_HPP
