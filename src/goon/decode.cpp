// SPDX-License-Identifier: MIT
#include <pith/goon.hpp>

#include "goon/header.hpp"
#include "goon/order.hpp"
#include "goon/words.hpp"
#include "text/expansion.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <utility>

namespace pith::inline v0::goon {

namespace {

class response_reader {
 public:
  response_reader(std::string_view text, const limits& bounds) noexcept
      : at_(text, bounds.max_line_bytes),
        max_items_(bounds.max_items),
        types_left_(text::max_output_bytes(text.size(), bounds)) {}

  [[nodiscard]] bool run() {
    if (!read_header(at_, header_, made_)) return false;
    if (!expect_line("@nodes") || !read_nodes()) return false;
    if (is_path_finding(made_)) {
      if (!expect_line("@paths") || !read_paths()) return false;
    } else {
      if (!expect_line("@edges") || !read_edges()) return false;
    }
    if (at_.next_line()) {
      at_.stay();
      return expect_line("@rows") && read_rows();
    }
    return !at_.has_failed() && (!header_.has_rows || fail_count());
  }

  [[nodiscard]] const error& problem() const noexcept { return at_.problem(); }
  [[nodiscard]] graph_response& made() noexcept { return made_; }

 private:
  [[nodiscard]] bool expect_line(std::string_view section) {
    if (at_.next_line()) {
      if (at_.line() == section) return true;
      at_.fail(error_code::invalid_line, at_.offset(),
               "expected the beginning of another section");
    } else if (!at_.has_failed()) {
      at_.fail(error_code::unexpected_end, at_.offset(),
               "a section is missing");
    }
    return false;
  }

  [[nodiscard]] bool fail_count() {
    return at_.fail(error_code::count_mismatch, at_.offset(),
                    "a section or a run must have as many lines as announced");
  }

  [[nodiscard]] bool has_room(std::size_t items, std::size_t type_bytes) {
    if (items >= max_items_) {
      return at_.fail(error_code::item_limit, at_.offset(),
                      "more items than limits::max_items");
    }
    if (type_bytes > types_left_) {
      return at_.fail(error_code::expansion_limit, at_.offset(),
                      "the types would be larger than limits::max_expansion "
                      "times the text");
    }
    types_left_ -= type_bytes;
    return true;
  }

  /// Goes to the next line of a section that consists of runs, and reads the
  /// beginnings of runs. False at the end of the section and on failure.
  [[nodiscard]] bool next_in_runs(std::string_view end) {
    while (at_.next_line()) {
      const bool is_end = at_.line() == end;
      if (left_in_run_ != 0) {
        if (!is_end && !ends_like_run(at_.line())) {
          --left_in_run_;
          return true;
        }
        return fail_count();
      }
      if (is_end) {
        at_.stay();
        return false;
      }
      if (!read_run()) return false;
    }
    return !at_.has_failed() && left_in_run_ != 0 && fail_count();
  }

  /// `Type(count):`
  [[nodiscard]] bool read_run() {
    if (!at_.read_name(type_) ||
        !at_.expect("(", "a type must be followed by (count):") ||
        !at_.read_count(left_in_run_) ||
        !at_.expect("):", "a type must be followed by (count):") ||
        !at_.expect_end("nothing may follow (count):")) {
      return false;
    }
    return left_in_run_ != 0 ||
           at_.fail(error_code::invalid_count, at_.offset(),
                    "a run must not be empty");
  }

  [[nodiscard]] bool read_nodes() {
    const std::string_view end = is_path_finding(made_) ? "@paths" : "@edges";
    while (next_in_runs(end)) {
      if (!has_room(made_.nodes.size(), type_.size())) return false;
      node& into = made_.nodes.emplace_back();
      into.type = type_;
      if (!at_.read_integer(into.id) || !read_properties(into)) return false;
    }
    if (at_.has_failed()) return false;
    return made_.nodes.size() == header_.nodes || fail_count();
  }

  /// No line of a node or an edge ends like the beginning of a run: a bare word
  /// has no parenthesis, and a quoted one ends with its quote.
  [[nodiscard]] static bool ends_like_run(std::string_view line) noexcept {
    return line.ends_with("):");
  }

  [[nodiscard]] bool read_properties(node& into) {
    keys_.clear();
    while (!at_.is_at_end()) {
      if (!at_.expect(" ", "properties must be separated by one space")) {
        return false;
      }
      const std::size_t begin = at_.offset();
      property p;
      if (!at_.read_name(p.key) ||
          !at_.expect("=", "a key must be followed by =") ||
          !read_scalar(p.value)) {
        return false;
      }
      if (is_length_of_last(into, p) || is_nothing(p.value)) continue;
      into.properties.push_back(std::move(p));
      keys_.push_back({into.properties.size() - 1, begin});
    }
    return has_unique_keys(into);
  }

