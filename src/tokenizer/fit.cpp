// SPDX-License-Identifier: MIT
#include <pith/tokens.hpp>

#include <string>
#include <vector>

namespace pith::inline v0 {

namespace {

/// Head and rows as one text, and the exact count of each beginning of it as
/// far as that does not depend on what follows.
class counted_rows {
 public:
  counted_rows(token_counter& counter, std::string_view head,
               std::span<const std::string_view> rows)
      : counter_(counter) {
    text_ = head;
    settle();
    for (const std::string_view row : rows) {
      text_ += row;
      settle();
    }
  }

  /// The count of head, `rows` rows and `tail`.
  std::size_t total(std::size_t rows, std::string_view tail) {
    const mark& m = marks_[rows];
    scratch_.assign(text_, m.cut, m.end - m.cut);
    scratch_ += tail;
    return m.settled + counter_.count(scratch_);
  }

 private:
  struct mark {
    std::size_t end;      // of the text with these rows
    std::size_t cut;      // the last safe cut before it
    std::size_t settled;  // the count up to there
  };

  void settle() {
    const mark before = marks_.empty() ? mark{} : marks_.back();
    const std::string_view fresh = std::string_view{text_}.substr(before.cut);
    const std::size_t cut = counter_.last_safe_cut(fresh, fresh.size());
    marks_.push_back({text_.size(), before.cut + cut,
                      before.settled + counter_.count(fresh.substr(0, cut))});
  }

  token_counter& counter_;
  std::string text_;
  std::string scratch_;
  std::vector<mark> marks_;
};

}  // namespace

fitted fit(token_counter& counter, std::string_view head,
           std::span<const std::string_view> rows,
           const std::function<std::string(std::size_t rows)>& tail,
           std::size_t budget) {
  counted_rows counted{counter, head, rows};
  const auto total = [&](std::size_t n) {
    return counted.total(n, tail ? tail(n) : std::string());
  };
  // More rows cost more, but for a token or two where texts meet: so a search
  // by halves comes close, and the steps after it find the last that fits.
  std::size_t low = 0;
  std::size_t high = rows.size();
  while (low < high) {
    const std::size_t middle = low + (high - low + 1) / 2;
    if (total(middle) <= budget) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  std::size_t tokens = total(low);
  while (low < rows.size()) {
    const std::size_t more = total(low + 1);
    if (more > budget) break;
    ++low;
    tokens = more;
  }
  return {low, tokens, tokens <= budget};
}

}  // namespace pith::inline v0
