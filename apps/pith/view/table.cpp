// SPDX-License-Identifier: MIT
#include "terminal/layout.hpp"
#include "terminal/terminal.hpp"
#include "view/columns.hpp"
#include "view/view.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

namespace cli {

namespace {

/// What one line of a frame is made of.
struct rule {
  std::string_view left, line, cross, right;
};

constexpr std::array<rule, 3> drawn = {
    {{"\u250c", "\u2500", "\u252c", "\u2510"},
     {"\u251c", "\u2500", "\u253c", "\u2524"},
     {"\u2514", "\u2500", "\u2534", "\u2518"}}};
constexpr rule typed{"+", "-", "+", "+"};

class table {
 public:
  table(pith::array_view rows, const view_style& style)
      : rows_(rows), style_(style), columns_(columns_of_rows(rows)) {
    const std::size_t shown = std::min(rows.size(), style.rows);
    head_ = shown - shown / 2;
    tail_ = shown / 2;
    measure();
    const std::size_t count = columns_.size();
    const shown_columns fit =
        fit_columns(columns_, style.width, columns_of(style.ellipsis()));
    for (std::size_t i = 0; i < fit.left; ++i) order_.push_back(i);
    gap_ = fit.left + fit.right < count ? fit.left : none;
    for (std::size_t i = count - fit.right; i < count; ++i) {
      order_.push_back(i);
    }
    for (std::size_t i = 0; i < order_.size(); ++i) {
      places_.emplace(columns_[order_[i]].name, i);
    }
  }

  std::string text() {
    add_rule(0);
    add_line([&](const table_column& c) { return text_of(c.name); },
             colour::bold);
    add_line([](const table_column& c) { return c.type(); }, colour::dim);
    add_rule(1);
    for_shown_rows([&](pith::value row) { add_row(row); },
                   [&] {
                     add_line([&](const table_column&) {
                       return style_.unicode ? "\u00b7" : ".";
                     });
                   });
    add_rule(2);
    return std::move(out_) + footer() + '\n';
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  template <class Row, class Break>
  void for_shown_rows(Row on_row, Break on_break) {
    std::size_t at = 0;
    for (const pith::value row : rows_) {
      if (at < head_ || at >= rows_.size() - tail_) {
        on_row(row);
      } else if (at == head_) {
        on_break();
      }
      ++at;
    }
  }

  /// What the columns would take if there were room for everything.
  void measure() {
    std::unordered_map<std::string_view, table_column*> by_name;
    for (table_column& c : columns_) {
      c.width = std::max(columns_of(text_of(c.name)), c.type().size());
      by_name.emplace(c.name, &c);
    }
    for_shown_rows(
        [&](pith::value row) {
          const auto members = row.get_object();
          if (!members) return;
          for (const auto& [key, v] : *members) {
            std::size_t& width = by_name.find(key)->second->width;
            width =
                std::max(width, columns_of(cell_text(v, style_.width, style_)));
          }
        },
        [] {});
  }

  [[nodiscard]] std::string text_of(std::string_view name) const {
    return bare_text(name, style_.width, style_);
  }

  void add_rule(std::size_t which) {
    const rule& r = style_.unicode ? drawn[which] : typed;
    const auto part = [&](std::size_t width) {
      for (std::size_t i = 0; i < width + 2; ++i) out_ += r.line;
    };
    out_ += r.left;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      if (i == gap_) {
        part(columns_of(style_.ellipsis()));
        out_ += r.cross;
      }
      part(columns_[order_[i]].width);
      // The ellipsis stands last when there is one column only.
      if (i + 1 < order_.size()) out_ += r.cross;
    }
    if (gap_ == order_.size()) {
      out_ += r.cross;
      part(columns_of(style_.ellipsis()));
    }
    out_ += r.right;
    out_ += '\n';
  }

  /// One line of cells; `cell` makes the text of a column.
  template <class Cell>
  void add_line(Cell cell, colour with = colour::none) {
    const std::string_view bar = style_.unicode ? "\u2502" : "|";
    const auto add = [&](const std::string& text) {
      out_ += bar;
      out_ += ' ' + painted(text, with, style_.colour) + ' ';
    };
    for (std::size_t i = 0; i < order_.size(); ++i) {
      if (i == gap_) add(std::string(style_.ellipsis()));
      const table_column& c = columns_[order_[i]];
      add(padded(cut_to(cell(c), c.width, style_.ellipsis()), c.width,
                 c.is_number()));
    }
    if (gap_ == order_.size()) add(std::string(style_.ellipsis()));
    out_ += bar;
    out_ += '\n';
  }

  void add_row(pith::value row) {
    std::vector<std::optional<pith::value>> cells(order_.size());
    if (const auto members = row.get_object()) {
      for (const auto& [key, v] : *members) {
        const auto found = places_.find(key);
        if (found != places_.end()) cells[found->second] = v;
      }
    }
    std::size_t at = 0;
    add_line([&](const table_column& c) {
      const auto& v = cells[at++];
      return v ? cell_text(*v, c.width, style_) : std::string();
    });
  }

  [[nodiscard]] std::string footer() const {
    std::string out = counted(rows_.size(), "row") + ", " +
                      counted(columns_.size(), "column");
    std::string shown;
    if (head_ + tail_ < rows_.size()) shown = counted(head_ + tail_, "row");
    if (order_.size() < columns_.size()) {
      shown += (shown.empty() ? "" : ", ") + counted(order_.size(), "column");
    }
    return shown.empty() ? out : out + " (" + shown + " shown)";
  }

  pith::array_view rows_;
  const view_style& style_;
  std::vector<table_column> columns_;
  std::vector<std::size_t> order_;  // the columns that are shown
  std::unordered_map<std::string_view, std::size_t> places_;  // in order_
  std::size_t gap_ = none;  // the place before which columns are left out
  std::size_t head_ = 0;
  std::size_t tail_ = 0;
  std::string out_;
};

}  // namespace

std::string table_view(pith::array_view rows, const view_style& style) {
  return table{rows, style}.text();
}

}  // namespace cli
