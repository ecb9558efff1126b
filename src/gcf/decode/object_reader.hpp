// SPDX-License-Identifier: MIT
/// @file
/// Reads the members of an object (section 7.2).
#ifndef PITH_GCF_DECODE_OBJECT_READER_HPP
#define PITH_GCF_DECODE_OBJECT_READER_HPP

#include "gcf/decode/completed_arrays.hpp"
#include "gcf/decode/container_stack.hpp"
#include "gcf/decode/identity_rules.hpp"
#include "gcf/decode/trailer.hpp"
#include "gcf/decode/value_reader.hpp"
#include "gcf/lex/lines.hpp"
#include "gcf/rows/frame.hpp"
#include "gcf/rows/reading.hpp"
#include "text/key_guess.hpp"

#include <cstdint>
#include <string_view>

namespace pith::inline v0::gcf::decoding {

/// Lines of an object: `key=scalar`, `key[N]: a,b`, and sections, `## key ...`.
class object_reader {
 public:
  object_reader(reading& in, container_stack& open, value_reader& values,
                identity_rules& rules, trailer& counts,
                completed_arrays& completed) noexcept
      : in_(in),
        open_(open),
        values_(values),
        rules_(rules),
        trailer_(counts),
        completed_(completed) {}

  /// Begins another text. `may_have_many` says that an object could exceed
  /// limits::max_items; `is_kept` that all of the text stays where it is.
  void begin(bool may_have_many, bool is_kept) noexcept {
    may_have_many_ = may_have_many;
    may_guess_ = is_kept;
    guesses_.clear();
  }

  /// Gives a line to the innermost container, the object `f`. It may read the
  /// members that follow as well.
  [[nodiscard]] outcome read_line(const frame& f, const line& ln);

 private:
  /// The key of a member, before it is known to be one.
  struct member_name {
    char* at;            // its first byte, a quote included
    std::uint32_t node;  // where it leads in the shape tree, if it was expected
    std::string_view key;  // otherwise
  };

  [[nodiscard]] outcome read_members(const line& ln);
  [[nodiscard]] outcome read_section(const line& ln);
  [[nodiscard]] char* read_name(const frame& f, char* p, member_name& name);
  [[nodiscard]] bool find_member(char* p, line& found);
  [[nodiscard]] char* read_expected_members(frame& f, char* p);
  [[nodiscard]] char* read_member(frame& f, const line& ln);
  [[nodiscard]] bool add_member(frame& f, const member_name& name);
  [[nodiscard]] bool add_unexpected(frame& f, const member_name& name);

  reading& in_;
  container_stack& open_;
  value_reader& values_;
  identity_rules& rules_;
  trailer& trailer_;
  completed_arrays& completed_;
  text::key_guesses guesses_;
  bool may_have_many_ = false;
  bool may_guess_ = false;  // what is gone cannot be compared
};

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_DECODE_OBJECT_READER_HPP
