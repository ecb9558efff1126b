// SPDX-License-Identifier: MIT
#include "mcp/config/reader.hpp"

#include "mcp/system/file_bytes.hpp"
#include "mcp/words/nearest_word.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <tuple>
#include <utility>

namespace pith::mcp {

namespace {

using type = configuration_node::type;

constexpr std::size_t max_errors = 200;
constexpr std::size_t longest_shown = 200;
/// Keys of earlier versions, and what they are called now.
constexpr std::array<std::pair<std::string_view, std::string_view>, 1>
    renamed_keys{{{"least_tokens", "min_tokens"}}};

std::string list_of(std::span<const std::string_view> words) {
  std::string out;
  for (const std::string_view word : words) {
    out.append(out.empty() ? "" : ", ").append(in_quotes(word));
  }
  return out;
}

}  // namespace

std::string in_quotes(std::string_view word) {
  const bool is_long = word.size() > longest_shown;
  std::string out = "'";
  for (const char c : word.substr(0, longest_shown)) {
    const auto byte = static_cast<unsigned char>(c);
    out += byte < 0x20 || byte == 0x7F ? '?' : c;
  }
  // A code point that was cut in two is dropped.
  while (is_long && (static_cast<unsigned char>(out.back()) & 0x80U) != 0) {
    out.pop_back();
  }
  return out.append(is_long ? "...'" : "'");
}

std::string did_you_mean(std::string_view word,
                         std::span<const std::string_view> known) {
  const std::string_view best = nearest_word(word, known);
  return best.empty() ? "" : "; did you mean " + in_quotes(best) + "?";
}

std::string choose_from(std::string_view word,
                        std::span<const std::string_view> known) {
  const std::string meant = did_you_mean(word, known);
  return meant.empty() ? "; choose one of " + list_of(known) : meant;
}

// --- configuration_reader ---------------------------------------------------

void configuration_reader::add(std::size_t line, std::size_t column,
                               std::string what) {
  if (errors_.size() >= max_errors) return;
  errors_.push_back({.line = line, .column = column, .what = std::move(what)});
}

void configuration_reader::fail(const configuration_node& at,
                                std::string what) {
  add(at.line, at.column, std::move(what));
}

void configuration_reader::fail_key(const configuration_node& at,
                                    std::string what) {
  add(at.key_line, at.key_column, std::move(what));
}

void configuration_reader::fail(std::string what) {
  add(0, 0, std::move(what));
}

std::string configuration_reader::path(std::string_view file) const {
  const std::filesystem::path name{file};
  if (directory_.empty() || name.is_absolute()) return std::string(file);
  return (std::filesystem::path{directory_} / name).string();
}

std::vector<configuration_error> configuration_reader::take_errors() {
  std::stable_sort(
      errors_.begin(), errors_.end(),
      [](const configuration_error& a, const configuration_error& b) {
        return std::tie(a.line, a.column) < std::tie(b.line, b.column);
      });
  return std::move(errors_);
}

// --- configuration_section --------------------------------------------------

std::string configuration_section::name_of(std::string_view key) const {
  return name_.empty() ? std::string(key) : name_ + '.' + std::string(key);
}

const configuration_node* configuration_section::find(std::string_view key) {
  asked_.push_back(key);
  return table_->find(key);
}

const configuration_node* configuration_section::find_typed(
    std::string_view key, type what, std::string_view noun) {
  const configuration_node* const found = find(key);
  if (found == nullptr || found->what == what) return found;
  reader_->fail(*found, name_of(key).append(" must be ").append(noun));
  return nullptr;
}

const configuration_node* configuration_section::find_table(
    std::string_view key) {
  return find_typed(key, type::table,
                    "a table, which begins with [" + name_of(key) + "]");
}

bool configuration_section::read(std::string_view key, std::string& into) {
  const auto* const found = find_typed(key, type::text, "a string");
  if (found == nullptr) return false;
  // None of them has a use for it, and to the system it is the end of a string.
  if (found->text.find('\0') != std::string::npos) {
    reader_->fail(*found, name_of(key) + " must not contain a null character");
    return false;
  }
  into = found->text;
  return true;
}

bool configuration_section::read(std::string_view key, bool& into) {
  const auto* const found = find_typed(key, type::boolean, "true or false");
  if (found != nullptr) into = found->boolean;
  return found != nullptr;
}

bool configuration_section::read(std::string_view key, std::size_t& into,
                                 number_range range) {
  const auto* const found = find_typed(key, type::integer, "a whole number");
  if (found == nullptr) return false;
  if (found->integer < 0 || std::cmp_less(found->integer, range.least) ||
      std::cmp_greater(found->integer, range.most)) {
    reader_->fail(*found, name_of(key) + " must be between " +
                              std::to_string(range.least) + " and " +
                              std::to_string(range.most) + ", not " +
                              std::to_string(found->integer));
    return false;
  }
  into = static_cast<std::size_t>(found->integer);
  return true;
}

bool configuration_section::read(std::string_view key,
                                 std::chrono::seconds& into,
                                 number_range range) {
  std::size_t number = 0;
  if (!read(key, number, range)) return false;
  into = std::chrono::seconds(number);
  return true;
}

bool configuration_section::read(std::string_view key,
                                 std::vector<std::string>& into) {
  const auto* const found = find_typed(key, type::list, "a list of strings");
  if (found == nullptr) return false;
  std::vector<std::string> words;
  for (const configuration_node& item : found->items) {
    if (item.what != type::text || item.text.find('\0') != std::string::npos) {
      reader_->fail(item, name_of(key) + " must be a list of strings");
      return false;
    }
    words.push_back(item.text);
  }
  into = std::move(words);
  return true;
}

bool configuration_section::read_share(std::string_view key, double& into) {
  const configuration_node* const found = find(key);
  if (found == nullptr) return false;
  const bool is_whole = found->what == type::integer;
  const double number =
      is_whole ? static_cast<double>(found->integer) : found->real;
  // Neither does it hold for what is not a number.
  if ((is_whole || found->what == type::real) && number >= 0 && number <= 1) {
    into = number;
    return true;
  }
  reader_->fail(*found, name_of(key) + " must be a number from 0 to 1");
  return false;
}

bool configuration_section::read_file(std::string_view key, std::string& into) {
  std::string name;
  if (!read(key, name)) return false;
  std::string full = reader_->path(name);
  std::error_code none;
  if (!std::filesystem::is_regular_file(full, none) || !may_read(full)) {
    reader_->fail(*table_->find(key), name_of(key) + ": cannot read the file " +
                                          in_quotes(full) +
                                          "; check its path and permissions");
    return false;
  }
  into = std::move(full);
  return true;
}

std::optional<std::size_t> configuration_section::read_word(
    std::string_view key, std::span<const std::string_view> words) {
  std::string word;
  if (!read(key, word)) return std::nullopt;
  const auto found = std::find(words.begin(), words.end(), word);
  if (found != words.end()) {
    return static_cast<std::size_t>(found - words.begin());
  }
  reader_->fail(*table_->find(key),
                name_of(key) + " must be one of " + list_of(words) + ", not " +
                    in_quotes(word) + did_you_mean(word, words));
  return std::nullopt;
}

std::string_view configuration_section::new_name(std::string_view key) const {
  for (const auto& [old_name, name] : renamed_keys) {
    if (key == old_name &&
        std::find(asked_.begin(), asked_.end(), name) != asked_.end()) {
      return name;
    }
  }
  return {};
}

void configuration_section::finish() {
  for (const configuration_node& item : table_->items) {
    if (std::find(asked_.begin(), asked_.end(), item.key) != asked_.end()) {
      continue;
    }
    const std::string where =
        name_.empty() ? std::string{} : " in [" + name_ + "]";
    const std::string_view now = new_name(item.key);
    reader_->fail_key(
        item, "unknown key " + in_quotes(item.key) + where +
                  (now.empty() ? did_you_mean(item.key, asked_)
                               : "; use " + in_quotes(now) + " instead"));
  }
}

}  // namespace pith::mcp
