// SPDX-License-Identifier: MIT
/// @file
/// Members of objects: `key: value`, `key:` and `key[N]: ...`.
#ifndef PITH_TOON_DECODE_MEMBER_READER_HPP
#define PITH_TOON_DECODE_MEMBER_READER_HPP

#include "text/key_guess.hpp"
#include "toon/decode/array_reader.hpp"
#include "toon/decode/container_stack.hpp"
#include "toon/decode/context.hpp"
#include "toon/decode/line_scanner.hpp"

#include <cstddef>

namespace pith::inline v0::toon::decoding {

/// Reads lines of the innermost object, and guesses their keys from those that
/// came before.
class member_reader {
 public:
  member_reader(context& shared, container_stack& containers,
                array_reader& arrays) noexcept
      : context_(shared), containers_(containers), arrays_(arrays) {}

  /// Starts with the text and the options of the context. Keeps memory.
  void reset() noexcept;

  /// Reads members from `ln` on, as long as they stand on plain lines and open
  /// no container. Returns the next line, or null after failing.
  [[nodiscard]] char* read_members(const line& ln);
  /// Reads the member at `p`, on a line with this depth. Returns the next
  /// line, or null after failing.
  [[nodiscard]] char* read_member(char* p, std::size_t depth);
  /// True when `key:`, with the key that began the last item of this list,
  /// stands at `p`.
  [[nodiscard]] bool is_expected_item(const frame& list,
                                      const char* p) const noexcept {
    const text::key_guesses::guess& expected = guesses_.at(0, list.key_id);
    return expected.is_right(context_.text, p) && p[expected.length] == ':';
  }

 private:
  [[nodiscard]] char* read_expected_members(frame& f, char* p,
                                            std::size_t spaces, char*& next);
  [[nodiscard]] char* read_odd_member(char* p, std::size_t depth);
  [[nodiscard]] char* read_value(char* p, std::size_t depth);
  [[nodiscard]] bool add_plain_key(frame& f, const char* first,
                                   const char* last);

  context& context_;
  container_stack& containers_;
  array_reader& arrays_;
  text::key_guesses guesses_;
  bool may_guess_ = false;  // keys: none may be one too many
};

}  // namespace pith::inline v0::toon::decoding

#endif  // PITH_TOON_DECODE_MEMBER_READER_HPP
