// SPDX-License-Identifier: MIT
#include <pith/document.hpp>

#include "document/document_data.hpp"

#include <utility>

namespace pith::inline v0 {

using detail::document_data;
using detail::tag;
using detail::tag_of;

namespace {

/// What values refer to that are of no document: `null` in place 0, and in
/// place 1 another one, which stands for "there is none" (maybe_value). Never
/// destroyed, so that a static object may still ask while the program ends.
const document_data& no_document() noexcept {
  static const document_data* const made = [] {
    // NOLINTNEXTLINE(bugprone-unhandled-exception-at-new): once, and small.
    auto* const data = new document_data;
    data->reset();
    data->tape.push_back(detail::make_word(tag::null));
    return data;
  }();
  return *made;
}

/// Whether `token`, a part of a JSON pointer, stands for `key`: `~1` is `/`
/// and `~0` is `~`; any other `~` stands for nothing.
bool is_token_of(std::string_view token, std::string_view key) noexcept {
  std::size_t at = 0;
  for (const char c : key) {
    if (at == token.size()) return false;
    if (token[at] == '~') {
      const char wanted = c == '~' ? '0' : '1';
      if (c != '~' && c != '/') return false;
      if (++at == token.size() || token[at] != wanted) return false;
    } else if (token[at] != c) {
      return false;
    }
    ++at;
  }
  return at == token.size();
}

/// The index that a token of a JSON pointer is: digits without a leading zero.
std::optional<std::size_t> index_of_token(std::string_view token) noexcept {
  constexpr std::size_t max_digits = 18;  // no array has more elements
  if (token.empty() || token.size() > max_digits ||
      (token[0] == '0' && token.size() != 1)) {
    return std::nullopt;
  }
  std::uint64_t index = 0;
  for (const char c : token) {
    if (c < '0' || c > '9') return std::nullopt;
    index = index * 10 + static_cast<std::uint64_t>(c - '0');
  }
  if (index > ~std::size_t{0}) return std::nullopt;
  return static_cast<std::size_t>(index);
}

}  // namespace

document::document() : data_(std::make_unique<document_data>()) {
  data_->reset();
}
document::document(document&&) noexcept = default;
document& document::operator=(document&&) noexcept = default;
document::~document() = default;

value document::root() const& noexcept {
  return data_ == nullptr ? value() : detail::document_access::make(*data_, 0);
}

std::size_t document::memory_bytes() const noexcept {
  return data_ == nullptr ? 0 : data_->content_bytes();
}

std::string_view name(kind k) noexcept {
  switch (k) {
    case kind::null:
      return "null";
    case kind::boolean:
      return "boolean";
    case kind::integer:
      return "integer";
    case kind::real:
      return "real";
    case kind::string:
      return "string";
    case kind::array:
      return "array";
    case kind::object:
      return "object";
  }
  return "unknown";  // a number cast to the enum by the caller
}

value::value() noexcept : value(&no_document(), 0) {}
maybe_value::maybe_value() noexcept : value_(&no_document(), absent) {}

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

maybe<bool> value::get_boolean() const noexcept {
  if (type() != kind::boolean) return std::nullopt;
  return tag_of(data_->tape[index_]) == tag::boolean_true;
}

maybe<std::int64_t> value::get_integer() const noexcept {
  if (type() != kind::integer) return std::nullopt;
  return data_->integer_at(index_);
}

maybe<double> value::get_double() const noexcept {
  if (type() == kind::integer) {
    return static_cast<double>(data_->integer_at(index_));
  }
  if (type() != kind::real) return std::nullopt;
  return data_->real_at(index_);
}

maybe<std::string_view> value::get_string() const noexcept {
  if (type() != kind::string) return std::nullopt;
  return data_->string_at(index_);
}

maybe<array_view> value::get_array() const noexcept {
  if (type() != kind::array) return std::nullopt;
  return array_view(data_, index_);
}

maybe<object_view> value::get_object() const noexcept {
  if (type() != kind::object) return std::nullopt;
  return object_view(data_, index_);
}

array_view value::elements() const noexcept {
  return type() == kind::array ? array_view(data_, index_) : array_view();
}

object_view value::members() const noexcept {
  return type() == kind::object ? object_view(data_, index_) : object_view();
}

maybe_value value::at(std::size_t index) const noexcept {
  const array_view all = elements();
  if (index >= all.size()) return {};
  auto it = all.begin();
  while (index-- != 0) ++it;
  return *it;
}

maybe_value value::find(std::string_view key) const noexcept {
  for (const member& m : members()) {
    if (m.key == key) return m.value;
  }
  return {};
}

maybe_value value::pointer(std::string_view json_pointer) const noexcept {
  value here = *this;
  while (!json_pointer.empty()) {
    if (json_pointer[0] != '/') return {};
    json_pointer.remove_prefix(1);
    const std::string_view token =
        json_pointer.substr(0, json_pointer.find('/'));
    json_pointer.remove_prefix(token.size());
    maybe_value next;
    if (here.type() == kind::array) {
      if (const auto index = index_of_token(token)) next = here.at(*index);
    } else {
      for (const member& m : here.members()) {
        if (!is_token_of(token, m.key)) continue;
        next = m.value;
        break;
      }
    }
    if (!next) return {};
    here = *next;
  }
  return here;
}

std::size_t array_view::size() const noexcept {
  if (data_ == nullptr) return 0;
  return detail::array_count_of(data_->tape[index_ + 1]);
}
array_view::iterator array_view::begin() const noexcept {
  if (data_ == nullptr) return {};
  return {data_, index_ + detail::header_words};
}
array_view::iterator array_view::end() const noexcept {
  if (data_ == nullptr) return {};
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
  if (data_ == nullptr) return 0;
  return data_->shapes[detail::shape_of(data_->tape[index_ + 1])].count;
}
object_view::iterator object_view::begin() const noexcept {
  if (data_ == nullptr) return {};
  const auto shape = data_->shapes[detail::shape_of(data_->tape[index_ + 1])];
  return {data_, index_ + detail::header_words, data_->keys_of(shape)};
}
object_view::iterator object_view::end() const noexcept {
  if (data_ == nullptr) return {};
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
