// SPDX-License-Identifier: MIT
#include "tokenizer/tokenizer_json/normalize.hpp"

#include "tokenizer/unicode/compose.hpp"

#include <algorithm>

namespace pith::inline v0::tokens {

void append_replaced(std::string& out, std::string_view text,
                     std::string_view from, std::string_view to) {
  for (;;) {
    const std::size_t at = text.find(from);
    if (at == std::string_view::npos) break;
    out += text.substr(0, at);
    out += to;
    text.remove_prefix(at + from.size());
  }
  out += text;
}

std::string_view normalizer::apply(std::string_view text, workspace& memory,
                                   text_place place) const {
  for (const normalizer_step& step : steps_) {
    std::string& out = memory.before;  // `text` may lie in `now`
    out.clear();
    switch (step.what) {
      case normalizer_step::kind::prepend_once:
        if (place == text_place::after_special) continue;
        [[fallthrough]];
      case normalizer_step::kind::prepend_if_not:
        if (text.starts_with(step.to)) continue;
        [[fallthrough]];
      case normalizer_step::kind::prepend:
        if (text.empty()) continue;
        out += step.to;
        out += text;
        break;
      case normalizer_step::kind::replace:
        if (text.find(step.from) == std::string_view::npos) continue;
        append_replaced(out, text, step.from, step.to);
        break;
      case normalizer_step::kind::nfc:
        if (!append_composed(out, text, composition::canonical)) continue;
        break;
      case normalizer_step::kind::nfkc:
        if (!append_composed(out, text, composition::compatible)) continue;
        break;
    }
    memory.now.swap(memory.before);
    text = memory.now;
  }
  return text;
}

bool normalizer::keeps_ascii() const noexcept {
  return std::all_of(steps_.begin(), steps_.end(),
                     [](const normalizer_step& step) {
                       return step.what == normalizer_step::kind::nfc ||
                              step.what == normalizer_step::kind::nfkc;
                     });
}

bool normalizer::only_marks_spaces() const noexcept {
  return std::all_of(steps_.begin(), steps_.end(),
                     [](const normalizer_step& step) {
                       return step.what == normalizer_step::kind::replace &&
                              step.from == " " && step.to == space_mark_text;
                     });
}

std::string_view normalizer::prefix() const noexcept {
  for (const normalizer_step& step : steps_) {
    switch (step.what) {
      case normalizer_step::kind::prepend:
      case normalizer_step::kind::prepend_if_not:
      case normalizer_step::kind::prepend_once:
        return step.to;
      default:
        break;
    }
  }
  return {};
}

}  // namespace pith::inline v0::tokens
