// SPDX-License-Identifier: MIT
/// @file
/// Collects output in a warm buffer and hands it to a sink in pieces.
#ifndef PITH_TEXT_OUTPUT_HPP
#define PITH_TEXT_OUTPUT_HPP

#include <pith/sink.hpp>

#include "document/pod_buffer.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace pith::inline v0::text {

/// One buffer of 64 KiB, reused: writing into fresh memory would cost more
/// than producing the bytes. Writers reserve room, write through a pointer and
/// commit where they stopped; they may scribble up to `slack` bytes beyond
/// what they reserved, so copying in whole blocks needs no end check.
class output {
 public:
  static constexpr std::size_t chunk_bytes = 64 * 1024;
  static constexpr std::size_t slack = 64;

  /// Starts writing to `target`, at most `max_bytes`.
  void open(sink& target, std::size_t max_bytes) {
    buffer_.clear();
    buffer_.ensure(chunk_bytes + slack);
    target_ = &target;
    left_ = max_bytes;
    state_ = status::good;
  }

  /// A place for up to `n` bytes, n <= chunk_bytes, plus slack.
  [[nodiscard]] char* reserve(std::size_t n) {
    if (chunk_bytes - buffer_.size() < n) flush();
    return buffer_.data() + buffer_.size();
  }
  /// Ends what reserve() began: bytes before `end` are output.
  void commit(const char* end) noexcept {
    buffer_.resize(static_cast<std::size_t>(end - buffer_.data()));
  }
  /// Room that is left without a flush.
  [[nodiscard]] std::size_t room() const noexcept {
    return chunk_bytes - buffer_.size();
  }
  /// The next byte to be written, for writers that checked room().
  [[nodiscard]] char* cursor() noexcept {
    return buffer_.data() + buffer_.size();
  }

  void put(char c) {
    char* p = reserve(1);
    *p = c;
    commit(p + 1);
  }
  void put(std::string_view bytes);
  /// `n` times the character `c`; used for indentation.
  void fill(char c, std::size_t n);

  /// True once the sink refused bytes or max_bytes is exceeded: writers check
  /// it now and then and stop. Bytes put afterwards go nowhere.
  [[nodiscard]] bool failed() const noexcept { return state_ != status::good; }
  [[nodiscard]] bool over_limit() const noexcept {
    return state_ == status::over_limit;
  }
  /// Hands over what is left. False when anything failed.
  [[nodiscard]] bool close();

 private:
  enum class status : std::uint8_t { good, refused, over_limit };
  void flush();

  detail::pod_buffer<char> buffer_;
  sink* target_ = nullptr;
  std::size_t left_ = 0;
  status state_ = status::good;
};

}  // namespace pith::inline v0::text

#endif  // PITH_TEXT_OUTPUT_HPP
