// SPDX-License-Identifier: MIT
#include "tron/header_reader.hpp"

#include "tron/words.hpp"

namespace pith::inline v0::tron {

namespace {

constexpr std::string_view keyword = "class";

[[nodiscard]] std::string_view word_at(const char* p) noexcept {
  return {p, static_cast<std::size_t>(word_end(p) - p)};
}

}  // namespace

char* skip_separators(const source& text, char* p) noexcept {
  while (is_space(*p) || *p == ';') {
    p = *p == ';' ? p + 1 : skip_space(text, p);
  }
  return p;
}

char* header_reader::read(char* p) {
  char* const data = read_definitions(p);
  if (classes_->size() == 0) return data;
  // Whatever else is wrong with the header comes after these.
  const std::size_t duplicate = classes_->find_duplicate(shapes_->key_count());
  if (duplicate != class_table::no_duplicate) {
    return text_->fail(error_code::duplicate_field_name,
                       text_->first + duplicate,
                       "a class has the same property twice");
  }
  if (data != nullptr) classes_->lay_out(*shapes_);
  return data;
}

char* header_reader::read_definitions(char* p) {
  for (;;) {
    p = skip_separators(*text_, p);
    if (word_at(p) != keyword) return p;
    p = read_class(p + keyword.size());
    if (p == nullptr) return nullptr;
  }
}

char* header_reader::read_class(char* p) {
  if (*p != ' ' && *p != '\t') {
    return text_->fail_or_end(error_code::invalid_field_declaration, p,
                              "a space must follow the word class");
  }
  p = skip_space(*text_, p);
  std::string_view name;
  char* const begin = p;
  p = read_name(p, name);
  if (p == nullptr) return nullptr;
  if (classes_->find(name) != class_table::none) {
    return text_->fail(error_code::duplicate_header_field, begin,
                       "a class is defined twice");
  }
  std::uint32_t parent = class_table::none;
  if (*p == '(') {
    p = read_parent(p + 1, parent);
    if (p == nullptr) return nullptr;
  }
  if (*p != ':') {
    return text_->fail_or_end(error_code::invalid_field_declaration, p,
                              "a colon must follow the name of a class");
  }
  classes_->add(name, parent);
  return read_properties(p + 1);
}

/// Reads a name and what may stand between it and the next sign.
char* header_reader::read_name(char* p, std::string_view& name) {
  name = word_at(p);
  if (!is_name(name)) {
    return text_->fail_or_end(
        error_code::invalid_name, p,
        "the name of a class must consist of letters, digits and underscores, "
        "must not begin with a digit, and must not be a reserved word");
  }
  return skip_space(*text_, p + name.size());
}

char* header_reader::read_parent(char* p, std::uint32_t& parent) {
  p = skip_space(*text_, p);
  std::string_view name;
  char* const begin = p;
  p = read_name(p, name);
  if (p == nullptr) return nullptr;
  parent = classes_->find(name);
  if (parent == class_table::none) {
    return text_->fail(error_code::unresolved_reference, begin,
                       "a class must be defined before those that extend it");
  }
  if (*p != ')') {
    return text_->fail_or_end(error_code::invalid_field_declaration, p,
                              "a closing parenthesis must follow the parent");
  }
  return skip_space(*text_, p + 1);
}

char* header_reader::read_properties(char* p) {
  list_state list;
  for (;;) {
    std::size_t lines = 0;
    p = skip_lines(*text_, p, lines);
    switch (look(p, lines, list)) {
      case next_step::property:
        p = read_property(p);
        if (p == nullptr) return nullptr;
        ++list.count;
        list.has_comma = false;
        break;
      case next_step::comma:
        ++p;
        list.has_comma = true;
        break;
      case next_step::end:
        return p;
      case next_step::fault:
        return text_->fail_or_end(
            error_code::invalid_field_declaration, p,
            list.count == 0 ? "a class must have at least one property"
                            : "a comma or a line end must separate properties, "
                              "and a semicolon or a line end must end them");
    }
  }
}

/// What stands at `p`, so many line ends after the last property or comma?
header_reader::next_step header_reader::look(
    char* p, std::size_t lines, const list_state& list) const noexcept {
  const bool is_word = is_word_byte(*p);
  if (list.count == 0) {
    // A class has a property, wherever it begins.
    if (lines != 0 && word_at(p) == keyword) return next_step::fault;
    return is_word || *p == '"' ? next_step::property : next_step::fault;
  }
  if (*p == ',') return list.has_comma ? next_step::fault : next_step::comma;
  if (*p == ';' || p == text_->last) return next_step::end;
  if (lines != 0) {
    return goes_on(p, lines) ? next_step::property : next_step::end;
  }
  const bool is_property = list.has_comma && (is_word || *p == '"');
  return is_property ? next_step::property : next_step::fault;
}

/// Does the list go on with what begins a line at `p`?
bool header_reader::goes_on(char* p, std::size_t lines) const noexcept {
  if (*p == '"') return lines == 1;
  const std::string_view word = word_at(p);
  if (!is_name(word)) return false;
  p += word.size();
  while (*p == ' ' || *p == '\t' || *p == '\r') ++p;
  return *p != '(';
}

char* header_reader::read_property(char* p) {
  char* const begin = p;
  std::string_view name;
  if (*p == '"') {
    std::size_t length = 0;
    p = read_string(*text_, begin, length);
    if (p == nullptr) return nullptr;
    name = {begin + 1, length};
  } else {
    name = word_at(p);
    p += name.size();
  }
  if (name.size() > detail::key_place::max_length) {
    return text_->fail(error_code::size_limit, begin,
                       "a key must be shorter than 16 MiB");
  }
  if (classes_->last_width() >= bounds_->max_fields) {
    return text_->fail(error_code::field_limit, begin,
                       "a class has more properties than limits::max_fields");
  }
  const std::uint32_t key_id =
      shapes_->intern(name, [&] { return text_->offset_of(name.data()); });
  classes_->add_property(key_id, text_->offset_of(begin));
  return p;
}

}  // namespace pith::inline v0::tron
