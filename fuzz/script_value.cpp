// SPDX-License-Identifier: MIT
/// @file
/// Any words and text become a value, as those of JavaScript do, or are
/// refused; a value is written as JSON and in words, and is the same again when
/// those are read. The first two bytes say how many words there are, the text
/// is the rest.
#include <pith/json.hpp>

#include "native/value_reader.hpp"
#include "native/value_writer.hpp"
#include "require.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace {

using bytes = pith::detail::pod_buffer<char>;

std::string json_of(const pith::document& tree) {
  pith::json::write_options all;
  all.bounds.max_expansion = 1 << 20;
  const auto text = pith::json::write(tree.root(), all);
  return text ? *text : pith::message(text.error());
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x80;
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size < 2) return 0;
  const std::size_t most = (size - 2) / sizeof(std::uint32_t);
  const std::size_t count =
      std::min(data[0] + std::size_t{data[1]} * 256, most);
  const std::size_t word_bytes = count * sizeof(std::uint32_t);
  bytes words;
  words.append(reinterpret_cast<const char*>(data) + 2, word_bytes);
  const std::string text(reinterpret_cast<const char*>(data) + 2 + word_bytes,
                         size - 2 - word_bytes);
  pith::document tree;
  // More words than there are is refused as well.
  require(!pith::wasm::read_value(words, count + 1, text, tree).is_good());
  if (!pith::wasm::read_value(words, count, text, tree).is_good()) return 0;
  const std::string json = json_of(tree);
  std::vector<std::int32_t> again;
  std::string again_text;
  pith::wasm::value_writer(again, again_text).write(tree.root());
  // Sizes count bytes on the way in and UTF-16 units on the way out.
  if (!is_ascii(text)) return 0;
  bytes slot;
  slot.append(reinterpret_cast<const char*>(again.data()),
              again.size() * sizeof(std::uint32_t));
  pith::document second;
  require(
      pith::wasm::read_value(slot, again.size(), again_text, second).is_good());
  require(json_of(second) == json);
  return 0;
}
