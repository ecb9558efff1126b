// SPDX-License-Identifier: MIT
#include "mcp/rewrite/pages/paged_result.hpp"

#include <pith/equality.hpp>
#include <pith/json.hpp>

#include "mcp/raw_json/json_text.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace pith::mcp {

namespace {

/// A page with less room than this for data is of no use.
constexpr text_cost min_room{24, 48};

/// Trials that go by what earlier ones cost, before halving takes over.
constexpr std::size_t max_guesses = 12;

std::string_view take_word(std::string_view& line) {
  const std::size_t end = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return word;
}

template <typename Number = std::size_t>
Number number_of(std::string_view word) {
  Number value = 0;
  (void)std::from_chars(word.data(), word.data() + word.size(), value);
  return value;
}

text_cost sum(const text_cost& a, const text_cost& b) noexcept {
  return {a.tokens + b.tokens, a.characters + b.characters};
}

std::size_t left(std::size_t limit, std::size_t used) noexcept {
  return limit > used ? limit - used : 0;
}

/// "1-120 of 4000"
void append_range(std::string& out, std::size_t begin, std::size_t end,
                  std::size_t all) {
  out.append(std::to_string(begin + 1)).push_back('-');
  out.append(std::to_string(end)).append(" of ");
  out.append(std::to_string(all));
}

}  // namespace

candidate candidate_called(std::string_view name) {
  for (const candidate& each : all_candidates()) {
    const std::string_view own =
        each.name.empty() ? std::string_view{each.with->name} : each.name;
    if (own == name) return each;
  }
  return {codecs().find("json")};
}

std::string pack(const page_plan& plan) {
  std::string out = plan.kind == page_kind::rows ? "rows " : "blocks ";
  out.append(std::to_string(plan.limits.tokens)).push_back(' ');
  out.append(std::to_string(plan.limits.characters)).push_back(' ');
  out.append(plan.format);
  if (plan.kept_at != 0) {
    out.append(plan.is_asked ? " asked " : " read ");
    out.append(std::to_string(plan.kept_at));
  }
  out.push_back('\n');
  out.append(plan.payload);
  return out;
}

std::shared_ptr<const paged_result> paged_result::open(
    std::shared_ptr<const std::string> packed) {
  const std::string_view text = *packed;
  const std::size_t end = text.find('\n');
  if (end == text.npos) return nullptr;
  std::string_view head = text.substr(0, end);
  std::shared_ptr<paged_result> out{new paged_result{std::move(packed)}};
  out->kind_ = take_word(head) == "rows" ? page_kind::rows : page_kind::blocks;
  out->limits_.tokens = number_of(take_word(head));
  out->limits_.characters = number_of(take_word(head));
  out->with_ = candidate_called(take_word(head));
  take_word(head);  // whether it is asked
  out->kept_at_ = number_of<std::int64_t>(take_word(head));
  if (!out->read_payload(text.substr(end + 1))) return nullptr;
  return out;
}

bool paged_result::is_asked(std::string_view packed) noexcept {
  std::string_view head = packed.substr(0, packed.find('\n'));
  constexpr std::size_t words_before = 4;
  for (std::size_t i = 0; i < words_before; ++i) take_word(head);
  return take_word(head) == "asked";
}

std::size_t paged_result::memory_bytes() const noexcept {
  // Views and marks of units take about as much each.
  constexpr std::size_t unit_bytes = 128;
  std::size_t bytes = value_.memory_bytes() + size() * unit_bytes;
  for (const std::string& text : texts_) bytes += text.capacity();
  return bytes;
}

bool paged_result::read_payload(std::string_view payload) {
  payload_bytes_ = payload.size();
  if (kind_ == page_kind::rows) {
    auto read = json::parse(payload);
    if (!read) return false;
    value_ = std::move(*read);
    auto rows = page_rows::of(value_.root());
    if (!rows) return false;
    rows_ = std::make_unique<page_rows>(std::move(*rows));
    return true;
  }
  const auto result = read_call_result(payload);
  if (!result) return false;
  raw_blocks_ = result->blocks;
  for (const content_block& block : raw_blocks_) {
    auto text = text_of(block.text);
    if (!text) return false;
    texts_.push_back(std::move(*text));
  }
  return !texts_.empty();
}

std::size_t paged_result::size() const noexcept {
  return rows_ ? rows_->size() : texts_.size();
}

std::string paged_result::unit_name() const {
  if (!rows_) return "block";
  return rows_->are_rows() ? "row" : "item";
}

