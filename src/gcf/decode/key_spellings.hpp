// SPDX-License-Identifier: MIT
/// @file
/// Recognises a key that is expected.
#ifndef PITH_GCF_DECODE_KEY_SPELLINGS_HPP
#define PITH_GCF_DECODE_KEY_SPELLINGS_HPP

#include "document/pod_buffer.hpp"
#include "gcf/rows/reading.hpp"

#include <cstdint>

namespace pith::inline v0::gcf::decoding {

/// Knows how the keys of a document are written, bare or quoted, and learns it
/// when somebody asks.
class key_spellings {
 public:
  explicit key_spellings(reading& in) noexcept : in_(in) {}

  void clear() noexcept { known_.clear(); }

  /// After the key at `p` if it is this one, written bare, or begins with it.
  /// Otherwise null.
  [[nodiscard]] char* skip(char* p, std::uint32_t key_id);
  /// True when the key is one that may stand without quotes (2a.1).
  [[nodiscard]] bool is_bare(std::uint32_t key_id);

 private:
  enum class spelling : std::uint8_t { unknown, bare, quoted };

  reading& in_;
  detail::pod_buffer<spelling> known_;  // by key id
};

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_DECODE_KEY_SPELLINGS_HPP
