// SPDX-License-Identifier: MIT
#include "mcp/rewrite/rewriting.hpp"

#include <pith/sink.hpp>

#include "mcp/protocol/result_change.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "mcp/raw_json/json_text.hpp"
#include "mcp/rewrite/source_value.hpp"

#include <algorithm>
#include <utility>

namespace pith::mcp {

namespace {

constexpr std::string_view block_head = R"({"type":"text","text":)";

/// Compares what is written with a text.
class matching_sink final : public sink {
 public:
  explicit matching_sink(std::string_view expected) noexcept
      : rest_(expected) {}
  bool write(std::string_view bytes) override {
    if (!rest_.starts_with(bytes)) return false;
    rest_.remove_prefix(bytes.size());
    return true;
  }
  [[nodiscard]] bool is_done() const noexcept { return rest_.empty(); }

 private:
  std::string_view rest_;
};

bool is_compact_json(std::string_view text, value v) {
  matching_sink out{text};
  return json::write_to(out, v) && out.is_done();
}

}  // namespace

bool rewriting::shows_structured() const noexcept {
  return call_.has_structured() && client_.shows != shown_form::text;
}

bool rewriting::shows_texts() const noexcept {
  return !call_.has_structured() || client_.shows != shown_form::structured;
}

void rewriting::decide(std::string_view result) {
  auto call = read_call_result(result);
  if (!call) {
    reason_ = mode_ == rewrite_mode::passthrough ? pass_reason::mode
                                                 : pass_reason::not_complete;
    return;
  }
  call_ = std::move(*call);
  is_read_ = true;
  read_slots();
  reason_ = look();
  if (reason_ == pass_reason::none && !must_change_) {
    const std::size_t before = tokens_before();
    if (before < bench_.policy->min_tokens) {
      reason_ = pass_reason::small;
    } else if (!may_grow_ && tokens_after() >= before) {
      reason_ = pass_reason::not_smaller;
    }
  }
  if (reason_ != pass_reason::none) undo();
}

void rewriting::read_slots() {
  for (std::size_t i = 0; i < call_.blocks.size(); ++i) {
    if (call_.blocks[i].kind == block_text::none) continue;
    slots_.push_back({i, text_of(call_.blocks[i].text)});
    if (bench_.policy->native) read_native(slots_.back());
  }
}

/// Takes a text for what its mark says, if it is that.
void rewriting::read_native(text_slot& slot) const {
  const std::string name = encoding_of(call_.blocks[slot.block]);
  const codec* const format = find_accepted(name);
  if (!slot.before || format == nullptr || format->name == "json") return;
  const auto read = format->decode(*slot.before);
  auto json = read ? json::write(read->root()) : read.error();
  if (!json) return;
  slot.native = format->name;
  slot.native_json = std::move(*json);
}

bool rewriting::accepts(std::string_view format) const {
  return std::ranges::any_of(
      bench_.options.candidates,
      [format](const candidate& c) { return c.with->name == format; });
}

/// For whoever wants results as they come: only what is not JSON becomes JSON.
pass_reason rewriting::unfold_native() {
  for (text_slot& slot : slots_) {
    if (slot.native.empty()) continue;
    slot.after = slot.native_json;
    slot.tokens_after = bench_.counter->count(slot.native_json);
    slot.format = "json";
    format_ = "json";
    must_change_ = true;
  }
  return must_change_ ? pass_reason::none : pass_reason::unchanged_asked;
}

/// What keeps a result from being rewritten, or the rewriting of it.
pass_reason rewriting::look() {
  if (mode_ == rewrite_mode::passthrough) return pass_reason::mode;
  if (!call_.is_complete) return pass_reason::not_complete;
  if (call_.is_error && !bench_.policy->errors) return pass_reason::is_error;
  if (call_.is_encrypted) return pass_reason::encrypted;
  if (client_.wants_results_unchanged()) return unfold_native();
  if (call_.has_structured() && mode_ == rewrite_mode::text_only) {
    return would_uncover() ? pass_reason::differs : rewrite_all();
  }
  // Whoever sees structuredContent alone gains nothing from shorter texts.
  if (!shows_texts()) return pass_reason::not_smaller;
  return rewrite_texts();
}

/// Whether the client would show a picture or the like in the place of
/// structuredContent, beside which it shows nothing else.
bool rewriting::would_uncover() const noexcept {
  return client_.shows == shown_form::structured &&
         std::any_of(call_.blocks.begin(), call_.blocks.end(),
                     [](const content_block& block) {
                       return block.kind == block_text::none;
                     });
}

std::vector<std::size_t> rewriting::text_slots() const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (call_.blocks[slots_[i].block].kind == block_text::text) {
      found.push_back(i);
    }
  }
  return found;
}

