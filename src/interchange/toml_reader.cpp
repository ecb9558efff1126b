// SPDX-License-Identifier: MIT
/// @file
/// TOML 1.0.0. Comments name sections of its specification.
#include <pith/builder.hpp>

#include "interchange/toml.hpp"
#include "interchange/toml_scalar.hpp"
#include "interchange/toml_text.hpp"
#include "interchange/toml_tree.hpp"
#include "interchange/whole_text.hpp"
#include "text/rounding.hpp"

namespace pith::interchange {

namespace {

using type = toml_node::type;
using origin = toml_node::origin;

class reader {
 public:
  reader(std::string_view text, const limits& bounds, std::size_t base,
         text::rounding_watch& numbers)
      : in_(text),
        tree_(bounds),
        into_(bounds),
        base_(base),
        numbers_(&numbers) {}

  result<document> read() {
    const auto done = in_.read_lines([this] { return read_header(); },
                                     [this] { return read_pair(); });
    return done ? build() : done.error();
  }

 private:
  /// A node for a value, and the container that it stands in.
  struct slot {
    toml_node_id id;
    toml_node_id parent;
  };
  /// An array or an inline table that is being read.
  struct frame {
    toml_node_id id;
    bool is_table;
    std::uint32_t section;
  };

  [[nodiscard]] static error twice(std::size_t offset, const char* detail) {
    return {error_code::duplicate_key, offset, detail};
  }

  // --- headers: "Table" and "Array of Tables" -------------------------------

  result<void> read_header() {
    const bool is_list = in_.starts_with("[[");
    const std::string_view closing = is_list ? "]]" : "]";
    in_.skip(closing.size());
    toml_node_id at = 0;
    std::size_t offset = 0;
    for (;;) {
      in_.skip_blanks();
      offset = in_.offset();
      if (const auto done = in_.read_key(key_); !done) return done;
      in_.skip_blanks();
      if (in_.peek() != '.') break;
      in_.skip(1);
      const auto next = pass(at, offset);
      if (!next) return next.error();
      at = *next;
    }
    if (!in_.starts_with(closing)) {
      return in_.fail(
          error_code::unexpected_character,
          "a header must end with as many brackets as it begins with");
    }
    in_.skip(closing.size());
    const auto table = is_list ? open_list(at, offset) : open_table(at, offset);
    if (!table) return table.error();
    table_ = *table;
    section_ = ++sections_;
    return {};
  }

  /// The table that a header goes through, made if need be.
  result<toml_node_id> pass(toml_node_id above, std::size_t offset) {
    const toml_node_id found = tree_.find(above, key_);
    if (found == toml_node::none) {
      return add_table(above, origin::passed, offset);
    }
    const toml_node& n = tree_.at(found);
    if (n.what == type::tables) return n.last;
    if (n.what == type::table && n.from != origin::closed) return found;
    return twice(offset, "a header cannot add to a value");
  }

  result<toml_node_id> open_table(toml_node_id above, std::size_t offset) {
    const toml_node_id found = tree_.find(above, key_);
    if (found == toml_node::none) {
      return add_table(above, origin::header, offset);
    }
    toml_node& n = tree_.at(found);
    if (n.what != type::table || n.from != origin::passed) {
      return twice(offset, "a table or a value of this name already exists");
    }
    n.from = origin::header;
    return found;
  }

  result<toml_node_id> open_list(toml_node_id above, std::size_t offset) {
    toml_node_id list = tree_.find(above, key_);
    if (list == toml_node::none) {
      const auto made = tree_.add_member(above, key_, offset);
      if (!made) return made;
      list = *made;
      if (const auto done =
              tree_.make(list, above, type::tables, origin::header, offset);
          !done) {
        return done.error();
      }
    } else if (tree_.at(list).what != type::tables) {
      return twice(offset, "a table or a value of this name already exists");
    }
    const auto element = tree_.add_element(list, offset);
    if (!element) return element;
    if (const auto done =
            tree_.make(*element, list, type::table, origin::header, offset);
        !done) {
      return done.error();
    }
    return element;
  }

