// SPDX-License-Identifier: MIT
/// @file
/// The containers that are open, from the root to the innermost.
#ifndef PITH_TOON_DECODE_CONTAINER_STACK_HPP
#define PITH_TOON_DECODE_CONTAINER_STACK_HPP

#include "document/pod_buffer.hpp"
#include "document/shape_tree.hpp"
#include "toon/decode/context.hpp"
#include "toon/decode/member_log.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::toon::decoding {

/// What a container's lines are.
enum class body : std::uint8_t { object, list, table, keyed_table };

inline constexpr std::uint32_t no_key_id = ~std::uint32_t{0};

/// An open container.
struct frame {
  body kind;
  bool has_depth;       ///< `depth` is known: a line has come
  bool has_duplicates;  ///< of keys, which are replaced when it closes
  std::uint8_t flags;   ///< of its values
  std::size_t floor;    ///< a line with less depth is not its own
  std::size_t depth;    ///< of its lines
  std::size_t at;       ///< on the tape
  std::size_t count;    ///< of items, rows or entries
  std::size_t declared;
  std::size_t first_member;  ///< in the log of members, when not strict
  detail::shape_cursor cursor;
  std::uint32_t key_id;  ///< under which it stands, or no_key_id
  char delimiter;
};

/// Opens and closes containers on the tape, counts their items and collects
/// their keys.
class container_stack {
 public:
  explicit container_stack(context& shared) noexcept : context_(shared) {}

  /// Starts a new document. Keeps memory.
  void reset() noexcept;

  [[nodiscard]] bool empty() const noexcept { return frames_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return frames_.size(); }
  [[nodiscard]] frame& innermost() noexcept { return frames_.back(); }
  /// An open array or keyed table has begun: no blank line may stand in it.
  [[nodiscard]] bool has_begun() const noexcept { return begun_ != 0; }

  /// Opens a container. Invalidates references to frames. Null, after failing
  /// with depth_limit at `at`, when it is one too deep.
  [[nodiscard]] frame* push(body kind, std::size_t floor, const char* at);
  /// Closes the innermost container before the line at `at`. Fails there with
  /// count_mismatch.
  [[nodiscard]] bool close(const char* at);
  /// Closes in the same way all containers to which the line at `at`, with this
  /// depth, does not belong.
  [[nodiscard]] bool close_before(std::size_t depth, const char* at) {
    return frames_.empty() || depth >= frames_.back().floor ||
           close_some(depth, at);
  }
  /// Fails with depth_limit at `at` when no `levels` more may be opened.
  [[nodiscard]] bool check_depth(std::size_t levels, const char* at) noexcept {
    return frames_.size() + levels <= context_.bounds.max_depth ||
           context_.fail(error_code::depth_limit, at,
                         "containers are nested deeper than limits::max_depth");
  }

  /// Counts an item, a row or an entry, whose line is at `at`. Fails there
  /// with count_mismatch or item_limit.
  [[nodiscard]] bool begin_item(frame& f, const char* at);
  /// Notes of what kind a value of the innermost container is.
  void note_value(std::uint8_t flag) noexcept {
    if (!frames_.empty()) frames_.back().flags |= flag;
  }

  /// Adds a key to an object. Its value comes next. Fails with size_limit,
  /// item_limit and, when strict, duplicate_key.
  [[nodiscard]] bool add_key(frame& f, std::string_view key, const char* at);
  /// Adds a key that the document has, when not strict.
  void add_known_key(frame& f, std::uint32_t key_id);

 private:
  [[nodiscard]] bool close_some(std::size_t depth, const char* at);

  context& context_;
  detail::pod_buffer<frame> frames_;
  std::size_t begun_ = 0;
  member_log members_;  // only when not strict
};

}  // namespace pith::inline v0::toon::decoding

#endif  // PITH_TOON_DECODE_CONTAINER_STACK_HPP
