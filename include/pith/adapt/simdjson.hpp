// SPDX-License-Identifier: MIT
/// @file
/// Elements of simdjson's DOM; see adapter.hpp. simdjson only reads, so the way
/// back is a text: json::write(), and a parser of simdjson. Of its On Demand
/// API there is nothing to hold: give the same text to json::parse().
///
/// Unsigned numbers beyond int64 are out_of_range, never negative. simdjson
/// keeps both members of one key; they are duplicate_key here.
#ifndef PITH_ADAPT_SIMDJSON_HPP
#define PITH_ADAPT_SIMDJSON_HPP

#include <pith/adapt/adapter.hpp>
#include <pith/adapt/tree.hpp>

#include <simdjson.h>

#include <optional>
#include <string_view>

namespace pith::inline v0::adapt {

/// For put_tree().
struct simdjson_source {
  using node = simdjson::dom::element;

  class open {
   public:
    explicit open(node v) {
      if (v.is_array()) {
        const simdjson::dom::array a = v.get_array().value_unsafe();
        element_.emplace(a.begin());
        elements_end_.emplace(a.end());
      } else {
        const simdjson::dom::object o = v.get_object().value_unsafe();
        member_.emplace(o.begin());
        members_end_.emplace(o.end());
      }
    }
    [[nodiscard]] bool is_object() const noexcept {
      return member_.has_value();
    }
    [[nodiscard]] bool is_done() const noexcept {
      return is_object() ? *member_ == *members_end_
                         : *element_ == *elements_end_;
    }
    [[nodiscard]] std::string_view key() const noexcept {
      return member_->key();
    }
    [[nodiscard]] node next() noexcept {
      if (is_object()) {
        const node v = member_->value();
        ++*member_;
        return v;
      }
      const node v = **element_;
      ++*element_;
      return v;
    }

   private:
    std::optional<simdjson::dom::array::iterator> element_;
    std::optional<simdjson::dom::array::iterator> elements_end_;
    std::optional<simdjson::dom::object::iterator> member_;
    std::optional<simdjson::dom::object::iterator> members_end_;
  };

  static bool is_container(node v) noexcept {
    return v.is_array() || v.is_object();
  }
  static void put(builder& to, node v) {
    using simdjson::dom::element_type;
    switch (v.type()) {
      case element_type::BOOL:
        to.boolean(v.get_bool().value_unsafe());
        break;
      case element_type::INT64:
        to.integer(v.get_int64().value_unsafe());
        break;
      case element_type::UINT64:
        to.integer(v.get_uint64().value_unsafe());
        break;
      case element_type::DOUBLE:
        to.real(v.get_double().value_unsafe());
        break;
      case element_type::STRING:
        to.string(v.get_string().value_unsafe());
        break;
      default:
        to.null();
        break;
    }
  }
};

template <>
struct adapter<simdjson::dom::element> {
  static void put(builder& to, const simdjson::dom::element& v) {
    put_tree<simdjson_source>(to, v);
  }
};

}  // namespace pith::inline v0::adapt

#endif  // PITH_ADAPT_SIMDJSON_HPP
