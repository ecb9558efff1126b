// SPDX-License-Identifier: MIT
#include "install/unified_diff.hpp"

#include "console/diagnostics.hpp"
#include "terminal/terminal.hpp"

#include <algorithm>

namespace cli {

namespace {

constexpr std::size_t context = 3;

using lines = std::vector<std::string_view>;

/// With their ends; the last one may have none.
lines lines_of(std::string_view text) {
  lines all;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    all.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return all;
}

/// Old lines [first, last) that become new lines [new_first, new_last).
struct change {
  std::size_t first;
  std::size_t last;
  std::size_t new_first;
  std::size_t new_last;
};

/// Takes off what both sides begin and end with.
void narrow(change& c, const lines& before, const lines& after) {
  while (c.first < c.last && c.new_first < c.new_last &&
         before[c.first] == after[c.new_first]) {
    ++c.first;
    ++c.new_first;
  }
  while (c.first < c.last && c.new_first < c.new_last &&
         before[c.last - 1] == after[c.new_last - 1]) {
    --c.last;
    --c.new_last;
  }
}

/// The places of offsets, which must grow from call to call, in lines.
class line_finder {
 public:
  explicit line_finder(const lines& all) : all_(&all) {}
  /// The line that holds the offset; that after the last one at the end.
  std::size_t find(std::size_t offset) {
    while (at_ < all_->size() && begin_ + (*all_)[at_].size() <= offset) {
      begin_ += (*all_)[at_++].size();
    }
    return at_;
  }

 private:
  const lines* all_;
  std::size_t at_ = 0;
  std::size_t begin_ = 0;
};

std::vector<change> changes_of(const lines& before, const lines& after,
                               const std::vector<splice>& edits) {
  std::vector<change> all;
  line_finder old_lines{before};
  line_finder new_lines{after};
  std::size_t old_end = 0;  // of the last edit
  std::size_t new_end = 0;
  for (const splice& edit : edits) {
    const std::size_t new_begin = new_end + (edit.begin - old_end);
    old_end = edit.end;
    new_end = new_begin + edit.text.size();
    change c{};
    c.first = old_lines.find(edit.begin);
    c.new_first = new_lines.find(new_begin);
    c.last = std::min(old_lines.find(edit.end) + 1, before.size());
    c.new_last = std::min(new_lines.find(new_end) + 1, after.size());
    if (!all.empty() && c.first <= all.back().last) {
      all.back().last = c.last;
      all.back().new_last = c.new_last;
    } else {
      all.push_back(c);
    }
  }
  for (change& c : all) narrow(c, before, after);
  return all;
}

class diff_writer {
 public:
  diff_writer(const lines& before, const lines& after, bool for_terminal,
              bool with_colours)
      : before_(&before),
        after_(&after),
        for_terminal_(for_terminal),
        with_colours_(with_colours) {}

  void head(std::string_view file) {
    put("--- " + printable(file), colour::bold);
    put("+++ " + printable(file), colour::bold);
  }

  /// Changes that are near one another.
  void hunk(const std::vector<change>& near) {
    const std::size_t lead = std::min(near.front().first, context);
    const std::size_t first = near.front().first - lead;
    const std::size_t last =
        std::min(near.back().last + context, before_->size());
    const std::size_t new_first = near.front().new_first - lead;
    const std::size_t new_last = near.back().new_last + last - near.back().last;
    put("@@ -" + range(first, last) + " +" + range(new_first, new_last) + " @@",
        colour::cyan);
    std::size_t at = first;
    for (const change& c : near) {
      for (; at < c.first; ++at) line(' ', (*before_)[at], colour::none);
      for (; at < c.last; ++at) line('-', (*before_)[at], colour::red);
      for (std::size_t i = c.new_first; i < c.new_last; ++i) {
        line('+', (*after_)[i], colour::green);
      }
    }
    for (; at < last; ++at) line(' ', (*before_)[at], colour::none);
  }

  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  static std::string range(std::size_t first, std::size_t last) {
    const std::size_t count = last - first;
    // Nothing stands after a line, not at one.
    return std::to_string(count == 0 ? first : first + 1) + "," +
           std::to_string(count);
  }

  void put(const std::string& words, colour with) {
    out_ += painted(words, with, with_colours_);
    out_ += '\n';
  }

  void line(char mark, std::string_view text, colour with) {
    const bool has_end = text.ends_with('\n');
    if (has_end) text.remove_suffix(1);
    std::string shown(1, mark);
    if (for_terminal_) {
      if (text.ends_with('\r')) text.remove_suffix(1);
      shown += printable(text);
    } else {
      shown += text;
    }
    put(shown, with);
    if (!has_end) put("\\ No newline at end of file", colour::dim);
  }

  const lines* before_;
  const lines* after_;
  bool for_terminal_;
  bool with_colours_;
  std::string out_;
};

}  // namespace

std::string unified_diff(std::string_view file, std::string_view text,
                         const std::vector<splice>& edits, bool for_terminal,
                         bool with_colours) {
  const std::string changed = apply_splices(text, edits);
  const lines before = lines_of(text);
  const lines after = lines_of(changed);
  diff_writer out{before, after, for_terminal, with_colours};
  out.head(file);
  std::vector<change> near;
  for (const change& c : changes_of(before, after, edits)) {
    if (!near.empty() && c.first > near.back().last + 2 * context) {
      out.hunk(near);
      near.clear();
    }
    near.push_back(c);
  }
  if (!near.empty()) out.hunk(near);
  return out.take();
}

}  // namespace cli
