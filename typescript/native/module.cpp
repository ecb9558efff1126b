// SPDX-License-Identifier: MIT
// Slots, answers and plans.
#include "module.hpp"

#include "document/document_data.hpp"
#include "value_reader.hpp"
#include "value_writer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace pith::wasm {

namespace {

/// More than this is given back after a call that needed it.
constexpr std::size_t most_kept_bytes = std::size_t{4} << 20;

std::vector<std::unique_ptr<plan>>& plans() {
  static std::vector<std::unique_ptr<plan>> all;
  if (all.empty()) all.push_back(std::make_unique<plan>());
  return all;
}

/// A limit by the name that JavaScript gives it; null for any other option.
std::size_t* limit_of(limits& bounds, std::string_view name) {
  struct named {
    std::string_view name;
    std::size_t limits::*which;
  };
  static constexpr std::array<named, 6> known{{
      {"max-bytes", &limits::max_bytes},
      {"max-depth", &limits::max_depth},
      {"max-items", &limits::max_items},
      {"max-fields", &limits::max_fields},
      {"max-line-bytes", &limits::max_line_bytes},
      {"max-expansion", &limits::max_expansion},
  }};
  const auto* const found =
      std::find_if(known.begin(), known.end(),
                   [&](const named& one) { return one.name == name; });
  return found == known.end() ? nullptr : &(bounds.*(found->which));
}

verdict set_option(plan& made, std::string_view name, std::string_view value) {
  if (std::size_t* const limit = limit_of(made.settings.bounds, name)) {
    const char* const end = value.data() + value.size();
    const auto [stop, problem] = std::from_chars(value.data(), end, *limit);
    if (problem == std::errc() && stop == end) return {};
    return {PITH_INVALID_OPTION, "a limit must be a whole number above 0"};
  }
  if (name == "exact-numbers") {
    made.settings.numbers.exact = value == "true";
    return {};
  }
  made.settings.options.push_back(option_value(name, value));
  return {};
}

/// The text before the next zero byte, which is taken away with it.
std::string_view next_field(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\0'), rest.size());
  const std::string_view field = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return field;
}

/// Whether the document of a value has an integer that a JavaScript number
/// does not hold.
bool has_wide_integer(value v) {
  const detail::document_data& data = detail::document_access::data(v);
  constexpr std::int64_t most = (std::int64_t{1} << 53) - 1;
  for (std::size_t i = 0; i < data.tape.size();) {
    const detail::word w = data.tape[i];
    const detail::tag kind = detail::tag_of(w);
    if (kind == detail::tag::integer || kind == detail::tag::wide_integer ||
        (kind == detail::tag::spelt_integer &&
         detail::text_length_of(w) >= 16)) {
      const std::int64_t number = data.integer_at(i);
      if (number > most || number < -most) return true;
    }
    i += detail::is_container(kind) ? detail::header_words : detail::span_of(w);
  }
  return false;
}

}  // namespace

module_state& state() {
  static module_state all;
  return all;
}

std::string_view given_text(std::size_t size) {
  const auto& slot = state().slots[0];
  return {slot.data() == nullptr ? "" : slot.data(),
          std::min(size, slot.size())};
}

std::int32_t tell(const verdict& what) {
  answer& said = state().said;
  said.error.struct_size = sizeof said.error;
  if (what.is_good()) {
    said.error.code = PITH_OK;
    return PITH_OK;
  }
  said.size = 0;
  said.word_count = 0;
  return c_api::report(&said.error, what);
}

std::int32_t tell_text(std::string text) {
  module_state& all = state();
  all.text = std::move(text);
  all.said.data = all.text.data();
  all.said.size = all.text.size();
  return tell({});
}

std::int32_t tell_text(result<std::string> text) {
  return text ? tell_text(std::move(*text)) : tell(text.error());
}

std::int32_t tell_value(value v) {
  module_state& all = state();
  all.words.clear();
  all.text.clear();
  value_writer out(all.words, all.text);
  out.write(v);
  all.said.words = all.words.data();
  all.said.word_count = all.words.size();
  all.said.data = all.text.data();
  all.said.size = all.text.size();
  return tell({});
}

