// SPDX-License-Identifier: MIT
#include <pith/document.hpp>

#include "document/document_data.hpp"

#include <utility>

namespace pith::inline v0 {

using detail::document_data;
using detail::tag;
using detail::tag_of;

document::document() : data_(std::make_unique<document_data>()) {
  data_->reset();
}
document::document(document&&) noexcept = default;
document& document::operator=(document&&) noexcept = default;
document::~document() = default;

value document::root() const& noexcept {
  return detail::document_access::make(*data_, 0);
}

std::size_t document::memory_bytes() const noexcept {
  return data_ == nullptr ? 0 : data_->content_bytes();
}

kind value::type() const noexcept {
  switch (tag_of(data_->tape[index_])) {
    case tag::null:
      return kind::null;
    case tag::boolean_false:
    case tag::boolean_true:
      return kind::boolean;
    case tag::integer:
    case tag::wide_integer:
    case tag::spelt_integer:
      return kind::integer;
    case tag::real:
      return kind::real;
    case tag::string:
    case tag::long_string:
      return kind::string;
    case tag::array:
      return kind::array;
    case tag::object:
      break;
  }
  return kind::object;
}

std::optional<bool> value::get_boolean() const noexcept {
  if (type() != kind::boolean) return std::nullopt;
  return tag_of(data_->tape[index_]) == tag::boolean_true;
}

std::optional<std::int64_t> value::get_integer() const noexcept {
  if (type() != kind::integer) return std::nullopt;
  return data_->integer_at(index_);
}

std::optional<double> value::get_double() const noexcept {
  if (type() == kind::integer) {
    return static_cast<double>(data_->integer_at(index_));
  }
  if (type() != kind::real) return std::nullopt;
  return data_->real_at(index_);
}

std::optional<std::string_view> value::get_string() const noexcept {
  if (type() != kind::string) return std::nullopt;
  return data_->string_at(index_);
}

std::optional<array_view> value::get_array() const noexcept {
  if (type() != kind::array) return std::nullopt;
  return array_view(data_, index_);
}

std::optional<object_view> value::get_object() const noexcept {
  if (type() != kind::object) return std::nullopt;
  return object_view(data_, index_);
}

std::optional<value> value::at(std::size_t index) const noexcept {
  const std::optional<array_view> elements = get_array();
  if (!elements || index >= elements->size()) return std::nullopt;
  auto it = elements->begin();
  while (index-- != 0) ++it;
  return *it;
}

std::optional<value> value::find(std::string_view key) const noexcept {
  const std::optional<object_view> members = get_object();
  if (!members) return std::nullopt;
  for (const member& m : *members) {
    if (m.key == key) return m.value;
  }
  return std::nullopt;
}

std::size_t array_view::size() const noexcept {
  return detail::array_count_of(data_->tape[index_ + 1]);
}
array_view::iterator array_view::begin() const noexcept {
  return {data_, index_ + detail::header_words};
}
array_view::iterator array_view::end() const noexcept {
  return {data_, index_ + detail::span_of(data_->tape[index_])};
}
value array_view::iterator::operator*() const noexcept {
  return detail::document_access::make(*data_, index_);
}
array_view::iterator& array_view::iterator::operator++() noexcept {
  index_ += detail::span_of(data_->tape[index_]);
  return *this;
}

std::size_t object_view::size() const noexcept {
  return data_->shapes[detail::shape_of(data_->tape[index_ + 1])].count;
}
object_view::iterator object_view::begin() const noexcept {
  const auto shape = data_->shapes[detail::shape_of(data_->tape[index_ + 1])];
  return {data_, index_ + detail::header_words, data_->keys_of(shape)};
}
object_view::iterator object_view::end() const noexcept {
  return {data_, index_ + detail::span_of(data_->tape[index_]), nullptr};
}
member object_view::iterator::operator*() const noexcept {
  return {data_->key_text(*key_),
          detail::document_access::make(*data_, index_)};
}
object_view::iterator& object_view::iterator::operator++() noexcept {
  index_ += detail::span_of(data_->tape[index_]);
  ++key_;
  return *this;
}

}  // namespace pith::inline v0