  result<toml_node_id> add_table(toml_node_id above, origin from,
                                 std::size_t offset) {
    const auto made = tree_.add_member(above, key_, offset);
    if (!made) return made;
    if (const auto done = tree_.make(*made, above, type::table, from, offset);
        !done) {
      return done.error();
    }
    return made;
  }

  // --- members: "Keys", "Dotted keys" ---------------------------------------

  result<void> read_pair() {
    const auto to = read_member(table_, section_);
    if (!to) return to.error();
    return read_value(*to);
  }

  /// A key and its `=`. The value follows.
  result<slot> read_member(toml_node_id table, std::uint32_t section) {
    toml_node_id at = table;
    for (;;) {
      in_.skip_blanks();
      const std::size_t offset = in_.offset();
      if (const auto done = in_.read_key(key_); !done) return done.error();
      in_.skip_blanks();
      if (in_.peek() == '.') {
        in_.skip(1);
        const auto next = dot(at, section, offset);
        if (!next) return next.error();
        at = *next;
        continue;
      }
      if (in_.peek() != '=') {
        return in_.fail(error_code::unexpected_character,
                        "an equals sign must follow a key");
      }
      in_.skip(1);
      in_.skip_blanks();
      if (tree_.find(at, key_) != toml_node::none) {
        return twice(offset, "a table has the same key twice");
      }
      const auto made = tree_.add_member(at, key_, offset);
      if (!made) return made.error();
      return slot{*made, at};
    }
  }

  /// The table that a dotted key goes through. It may have been made by dotted
  /// keys of the same section, but neither by a header nor with braces.
  result<toml_node_id> dot(toml_node_id above, std::uint32_t section,
                           std::size_t offset) {
    toml_node_id found = tree_.find(above, key_);
    if (found == toml_node::none) {
      const auto made = add_table(above, origin::dotted, offset);
      if (!made) return made;
      found = *made;
    } else {
      const toml_node& n = tree_.at(found);
      const bool may_grow = n.from == origin::passed ||
                            (n.from == origin::dotted && n.section == section);
      if (n.what != type::table || !may_grow) {
        return twice(
            offset,
            "a dotted key cannot add to a table that is already complete");
      }
    }
    tree_.at(found).from = origin::dotted;
    tree_.at(found).section = section;
    return found;
  }

  // --- values ---------------------------------------------------------------

  /// Arrays and inline tables wait on a stack for what is inside them.
  result<void> read_value(slot to) {
    open_.clear();
    for (;;) {
      const auto opened = read_item(to);
      if (!opened) return opened.error();
      for (bool is_fresh = *opened;; is_fresh = false) {
        if (open_.empty()) return {};
        const auto next = next_slot(open_.back(), is_fresh);
        if (!next) return next.error();
        to = *next;
        if (to.id != toml_node::none) break;
        open_.pop_back();
      }
    }
  }

  /// A scalar, or the opening bracket of a container: then true.
  result<bool> read_item(slot to) {
    const std::size_t offset = in_.offset();
    const char c = in_.peek();
    if (c == '[' || c == '{') {
      const bool is_table = c == '{';
      if (const auto done =
              tree_.make(to.id, to.parent, is_table ? type::table : type::array,
                         origin::closed, offset);
          !done) {
        return done.error();
      }
      in_.skip(1);
      open_.push_back({to.id, is_table, is_table ? ++sections_ : 0});
      return true;
    }
    if (c == '"' || c == '\'') {
      if (const auto done = in_.read_string(string_); !done) {
        return done.error();
      }
      tree_.set_text(to.id, string_);
      return false;
    }
    const std::string_view word = in_.read_word();
    if (word.empty()) {
      return in_.fail(error_code::unexpected_character, "expected a value");
    }
    return put_word(to.id, word, offset);
  }

