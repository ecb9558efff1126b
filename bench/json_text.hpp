// SPDX-License-Identifier: MIT
/// @file
/// Writes compact JSON for the generated shapes. Deliberately independent of
/// the library that is measured with the result.
#ifndef PITH_BENCH_JSON_TEXT_HPP
#define PITH_BENCH_JSON_TEXT_HPP

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace pith_bench {

class json_text {
 public:
  json_text& begin_object() { return open('{'); }
  json_text& end_object() { return close('}'); }
  json_text& begin_array() { return open('['); }
  json_text& end_array() { return close(']'); }

  json_text& key(std::string_view k) {
    separate();
    quoted(k);
    out_ += ':';
    first_ = true;  // no comma between a key and its value
    return *this;
  }

  json_text& string(std::string_view v) {
    separate();
    quoted(v);
    return *this;
  }

  template <std::integral T>
  json_text& integer(T v) {
    return number(v);
  }

  /// The shortest digits that read back as the same double, without an
  /// exponent: what the shapes hold is neither tiny nor huge.
  json_text& real(double v) { return number(v, std::chars_format::fixed); }

  json_text& boolean(bool v) { return raw(v ? "true" : "false"); }
  json_text& null() { return raw("null"); }

  json_text& raw(std::string_view v) {
    separate();
    out_ += v;
    return *this;
  }

  void reserve(std::size_t bytes) { out_.reserve(bytes); }
  [[nodiscard]] std::size_t size() const noexcept { return out_.size(); }
  [[nodiscard]] std::string take() && { return std::move(out_); }

 private:
  json_text& open(char c) {
    separate();
    out_ += c;
    first_ = true;
    return *this;
  }

  json_text& close(char c) {
    out_ += c;
    first_ = false;
    return *this;
  }

  template <class... T>
  json_text& number(T... v) {
    std::array<char, 40> digits{};
    const auto done =
        std::to_chars(digits.data(), digits.data() + digits.size(), v...);
    return raw({digits.data(), done.ptr});
  }

  void separate() {
    if (!first_) {
      out_ += ',';
    }
    first_ = false;
  }

  void quoted(std::string_view text) {
    out_ += '"';
    for (const char c : text) {
      switch (c) {
        case '"':
          out_ += "\\\"";
          break;
        case '\\':
          out_ += "\\\\";
          break;
        case '\n':
          out_ += "\\n";
          break;
        case '\t':
          out_ += "\\t";
          break;
        default:
          out_ += c;
      }
    }
    out_ += '"';
  }

  std::string out_;
  bool first_ = true;
};

}  // namespace pith_bench

#endif  // PITH_BENCH_JSON_TEXT_HPP
