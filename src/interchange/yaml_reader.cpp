// SPDX-License-Identifier: MIT
/// @file
/// From libyaml's events to a document. libyaml finds tokens and structure and
/// does not recurse; what the scalars mean, names and limits are ours.
#include <pith/builder.hpp>

#include "interchange/lenient/yaml_merger.hpp"
#include "interchange/whole_text.hpp"
#include "interchange/yaml.hpp"
#include "interchange/yaml_aliases.hpp"
#include "interchange/yaml_build.hpp"
#include "text/expansion.hpp"
#include "text/rounding.hpp"

#include <yaml.h>

#include <new>
#include <optional>
#include <string>
#include <utility>

namespace pith::interchange {

namespace {

using step_type = yaml_step::type;

constexpr std::string_view standard_tags = "tag:yaml.org,2002:";

class event {
 public:
  event() = default;
  event(const event&) = delete;
  event& operator=(const event&) = delete;
  ~event() { yaml_event_delete(&raw); }
  yaml_event_t raw{};
};

class parser {
 public:
  explicit parser(std::string_view text) {
    if (yaml_parser_initialize(&raw) == 0) throw std::bad_alloc();
    yaml_parser_set_encoding(&raw, YAML_UTF8_ENCODING);
    // It takes no null pointer, not even for nothing.
    const char* const first = text.empty() ? "" : text.data();
    yaml_parser_set_input_string(
        &raw, reinterpret_cast<const unsigned char*>(first), text.size());
  }
  parser(const parser&) = delete;
  parser& operator=(const parser&) = delete;
  ~parser() { yaml_parser_delete(&raw); }
  yaml_parser_t raw{};
};

std::string_view view_of(const unsigned char* text) {
  return text == nullptr
             ? std::string_view{}
             : std::string_view(reinterpret_cast<const char*>(text));
}

/// libyaml counts characters.
std::size_t byte_offset(std::string_view text, std::size_t characters) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool begins_one =
        (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
    if (!begins_one) continue;
    if (characters == 0) return at;
    --characters;
  }
  return text.size();
}

/// The tag that libyaml gives, without what the standard ones have in front;
/// empty for none, and for `!`, which says "no plain scalar".
struct tag_of_node {
  std::string_view name;
  bool is_standard;

  explicit tag_of_node(const unsigned char* given)
      : name(view_of(given)), is_standard(name.starts_with(standard_tags)) {
    if (is_standard) name.remove_prefix(standard_tags.size());
  }
  [[nodiscard]] bool is(std::string_view other) const {
    return is_standard && name == other;
  }
};

class reader {
 public:
  reader(std::string_view text, const limits& bounds, std::size_t base,
         text::rounding_watch& numbers, const yaml_options& options)
      : text_(text),
        options_(options),
        max_depth_(bounds.max_depth),
        base_(base),
        numbers_(&numbers),
        parser_(text),
        into_(bounds),
        left_(text::max_output_bytes(text.size(), bounds)),
        has_anchors_(text.find('&') != std::string_view::npos) {}

  result<document> read() {
    const bool is_array = options_.documents == yaml_documents::array;
    if (is_array) into_.begin_array();
    bool has_document = false;
    for (;;) {
      event e;
      if (yaml_parser_parse(&parser_.raw, &e.raw) == 0) return problem();
      switch (e.raw.type) {
        case YAML_STREAM_END_EVENT:
          if (is_array) {
            into_.end_array();
          } else if (!has_document) {
            into_.null();
          }
          return into_.finish();
        case YAML_DOCUMENT_START_EVENT:
          if (has_document && options_.documents == yaml_documents::first) {
            return into_.finish();
          }
          if (has_document && !is_array) {
            return at(e, error_code::not_supported,
                      "a stream of several documents is not one value; split "
                      "it at the lines with ---");
          }
          begin_document();
          has_document = true;
          break;
        case YAML_DOCUMENT_END_EVENT:
          if (const auto done = end_document(e); !done) return done.error();
          break;
        default:
          if (const auto done = take(e); !done) return done.error();
      }
    }
  }