/// Makes one text of text and structuredContent.
pass_reason rewriting::rewrite_all() {
  const std::string_view raw = call_.structured.value;
  const bool is_scalar = !raw.starts_with('{') && !raw.starts_with('[');
  if (is_scalar && !raw.starts_with('"')) return pass_reason::not_json;
  if (is_scalar) {
    if (!bench_.parser.parse_into(bench_.structured, raw)) {
      return pass_reason::outside_domain;
    }
  } else if (read_source(bench_.parser, bench_.structured, raw) !=
             pass_reason::none) {
    return pass_reason::outside_domain;
  }
  structured_is_read_ = true;
  const auto texts = text_slots();
  if (texts.empty()) {
    return is_scalar ? pass_reason::not_json : take_structured(std::nullopt);
  }
  text_slot& slot = slots_[texts.front()];
  if (texts.size() > 1 || !call_.blocks[slot.block].is_for_model) {
    return pass_reason::differs;
  }
  if (!slot.before) return pass_reason::outside_domain;
  slot_read_.reset();
  switch (choose_source({bench_.structured.root(), raw, slot.source()},
                        client_.shows, bench_.policy->unfold, bench_.parser,
                        bench_.text)) {
    case source_kind::nothing:
      return pass_reason::differs;
    case source_kind::structured:
      return is_scalar ? pass_reason::not_json : take_structured(texts.front());
    case source_kind::text:
      return take_text(texts.front());
    case source_kind::bare_text:
      break;
  }
  drops_structured_ = true;
  format_ = "text";
  return pass_reason::none;
}

/// structuredContent becomes the text of a slot, or one of its own.
pass_reason rewriting::take_structured(std::optional<std::size_t> slot) {
  auto best = encode(bench_.structured.root(), shows_structured());
  if (!best) return pass_reason::not_faithful;
  if (shows_structured()) structured_tokens_ = best->json_tokens;
  if (slot) {
    slots_[*slot].after = std::move(best->text);
    slots_[*slot].tokens_after = best->tokens;
    slots_[*slot].format = best->format;
  } else {
    added_ = {std::move(best->text), best->tokens, true, best->format};
  }
  structured_slot_ = slot.value_or(slots_.size());
  drops_structured_ = true;
  format_ = std::move(best->format);
  return pass_reason::none;
}

/// The value of the text, which says all, becomes its text.
pass_reason rewriting::take_text(std::size_t slot) {
  auto best = encode(bench_.text.root(), false);
  if (!best) return pass_reason::not_faithful;
  slots_[slot].after = std::move(best->text);
  slots_[slot].tokens_after = best->tokens;
  slots_[slot].format = best->format;
  drops_structured_ = true;
  format_ = best->format;
  return pass_reason::none;
}

bool rewriting::is_eligible(const content_block& block) const noexcept {
  if (!block.is_for_model) return false;
  if (block.kind == block_text::text) return true;
  return block.is_json_resource && bench_.policy->resources;
}

/// Rewrites each text that is JSON for itself.
pass_reason rewriting::rewrite_texts() {
  // The reason that tells most, when nothing can be done.
  pass_reason why = pass_reason::not_json;
  bool is_changed = false;
  for (text_slot& slot : slots_) {
    if (!is_eligible(call_.blocks[slot.block])) continue;
    const pass_reason one = rewrite_slot(slot);
    is_changed = is_changed || one == pass_reason::none;
    if (one != pass_reason::not_json) why = one;
  }
  return is_changed ? pass_reason::none : why;
}