std::string paged_result::trailer_of(const span_of_page& shown,
                                     std::size_t number,
                                     std::string_view handle) const {
  std::string out = "[pith] ";
  if (shown.unit_bytes != 0) {
    out.append("bytes ");
    const bool is_whole = shown.end.unit != shown.begin.unit;
    append_range(out, shown.begin.offset,
                 is_whole ? shown.unit_bytes : shown.end.offset,
                 shown.unit_bytes);
    if (size() > 1) {
      out.append(" of ").append(unit_name()).push_back(' ');
      out.append(std::to_string(shown.begin.unit + 1)).append(" of ");
      out.append(std::to_string(size()));
    }
  } else {
    out.append(unit_name()).append("s ");
    append_range(out, shown.begin.unit, shown.end.unit, size());
  }
  out.append(" are shown; ");
  if (shown.end.unit >= size()) {
    return out.append("this is the last page");
  }
  out.append("call ").append(more_tool).append(R"( with {"handle":")");
  out.append(handle).append(R"(","page":)");
  out.append(std::to_string(number + 1)).append("} for the next");
  return out;
}

double paged_result::usage(const text_cost& cost) const noexcept {
  const auto share = [](std::size_t used, std::size_t limit) {
    return limit == 0 ? 0.0
                      : static_cast<double>(used) / static_cast<double>(limit);
  };
  return std::max(share(cost.tokens, limits_.tokens),
                  share(cost.characters, limits_.characters));
}

std::optional<std::string> paged_result::encode(std::size_t first,
                                                std::size_t count,
                                                const candidate& with) const {
  const auto part = rows_->slice(first, count);
  if (!part) return std::nullopt;
  auto text = with.with->encode(part->root(), {.options = with.options});
  if (!text) return std::nullopt;
  return std::move(*text);
}

bool paged_result::is_faithful(const result_page& page, page_mark at,
                               const candidate& with) const {
  const auto part = rows_->slice(at.unit, page.next.unit - at.unit);
  const auto back =
      with.with->decode(page.parts.front().text, {.options = with.options});
  return part && back && equal(part->root(), back->root());
}

std::optional<std::string> paged_result::unit_text(std::size_t unit) const {
  if (!rows_) return texts_[unit];
  const auto part = rows_->slice(unit, 1);
  if (!part) return std::nullopt;
  auto text = with_.with->encode(part->root(), {.options = with_.options});
  if (text) {
    const auto back = with_.with->decode(*text, {.options = with_.options});
    if (back && equal(part->root(), back->root())) return std::move(*text);
  }
  auto json = json::write(part->root());
  if (!json) return std::nullopt;
  return std::move(*json);
}

/// A page of this many units, whether it fits or not.
std::optional<result_page> paged_result::make_trial(
    token_counter& counter, page_mark at, std::size_t units, std::size_t number,
    std::string_view handle, const candidate& with) const {
  result_page page;
  page.next = {at.unit + units, 0};
  if (rows_) {
    auto text = encode(at.unit, units, with);
    if (!text) return std::nullopt;
    page.parts.push_back({0, std::move(*text)});
  } else {
    for (std::size_t i = at.unit; i < page.next.unit; ++i) {
      page.parts.push_back({i, texts_[i]});
    }
  }
  page.trailer = trailer_of({at, page.next}, number, handle);
  page.cost = cost_of(counter, page.trailer);
  // Far above the limit nobody needs to know how far.
  const std::size_t enough =
      limits_.tokens == 0 ? static_cast<std::size_t>(-1) : 4 * limits_.tokens;
  for (const result_page::part& part : page.parts) {
    page.cost = sum(page.cost, cost_up_to(counter, part.text, enough));
  }
  page.is_last = page.next.unit >= size();
  return page;
}

/// About as many units as fit, by their average size.
std::size_t paged_result::guess(page_mark at) const noexcept {
  constexpr std::size_t bytes_per_token = 4;
  const std::size_t per_unit = payload_bytes_ / size() + 1;
  std::size_t bytes = payload_bytes_;
  if (limits_.tokens != 0) {
    bytes = std::min(bytes, limits_.tokens * bytes_per_token);
  }
  if (limits_.characters != 0) bytes = std::min(bytes, limits_.characters);
  return std::clamp<std::size_t>(bytes / per_unit, 1, size() - at.unit);
}

/// The page of the most whole units that fit; nothing when none does.
std::optional<result_page> paged_result::make_whole(
    token_counter& counter, page_mark at, std::size_t number,
    std::string_view handle, const text_cost& beside,
    const candidate& with) const {
  std::optional<result_page> best;
  std::size_t good = 0;
  std::size_t bad = size() - at.unit + 1;
  std::size_t units = guess(at);
  for (std::size_t round = 0; bad - good > 1; ++round) {
    auto page = make_trial(counter, at, units, number, handle, with);
    const double used =
        page ? usage(sum(page->cost, beside)) : 2.0;  // cannot be encoded
    if (used <= 1.0) {
      good = units;
      best = std::move(page);
    } else {
      bad = units;
    }
    if (bad - good <= 1) break;
    const auto likely =
        static_cast<std::size_t>(static_cast<double>(units) / used);
    // Not far beyond what was tried: rows may become larger.
    units = round < max_guesses ? std::min(likely, 2 * units)
                                : good + (bad - good) / 2;
    units = std::clamp(units, good + 1, bad - 1);
  }
  return best;
}

