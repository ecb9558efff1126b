// SPDX-License-Identifier: MIT
#include <pith/json.hpp>
#include <pith/sink.hpp>

#include "console/diagnostics.hpp"
#include "terminal/layout.hpp"
#include "view/view.hpp"

namespace cli {

namespace {

/// Bytes that surely fill so many columns: no code point has more than four.
/// Beyond them there can be only marks that take no column.
std::size_t enough_bytes(std::size_t columns) { return 8 * columns + 64; }

/// Takes the beginning of what is written, and then no more.
class beginning final : public pith::sink {
 public:
  explicit beginning(std::size_t most) : most_(most) {}
  bool write(std::string_view bytes) override {
    text_ += bytes.substr(0, most_ - text_.size());
    return text_.size() < most_;
  }
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  std::size_t most_;
  std::string text_;
};

std::string with_escapes(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::string more_of(std::size_t count, const view_style& style) {
  return std::string(style.ellipsis()) + ' ' + grouped(count) + " more";
}

std::string one_line(pith::value v, std::size_t columns,
                     const view_style& style) {
  beginning start{enough_bytes(columns)};
  // Fails when there is enough; what was written until then is wanted.
  static_cast<void>(pith::json::write_to(start, v));
  return cut_to(printable(start.text()), columns, style.ellipsis());
}

std::string bare_text(std::string_view text, std::size_t columns,
                      const view_style& style) {
  const std::string_view start = text.substr(0, enough_bytes(columns));
  return cut_to(printable(with_escapes(start)), columns, style.ellipsis());
}

std::string cell_text(pith::value v, std::size_t columns,
                      const view_style& style) {
  const auto text = v.get_string();
  return text ? bare_text(*text, columns, style) : one_line(v, columns, style);
}

}  // namespace cli
