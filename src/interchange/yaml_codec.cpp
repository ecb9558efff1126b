// SPDX-License-Identifier: MIT
#include "interchange/interchange.hpp"
#include "interchange/yaml.hpp"

namespace pith::interchange {

namespace {

result<void> write(sink& out, value v, const codec_settings& settings) {
  return write_yaml(out, v, settings.bounds);
}

result<document> read(std::string_view text, const codec_settings& settings) {
  return read_yaml(text, settings.bounds, settings.numbers);
}

/// Only by its marks: nearly every text is YAML.
likeness recognize(std::string_view text) {
  const bool has_mark = text.starts_with("%YAML ") ||
                        text.starts_with("---\n") ||
                        text.starts_with("---\r\n");
  return has_mark ? likeness::certain : likeness::no;
}

}  // namespace

codec yaml_codec() {
  return {.name = "yaml",
          .summary = "YAML with the core schema of 1.2, in block style",
          .aliases = {"yml"},
          .media_type = "application/yaml",
          .extensions = {"yaml", "yml"},
          .write = write,
          .read = read,
          .recognize = recognize};
}

}  // namespace pith::interchange