pass_reason rewriting::rewrite_slot(text_slot& slot) {
  if (!slot.before) return pass_reason::outside_domain;
  const std::string_view text = slot.source();
  const pass_reason problem = read_source(bench_.parser, bench_.text, text);
  slot_read_.reset();
  if (problem != pass_reason::none) return problem;
  slot_read_ = static_cast<std::size_t>(&slot - slots_.data());
  if (may_grow_ && slot.native.empty()) {
    // Nobody needs it in another form.
    return tokens_of(slot) < bench_.policy->min_tokens
               ? pass_reason::small
               : pass_reason::not_smaller;
  }
  // Compact JSON need not be counted twice.
  const value root = bench_.text.root();
  const bool may_be_compact = slot.native.empty() && text.size() > 1 &&
                              text[1] != ' ' && text[1] != '\n';
  auto best = encode(root, may_be_compact);
  if (!best) return pass_reason::not_faithful;
  if (may_be_compact && best->json_bytes == text.size() &&
      is_compact_json(text, root)) {
    slot.tokens = best->json_tokens;
    slot.is_counted = true;
  }
  const bool may_stay = slot.native.empty() || accepts(slot.native);
  if (may_stay && best->tokens >= tokens_of(slot)) {
    return pass_reason::not_smaller;
  }
  must_change_ = must_change_ || !may_stay;
  slot.after = std::move(best->text);
  slot.tokens_after = best->tokens;
  slot.format = best->format;
  format_ = best->format;
  return pass_reason::none;
}

std::optional<rewriting::encoded> rewriting::encode(value v,
                                                    bool with_json_count) {
  bench_.options.count_all = with_json_count;
  auto best = auto_encode(v, *bench_.counter, bench_.options);
  if (!best) return std::nullopt;
  return encoded{std::move(best->text), std::move(best->name), best->tokens,
                 best->counts.front().tokens, best->counts.front().bytes};
}

void rewriting::undo() {
  for (text_slot& slot : slots_) slot.after.reset();
  added_ = {};
  drops_structured_ = false;
  format_ = {};
}

std::size_t rewriting::tokens_of(text_slot& slot) {
  if (!slot.is_counted) {
    const std::string_view raw = call_.blocks[slot.block].text;
    slot.is_counted = true;
    slot.tokens = bench_.counter->count(
        slot.before ? std::string_view{*slot.before} : raw);
  }
  return slot.tokens;
}

std::size_t rewriting::structured_tokens() {
  if (structured_tokens_) return *structured_tokens_;
  const std::string_view raw = call_.structured.value;
  if (!structured_is_read_) {
    structured_is_read_ =
        bench_.parser.parse_into(bench_.structured, raw).has_value();
  }
  if (structured_is_read_) {
    if (const auto compact = json::write(bench_.structured.root())) {
      structured_tokens_ = bench_.counter->count(*compact);
      return *structured_tokens_;
    }
  }
  structured_tokens_ = bench_.counter->count(raw);
  return *structured_tokens_;
}

std::size_t rewriting::tokens_before() {
  if (!is_read_) return 0;
  std::size_t tokens = shows_structured() ? structured_tokens() : 0;
  if (!shows_texts()) return tokens;
  for (text_slot& slot : slots_) tokens += tokens_of(slot);
  return tokens;
}

std::size_t rewriting::tokens_after() {
  if (!is_read_) return 0;
  std::size_t tokens = added_.exists ? added_.tokens : 0;
  if (shows_structured() && !drops_structured_) tokens += structured_tokens();
  if (!shows_texts() && !drops_structured_) return tokens;
  for (text_slot& slot : slots_) {
    tokens += slot.after ? slot.tokens_after : tokens_of(slot);
  }
  return tokens;
}

bool rewriting::was_too_large() {
  if (!is_read_) return false;
  if (client_.max_tokens != 0 && tokens_before() > client_.max_tokens) {
    return true;
  }
  if (client_.max_characters == 0) return false;
  std::size_t characters =
      shows_structured() ? count_characters(call_.structured.value) : 0;
  for (const text_slot& slot : slots_) {
    if (!shows_texts()) break;
    characters += count_characters(slot.before ? std::string_view{*slot.before}
                                               : call_.blocks[slot.block].text);
  }
  return characters > client_.max_characters;
}