  result<bool> put_word(toml_node_id id, std::string_view word,
                        std::size_t offset) {
    const toml_scalar scalar = resolve_toml(word);
    toml_node& n = tree_.at(id);
    switch (scalar.what) {
      case toml_scalar::type::boolean:
        n.what = type::boolean;
        n.boolean = scalar.boolean;
        break;
      case toml_scalar::type::integer:
        n.what = type::integer;
        n.integer = scalar.integer;
        break;
      case toml_scalar::type::real:
        n.what = type::real;
        n.real = scalar.real;
        if (scalar.is_rounded) numbers_->note(base_ + offset);
        break;
      case toml_scalar::type::time:
        tree_.set_text(id, scalar.time);
        break;
      case toml_scalar::type::wrong:
        return error{scalar.problem, offset, scalar.detail};
    }
    return false;
  }

  /// Where the next value of a container goes; none when it ended.
  result<slot> next_slot(const frame& in, bool is_fresh) {
    return in.is_table ? next_member(in, is_fresh) : next_element(in, is_fresh);
  }

  /// "Array": line ends and comments anywhere, a comma may stand last.
  result<slot> next_element(const frame& in, bool is_fresh) {
    if (const auto done = in_.skip_lines(); !done) return done.error();
    if (!is_fresh && in_.peek() != ']') {
      if (in_.peek() != ',') {
        return in_.fail(error_code::unexpected_character,
                        "expected a comma or the end of the array");
      }
      in_.skip(1);
      if (const auto done = in_.skip_lines(); !done) return done.error();
    }
    if (in_.peek() == ']') {
      in_.skip(1);
      return slot{toml_node::none, toml_node::none};
    }
    const auto made = tree_.add_element(in.id, in_.offset());
    if (!made) return made.error();
    return slot{*made, in.id};
  }

  /// "Inline Table": on one line, no comma last.
  result<slot> next_member(const frame& in, bool is_fresh) {
    in_.skip_blanks();
    if (in_.peek() == '}') {
      in_.skip(1);
      return slot{toml_node::none, toml_node::none};
    }
    if (!is_fresh) {
      if (in_.peek() != ',') {
        return in_.fail(error_code::unexpected_character,
                        "expected a comma or the end of the table");
      }
      in_.skip(1);
    }
    return read_member(in.id, in.section);
  }

  // --- the document ---------------------------------------------------------

  result<document> build() {
    std::vector<toml_node_id> open;
    toml_node_id at = 0;
    for (;;) {
      const toml_node& n = tree_.at(at);
      put(n);
      toml_node_id next = n.next;
      if (n.is_container()) {
        open.push_back(at);
        next = n.first;
      }
      while (next == toml_node::none) {
        const toml_node& done = tree_.at(open.back());
        open.pop_back();
        if (done.what == type::table) {
          into_.end_object();
        } else {
          into_.end_array();
        }
        if (open.empty()) return into_.finish();
        next = done.next;
      }
      at = next;
      if (tree_.at(open.back()).what == type::table) {
        into_.key(tree_.at(at).key);
      }
    }
  }

  void put(const toml_node& n) {
    switch (n.what) {
      case type::boolean:
        into_.boolean(n.boolean);
        break;
      case type::integer:
        into_.integer(n.integer);
        break;
      case type::real:
        into_.real(n.real);
        break;
      case type::string:
        into_.string(tree_.text_of(n));
        break;
      case type::table:
        into_.begin_object();
        break;
      default:
        into_.begin_array();
        break;
    }
  }

  toml_text in_;
  toml_tree tree_;
  builder into_;
  std::size_t base_;  // of the text in the input
  text::rounding_watch* numbers_;
  toml_node_id table_ = 0;      // of the last header
  std::uint32_t section_ = 0;   // of that header
  std::uint32_t sections_ = 0;  // headers and inline tables so far
  std::vector<frame> open_;
  std::string key_;
  std::string string_;
};

}  // namespace

result<document> read_toml(std::string_view text, const limits& bounds,
                           const number_options& numbers) {
  const auto read = [&](std::string_view rest, std::size_t skipped,
                        text::rounding_watch& watch) -> result<document> {
    if (bounds.max_depth == 0) {
      return error{error_code::depth_limit, 0,
                   "containers are nested deeper than limits::max_depth"};
    }
    return reader(rest, bounds, skipped, watch).read();
  };
  return read_whole_text(text, bounds, numbers, read);
}

}  // namespace pith::interchange
