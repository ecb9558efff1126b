// SPDX-License-Identifier: MIT
#include <pith/goon.hpp>

#include "goon/order.hpp"
#include "goon/words.hpp"
#include "text/output.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace pith::inline v0::goon {

namespace {

/// Writes one response after what is in `out`. What is checked for UTF-8 is
/// the text, at its end: what does not come into it does not matter.
class response_writer {
 public:
  response_writer(std::string& out, const graph_response& response,
                  const encode_options& options)
      : out_(&out), response_(&response), options_(&options) {}

  [[nodiscard]] result<void> run() {
    const std::size_t begin = out_->size();
    if (const auto good = collect_nodes(); !good) return good;
    edges_ = is_path_finding(*response_) ? path_edges(*response_)
                                         : sorted_edges(*response_);
    put_header();
    put_nodes();
    if (is_path_finding(*response_)) {
      put_paths();
    } else {
      put_edges();
    }
    if (response_->rows) put_rows(*response_->rows);
    const auto written = std::string_view(*out_).substr(begin);
    if (text::find_invalid_utf8(written) != text::valid_utf8) {
      return error{error_code::invalid_utf8, 0, "a text must be UTF-8"};
    }
    return {};
  }

 private:
  /// A node and its properties as they are written.
  struct node_line {
    const node* of;
    std::string properties;
  };

  [[nodiscard]] result<void> collect_nodes() {
    const bool is_ordered = is_aggregation(*response_);
    const node_list list =
        is_ordered ? nodes_as_given(*response_) : sorted_nodes(*response_);
    lines_.reserve(list.size());
    for (const node* each : list) {
      node_line line{each, {}};
      if (const auto good = append_properties(line); !good) return good;
      // Two nodes of one identity: the lesser text, whichever came first.
      node_line* const last = lines_.empty() ? nullptr : &lines_.back();
      if (!is_ordered && last != nullptr && last->of->id == each->id &&
          last->of->type == each->type) {
        if (line.properties < last->properties) *last = std::move(line);
        continue;
      }
      lines_.push_back(std::move(line));
    }
    return {};
  }

  [[nodiscard]] result<void> append_properties(node_line& line) {
    struct ranked {
      unsigned priority;
      const property* of;
    };
    std::vector<ranked> order;
    order.reserve(line.of->properties.size());
    for (const property& each : line.of->properties) {
      order.push_back({priority_of(each.key), &each});
    }
    std::sort(order.begin(), order.end(), [](const ranked& a, const ranked& b) {
      return a.priority != b.priority ? a.priority < b.priority
                                      : a.of->key < b.of->key;
    });
    const property* last = nullptr;
    for (const ranked& each : order) {
      if (last != nullptr && last->key == each.of->key) {
        return error{error_code::duplicate_key, 0,
                     "a node must have each property once"};
      }
      last = each.of;
      append_property(line.properties, *last);
    }
    return {};
  }

  void append_property(std::string& out, const property& p) {
    if (std::holds_alternative<std::monostate>(p.value)) return;
    const std::size_t before = out.size();
    out += ' ';
    append_name(out, p.key);
    out += '=';
    const written_value done = append_value(out, p.key, p.value, *options_);
    if (done.is_omitted) {
      out.resize(before);
      return;
    }
    const std::uint64_t length =
        p.full_length != 0 ? p.full_length : done.full_length;
    if (length == 0) return;
    out += ' ';
    append_name(out, p.key + "_len");
    out += '=';
    append_integer(out, length);
  }

  std::string& line(std::string_view begin) {
    *out_ += begin;
    return *out_;
  }
  void end_line() { *out_ += '\n'; }
  void put_count(std::string_view label, std::uint64_t count) {
    append_integer(line(label), count);
    end_line();
  }

  void put_header() {
    line("@header\nquery_type:");
    append_name(*out_, response_->query_type);
    line("\ngoon_version:") += version;
    end_line();
    put_count("nodes:", lines_.size());
    put_count("edges:", edges_.size());
    if (response_->pagination) {
      if (response_->pagination->has_more) line("has_more:true\n");
      put_count("total_rows:", response_->pagination->total_rows);
    }
    if (!is_aggregation(*response_)) return;
    if (response_->rows) put_count("rows:", response_->rows->size());
    put_descriptors("group_by:", response_->group_columns);
    put_descriptors("aggregations:", response_->columns);
  }

  template <class List>
  void put_descriptors(std::string_view label, const List& list) {
    if (list.empty()) return;
    *out_ += label;
    for (const auto& each : list) {
      if (&each != &list.front()) *out_ += ',';
      put_descriptor(each);
    }
    end_line();
  }