/// A page that is a piece of one unit.
std::optional<result_page> paged_result::make_piece(
    token_counter& counter, page_mark at, std::size_t number,
    std::string_view handle, const text_cost& beside) const {
  const auto whole = unit_text(at.unit);
  if (!whole || at.offset >= whole->size()) return std::nullopt;
  const std::string_view rest = std::string_view{*whole}.substr(at.offset);
  span_of_page shown{at, {at.unit, whole->size()}, whole->size()};
  const text_cost words = cost_of(counter, trailer_of(shown, number, handle));
  text_cost room{
      left(limits_.tokens, words.tokens + beside.tokens),
      left(limits_.characters, words.characters + beside.characters)};
  for (;;) {
    if ((limits_.tokens != 0 && room.tokens < min_room.tokens) ||
        (limits_.characters != 0 && room.characters < min_room.characters)) {
      return std::nullopt;
    }
    const std::size_t bytes = fitting_bytes(counter, rest, room);
    if (bytes == 0) return std::nullopt;
    shown.end = bytes == rest.size() ? page_mark{at.unit + 1, 0}
                                     : page_mark{at.unit, at.offset + bytes};
    result_page page;
    page.parts.push_back({at.unit, std::string(rest.substr(0, bytes))});
    page.trailer = trailer_of(shown, number, handle);
    page.cost = sum(cost_of(counter, page.parts.front().text),
                    cost_of(counter, page.trailer));
    page.next = shown.end;
    page.is_last = page.next.unit >= size();
    if (usage(sum(page.cost, beside)) <= 1.0) return page;
    // The numbers in the trailer cost more than those that were assumed.
    room.tokens = left(room.tokens, 1);
    room.characters = left(room.characters, 1);
  }
}

std::optional<result_page> paged_result::make(token_counter& counter,
                                              page_mark at, std::size_t number,
                                              std::string_view handle,
                                              const text_cost& beside) const {
  if (at.unit >= size()) return std::nullopt;
  if (at.offset == 0) {
    auto page = make_whole(counter, at, number, handle, beside, with_);
    if (page && rows_ && !is_faithful(*page, at, with_)) {
      page = make_whole(counter, at, number, handle, beside,
                        {codecs().find("json")});
    }
    if (page) return page;
  }
  return make_piece(counter, at, number, handle, beside);
}

std::optional<result_page> paged_result::make_preview(
    token_counter& counter, std::size_t max_rows, std::size_t most_tokens,
    std::string_view handle, std::string_view shape,
    const text_cost& beside) const {
  if (!rows_) return std::nullopt;
  const auto fits = [&](const text_cost& cost) {
    return cost.tokens <= most_tokens && usage(sum(cost, beside)) <= 1.0;
  };
  // Few enough to try them all.
  for (std::size_t rows = std::min(max_rows, size()); rows != 0; rows /= 2) {
    auto page = make_trial(counter, {}, rows, 1, handle, with_);
    if (!page || !is_faithful(*page, {}, with_)) {
      page = make_trial(counter, {}, rows, 1, handle, {codecs().find("json")});
    }
    if (!page) continue;
    // Where all is read, nobody asks.
    if (!page->is_last) add_shape(counter, *page, shape);
    if (fits(page->cost)) return page;
  }
  result_page none;
  none.trailer = "[pith] no ";
  none.trailer.append(unit_name()).append(" of ");
  none.trailer.append(std::to_string(size())).append(" fits here; call ");
  none.trailer.append(more_tool).append(R"( with {"handle":")");
  none.trailer.append(handle).append(R"(","page":2} for the first)");
  add_shape(counter, none, shape);
  if (!fits(none.cost)) return std::nullopt;
  return none;
}

void paged_result::add_shape(token_counter& counter, result_page& page,
                             std::string_view shape) {
  page.trailer.append(", or ").append(query_tool);
  page.trailer.append(
      " with the handle and a SELECT for what you want to know. SQLite "
      "tables:\n");
  page.trailer.append(shape);
  page.cost = cost_of(counter, page.trailer);
  for (const result_page::part& part : page.parts) {
    page.cost = sum(page.cost, cost_of(counter, part.text));
  }
}

std::string paged_result::block_of(const result_page::part& part) const {
  return rows_ ? text_block(part.text)
               : with_text(raw_blocks_[part.unit], part.text);
}

}  // namespace pith::mcp
