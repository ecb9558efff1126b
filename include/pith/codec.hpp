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
#include <pith/numbers.hpp>
#include <pith/owned_list.hpp>
#include <pith/result.hpp>
#include <pith/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pith::inline v0 {

/// An option of a codec, as a person at a shell would set it.
struct codec_option {
  std::string name;
  std::string default_value;
  std::string help;  ///< one line, with the values that it takes
};

struct option_value {
  option_value() = default;
  option_value(std::string_view option, std::string_view setting)
      : name(option), value(setting) {}

  std::string name;
  std::string value;
};

/// How to encode or decode.
struct codec_settings {
  /// Those that are not given have their defaults; the last one of a name
  /// counts.
  owned_list<option_value> options{};
  limits bounds{};
  /// For decoding text: what becomes of literals that a double does not hold.
  /// Formats that round nothing report nothing.
  number_options numbers{};
};

/// Settings under which a codec may be cheaper than by its defaults.
struct codec_variant {
  std::string name;  ///< for example "toon-tab"
  owned_list<option_value> options;
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
  /// Bytes that are not text: nothing for a model, or a terminal.
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
  /// and decode() begin with it. The offset of this error and of
  /// invalid_option is the number of the option in the settings, from 0.
  [[nodiscard]] result<void> check_options(
      const codec_settings& settings) const;

  /// Beside the errors of the format: unknown_option and invalid_option, and
  /// not_supported when there is nothing to encode or to decode with.
  [[nodiscard]] result<std::string> encode(
      value v, const codec_settings& settings = {}) const;
  result<void> encode_to(sink& out, value v,
                         const codec_settings& settings = {}) const;
  [[nodiscard]] result<document> decode(
      std::string_view text, const codec_settings& settings = {}) const;
};

/// A codec, and the registry that it is of, which stays for as long as anybody
/// refers to one of its codecs. Made of a plain pointer it keeps nothing: that
/// codec is the caller's. Empty by default.
class codec_reference {
 public:
  codec_reference() noexcept = default;
  codec_reference(std::nullptr_t) noexcept {}
  codec_reference(const codec* c) noexcept : codec_(c) {}

  [[nodiscard]] const codec* get() const noexcept { return codec_; }
  [[nodiscard]] const codec& operator*() const noexcept { return *codec_; }
  [[nodiscard]] const codec* operator->() const noexcept { return codec_; }
  explicit operator bool() const noexcept { return codec_ != nullptr; }
  friend bool operator==(const codec_reference& a,
                         const codec_reference& b) noexcept {
    return a.codec_ == b.codec_;
  }

 private:
  friend class registry;
  codec_reference(const codec* c,
                  std::shared_ptr<const std::vector<codec>> owner) noexcept
      : codec_(c), owner_(std::move(owner)) {}

  const codec* codec_ = nullptr;
  std::shared_ptr<const std::vector<codec>> owner_;
};

namespace detail {
/// The codecs of a registry and of its copies.
class shared_codecs {
 public:
  explicit shared_codecs(std::shared_ptr<const std::vector<codec>> all) noexcept
      : all_(std::move(all)) {}

  [[nodiscard]] const codec* begin() const noexcept {
    return all_ == nullptr ? nullptr : all_->data();
  }
  [[nodiscard]] const codec* end() const noexcept {
    return all_ == nullptr ? nullptr : all_->data() + all_->size();
  }
  [[nodiscard]] const std::shared_ptr<const std::vector<codec>>& owner()
      const noexcept {
    return all_;
  }

 private:
  std::shared_ptr<const std::vector<codec>> all_;
};
}  // namespace detail

/// Codecs by name. Immutable, so it may be read by many threads. Copies share
/// their codecs and cost nothing; one that was moved from is empty.
class PITH_API registry {
 public:
  /// `codecs().with({})->find("x")` does not compile: the pointer would point
  /// into a registry that is gone (see result).
  using lends_views = void;

  /// Fails with duplicate_codec when two share a name or an alias; letter case
  /// does not tell them apart. An empty name, or no `write`, is invalid_name.
  [[nodiscard]] static result<registry> of(std::vector<codec> codecs);
  /// This one's and more.
  [[nodiscard]] result<registry> with(std::vector<codec> more) const;

  /// By name or alias, in any letter case; null when there is none. Pointers
  /// live as long as the registry.
  [[nodiscard]] const codec* find(std::string_view name) const& noexcept
      PITH_LIFETIMEBOUND;
  const codec* find(std::string_view name) const&& = delete;
  /// The first that claims this extension, with or without a dot.
  [[nodiscard]] const codec* find_extension(
      std::string_view extension) const& noexcept PITH_LIFETIMEBOUND;
  const codec* find_extension(std::string_view extension) const&& = delete;
  /// The first of this media type; parameters after `;` are ignored.
  [[nodiscard]] const codec* find_media_type(
      std::string_view media_type) const& noexcept PITH_LIFETIMEBOUND;
  const codec* find_media_type(std::string_view media_type) const&& = delete;
  /// The one that recognizes `text` most surely; null when none does, or
  /// several do alike. May read the whole text once per codec.
  [[nodiscard]] const codec* detect(
      std::string_view text) const& PITH_LIFETIMEBOUND;
  const codec* detect(std::string_view text) const&& = delete;

  [[nodiscard]] std::span<const codec> all() const& noexcept
      PITH_LIFETIMEBOUND {
    return {codecs_.begin(), codecs_.end()};
  }
  std::span<const codec> all() const&& = delete;

  /// A reference to one of these codecs that keeps it.
  [[nodiscard]] codec_reference share(const codec& one) const noexcept {
    return {&one, codecs_.owner()};
  }

 private:
  explicit registry(std::vector<codec> codecs);
  detail::shared_codecs codecs_;
};

/// What the library knows. Made at the first call, never changed.
[[nodiscard]] PITH_API const registry& codecs();

}  // namespace pith::inline v0

#endif  // PITH_CODEC_HPP