  /// An empty string, which is written as nothing.
  [[nodiscard]] static bool is_nothing(const scalar& value) {
    const auto* const text = std::get_if<std::string>(&value);
    return text != nullptr && text->empty();
  }

  /// `name_len=300` after a name that ends with an ellipsis.
  [[nodiscard]] static bool is_length_of_last(node& into, const property& p) {
    if (into.properties.empty()) return false;
    property& last = into.properties.back();
    const auto* const text = std::get_if<std::string>(&last.value);
    const auto* const length = std::get_if<std::int64_t>(&p.value);
    const std::string_view key = p.key;
    if (text == nullptr || length == nullptr || last.full_length != 0 ||
        !text->ends_with("...") || !key.ends_with("_len") ||
        key.substr(0, key.size() - 4) != last.key) {
      return false;
    }
    const std::size_t limit = length_limit(last.key);
    if (*length <= static_cast<std::int64_t>(limit) ||
        count_code_points(*text) > limit) {
      return false;
    }
    last.full_length = static_cast<std::uint64_t>(*length);
    return true;
  }

  [[nodiscard]] bool has_unique_keys(const node& of) {
    const auto key = [&](const key_place& p) -> const std::string& {
      return of.properties[p.index].key;
    };
    std::sort(keys_.begin(), keys_.end(),
              [&](const key_place& a, const key_place& b) {
                const int order = key(a).compare(key(b));
                return order != 0 ? order < 0 : a.index < b.index;
              });
    for (std::size_t i = 1; i < keys_.size(); ++i) {
      if (key(keys_[i]) != key(keys_[i - 1])) continue;
      return at_.fail(error_code::duplicate_key, keys_[i].offset,
                      "a node must have each property once");
    }
    return true;
  }

  [[nodiscard]] bool read_scalar(scalar& into) {
    if (at_.is_at("\"")) {
      std::string text;
      if (!at_.read_quoted(text)) return false;
      into = std::move(text);
      return true;
    }
    const std::string_view word = at_.take_bare();
    if (word.empty()) {
      return at_.fail(error_code::invalid_line, at_.offset(),
                      "expected a value");
    }
    into = read_bare(word);
    return true;
  }

  /// `From:1 --> To:2 depth=3`
  [[nodiscard]] bool read_edges() {
    while (next_in_runs("@rows")) {
      if (!has_room(made_.edges.size(), type_.size())) return false;
      edge& into = made_.edges.emplace_back();
      into.type = type_;
      if (!at_.read_reference(into.from, into.from_id) ||
          !at_.expect(" --> ", "the ends of an edge must be joined by -->") ||
          !at_.read_reference(into.to, into.to_id)) {
        return false;
      }
      if (at_.take(" depth=") && !at_.read_integer(into.depth.emplace())) {
        return false;
      }
      if (!at_.expect_end("only a depth may follow an edge")) return false;
    }
    if (at_.has_failed()) return false;
    return made_.edges.size() == header_.edges || fail_count();
  }

  [[nodiscard]] bool read_paths() {
    while (at_.next_line()) {
      if (at_.line() == "@rows") {
        at_.stay();
        break;
      }
      if (!read_path()) return false;
    }
    if (at_.has_failed()) return false;
    return made_.edges.size() == header_.edges || fail_count();
  }

  [[nodiscard]] bool read_path() {
    std::int64_t path = 0;
    std::string from;
    std::int64_t from_id = 0;
    if (!at_.expect("path=", "a path must begin with path=") ||
        !read_path_id(path) ||
        !at_.expect(" ", "a path must be followed by its first node") ||
        !at_.read_reference(from, from_id)) {
      return false;
    }
    std::int64_t step = 0;
    do {
      if (at_.take(" ? ") && !at_.read_reference(from, from_id)) return false;
      if (!has_room(made_.edges.size(), from.size())) return false;
      edge& into = made_.edges.emplace_back();
      into.path_id = path;
      into.step = step++;
      into.from = std::move(from);
      into.from_id = from_id;
      if (!read_relation(into.type) ||
          !at_.read_reference(into.to, into.to_id)) {
        return false;
      }
      from = into.to;
      from_id = into.to_id;
    } while (!at_.is_at_end());
    return true;
  }

  /// `7:`, where `:` could belong to a word.
  [[nodiscard]] bool read_path_id(std::int64_t& into) {
    const std::size_t begin = at_.offset();
    std::string_view word = at_.take_bare();
    if (word.ends_with(':')) {
      word.remove_suffix(1);
      const scalar read = word.empty() ? scalar{} : read_bare(word);
      if (const auto* id = std::get_if<std::int64_t>(&read)) {
        into = *id;
        return true;
      }
    }
    return at_.fail(error_code::invalid_line, begin,
                    "a path must begin with path=, its id and :");
  }

