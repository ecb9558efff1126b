// SPDX-License-Identifier: MIT
/// @file
/// Reads what a line says a value is.
#ifndef PITH_GCF_DECODE_VALUE_READER_HPP
#define PITH_GCF_DECODE_VALUE_READER_HPP

#include "document/tape.hpp"
#include "gcf/decode/completed_arrays.hpp"
#include "gcf/decode/container_stack.hpp"
#include "gcf/decode/delivery.hpp"
#include "gcf/decode/identity_rules.hpp"
#include "gcf/decode/trailer.hpp"
#include "gcf/lex/lines.hpp"
#include "gcf/lex/token.hpp"
#include "gcf/rows/frame.hpp"
#include "gcf/rows/reading.hpp"

#include <cstddef>
#include <cstdint>

namespace pith::inline v0::gcf::decoding {

/// Where an array header stands.
enum class place : std::uint8_t { root, section, item, attachment };

/// What stands between the brackets of an array header.
struct count_bracket {
  char* at = nullptr;  ///< the first byte after `[`
  std::size_t count = 0;
  bool is_deferred = false;  ///< `?`
  bool is_keyed = false;     ///< a colon follows
};

/// Scalars up to the end of a line, and array headers: what stands between `[`
/// and the end of the line decides how the body is read (section 7.3). A value
/// of one line is complete then; otherwise its container is open.
///
/// What it returns is the beginning of the next line, unless it says otherwise,
/// or null after a failure.
class value_reader {
 public:
  value_reader(reading& in, container_stack& open, identity_rules& rules,
               trailer& counts, delivery& units,
               completed_arrays& completed) noexcept
      : in_(in),
        open_(open),
        rules_(rules),
        trailer_(counts),
        delivery_(units),
        completed_(completed) {}

  void clear() noexcept { next_serial_ = 0; }

  /// The scalar from `p` to the end of the line is the next value. Fails as
  /// tokens do.
  [[nodiscard]] char* read_scalar(char* p) {
    in_.tape().ensure(token_words);
    detail::word* out = in_.tape().end();
    char* const end = read_value<'\n'>(in_.text, p, out);
    if (end == nullptr) return nullptr;
    in_.end_tape(out);
    open_.finish_value(detail::has_scalar);
    return end + 1;
  }
  /// Reads `N]`, `?]`, `N:]` or `?:]` at `p`. Returns the byte after it. Fails
  /// with invalid_count or item_limit.
  [[nodiscard]] char* read_count(char* p, count_bracket& bracket);
  /// Opens the object whose `{}` stands at `p`. Fails with invalid_line or
  /// depth_limit.
  [[nodiscard]] char* open_object(char* p, std::size_t level,
                                  std::uint32_t key_id, const line& ln);
  /// Opens or reads the array whose count ends before `p`; its body is indented
  /// by `level`. `used` gets the layout of a table that is an array. Fails as
  /// declarations, marks of identities and inline arrays do, and with
  /// invalid_line, depth_limit, keyed_map or malformed_delta.
  [[nodiscard]] char* open_array(char* p, const count_bracket& bracket,
                                 std::size_t level, std::uint32_t key_id,
                                 place where, const line& ln,
                                 std::uint32_t* used = nullptr);
  /// Opens the frame of an array, of which the caller knows the rest; null
  /// when it is one too deep.
  [[nodiscard]] frame* push_array(body kind, const count_bracket& bracket,
                                  std::size_t level, std::uint32_t key_id,
                                  place where, const line& ln);
  /// The values after the colon at `p`, up to the end of the line (7.5). Fails
  /// with count_mismatch, item_limit, depth_limit, invalid_line, or as tokens.
  [[nodiscard]] char* read_inline_array(char* p, const count_bracket& bracket,
                                        const line& ln);

 private:
  [[nodiscard]] bool check_keyed(const count_bracket& bracket, const char* p);
  [[nodiscard]] char* read_empty_array(char* next, std::size_t level,
                                       const line& ln);

  reading& in_;
  container_stack& open_;
  identity_rules& rules_;
  trailer& trailer_;
  delivery& delivery_;
  completed_arrays& completed_;
  std::uint32_t next_serial_ = 0;  // of an array
};

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_DECODE_VALUE_READER_HPP