bool rewriting::is_too_large() {
  if (!is_read_) return false;
  if (client_.max_tokens != 0 && tokens_after() > client_.max_tokens) {
    return true;
  }
  if (client_.max_characters == 0) return false;
  std::size_t characters = 0;
  if (shows_structured() && !drops_structured_) {
    characters += count_characters(call_.structured.value);
  }
  if (shows_texts() || drops_structured_) {
    for (std::size_t i = 0; i < slots_.size() + (added_.exists ? 1 : 0); ++i) {
      characters += count_characters(shown_text(i));
    }
  }
  return characters > client_.max_characters;
}

bool rewriting::make_cuttable() {
  if (!is_read_ || !call_.is_complete || call_.is_encrypted ||
      mode_ == rewrite_mode::passthrough || client_.wants_results_unchanged()) {
    return false;
  }
  if (!shows_structured() || drops_structured_) return true;
  if (mode_ != rewrite_mode::text_only || call_.is_error || would_uncover()) {
    return false;
  }
  pass_reason problem = rewrite_all();
  if (problem == pass_reason::differs) problem = take_structured(std::nullopt);
  if (problem != pass_reason::none) {
    undo();
    return false;
  }
  reason_before_ = std::exchange(reason_, pass_reason::none);
  return true;
}

void rewriting::take_back() {
  if (!reason_before_) return;
  reason_ = *reason_before_;
  undo();
}

std::string_view rewriting::shown_text(std::size_t i) const {
  if (i == slots_.size()) return added_.text;
  const text_slot& slot = slots_[i];
  if (slot.after) return *slot.after;
  if (slot.before) return *slot.before;
  return call_.blocks[slot.block].text;
}

std::string_view rewriting::json_of(std::size_t i) {
  if (reason_ != pass_reason::none && reason_ != pass_reason::not_smaller) {
    return {};
  }
  if (drops_structured_ && structured_slot_ == i) {
    return call_.structured.value;
  }
  if (i >= slots_.size()) return {};
  const text_slot& slot = slots_[i];
  if (!slot.before || (drops_structured_ && !slot.after)) return {};
  const std::string_view text = slot.source();
  if (slot_read_ == i) return text;
  slot_read_.reset();
  if (read_source(bench_.parser, bench_.text, text) != pass_reason::none) {
    return {};
  }
  slot_read_ = i;
  return text;
}

value rewriting::value_of(std::size_t i) const {
  const bool is_structured = drops_structured_ && structured_slot_ == i;
  return is_structured ? bench_.structured.root() : bench_.text.root();
}

std::string_view rewriting::format_before(std::size_t i) const noexcept {
  const bool is_native = i < slots_.size() && !slots_[i].native.empty();
  return is_native ? std::string_view{slots_[i].native} : "json";
}

std::vector<encoding_mark> rewriting::marks() const {
  std::vector<encoding_mark> all;
  const auto add = [&all](std::size_t block, std::string_view format) {
    all.push_back({block, format == "json" ? "" : std::string(format)});
  };
  if (added_.exists) add(0, added_.format);
  for (const text_slot& slot : slots_) {
    add(slot.block + (added_.exists ? 1 : 0),
        slot.after ? slot.format : slot.native);
  }
  return all;
}

std::optional<std::string> rewriting::compose() const {
  if (reason_ != pass_reason::none || !is_read_) return std::nullopt;
  std::vector<change> changes;
  for (const text_slot& slot : slots_) {
    if (!slot.after) continue;
    changes.push_back({call_.blocks[slot.block].text, {}, *slot.after});
  }
  if (added_.exists && call_.has_content()) {
    changes.push_back({call_.content.value.substr(1, 0), block_head,
                       added_.text, call_.blocks.empty() ? "}" : "},"});
  } else if (added_.exists) {
    std::string content{'['};
    content.append(text_block(added_.text)).push_back(']');
    return with_content(call_, content, true);
  }
  if (drops_structured_) {
    changes.push_back({member_with_comma(call_.raw, call_.structured)});
  }
  return with_changes(call_.raw, std::move(changes));
}

}  // namespace pith::mcp
