// SPDX-License-Identifier: MIT
/// @file
/// For those who use streams of the standard library. No other header
/// includes this one, or what it includes for that.
#ifndef PITH_OSTREAM_HPP
#define PITH_OSTREAM_HPP

#include <pith/document.hpp>
#include <pith/error.hpp>
#include <pith/json.hpp>
#include <pith/sink.hpp>

#include <ostream>
#include <string_view>

namespace pith::inline v0 {

/// Writes to a stream, which must outlive it. A stream that fails refuses
/// bytes (write_failed).
class ostream_sink final : public sink {
 public:
  explicit ostream_sink(std::ostream& target PITH_LIFETIMEBOUND) noexcept
      : target_(&target) {}
  bool write(std::string_view bytes) override {
    target_->write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return target_->good();
  }

 private:
  std::ostream* target_;
};

inline std::ostream& operator<<(std::ostream& out, error_code code) {
  return out << name(code);
}
inline std::ostream& operator<<(std::ostream& out, kind k) {
  return out << name(k);
}
/// As message(); the offset is left out, since only the text makes it a place.
inline std::ostream& operator<<(std::ostream& out, const error& what) {
  return out << message(what);
}
/// As compact JSON. A value beyond limits::max_expansion sets failbit.
inline std::ostream& operator<<(std::ostream& out, value v) {
  ostream_sink target(out);
  if (!json::write_to(target, v)) out.setstate(std::ios_base::failbit);
  return out;
}

}  // namespace pith::inline v0

#endif  // PITH_OSTREAM_HPP
