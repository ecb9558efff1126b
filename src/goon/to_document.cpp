// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/goon.hpp>

#include "goon/words.hpp"

#include <limits>
#include <utility>

namespace pith::inline v0::goon {

namespace {

class document_maker {
 public:
  [[nodiscard]] result<document> run(const graph_response& from) {
    b_.begin_object();
    b_.key("query_type").string(from.query_type);
    add_list("nodes", from.nodes);
    add_list("edges", from.edges);
    if (!from.columns.empty()) add_list("columns", from.columns);
    if (!from.group_columns.empty()) {
      add_list("group_columns", from.group_columns);
    }
    if (from.rows) add_list("rows", *from.rows);
    if (from.pagination) {
      b_.key("pagination").begin_object();
      b_.key("has_more").boolean(from.pagination->has_more);
      b_.key("total_rows");
      add(from.pagination->total_rows);
      b_.end_object();
    }
    b_.end_object();
    if (is_too_large_) {
      return error{error_code::out_of_range, 0,
                   "an integer must be less than 2^63"};
    }
    return b_.finish();
  }

 private:
  template <class List>
  void add_list(std::string_view key, const List& list) {
    b_.key(key).begin_array();
    for (const auto& each : list) {
      b_.begin_object();
      add_members(each);
      b_.end_object();
    }
    b_.end_array();
  }

  void add_members(const node& n) {
    b_.key("type").string(n.type);
    add_id("id", n.id);
    for (const property& p : n.properties) {
      b_.key(p.key);
      add(p.value);
    }
  }
  void add_members(const edge& e) {
    b_.key("from").string(e.from);
    add_id("from_id", e.from_id);
    b_.key("to").string(e.to);
    add_id("to_id", e.to_id);
    b_.key("type").string(e.type);
    if (e.depth) b_.key("depth").integer(*e.depth);
    if (e.path_id) b_.key("path_id").integer(*e.path_id);
    if (e.step) b_.key("step").integer(*e.step);
  }
  void add_members(const column& c) {
    b_.key("name").string(c.name);
    b_.key("function").string(c.function);
    if (c.target) b_.key("target").string(*c.target);
    if (c.property) b_.key("property").string(*c.property);
  }
  void add_members(const group_column& c) {
    b_.key("name").string(c.name);
    b_.key("kind").string(c.kind);
    if (!c.node.empty()) b_.key("node").string(c.node);
    if (c.property) b_.key("property").string(*c.property);
    if (c.entity) b_.key("entity").string(*c.entity);
  }
  void add_members(const row& cells) {
    for (const cell& c : cells) {
      b_.key(c.key);
      if (const node* n = std::get_if<node>(&c.value)) {
        b_.begin_object();
        add_members(*n);
        b_.end_object();
      } else {
        add(*std::get_if<scalar>(&c.value));
      }
    }
  }

  void add_id(std::string_view key, std::int64_t id) {
    std::string digits;
    append_integer(digits, id);
    b_.key(key).string(digits);
  }
  void add(std::monostate) { b_.null(); }
  void add(bool v) { b_.boolean(v); }
  void add(std::int64_t v) { b_.integer(v); }
  void add(std::uint64_t v) {
    constexpr auto most =
        static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    is_too_large_ = is_too_large_ || v > most;
    b_.integer(static_cast<std::int64_t>(v));
  }
  void add(double v) { b_.real(v); }
  void add(const std::string& v) { b_.string(v); }
  void add(const json_text& v) { b_.string(v.text); }
  void add(const scalar& v) {
    std::visit([this](const auto& held) { add(held); }, v);
  }

  builder b_;
  bool is_too_large_ = false;
};

}  // namespace

result<document> to_document(const graph_response& response) {
  return document_maker().run(response);
}

}  // namespace pith::inline v0::goon
