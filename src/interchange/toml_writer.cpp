// SPDX-License-Identifier: MIT
#include "interchange/spelling.hpp"
#include "interchange/toml.hpp"
#include "interchange/walk.hpp"
#include "text/expansion.hpp"

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

namespace pith::interchange {

namespace {

bool is_bare_key(std::string_view key) {
  return !key.empty() && std::ranges::all_of(key, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

void append_string(std::string& out, std::string_view text) {
  append_quoted(out, text, [](std::uint32_t) { return true; });
}

void append_key(std::string& out, std::string_view key) {
  if (is_bare_key(key)) {
    out += key;
  } else {
    append_string(out, key);
  }
}

/// Arrays of tables get headers; other arrays, and what is inside them, stand
/// on one line.
bool is_list_of_tables(const array_view& list) {
  return !list.empty() && std::all_of(list.begin(), list.end(), [](value v) {
    return v.type() == kind::object;
  });
}

bool has_header(value v) {
  if (const auto table = v.get_object()) return !table->empty();
  const auto list = v.get_array();
  return list && is_list_of_tables(*list);
}

/// Values on one line. Stops at a null.
class inline_writer {
 public:
  explicit inline_writer(text::output& out) noexcept : out_(&out) {}

  bool scalar(value v) {
    text_.clear();
    if (const auto text = v.get_string()) {
      append_string(text_, *text);
    } else if (!append_plain(text_, v)) {
      return false;
    }
    separate();
    out_->put(text_);
    return !out_->failed();
  }
  bool begin_array(const array_view&) {
    separate();
    out_->put('[');
    is_first_ = true;
    return true;
  }
  bool end_array() {
    out_->put(']');
    is_first_ = false;
    return true;
  }
  bool begin_object(const object_view&) {
    separate();
    out_->put('{');
    is_first_ = true;
    return true;
  }
  bool end_object() {
    out_->put('}');
    is_first_ = false;
    return true;
  }
  bool key(std::string_view key) {
    separate();
    text_.clear();
    append_key(text_, key);
    text_ += " = ";
    out_->put(text_);
    is_first_ = true;  // nothing between the key and its value
    return true;
  }

 private:
  void separate() {
    if (!is_first_) out_->put(", ");
    is_first_ = false;
  }

  text::output* out_;
  std::string text_;
  bool is_first_ = true;
};

/// Walks over tables that have headers with a stack of its own.
class writer {
 public:
  explicit writer(text::output& out) noexcept : out_(&out) {}

  result<void> write(const object_view& root) {
    if (const auto done = enter(root); !done) return done;
    while (!open_.empty()) {
      path_.resize(path_size_of(open_.back()));
      if (auto* const table = std::get_if<table_frame>(&open_.back())) {
        if (table->at == table->end) {
          open_.pop_back();
        } else if (const auto done = section(*table->at++); !done) {
          return done;
        }
      } else if (auto& list = std::get<list_frame>(open_.back());
                 list.at == list.end) {
        open_.pop_back();
      } else {
        const value element = *list.at++;
        put_header("[[", "]]");
        const auto members = element.get_object();
        if (!members) continue;  // all of them are objects
        if (const auto done = enter(*members); !done) return done;
      }
      if (out_->failed()) return {};
    }
    return {};
  }

 private:
  struct table_frame {
    object_view::iterator at;
    object_view::iterator end;
    std::size_t path_size;
  };
  struct list_frame {
    array_view::iterator at;
    array_view::iterator end;
    std::size_t path_size;
  };
  using frame = std::variant<table_frame, list_frame>;

  static std::size_t path_size_of(const frame& f) {
    return std::visit([](const auto& each) { return each.path_size; }, f);
  }

  /// The members without headers now, the others later.
  result<void> enter(const object_view& table) {
    for (const member m : table) {
      if (has_header(m.value)) continue;
      line_.clear();
      append_key(line_, m.key);
      line_ += " = ";
      out_->put(line_);
      inline_writer values(*out_);
      if (!walk(m.value, values) && !out_->failed()) {
        return error{error_code::not_supported, 0,
                     "TOML has no null; leave the member out"};
      }
      out_->put('\n');
      has_output_ = true;
    }
    open_.emplace_back(table_frame{table.begin(), table.end(), path_.size()});
    return {};
  }

  result<void> section(const member& m) {
    if (!has_header(m.value)) return {};
    if (!path_.empty()) path_ += '.';
    append_key(path_, m.key);
    if (const auto list = m.value.get_array()) {
      open_.emplace_back(list_frame{list->begin(), list->end(), path_.size()});
      return {};
    }
    const auto table = m.value.get_object();
    if (!table) return {};
    // A header above nothing but headers says nothing.
    const bool has_plain =
        std::any_of(table->begin(), table->end(),
                    [](const member& each) { return !has_header(each.value); });
    if (has_plain) put_header("[", "]");
    return enter(*table);
  }

  void put_header(std::string_view opening, std::string_view closing) {
    if (has_output_) out_->put('\n');
    has_output_ = true;
    out_->put(opening);
    out_->put(path_);
    out_->put(closing);
    out_->put('\n');
  }

  text::output* out_;
  std::vector<frame> open_;
  std::string path_;
  std::string line_;
  bool has_output_ = false;
};

}  // namespace

result<void> write_toml(sink& out, value v, const limits& bounds) {
  const auto root = v.get_object();
  if (!root) {
    return error{error_code::misplaced_value, 0,
                 "a TOML text is a table; wrap the value in an object"};
  }
  text::output target;
  target.open(out,
              text::max_output_bytes(detail::document_access::data(v), bounds));
  if (const auto done = writer(target).write(*root); !done) return done;
  return text::finish(target);
}

}  // namespace pith::interchange
