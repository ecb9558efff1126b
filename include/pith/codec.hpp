// SPDX-License-Identifier: MIT
/// @file
/// Formats as values, and the list of those that the library knows.
///
///     const pith::codec* toon = pith::codecs().find("toon");
///     auto text = toon->encode(doc.root());
///     auto back = toon->decode(*text);
#ifndef PITH_CODEC_HPP
#define PITH_CODEC_HPP

#include <pith/document.hpp>
#include <pith/limits.hpp>
#include <pith/result.hpp>
#include <pith/sink.hpp>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pith::inline v0 {

/// An option of a codec, as a person at a shell would set it.
struct codec_option {
  std::string name;
  std::string default_value;
  std::string help;  ///< one line, with the values that it takes
};

struct option_value {
  std::string_view name;
  std::string_view value;
};

/// How to encode or decode. The caller keeps what `options` points to.
struct codec_settings {
  /// Those that are not given have their defaults; the last one of a name
  /// counts.
  std::span<const option_value> options{};
  limits bounds{};
};

/// Settings under which a codec may be cheaper than by its defaults.
struct codec_variant {
  std::string name;  ///< for example "toon-tab"
  std::vector<option_value> options;
};

/// What a codec takes. Whoever offers it something else gets an error.
enum class codec_subject : std::uint8_t {
  any_value,
  graph,           ///< what graph::from_value() reads
  graph_response,  ///< what goon::from_value() reads
  rows_or_graph,   ///< an array of objects, or a graph
};

/// What a text looks like to a codec.
enum class likeness : std::uint8_t {
  no,
  possible,  ///< it may be meant so, but nothing in it says that it must
  certain,   ///< it carries the mark of the format
};

/// A format. All members but `name` and `write` may be left empty.
struct PITH_API codec {
  std::string name;     ///< lower case, for example "toon"
  std::string summary;  ///< one line
  std::vector<std::string> aliases{};
  std::string media_type{};
  std::vector<std::string> extensions{};  ///< without the dot
  codec_subject subject = codec_subject::any_value;
  /// Bytes that are no text: nothing for a model, or a terminal.
  bool is_binary = false;
  /// What does not come back; empty when decode(encode(x)) equals x, up to the
  /// order of members.
  std::string loses{};
  std::vector<codec_option> options{};
  /// What auto_encode() may try beside the defaults.
  std::vector<codec_variant> variants{};

  std::function<result<void>(sink&, value, const codec_settings&)> write;
  /// Empty: the format is for reading by people and models only.
  std::function<result<document>(std::string_view, const codec_settings&)>
      read{};
  /// Null: the format has no mark of its own. Linear in the text. Needs no
  /// state, as it knows nothing but the text.
  likeness (*recognize)(std::string_view) = nullptr;

  [[nodiscard]] bool is_lossless() const noexcept { return loses.empty(); }

  /// unknown_option when one of the options is none of the format's. encode()
  /// and decode() begin with it.
  [[nodiscard]] result<void> check_options(
      const codec_settings& settings) const;

  /// Beside the errors of the format: unknown_option and invalid_option, and
  /// not_supported when there is nothing to decode with.
  [[nodiscard]] result<std::string> encode(
      value v, const codec_settings& settings = {}) const;
  result<void> encode_to(sink& out, value v,
                         const codec_settings& settings = {}) const;
  [[nodiscard]] result<document> decode(
      std::string_view text, const codec_settings& settings = {}) const;
};

/// Codecs by name. Immutable, so it may be read by many threads.
class PITH_API registry {
 public:
  /// Fails with duplicate_codec when two share a name or an alias; letter case
  /// does not tell them apart. An empty name, or no `write`, is invalid_name.
  [[nodiscard]] static result<registry> of(std::vector<codec> codecs);
  /// This one's and more.
  [[nodiscard]] result<registry> with(std::vector<codec> more) const;

  /// By name or alias, in any letter case; null when there is none. Pointers
  /// live as long as the registry.
  [[nodiscard]] const codec* find(std::string_view name) const noexcept;
  /// The first that claims this extension, with or without a dot.
  [[nodiscard]] const codec* find_extension(
      std::string_view extension) const noexcept;
  /// The first of this media type; parameters behind `;` are ignored.
  [[nodiscard]] const codec* find_media_type(
      std::string_view media_type) const noexcept;
  /// The one that recognizes `text` most surely; null when none does, or
  /// several do alike. May read the whole text once per codec.
  [[nodiscard]] const codec* detect(std::string_view text) const;

  [[nodiscard]] std::span<const codec> all() const noexcept { return codecs_; }

 private:
  explicit registry(std::vector<codec> codecs) noexcept;
  std::vector<codec> codecs_;
};

/// What the library knows. Made at the first call, never changed.
[[nodiscard]] PITH_API const registry& codecs();

}  // namespace pith::inline v0

#endif  // PITH_CODEC_HPP
