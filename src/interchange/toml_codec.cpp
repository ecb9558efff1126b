// SPDX-License-Identifier: MIT
#include "interchange/interchange.hpp"
#include "interchange/toml.hpp"

namespace pith::interchange {

namespace {

result<void> write(sink& out, value v, const codec_settings& settings) {
  return write_toml(out, v, settings.bounds);
}

result<document> read(std::string_view text, const codec_settings& settings) {
  return read_toml(text, settings.bounds, settings.numbers);
}

}  // namespace

codec toml_codec() {
  return {.name = "toml",
          .summary = "TOML 1.0: objects without null",
          .media_type = "application/toml",
          .extensions = {"toml"},
          .write = write,
          .read = read};
}

}  // namespace pith::interchange