 private:
  struct frame {
    bool is_map;
    bool is_key_next;
    std::string anchor;
    std::size_t begin;  // of the anchor's steps
    bool is_tagged;     // and stands in an object of its own
  };

  /// Anchors are those of one document.
  void begin_document() {
    aliases_ = {};
    if (options_.merges_keys) merger_.emplace(left_);
  }

  result<void> end_document(const event& e) {
    if (!merger_) return {};
    const auto done = merger_->build(into_);
    left_ = merger_->left();
    return done ? check(e) : placed(done);
  }

  /// What the merger says, which counts characters as libyaml does.
  [[nodiscard]] result<void> placed(const result<void>& done) const {
    if (done) return done;
    error what = done.error();
    what.offset = byte_offset(text_, what.offset);
    return what;
  }

  /// The next node has this name.
  void name(const unsigned char* anchor) {
    if (anchor == nullptr) return;
    if (merger_) {
      merger_->name(view_of(anchor));
    } else {
      aliases_.name(view_of(anchor));
    }
  }

  [[nodiscard]] error at(const event& e, error_code code,
                         const char* detail) const {
    return {code, byte_offset(text_, e.raw.start_mark.index), detail};
  }

  /// An offset takes time, so only the first is asked for.
  void note_rounded(const event& e) {
    if (numbers_->found().count != 0) return numbers_->note_another();
    numbers_->note(base_ + byte_offset(text_, e.raw.start_mark.index));
  }

  [[nodiscard]] error problem() const {
    const yaml_parser_t& p = parser_.raw;
    if (p.error == YAML_MEMORY_ERROR) throw std::bad_alloc();
    const char* const detail =
        p.problem == nullptr ? "this is not YAML" : p.problem;
    if (p.error == YAML_READER_ERROR) {
      return {error_code::control_character,
              std::min(p.problem_offset, text_.size()), detail};
    }
    const std::size_t offset = byte_offset(text_, p.problem_mark.index);
    return {offset == text_.size() ? error_code::unexpected_end
                                   : error_code::unexpected_character,
            offset, detail};
  }

  [[nodiscard]] bool is_key_next() const {
    return !open_.empty() && open_.back().is_key_next;
  }

  result<void> take(const event& e) {
    switch (e.raw.type) {
      case YAML_ALIAS_EVENT:
        return take_alias(e, view_of(e.raw.data.alias.anchor));
      case YAML_SCALAR_EVENT:
        return is_key_next() ? take_key(e) : take_scalar(e);
      case YAML_SEQUENCE_START_EVENT: {
        const auto& start = e.raw.data.sequence_start;
        return begin(e, false, start.anchor, tag_of_node(start.tag));
      }
      case YAML_MAPPING_START_EVENT: {
        const auto& start = e.raw.data.mapping_start;
        return begin(e, true, start.anchor, tag_of_node(start.tag));
      }
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT:
        return end(e);
      default:
        return {};
    }
  }

  // --- nodes ----------------------------------------------------------------

  result<void> begin(const event& e, bool is_map, const unsigned char* anchor,
                     const tag_of_node& tag) {
    if (is_key_next()) {
      return at(e, error_code::not_supported,
                "a list or a map cannot be the key of an object");
    }
    bool is_tagged = false;
    if (!tag.name.empty() && tag.name != "!" &&
        !tag.is(is_map ? "map" : "seq")) {
      if (options_.tags == yaml_tags::refused) return unknown_tag(e);
      is_tagged = options_.tags == yaml_tags::keep;
    }
    if (merger_ && open_.size() >= max_depth_) {
      return at(e, error_code::depth_limit,
                "values are nested more than limits::max_depth levels deep");
    }
    open_.push_back({is_map, is_map, std::string(view_of(anchor)),
                     aliases_.size(), is_tagged});
    name(anchor);
    if (is_tagged) {
      if (const auto done = begin_tagged(e, tag); !done) return done;
    }
    return put(e, {is_map ? step_type::begin_map : step_type::begin_list}, {});
  }

