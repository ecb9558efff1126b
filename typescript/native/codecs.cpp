// SPDX-License-Identifier: MIT
// Formats: to and from values and texts, and what a language model writes.
#include <pith/builder.hpp>
#include <pith/gcf_extract.hpp>

#include "module.hpp"

#include <string>
#include <utility>

using pith::codec;
using pith::codecs;
using pith::wasm::given_text;
using pith::wasm::plan;
using pith::wasm::plan_at;
using pith::wasm::read_tree;
using pith::wasm::state;
using pith::wasm::tell;
using pith::wasm::tell_text;
using pith::wasm::tell_tree;
using pith::wasm::tell_value;
using pith::wasm::verdict;

namespace {

const codec& writer_of(const plan& by) {
  static const codec* const gcf = codecs().find("gcf");
  return by.format == nullptr ? *gcf : *by.format;
}

void put(pith::builder& into, std::string_view key, std::string_view text) {
  into.key(key);
  into.string(text);
}

void put(pith::builder& into, std::string_view key, bool flag) {
  into.key(key);
  into.boolean(flag);
}

void describe(pith::builder& into, const codec& format) {
  into.begin_object();
  put(into, "name", format.name);
  put(into, "summary", format.summary);
  put(into, "mediaType", format.media_type);
  put(into, "loses", format.loses);
  put(into, "isLossless", format.is_lossless());
  put(into, "isBinary", format.is_binary);
  put(into, "canDecode", static_cast<bool>(format.read));
  into.key("options");
  into.begin_array();
  for (const pith::codec_option& option : format.options) {
    into.begin_object();
    put(into, "name", option.name);
    put(into, "default", option.default_value);
    put(into, "help", option.help);
    into.end_object();
  }
  into.end_array();
  into.end_object();
}

}  // namespace

/// Writes the first value that was taken.
PITH_WASM_EXPORT(encode) std::int32_t pith_wasm_encode(std::uint32_t by) {
  const plan& with = plan_at(by);
  return tell_text(
      writer_of(with).encode(state().values[0].root(), with.settings));
}

/// Reads a text into a value; in words, whatever it has, if `as_words`.
PITH_WASM_EXPORT(decode)
std::int32_t pith_wasm_decode(std::uint32_t by, std::uint32_t size,
                              std::int32_t as_words) {
  pith::document& tree = state().values[0];
  const verdict done = read_tree(plan_at(by), given_text(size), tree);
  if (!done.is_good()) return tell(done);
  return as_words != 0 ? tell_value(tree.root()) : tell_tree(tree.root());
}

/// Reads a text in one format and writes it in another.
PITH_WASM_EXPORT(convert)
std::int32_t pith_wasm_convert(std::uint32_t from, std::uint32_t to,
                               std::uint32_t size) {
  pith::document& tree = state().values[0];
  const verdict done = read_tree(plan_at(from), given_text(size), tree);
  if (!done.is_good()) return tell(done);
  const plan& with = plan_at(to);
  return tell_text(writer_of(with).encode(tree.root(), with.settings));
}

/// 1 when the format of a plan is binary.
PITH_WASM_EXPORT(isBinary) std::int32_t pith_wasm_is_binary(std::uint32_t by) {
  return writer_of(plan_at(by)).is_binary ? 1 : 0;
}

/// The name of the format that a text looks like; PITH_UNKNOWN_FORMAT.
PITH_WASM_EXPORT(detect) std::int32_t pith_wasm_detect(std::uint32_t size) {
  const codec* const found = codecs().detect(given_text(size));
  if (found == nullptr) {
    return tell(
        {PITH_UNKNOWN_FORMAT, "the text looks like none of the formats"});
  }
  return tell_text(found->name);
}

/// The payload in an answer; numbers: where it begins, 1 when it is GCF.
PITH_WASM_EXPORT(extract) std::int32_t pith_wasm_extract(std::uint32_t size) {
  const auto found = pith::gcf::extract(given_text(size));
  if (!found) return tell({PITH_NOT_FOUND, "there is not a payload"});
  auto& said = state().said;
  said.numbers[0] = static_cast<double>(found->offset);
  said.numbers[1] = found->format == pith::gcf::payload_format::gcf ? 1 : 0;
  return tell_text(pith::gcf::unindented(*found));
}

/// What is wrong with a text; PITH_NOT_FOUND when nothing is.
PITH_WASM_EXPORT(explain)
std::int32_t pith_wasm_explain(std::uint32_t by, std::uint32_t size) {
  const std::string_view text = given_text(size);
  const plan& with = plan_at(by);
  const codec* const reader =
      with.format != nullptr ? with.format : codecs().detect(text);
  if (reader == nullptr) {
    return tell(
        {PITH_UNKNOWN_FORMAT, "the text looks like none of the formats"});
  }
  const auto made = reader->decode(text, with.settings);
  if (made) return tell({PITH_NOT_FOUND, "nothing is wrong with it"});
  return tell_text(pith::gcf::explain(made.error(), text));
}

/// All formats and their options, as JSON.
PITH_WASM_EXPORT(formats) std::int32_t pith_wasm_formats() {
  pith::builder all;
  all.begin_array();
  for (const codec& format : codecs().all()) describe(all, format);
  all.end_array();
  auto made = all.finish();
  if (!made) return tell(made.error());
  state().values[0] = std::move(*made);
  return tell_tree(state().values[0].root());
}
