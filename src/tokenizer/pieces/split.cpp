// SPDX-License-Identifier: MIT
#include "tokenizer/pieces/split.hpp"

#include "tokenizer/unicode/unicode.hpp"

#include <utility>

namespace pith::inline v0::tokens {

void split_walk::open(text_range text) noexcept {
  text_ = text;
  done_ = search_from_ = text.begin;
  last_match_end_ = nullptr;
  has_ahead_ = has_match_ = false;
}

/// An empty match directly after the last one is passed over, so that every
/// search gets on.
bool split_walk::find_match() {
  for (;;) {
    if (search_from_ == nullptr ||
        !step_->what->find(text_, search_from_, match_, memory_.get())) {
      search_from_ = nullptr;
      return false;
    }
    if (!match_.empty() || match_.end != last_match_end_) break;
    if (search_from_ == text_.end) {
      search_from_ = nullptr;
      return false;
    }
    search_from_ += character_at(search_from_, text_.end).length;
  }
  search_from_ = last_match_end_ = match_.end;
  return true;
}

bool split_walk::next_part(part& out) {
  if (!has_match_) {
    if (!find_match()) {
      if (done_ == text_.end) return false;
      out = {{done_, text_.end}, false};
      done_ = text_.end;
      return true;
    }
    if (match_.begin != done_) {
      has_match_ = true;
      out = {{done_, match_.begin}, false};
      done_ = match_.begin;
      return true;
    }
  }
  has_match_ = false;
  out = {match_, true};
  done_ = match_.end;
  return true;
}

bool split_walk::take(part& out) {
  if (has_ahead_) {
    out = ahead_;
    has_ahead_ = false;
    return true;
  }
  if (!next_part(out)) return false;
  out.is_match ^= step_->is_inverted;
  return true;
}

bool split_walk::joins(const part& first, const part& second) const {
  switch (step_->behavior) {
    case match_behavior::merged_with_previous:
      return !first.is_match && second.is_match;
    case match_behavior::merged_with_next:
      return first.is_match && !second.is_match;
    case match_behavior::contiguous:
      return first.is_match == second.is_match;
    case match_behavior::removed:
    case match_behavior::isolated:
      break;
  }
  return false;
}

bool split_walk::next(text_range& piece) {
  part now;
  while (take(now)) {
    if (step_->behavior == match_behavior::removed && now.is_match) continue;
    if (step_->behavior > match_behavior::isolated) {
      const bool is_run = step_->behavior == match_behavior::contiguous;
      while (take(ahead_)) {
        if (!joins(now, ahead_)) {
          has_ahead_ = true;
          break;
        }
        now.text.end = ahead_.text.end;
        if (!is_run) break;  // at most one joins
      }
    }
    if (now.text.empty()) continue;
    piece = now.text;
    return true;
  }
  return false;
}

piece_walk::piece_walk(const std::vector<split_step>& steps) {
  walks_.reserve(steps.size());
  for (const split_step& step : steps) walks_.emplace_back(step);
}

}  // namespace pith::inline v0::tokens
