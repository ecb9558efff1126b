// SPDX-License-Identifier: MIT
#include <pith/tron.hpp>

#include "codec/options.hpp"
#include "codec/standard.hpp"

#include <algorithm>

namespace pith::inline v0 {

namespace {

result<void> write(sink& out, value v, const codec_settings& settings) {
  tron::encode_options with{.bounds = settings.bounds};
  option_reader given{settings};
  given.read("never-worse", with.never_worse);
  if (const auto fit = given.check(); !fit) return fit;
  return tron::encode_to(out, v, with);
}

result<document> read(std::string_view text, const codec_settings& settings) {
  return tron::decode(text, {settings.bounds, settings.numbers});
}

/// By the definition of its first class. Without classes it is JSON, or nearly
/// so, and what is nearly JSON is broken JSON.
likeness recognize(std::string_view text) {
  constexpr std::string_view keyword = "class ";
  constexpr std::string_view name_characters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
  if (!text.starts_with(keyword)) return likeness::no;
  text.remove_prefix(keyword.size());
  const std::size_t end =
      std::min(text.find_first_not_of(name_characters), text.size());
  text.remove_prefix(end);
  const bool is_definition =
      end != 0 && (text.starts_with(':') || text.starts_with('('));
  return is_definition ? likeness::certain : likeness::no;
}

}  // namespace

codec tron_codec() {
  return {
      .name = "tron",
      .summary = "Token Reduced Object Notation: JSON with classes",
      .media_type = "text/tron",
      .extensions = {"tron"},
      .options = {{"never-worse", "false",
                   "define a class only where it saves tokens: true, false"}},
      .write = write,
      .read = read,
      .recognize = recognize};
}

}  // namespace pith::inline v0