  /// `name(node:Entity)`, `name(property:other)`, `name(kind)`
  void put_descriptor(const group_column& by) {
    append_name(*out_, by.name);
    *out_ += '(';
    append_name(*out_, by.kind);
    const std::optional<std::string>* detail = nullptr;
    if (by.kind == "node") detail = &by.entity;
    if (by.kind == "property" && by.property != by.name) detail = &by.property;
    if (detail != nullptr && *detail) {
      *out_ += ':';
      append_name(*out_, **detail);
    }
    *out_ += ')';
  }

  /// `name(function)`, `name(function:target)`, and with `.property`
  void put_descriptor(const column& metric) {
    append_name(*out_, metric.name);
    *out_ += '(';
    append_name(*out_, metric.function);
    if (metric.target) {
      *out_ += ':';
      append_name(*out_, *metric.target);
      if (metric.property) {
        *out_ += '.';
        append_name(*out_, *metric.property);
      }
    }
    *out_ += ')';
  }

  /// `Type(count):` before each run of one type.
  template <class List, class Type>
  void put_run(const List& list, std::size_t i, Type type) {
    if (i != 0 && type(list[i]) == type(list[i - 1])) return;
    std::size_t end = i + 1;
    while (end < list.size() && type(list[end]) == type(list[i])) ++end;
    append_name(*out_, type(list[i]));
    *out_ += '(';
    append_integer(*out_, std::uint64_t{end - i});
    line("):\n");
  }

  void put_nodes() {
    line("@nodes\n");
    const auto type = [](const node_line& l) -> const std::string& {
      return l.of->type;
    };
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      put_run(lines_, i, type);
      append_integer(*out_, lines_[i].of->id);
      *out_ += lines_[i].properties;
      end_line();
    }
  }

  void put_edges() {
    line("@edges\n");
    const auto type = [](const edge* e) -> const std::string& {
      return e->type;
    };
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      const edge& e = *edges_[i];
      put_run(edges_, i, type);
      append_reference(*out_, e.from, e.from_id);
      line(" --> ");
      append_reference(*out_, e.to, e.to_id);
      if (e.depth) append_integer(line(" depth="), *e.depth);
      end_line();
    }
  }

  /// `path=P: A:1 --REL--> B:2 --REL--> C:3`. Where an edge does not begin at
  /// the end of the one before, ` ? ` and its beginning stand between them.
  void put_paths() {
    line("@paths\n");
    const edge* last = nullptr;
    for (const edge* e : edges_) {
      const bool is_new = last == nullptr || last->path_id != e->path_id;
      if (is_new) {
        if (last != nullptr) end_line();
        append_integer(line("path="), e->path_id.value_or(0));
        line(": ");
        append_reference(*out_, e->from, e->from_id);
      } else if (last->to_id != e->from_id || last->to != e->from) {
        append_reference(line(" ? "), e->from, e->from_id);
      }
      append_name(line(" --"), e->type);
      append_reference(line("--> "), e->to, e->to_id);
      last = e;
    }
    if (last != nullptr) end_line();
  }

  void put_rows(const std::vector<row>& rows) {
    line("@rows\n");
    cell_finder cells;
    for (const row& each : rows) {
      cells.look_at(each);
      const std::size_t begin = out_->size();
      for (const group_column& by : response_->group_columns) {
        put_cell(cells.find(by.name), by.name, begin);
      }
      for (const column& metric : response_->columns) {
        put_cell(cells.find(metric.name), metric.name, begin);
      }
      end_line();
    }
  }

  void put_cell(const cell* found, const std::string& name, std::size_t begin) {
    if (found == nullptr) return;
    const std::size_t before = out_->size();
    if (before != begin) *out_ += ' ';
    append_name(*out_, name);
    *out_ += '=';
    if (const node* n = std::get_if<node>(&found->value)) {
      append_reference(*out_, n->type, n->id);
      return;
    }
    const scalar& value = *std::get_if<scalar>(&found->value);
    if (append_value(*out_, name, value, *options_).is_omitted) {
      out_->resize(before);
    }
  }

  std::string* out_;
  const graph_response* response_;
  const encode_options* options_;
  std::vector<node_line> lines_;
  edge_list edges_;
};

}  // namespace

result<void> append(std::string& out, const graph_response& response,
                    const encode_options& options) {
  const std::size_t before = out.size();
  const auto done = response_writer(out, response, options).run();
  if (!done) out.resize(before);
  return done;
}

result<std::string> encode(const graph_response& response,
                           const encode_options& options) {
  std::string text;
  if (const auto done = append(text, response, options); !done) {
    return done.error();
  }
  return text;
}

result<void> encode_to(sink& out, const graph_response& response,
                       const encode_options& options) {
  const auto text = encode(response, options);
  if (!text) return text.error();
  text::output target;
  target.open(out, std::numeric_limits<std::size_t>::max());
  target.put(*text);
  if (target.close()) return {};
  return error{error_code::write_failed, 0, "the sink refused bytes"};
}

}  // namespace pith::inline v0::goon
