// SPDX-License-Identifier: MIT
#include "interchange/interchange.hpp"
#include "interchange/yaml.hpp"

namespace pith::interchange {

namespace {

constexpr std::string_view documents_words[] = {"error", "array", "first"};
constexpr std::string_view tags_words[] = {"error", "drop", "keep"};

result<yaml_options> options_of(const codec_settings& settings) {
  yaml_options out;
  option_reader given{settings};
  out.documents = static_cast<yaml_documents>(
      read_word(given, "documents", documents_words));
  out.tags = static_cast<yaml_tags>(read_word(given, "tags", tags_words));
  given.read("merge-keys", out.merges_keys);
  out.big = read_big_integers(given);
  if (const auto fit = given.check(); !fit) return fit.error();
  return out;
}

result<void> write(sink& out, value v, const codec_settings& settings) {
  if (const auto fit = options_of(settings); !fit) return fit.error();
  return write_yaml(out, v, settings.bounds);
}

result<document> read(std::string_view text, const codec_settings& settings) {
  const auto with = options_of(settings);
  if (!with) return with.error();
  return read_yaml(text, settings.bounds, settings.numbers, *with);
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
          .options = {{"documents", "error",
                       "reading several documents: error, array, first"},
                      {"merge-keys", "false",
                       "reading << as the members of other maps: true, false"},
                      {"tags", "error",
                       "reading tags such as !Ref: error, drop, keep (as "
                       "{\"!Ref\":value})"},
                      big_integers_option()},
          .write = write,
          .read = read,
          .recognize = recognize};
}

}  // namespace pith::interchange
