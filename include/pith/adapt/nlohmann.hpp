// SPDX-License-Identifier: MIT
/// @file
/// Values of nlohmann::json, nlohmann::ordered_json and other basic_json with
/// strings of char; see adapter.hpp.
///
/// nlohmann::json sorts the members of an object, so a document that comes
/// from it has them in that order; nlohmann::ordered_json keeps the order.
/// Unsigned numbers beyond int64 are out_of_range, never negative. Binary
/// values and discarded ones are not_supported.
#ifndef PITH_ADAPT_NLOHMANN_HPP
#define PITH_ADAPT_NLOHMANN_HPP

#include <pith/adapt/adapter.hpp>
#include <pith/adapt/tree.hpp>

#include <concepts>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace pith::inline v0::adapt {

template <class T>
concept nlohmann_value = nlohmann::detail::is_basic_json<T>::value &&
                         std::same_as<typename T::string_t::value_type, char>;

/// For put_tree().
template <nlohmann_value Json>
struct nlohmann_source {
  using node = const Json*;

  class open {
   public:
    explicit open(node v)
        : is_object_(v->is_object()), next_(v->cbegin()), end_(v->cend()) {}
    [[nodiscard]] bool is_object() const noexcept { return is_object_; }
    [[nodiscard]] bool is_done() const { return next_ == end_; }
    [[nodiscard]] std::string_view key() const { return next_.key(); }
    [[nodiscard]] node next() {
      node const v = &*next_;
      ++next_;
      return v;
    }

   private:
    bool is_object_;
    typename Json::const_iterator next_;
    typename Json::const_iterator end_;
  };

  static bool is_container(node v) noexcept { return v->is_structured(); }
  static void put(builder& to, node v) {
    using kinds = nlohmann::detail::value_t;
    switch (v->type()) {
      case kinds::null:
        to.null();
        break;
      case kinds::boolean:
        to.boolean(v->template get<bool>());
        break;
      case kinds::number_integer:
        to.integer(v->template get<typename Json::number_integer_t>());
        break;
      case kinds::number_unsigned:
        to.integer(v->template get<typename Json::number_unsigned_t>());
        break;
      case kinds::number_float:
        to.real(static_cast<double>(
            v->template get<typename Json::number_float_t>()));
        break;
      case kinds::string:
        to.string(v->template get_ref<const typename Json::string_t&>());
        break;
      default:  // binary or discarded
        to.refuse(error{error_code::not_supported, 0,
                        "JSON has no form for binary or discarded values"});
        break;
    }
  }
};

/// For make_tree().
template <nlohmann_value Json>
struct nlohmann_target {
  using node = Json;

  static void assign(node& to, value v) {
    switch (v.type()) {
      case kind::null:
        to = nullptr;
        break;
      case kind::boolean:
        to = *v.get_boolean();
        break;
      case kind::integer:
        put_integer(to, *v.get_integer());
        break;
      case kind::real:
        to = *v.get_double();
        break;
      case kind::string:
        to = typename Json::string_t(*v.get_string());
        break;
      case kind::array:
        to = Json::array();
        to.template get_ref<typename Json::array_t&>().reserve(
            v.elements().size());
        break;
      case kind::object:
        to = Json::object();
        break;
    }
  }
  static node& add(node& array) {
    return array.template get_ref<typename Json::array_t&>().emplace_back();
  }
  static node& add(node& object, std::string_view key) {
    auto& members = object.template get_ref<typename Json::object_t&>();
    typename Json::string_t name(key);
    // An ordered_map is a vector, and would look for the key in all of it.
    if constexpr (requires { members.emplace_back(name, Json()); }) {
      return members.emplace_back(std::move(name), Json()).second;
    } else {
      return members.emplace_hint(members.end(), std::move(name), Json())
          ->second;
    }
  }

 private:
  /// As nlohmann's parser has it: what is not negative is unsigned.
  static void put_integer(node& to, std::int64_t n) {
    if (n < 0) {
      to = n;
    } else {
      to = static_cast<std::uint64_t>(n);
    }
  }
};

template <nlohmann_value Json>
struct adapter<Json> {
  static void put(builder& to, const Json& v) {
    put_tree<nlohmann_source<Json>>(to, &v);
  }
  static result<void> read(value v, Json& into, std::string* = nullptr) {
    make_tree<nlohmann_target<Json>>(into, v);
    return {};
  }
};

}  // namespace pith::inline v0::adapt

#endif  // PITH_ADAPT_NLOHMANN_HPP
