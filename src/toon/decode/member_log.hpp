// SPDX-License-Identifier: MIT
/// @file
/// Duplicate keys, which only a strict reader refuses.
#ifndef PITH_TOON_DECODE_MEMBER_LOG_HPP
#define PITH_TOON_DECODE_MEMBER_LOG_HPP

#include "document/document_data.hpp"
#include "document/pod_buffer.hpp"

#include <cstddef>
#include <cstdint>

namespace pith::inline v0::toon::decoding {

/// The members of all open objects, in the order in which they come: those of
/// an object lie after those of the objects around it. Of members with one
/// key, the last value counts, in the place of the first.
class member_log {
 public:
  /// Starts a new document. Keeps memory.
  void reset() noexcept {
    members_.clear();
    last_of_key_.clear();
  }

  [[nodiscard]] std::size_t size() const noexcept { return members_.size(); }
  /// Adds a member whose value begins at `at` on the tape.
  void add(std::uint32_t key_id, std::size_t at) {
    members_.push_back({key_id, at});
  }
  /// Forgets the members from `first` on: their object closes.
  void forget_from(std::size_t first) { members_.resize(first); }

  /// Drops all values of the object at `at` on the tape but the last of each
  /// key. Its members are those from `first` on; the tape ends where it does.
  /// Returns the flags of the values that stay. Linear in the object.
  [[nodiscard]] std::uint8_t replace_duplicates(detail::document_data& data,
                                                std::size_t first,
                                                std::size_t at);

 private:
  struct member {
    std::uint32_t key_id;
    std::size_t at;  // on the tape
  };

  detail::pod_buffer<member> members_;
  // Both only while duplicates are replaced; the memory is kept.
  detail::pod_buffer<std::size_t> last_of_key_;
  detail::pod_buffer<detail::word> kept_;
};

}  // namespace pith::inline v0::toon::decoding

#endif  // PITH_TOON_DECODE_MEMBER_LOG_HPP