  /// An object whose only member is what has the tag.
  result<void> begin_tagged(const event& e, const tag_of_node& tag) {
    const std::string name =
        (tag.is_standard ? "!!" : "") + std::string(tag.name);
    const auto done = put(e, {step_type::begin_map}, {});
    return done ? put(e, {step_type::key}, name) : done;
  }

  result<void> end(const event& e) {
    const frame done = std::move(open_.back());
    open_.pop_back();
    if (const auto put_done = put(
            e, {done.is_map ? step_type::end_map : step_type::end_list}, {});
        !put_done) {
      return put_done;
    }
    if (done.is_tagged) {
      if (const auto put_done = put(e, {step_type::end_map}, {}); !put_done) {
        return put_done;
      }
    }
    if (!done.anchor.empty()) aliases_.complete(done.anchor, done.begin);
    value_is_complete();
    return {};
  }

  void value_is_complete() {
    if (!open_.empty()) open_.back().is_key_next = open_.back().is_map;
  }

  result<void> take_scalar(const event& e) {
    const auto& scalar = e.raw.data.scalar;
    const std::string_view text(reinterpret_cast<const char*>(scalar.value),
                                scalar.length);
    const tag_of_node tag(scalar.tag);
    const bool is_plain = scalar.style == YAML_PLAIN_SCALAR_STYLE;
    const bool is_other = is_unknown(tag);
    if (is_other && options_.tags == yaml_tags::refused) return unknown_tag(e);
    yaml_step step;
    if (tag.name.empty() || (is_other && !tag.is_standard)
            ? is_plain
            : tag.is_standard && !is_other && !tag.is("str")) {
      step.scalar = resolve_yaml(text);
    }
    if (!tag.name.empty() && tag.name != "!" && !is_other) {
      if (const auto fits = obey(e, tag, step.scalar); !fits) return fits;
    }
    if (step.scalar.type == yaml_type::not_finite) {
      return at(e, error_code::not_finite,
                "JSON has neither NaN nor infinities; replace the number with "
                "null or a string");
    }
    allow_big(step.scalar);
    if (step.scalar.type == yaml_type::out_of_range) {
      return at(e, error_code::out_of_range,
                "an integer must be within int64, a real within a double");
    }
    if (step.scalar.is_rounded) note_rounded(e);
    const std::size_t begin = aliases_.size();
    name(scalar.anchor);
    const bool is_tagged = is_other && options_.tags == yaml_tags::keep;
    if (is_tagged) {
      if (const auto done = begin_tagged(e, tag); !done) return done;
    }
    if (const auto done = put(e, step, text); !done) return done;
    if (is_tagged) {
      const auto done = put(e, {step_type::end_map}, {});
      if (!done) return done;
    }
    if (scalar.anchor != nullptr) {
      aliases_.complete(std::string(view_of(scalar.anchor)), begin);
    }
    value_is_complete();
    return {};
  }

  /// Makes of an integer outside int64 what was asked for, if it can be.
  void allow_big(yaml_scalar& scalar) const {
    if (!scalar.is_big_integer) return;
    if (options_.big == big_integers::string) {
      scalar = {};
    } else if (options_.big == big_integers::real && scalar.real != 0) {
      scalar.type = yaml_type::real;
    }
  }

  /// Whether a tag is none of those that scalars of JSON can have.
  static bool is_unknown(const tag_of_node& tag) {
    return !tag.name.empty() && tag.name != "!" && !tag.is("str") &&
           !tag.is("int") && !tag.is("float") && !tag.is("bool") &&
           !tag.is("null");
  }

