// SPDX-License-Identifier: MIT
#include "tokenizer/model/engine_pool.hpp"
#include "tokenizer/model/model.hpp"
#include "tokenizer/unicode/unicode.hpp"

#include <array>
#include <utility>

namespace pith::inline v0 {

tokenizer::tokenizer(std::shared_ptr<const tokens::model> data,
                     bool is_estimate)
    : model_(std::move(data)),
      pool_(std::make_shared<tokens::engine_pool>(model_)),
      is_estimate_(is_estimate) {}

std::size_t tokenizer::count(std::string_view text) const {
  if (pool_ == nullptr) return 0;
  std::unique_ptr<tokens::engine> counting = pool_->take();
  const std::size_t tokens = counting->count(text);
  pool_->give(std::move(counting));
  return tokens;
}

std::string_view tokenizer::name() const noexcept {
  return model_ == nullptr ? std::string_view() : model_->name();
}

std::size_t tokenizer::vocabulary_size() const noexcept {
  return model_ == nullptr ? 0 : model_->vocabulary_size();
}

std::string_view tokenizer::text(token_id id) const noexcept {
  return model_ == nullptr ? std::string_view() : model_->text(id);
}

token_counter::token_counter(tokenizer data)
    : tokenizer_(std::move(data)),
      engine_(tokenizer_.model_ == nullptr ? nullptr
                                           : tokenizer_.model_->make_engine()) {
}
token_counter::token_counter(token_counter&&) noexcept = default;
token_counter& token_counter::operator=(token_counter&&) noexcept = default;
token_counter::~token_counter() = default;

std::size_t token_counter::count(std::string_view text) {
  return engine_ == nullptr ? 0 : engine_->count(text);
}

namespace {

/// Finds special tokens in a text: at one place the longest.
class special_finder {
 public:
  explicit special_finder(const std::vector<tokens::special_token>& specials)
      : specials_(specials) {
    for (const tokens::special_token& special : specials_) {
      if (!special.text.empty()) begins_[first_byte(special.text)] = true;
    }
  }

  /// The next one at or after `from`; null when there is none.
  const tokens::special_token* next(std::string_view text,
                                    std::size_t& from) const noexcept {
    for (; from < text.size(); ++from) {
      const std::string_view rest = text.substr(from);
      if (!begins_[first_byte(rest)]) continue;
      const tokens::special_token* longest = nullptr;
      for (const tokens::special_token& special : specials_) {
        if (!special.text.empty() && rest.starts_with(special.text) &&
            (longest == nullptr ||
             special.text.size() > longest->text.size())) {
          longest = &special;
        }
      }
      if (longest != nullptr) return longest;
    }
    return nullptr;
  }

 private:
  static unsigned char first_byte(std::string_view text) noexcept {
    return static_cast<unsigned char>(text.front());
  }

  const std::vector<tokens::special_token>& specials_;
  std::array<bool, 256> begins_{};
};

std::string_view without_space_before(std::string_view text) noexcept {
  const char* p = text.data();
  const char* const end = p + text.size();
  for (;;) {
    const tokens::character c = tokens::character_at(p, end);
    if ((c.classes & tokens::space) == 0) break;
    p += c.length;
  }
  return {p, static_cast<std::size_t>(end - p)};
}

std::string_view without_space_after(std::string_view text) noexcept {
  while (!text.empty()) {
    // White space takes up to three bytes.
    std::size_t length = 1;
    while (length < 3 && length < text.size() &&
           (static_cast<unsigned char>(text[text.size() - length]) & 0xC0) ==
               0x80) {
      ++length;
    }
    const char* const last = text.data() + text.size() - length;
    const tokens::character c =
        tokens::character_at(last, text.data() + text.size());
    if (c.length != length || (c.classes & tokens::space) == 0) break;
    text.remove_suffix(length);
  }
  return text;
}

}  // namespace

void token_counter::encode(std::string_view text, std::vector<token_id>& out,
                           special_tokens specials) {
  if (engine_ == nullptr) return;
  auto place = tokens::text_place::beginning;
  if (specials == special_tokens::as_tokens) {
    const special_finder finder{tokenizer_.model_->specials()};
    std::size_t at = 0;
    while (const tokens::special_token* found = finder.next(text, at)) {
      const std::string_view before = text.substr(0, at);
      engine_->encode(
          found->takes_space_before ? without_space_after(before) : before, out,
          place);
      out.push_back(found->id);
      text.remove_prefix(at + found->text.size());
      if (found->takes_space_after) text = without_space_before(text);
      at = 0;
      place = tokens::text_place::after_special;
    }
  }
  engine_->encode(text, out, place);
}

result<std::string> token_counter::decode(std::span<const token_id> ids) const {
  std::string out;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::string_view text = tokenizer_.text(ids[i]);
    if (text.empty()) {
      return error{error_code::out_of_range, i,
                   "this tokenizer has no token with this number"};
    }
    out += text;
  }
  const std::string_view leading = tokenizer_.model_->leading_text();
  if (!leading.empty() && out.starts_with(leading)) {
    out.erase(0, leading.size());
  }
  return out;
}

std::size_t token_counter::last_safe_cut(std::string_view text,
                                         std::size_t at) const noexcept {
  if (tokenizer_.model_ == nullptr) return 0;
  return tokenizer_.model_->last_safe_cut(text, at);
}

std::size_t running_count::append(std::string_view more) {
  tail_ += more;
  const std::size_t cut = counter_->last_safe_cut(tail_, tail_.size());
  if (cut != 0) {
    settled_ += counter_->count(std::string_view{tail_}.substr(0, cut));
    tail_.erase(0, cut);
  }
  total_ = settled_ + counter_->count(tail_);
  return total_;
}

}  // namespace pith::inline v0
