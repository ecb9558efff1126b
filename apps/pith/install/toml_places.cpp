// SPDX-License-Identifier: MIT
/// @file
/// Where values stand in TOML. The reader of pith::interchange has accepted
/// the text before, so only places are of interest here.
#include <pith/limits.hpp>

#include "install/source_tree.hpp"
#include "interchange/toml.hpp"
#include "interchange/toml_text.hpp"
#include "terminal/code_point.hpp"

#include <map>

namespace cli {

namespace {

using type = source_node::type;

class reader {
 public:
  /// `skipped` bytes were taken off the front of the text.
  reader(std::string_view text, std::size_t skipped)
      : in_(text), skipped_(skipped) {
    tree_.at(0).what = type::table;
  }

  pith::result<source_tree> read() {
    const auto done = in_.read_lines([this] { return read_header(); },
                                     [this] { return read_pair(); });
    if (!done) return done.error();
    return std::move(tree_);
  }

 private:
  struct slot {
    std::size_t parent;
    source_node node;
  };

  [[nodiscard]] std::size_t here() const { return in_.offset() + skipped_; }

  /// The table of this name, made if need be; of a list of tables the last.
  std::size_t enter(std::size_t table, const std::string& name) {
    const auto [place, is_new] = tables_.try_emplace({table, name}, 0);
    if (is_new) {
      source_node node;
      node.what = type::table;
      node.key = name;
      // Inside braces there is room for more between them only.
      node.begin = tree_.at(table).begin;
      node.end = tree_.at(table).end;
      place->second = tree_.add(table, std::move(node));
    }
    const source_node& found = tree_.at(place->second);
    return found.what == type::list ? found.last_child : place->second;
  }

  /// One more table in the list of this name.
  std::size_t enter_element(std::size_t table, const std::string& name) {
    const auto [place, is_new] = tables_.try_emplace({table, name}, 0);
    if (is_new) {
      source_node list;
      list.what = type::list;
      list.key = name;
      place->second = tree_.add(table, std::move(list));
    }
    source_node element;
    element.what = type::table;
    return tree_.add(place->second, std::move(element));
  }

  pith::result<void> read_header() {
    const std::size_t begin = here();
    const bool is_list = in_.starts_with("[[");
    in_.skip(is_list ? 2 : 1);
    std::size_t at = 0;
    std::string key;
    for (;;) {
      in_.skip_blanks();
      if (const auto done = in_.read_key(key); !done) return done;
      in_.skip_blanks();
      if (in_.peek() != '.') break;
      in_.skip(1);
      at = enter(at, key);
    }
    in_.skip(is_list ? 2 : 1);
    table_ = is_list ? enter_element(at, key) : enter(at, key);
    tree_.add_section({.begin = begin, .table = table_});
    return {};
  }

  pith::result<void> read_pair() {
    auto member = read_member(table_);
    return member ? read_value(std::move(*member)) : member.error();
  }

  /// A key and its `=`.
  pith::result<slot> read_member(std::size_t table) {
    slot made{table, {}};
    in_.skip_blanks();
    made.node.key_begin = here();
    for (;;) {
      made.node.name_begin = here();
      if (const auto done = in_.read_key(made.node.key); !done) {
        return done.error();
      }
      in_.skip_blanks();
      const char mark = in_.peek();
      in_.skip(1);
      in_.skip_blanks();
      if (mark == '=') return made;
      made.parent = enter(made.parent, made.node.key);
    }
  }

  /// A value with all that stands in it.
  pith::result<void> read_value(slot to) {
    std::vector<std::size_t> open;
    for (;;) {
      to.node.begin = here();
      const char c = in_.peek();
      const bool opens = c == '[' || c == '{';
      if (opens) {
        to.node.what = c == '[' ? type::list : type::table;
        in_.skip(1);
      } else if (const auto done = read_scalar(to.node); !done) {
        return done;
      }
      to.node.end = here();
      std::string key = to.node.key;
      const std::size_t id = tree_.add(to.parent, std::move(to.node));
      if (opens) {
        // Dotted keys inside may pass through it.
        tables_.try_emplace({to.parent, std::move(key)}, id);
        open.push_back(id);
      }
      for (;;) {
        if (open.empty()) return {};
        auto next = read_next(open.back());
        if (!next) return next.error();
        if (next->parent != source_node::none) {
          to = std::move(*next);
          break;
        }
        tree_.at(open.back()).end = here();
        open.pop_back();
      }
    }
  }

  pith::result<void> read_scalar(source_node& node) {
    if (in_.peek() != '"' && in_.peek() != '\'') {
      static_cast<void>(in_.read_word());
      return {};
    }
    node.what = type::text;
    std::string ignored;
    return in_.read_string(ignored);
  }

  /// The place of the next value in a container; none when it ended here.
  pith::result<slot> read_next(std::size_t container) {
    const bool is_table = tree_.at(container).what == type::table;
    const char closing = is_table ? '}' : ']';
    if (const auto done = skip_between(); !done) return done.error();
    if (in_.peek() == ',') {
      in_.skip(1);
      if (const auto done = skip_between(); !done) return done.error();
    }
    if (in_.peek() == closing) {
      in_.skip(1);
      return slot{source_node::none, {}};
    }
    if (is_table) return read_member(container);
    return slot{container, {}};
  }

  // An inline table has no line ends; the text was accepted, so none are here.
  pith::result<void> skip_between() { return in_.skip_lines(); }

  pith::interchange::toml_text in_;
  std::size_t skipped_;
  source_tree tree_;
  std::size_t table_ = 0;  // of the last header
  std::map<std::pair<std::size_t, std::string>, std::size_t> tables_;
};

}  // namespace

pith::result<source_tree> read_toml_places(std::string_view text) {
  if (const auto accepted = pith::interchange::read_toml(text, pith::limits{});
      !accepted) {
    return accepted.error();
  }
  const std::size_t skipped =
      text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  return reader(text.substr(skipped), skipped).read();
}

}  // namespace cli