std::int32_t tell_tree(value v) {
  static const codec* const json = codecs().find("json");
  if (has_wide_integer(v)) return tell_value(v);
  state().said.word_count = 0;
  return tell_text(json->encode(v));
}

const plan& plan_at(std::uint32_t number) {
  const auto& all = plans();
  return *all[number < all.size() ? number : 0];
}

verdict read_tree(const plan& by, std::string_view text, document& into) {
  const codec* const reader =
      by.format != nullptr ? by.format : codecs().detect(text);
  if (reader == nullptr) {
    return {PITH_UNKNOWN_FORMAT, "the text looks like none of the formats"};
  }
  // A mistake in the options has no place in the text.
  if (const auto known = reader->check_options(by.settings); !known) {
    return known.error();
  }
  auto made = reader->decode(text, by.settings);
  if (!made && made.error().code == error_code::invalid_option) {
    return made.error();
  }
  if (!made) return {made.error(), text};
  into = std::move(*made);
  return {};
}

}  // namespace pith::wasm

using pith::wasm::plan;
using pith::wasm::plan_at;
using pith::wasm::state;
using pith::wasm::tell;
using pith::wasm::verdict;

PITH_WASM_EXPORT(answer) const void* pith_wasm_answer() {
  return &state().said;
}

/// Room for `size` bytes in a slot. Keeps what is there.
PITH_WASM_EXPORT(reserve)
char* pith_wasm_reserve(std::uint32_t slot, std::uint32_t size) {
  auto& bytes = state().slots[slot & 1];
  if (bytes.size() < size) {
    bytes.ensure(size - bytes.size());
    bytes.resize(size);
  }
  return bytes.data();
}

/// Gives back what a large call has taken.
PITH_WASM_EXPORT(release) void pith_wasm_release() {
  pith::wasm::module_state& all = state();
  for (auto& slot : all.slots) {
    if (slot.capacity() > pith::wasm::most_kept_bytes) slot = {};
  }
  for (auto& tree : all.values) {
    if (tree.memory_bytes() > pith::wasm::most_kept_bytes) tree = {};
  }
  if (all.text.capacity() > pith::wasm::most_kept_bytes) {
    std::string().swap(all.text);  // assignment may keep the memory
  }
  if (all.words.capacity() * 4 > pith::wasm::most_kept_bytes) all.words = {};
}

/// Makes a value of words and text in the slots.
PITH_WASM_EXPORT(take)
std::int32_t pith_wasm_take(std::uint32_t which, std::uint32_t word_count,
                            std::uint32_t text_size) {
  auto& all = state();
  return tell(pith::wasm::read_value(all.slots[1], word_count,
                                     pith::wasm::given_text(text_size),
                                     all.values[which & 1]));
}

/// A format and options, in one text: name, then names and values of options,
/// each ended by a zero byte. Returns the number of the plan, or 0 on failure.
PITH_WASM_EXPORT(plan)
std::uint32_t pith_wasm_plan(std::uint32_t size) {
  std::string_view rest = pith::wasm::given_text(size);
  auto made = std::make_unique<plan>();
  const std::string_view name = pith::wasm::next_field(rest);
  if (!name.empty()) {
    made->format = pith::codecs().find(name);
    if (made->format == nullptr) {
      tell({PITH_UNKNOWN_FORMAT, "there is not a format of this name"});
      return 0;
    }
  }
  while (!rest.empty()) {
    const std::string_view option = pith::wasm::next_field(rest);
    const std::string_view value = pith::wasm::next_field(rest);
    const verdict taken = pith::wasm::set_option(*made, option, value);
    if (taken.is_good()) continue;
    tell(taken);
    return 0;
  }
  auto& all = pith::wasm::plans();
  all.push_back(std::move(made));
  tell({});
  return static_cast<std::uint32_t>(all.size() - 1);
}

/// Forgets all plans.
PITH_WASM_EXPORT(forgetPlans) void pith_wasm_forget_plans() {
  pith::wasm::plans().resize(1);
}