  /// ` --REL--> `
  [[nodiscard]] bool read_relation(std::string& into) {
    constexpr const char* rule = "nodes of a path must be joined by --TYPE-->";
    if (!at_.expect(" --", rule)) return false;
    if (at_.is_at("\"")) {
      return at_.read_quoted(into) && at_.expect("--> ", rule);
    }
    const std::size_t begin = at_.offset();
    std::string_view word = at_.take_bare();  // with the arrow's dashes
    if (!word.ends_with("--") || word.size() < 3 || !at_.take("> ")) {
      return at_.fail(error_code::invalid_line, begin, rule);
    }
    word.remove_suffix(2);
    into = word;
    return true;
  }

  [[nodiscard]] bool read_rows() {
    std::vector<row>& rows = made_.rows.emplace();
    while (at_.next_line()) {
      if (!has_room(rows.size(), 0)) return false;
      if (!read_row(rows.emplace_back())) return false;
    }
    if (at_.has_failed()) return false;
    if (!is_aggregation(made_)) make_columns(rows);
    return !header_.has_rows || rows.size() == header_.rows || fail_count();
  }

  /// Only aggregations name their columns. For others each key is one, in the
  /// order in which they come.
  void make_columns(const std::vector<row>& rows) {
    struct key_use {
      std::string_view key;
      std::size_t number;
    };
    std::vector<key_use> uses;
    for (const row& each : rows) {
      for (const cell& c : each) uses.push_back({c.key, uses.size()});
    }
    std::stable_sort(
        uses.begin(), uses.end(),
        [](const key_use& a, const key_use& b) { return a.key < b.key; });
    const auto end = std::unique(
        uses.begin(), uses.end(),
        [](const key_use& a, const key_use& b) { return a.key == b.key; });
    uses.erase(end, uses.end());
    std::sort(uses.begin(), uses.end(), [](const key_use& a, const key_use& b) {
      return a.number < b.number;
    });
    for (const key_use& use : uses) {
      made_.columns.push_back({std::string(use.key), {}});
    }
  }

  [[nodiscard]] bool read_row(row& into) {
    if (at_.is_at_end()) return true;
    do {
      cell c;
      if (!at_.read_name(c.key) ||
          !at_.expect("=", "a key must be followed by =") || !read_cell(c)) {
        return false;
      }
      const scalar* const value = std::get_if<scalar>(&c.value);
      if (value == nullptr || !is_nothing(*value)) {
        into.push_back(std::move(c));
      }
    } while (at_.take(" "));
    return at_.expect_end("cells must be separated by one space");
  }

  /// `"a type":7` is a node, and in a group column of kind `node` also
  /// `Type:7`.
  [[nodiscard]] bool read_cell(cell& into) {
    if (at_.is_at("\"")) {
      std::string text;
      if (!at_.read_quoted(text)) return false;
      if (!at_.take(":")) {
        into.value = scalar(std::move(text));
        return true;
      }
      node& n = into.value.emplace<node>();
      n.type = std::move(text);
      return at_.read_integer(n.id);
    }
    if (is_node_column(into.key)) {
      node n;
      if (at_.take_reference(n.type, n.id)) {
        into.value = std::move(n);
        return true;
      }
    }
    return read_scalar(into.value.emplace<scalar>());
  }

  [[nodiscard]] bool is_node_column(std::string_view key) const noexcept {
    return std::binary_search(header_.node_columns.begin(),
                              header_.node_columns.end(), key);
  }

  struct key_place {
    std::size_t index;
    std::size_t offset;
  };

  cursor at_;
  std::size_t max_items_;
  std::size_t types_left_;
  header_counts header_;
  graph_response made_;
  std::string type_;  // of the run
  std::uint64_t left_in_run_ = 0;
  std::vector<key_place> keys_;
};

}  // namespace

result<graph_response> decode(std::string_view text,
                              const decode_options& options) {
  const std::size_t most =
      std::min(options.bounds.max_bytes, limits{}.max_bytes);
  if (text.size() > most) {
    return error{error_code::size_limit, most,
                 "the text is longer than limits::max_bytes"};
  }
  const std::size_t bad = text::find_invalid_utf8(text);
  if (bad != text::valid_utf8) {
    return error{error_code::invalid_utf8, bad, "the text must be UTF-8"};
  }
  response_reader reader(text, options.bounds);
  if (!reader.run()) return reader.problem();
  return std::move(reader.made());
}

}  // namespace pith::inline v0::goon
