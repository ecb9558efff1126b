// SPDX-License-Identifier: MIT
#include "mcp/system/find_bytes.hpp"

#include <memory>
#include <new>

namespace pith::mcp {

// By Knuth, Morris and Pratt: this C library has no memmem().
std::size_t find_bytes(std::string_view text, std::string_view what) noexcept {
  if (what.empty()) return 0;
  if (what.size() > text.size()) return std::string_view::npos;
  if (what.size() == 1) return text.find(what[0]);
  // For each beginning of `what`, how many of its last bytes are a shorter
  // beginning.
  const std::unique_ptr<std::size_t[]> borders{new (std::nothrow)
                                                   std::size_t[what.size()]};
  if (borders == nullptr) return text.find(what);
  borders[0] = 0;
  std::size_t held = 0;
  const auto step = [&](char c) {
    while (held > 0 && (held == what.size() || what[held] != c)) {
      held = borders[held - 1];
    }
    if (what[held] == c) ++held;
  };
  for (std::size_t i = 1; i < what.size(); ++i) {
    step(what[i]);
    borders[i] = held;
  }
  held = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    step(text[i]);
    if (held == what.size()) return i + 1 - held;
  }
  return std::string_view::npos;
}

}  // namespace pith::mcp