  /// A tag says what a scalar is, if that is what it can be.
  result<void> obey(const event& e, const tag_of_node& tag,
                    yaml_scalar& scalar) const {
    using enum yaml_type;
    const yaml_type is = scalar.type;
    if (tag.is("str")) {
      scalar = {};
      return {};
    }
    bool fits = false;
    if (tag.is("float")) {
      fits =
          is == integer || is == real || is == not_finite || is == out_of_range;
      if (is == integer) {
        scalar = {.type = real, .real = static_cast<double>(scalar.integer)};
      }
    } else if (tag.is("int")) {
      fits = is == integer || is == out_of_range;
    } else if (tag.is("bool")) {
      fits = is == boolean;
    } else if (tag.is("null")) {
      fits = is == null;
    } else {
      return unknown_tag(e);
    }
    if (fits) return {};
    return at(e, error_code::invalid_literal,
              "the text does not have the type of its tag");
  }

  [[nodiscard]] error unknown_tag(const event& e) const {
    return at(e, error_code::not_supported,
              "JSON cannot express the meaning of this tag");
  }

  result<void> take_key(const event& e) {
    const auto& scalar = e.raw.data.scalar;
    const std::string_view text(reinterpret_cast<const char*>(scalar.value),
                                scalar.length);
    const tag_of_node tag(scalar.tag);
    const bool is_plain =
        tag.name.empty() && scalar.style == YAML_PLAIN_SCALAR_STYLE;
    if (tag.is("merge") || (is_plain && text == "<<")) {
      if (!merger_) {
        return at(e, error_code::not_supported,
                  "merge keys are not part of YAML 1.2; write the members out");
      }
      name(scalar.anchor);
      merger_->merge_key(e.raw.start_mark.index);
      open_.back().is_key_next = false;
      return {};
    }
    // An object in the place of a key cannot be.
    if (is_unknown(tag) && options_.tags != yaml_tags::drop) {
      return unknown_tag(e);
    }
    const std::size_t begin = aliases_.size();
    name(scalar.anchor);
    if (const auto done = put(e, {step_type::key}, text); !done) return done;
    if (scalar.anchor != nullptr) {
      aliases_.complete(std::string(view_of(scalar.anchor)), begin);
    }
    open_.back().is_key_next = false;
    return {};
  }

  // --- aliases --------------------------------------------------------------

  result<void> take_alias(const event& e, std::string_view name) {
    if (merger_) {
      const bool is_key = is_key_next();
      const auto done = merger_->alias(name, is_key, e.raw.start_mark.index);
      if (!done) return placed(done);
      if (is_key) {
        open_.back().is_key_next = false;
      } else {
        value_is_complete();
      }
      return {};
    }
    const auto found = aliases_.find(name);
    if (!found) {
      return at(e, error_code::unresolved_reference,
                "no earlier node has this anchor");
    }
    if (found->is_open) {
      return at(e, error_code::not_supported, "a node must not contain itself");
    }
    if (is_key_next()) return alias_as_key(e, *found);
    for (std::size_t i = found->begin; i < found->end; ++i) {
      yaml_step step = aliases_.at(i);
      // What was a key stands for its text as a value.
      if (i == found->begin && step.what == step_type::key) {
        step.what = step_type::scalar;
      }
      if (const auto done = repeat(e, step); !done) return done;
    }
    value_is_complete();
    return {};
  }

  result<void> alias_as_key(const event& e, const yaml_aliases::span& named) {
    yaml_step step = aliases_.at(named.begin);
    if (named.end - named.begin != 1) {
      return at(e, error_code::not_supported,
                "a list or a map cannot be the key of an object");
    }
    step.what = step_type::key;
    if (const auto done = repeat(e, step); !done) return done;
    open_.back().is_key_next = false;
    return {};
  }

