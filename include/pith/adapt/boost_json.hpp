// SPDX-License-Identifier: MIT
/// @file
/// Values of Boost.JSON; see adapter.hpp. Programs link Boost.JSON, or include
/// boost/json/src.hpp in one source.
///
/// Unsigned numbers beyond int64 are out_of_range, never negative.
#ifndef PITH_ADAPT_BOOST_JSON_HPP
#define PITH_ADAPT_BOOST_JSON_HPP

#include <pith/adapt/adapter.hpp>
#include <pith/adapt/tree.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <string>
#include <string_view>

namespace pith::inline v0::adapt {

/// For put_tree().
struct boost_source {
  using node = const boost::json::value*;

  class open {
   public:
    explicit open(node v) {
      if (const boost::json::array* const a = v->if_array()) {
        element_ = a->data();
        elements_end_ = element_ + a->size();
      } else {
        const boost::json::object& o = v->get_object();
        is_object_ = true;
        member_ = o.begin();
        members_end_ = o.end();
      }
    }
    [[nodiscard]] bool is_object() const noexcept { return is_object_; }
    [[nodiscard]] bool is_done() const noexcept {
      return is_object_ ? member_ == members_end_ : element_ == elements_end_;
    }
    [[nodiscard]] std::string_view key() const noexcept {
      return {member_->key().data(), member_->key().size()};
    }
    [[nodiscard]] node next() noexcept {
      return is_object_ ? &(member_++)->value() : element_++;
    }

   private:
    bool is_object_ = false;
    node element_ = nullptr;
    node elements_end_ = nullptr;
    boost::json::object::const_iterator member_ = nullptr;
    boost::json::object::const_iterator members_end_ = nullptr;
  };

  static bool is_container(node v) noexcept { return v->is_structured(); }
  static void put(builder& to, node v) {
    switch (v->kind()) {
      case boost::json::kind::bool_:
        to.boolean(v->get_bool());
        break;
      case boost::json::kind::int64:
        to.integer(v->get_int64());
        break;
      case boost::json::kind::uint64:
        to.integer(v->get_uint64());
        break;
      case boost::json::kind::double_:
        to.real(v->get_double());
        break;
      case boost::json::kind::string:
        to.string({v->get_string().data(), v->get_string().size()});
        break;
      default:
        to.null();
        break;
    }
  }
};

/// For make_tree(). Keeps the storage of what it assigns to.
struct boost_target {
  using node = boost::json::value;

  static void assign(node& to, value v) {
    switch (v.type()) {
      case kind::null:
        to = nullptr;
        break;
      case kind::boolean:
        to = *v.get_boolean();
        break;
      case kind::integer:
        to = *v.get_integer();
        break;
      case kind::real:
        to = *v.get_double();
        break;
      case kind::string: {
        const std::string_view text = *v.get_string();
        to.emplace_string().assign(text.data(), text.size());
        break;
      }
      case kind::array:
        to.emplace_array().reserve(v.elements().size());
        break;
      case kind::object:
        to.emplace_object().reserve(v.members().size());
        break;
    }
  }
  static node& add(node& array) {
    return array.get_array().emplace_back(nullptr);
  }
  static node& add(node& object, std::string_view key) {
    return object.get_object()
        .emplace(boost::json::string_view(key.data(), key.size()), nullptr)
        .first->value();
  }
};

template <>
struct adapter<boost::json::value> {
  static void put(builder& to, const boost::json::value& v) {
    put_tree<boost_source>(to, &v);
  }
  static result<void> read(value v, boost::json::value& into,
                           std::string* = nullptr) {
    make_tree<boost_target>(into, v);
    return {};
  }
};

}  // namespace pith::inline v0::adapt

#endif  // PITH_ADAPT_BOOST_JSON_HPP
