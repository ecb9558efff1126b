// SPDX-License-Identifier: MIT
#include "tokenizer/pieces/regex.hpp"

#include "document/out_of_memory.hpp"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <utility>

namespace pith::inline v0::tokens {

namespace {

constexpr std::uint32_t max_steps = 10'000'000;
constexpr std::size_t first_stack_bytes = 32 * 1024;
constexpr std::size_t max_stack_bytes = 8 * 1024 * 1024;

template <auto release>
struct releaser {
  template <class T>
  void operator()(T* object) const noexcept {
    release(object);
  }
};

using code_holder = std::unique_ptr<pcre2_code, releaser<pcre2_code_free>>;
using match_holder =
    std::unique_ptr<pcre2_match_data, releaser<pcre2_match_data_free>>;
using context_holder =
    std::unique_ptr<pcre2_match_context, releaser<pcre2_match_context_free>>;
using stack_holder =
    std::unique_ptr<pcre2_jit_stack, releaser<pcre2_jit_stack_free>>;

class regex_memory final : public match_memory {
 public:
  explicit regex_memory(const pcre2_code* code)
      : match(pcre2_match_data_create_from_pattern(code, nullptr)),
        stack(pcre2_jit_stack_create(first_stack_bytes, max_stack_bytes,
                                     nullptr)),
        context(pcre2_match_context_create(nullptr)) {
    if (match == nullptr || stack == nullptr || context == nullptr) {
      detail::throw_bad_alloc();
    }
    pcre2_set_match_limit(context.get(), max_steps);
    pcre2_jit_stack_assign(context.get(), nullptr, stack.get());
  }

  match_holder match;
  stack_holder stack;
  context_holder context;
};

class regex_matcher final : public matcher {
 public:
  explicit regex_matcher(code_holder code) : code_(std::move(code)) {}

  bool find(text_range text, const char* from, text_range& match,
            match_memory* memory) const override {
    auto& mine = static_cast<regex_memory&>(*memory);
    const std::string_view subject = text.view();
    const int found =
        pcre2_match(code_.get(), reinterpret_cast<PCRE2_SPTR>(subject.data()),
                    subject.size(), static_cast<std::size_t>(from - text.begin),
                    0, mine.match.get(), mine.context.get());
    if (found < 0) return false;
    const PCRE2_SIZE* const bounds =
        pcre2_get_ovector_pointer(mine.match.get());
    match = {text.begin + bounds[0], text.begin + bounds[1]};
    return true;
  }

  [[nodiscard]] std::unique_ptr<match_memory> make_memory() const override {
    return std::make_unique<regex_memory>(code_.get());
  }

 private:
  code_holder code_;
};

}  // namespace

result<std::shared_ptr<const matcher>> make_regex_matcher(
    std::string_view expression) {
  const auto translated = translate_regex(expression);
  if (!translated) return translated.error();
  int code = 0;
  PCRE2_SIZE offset = 0;
  // Bytes that are not UTF-8 match nothing and stop nothing.
  code_holder compiled{pcre2_compile(
      reinterpret_cast<PCRE2_SPTR>(translated->data()), translated->size(),
      PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C, &code,
      &offset, nullptr)};
  if (compiled == nullptr) {
    return error{error_code::not_supported, 0,
                 "a regular expression that PCRE2 refuses"};
  }
  // Without it, every search would look at the whole rest of a text.
  if (pcre2_jit_compile(compiled.get(), PCRE2_JIT_COMPLETE) != 0) {
    return error{error_code::not_supported, 0,
                 "a regular expression, on a machine without PCRE2's compiler"};
  }
  return std::shared_ptr<const matcher>{
      std::make_shared<regex_matcher>(std::move(compiled))};
}

}  // namespace pith::inline v0::tokens