  result<void> repeat(const event& e, const yaml_step& step) {
    constexpr std::size_t step_cost = 32;  // about what a value takes
    const std::size_t cost = step_cost + step.text_size;
    if (cost > left_) {
      return at(e, error_code::expansion_limit,
                "aliases make the document larger than limits::max_expansion "
                "times its text");
    }
    left_ -= cost;
    build(step, aliases_.text_of(step));
    aliases_.add_again(step);
    return check(e);
  }

  // --- building -------------------------------------------------------------

  result<void> put(const event& e, const yaml_step& step,
                   std::string_view text) {
    if (merger_) return log(*merger_, e, step, text);
    build(step, text);
    if (has_anchors_) aliases_.add(step, text);
    return check(e);
  }

  /// Built when the document is complete.
  result<void> log(yaml_merger& merger, const event& e, const yaml_step& step,
                   std::string_view text) {
    const std::size_t place = e.raw.start_mark.index;
    switch (step.what) {
      case step_type::key:
        merger.key(text, place);
        break;
      case step_type::begin_map:
      case step_type::begin_list:
        merger.begin(step.what == step_type::begin_map, place);
        break;
      case step_type::end_map:
      case step_type::end_list:
        return placed(merger.end(place));
      case step_type::scalar:
        merger.scalar(step.scalar, text, place);
        break;
    }
    return {};
  }

  result<void> check(const event& e) const {
    const error* const failure = into_.failure();
    if (failure == nullptr) return {};
    return at(e, failure->code, failure->detail);
  }

  void build(const yaml_step& step, std::string_view text) {
    switch (step.what) {
      case step_type::key:
        into_.key(text);
        break;
      case step_type::begin_map:
        into_.begin_object();
        break;
      case step_type::begin_list:
        into_.begin_array();
        break;
      case step_type::end_map:
        into_.end_object();
        break;
      case step_type::end_list:
        into_.end_array();
        break;
      case step_type::scalar:
        build_yaml_scalar(into_, step.scalar, text);
        break;
    }
  }

  std::string_view text_;
  yaml_options options_;
  std::size_t max_depth_;
  std::size_t base_;  // of the text in the input
  text::rounding_watch* numbers_;
  parser parser_;
  builder into_;
  std::size_t left_;  // what aliases may still add
  bool has_anchors_;
  std::vector<frame> open_;
  yaml_aliases aliases_;
  std::optional<yaml_merger> merger_;  // of the document, if keys are merged
};

/// libyaml compares every %TAG line with all before it.
result<void> check_directives(std::string_view text) {
  constexpr std::string_view directive = "%TAG";
  constexpr std::size_t most = 16;
  std::size_t count = 0;
  for (std::size_t at = text.find(directive); at != std::string_view::npos;
       at = text.find(directive, at + directive.size())) {
    const bool begins_line =
        at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r';
    if (begins_line && ++count > most) {
      return error{error_code::not_supported, at,
                   "there are more than 16 %TAG directives"};
    }
  }
  return {};
}

/// libyaml folds the line breaks of YAML 1.1 that YAML 1.2 keeps as text, and
/// says nothing.
result<void> check_breaks(std::string_view text) {
  for (const std::string_view old_break :
       {"\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9"}) {
    const std::size_t at = text.find(old_break);
    if (at == std::string_view::npos) continue;
    return error{error_code::not_supported, at,
                 "a line break of YAML 1.1 (U+0085, U+2028, U+2029) must be "
                 "written as an escape in quotes"};
  }
  return {};
}

}  // namespace

result<document> read_yaml(std::string_view text, const limits& bounds,
                           const number_options& numbers,
                           const yaml_options& options) {
  const auto read = [&](std::string_view rest, std::size_t skipped,
                        text::rounding_watch& watch) -> result<document> {
    if (const auto fits = check_directives(rest); !fits) return fits.error();
    if (const auto fits = check_breaks(rest); !fits) return fits.error();
    return reader(rest, bounds, skipped, watch, options).read();
  };
  return read_whole_text(text, bounds, numbers, read);
}

}  // namespace pith::interchange
