// SPDX-License-Identifier: MIT
#include "tron_dialect.hpp"

#include <pith/builder.hpp>
#include <pith/json.hpp>

#include "tron/words.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace pith_tests {

namespace {

using key_list = std::vector<std::string_view>;

class dialect_writer {
 public:
  dialect_writer(tron_readers who, random_source& random)
      : is_free_(who == tron_readers::specification), random_(random) {}

  std::string write(pith::value v) {
    choose_classes(v);
    separators();
    for (const key_list& keys : order_) define(keys);
    is_top_ = true;
    value(v);
    space();
    separators();
    return out_;
  }

 private:
  void choose_classes(pith::value v) {
    if (const auto array = v.get_array()) {
      for (const pith::value each : *array) choose_classes(each);
    }
    const auto object = v.get_object();
    if (!object) return;
    key_list keys;
    for (const pith::member m : *object) {
      keys.push_back(m.key);
      choose_classes(m.value);
    }
    if (keys.empty() || !random_.chance(40)) return;
    if (names_.emplace(keys, fresh_name()).second) order_.push_back(keys);
  }

  std::string fresh_name() {
    // One-letter names take another path through the reader.
    const bool is_letter = letters_ < 26 && random_.one_in(2);
    if (is_letter) return {static_cast<char>('A' + letters_++)};
    constexpr const char* stems[] = {"A", "b", "_", "Order", "classy", "nul"};
    return stems[random_.below(6)] + std::to_string(names_.size());
  }

  // --- what may stand between tokens ----------------------------------------

  void blanks() {
    constexpr const char* some[] = {"", "", "", " ", "\t", "  ", "\r"};
    out_ += some[random_.below(7)];
  }
  void space() {
    constexpr const char* some[] = {"",     "",   "",       "",      " ",
                                    "\r\n", "\n", " # x\n", "#\n\t", "\n\n"};
    out_ += some[random_.below(10)];
  }
  /// Where the package takes blanks only.
  void inner_space() { is_free_ ? space() : blanks(); }
  void separators() {
    constexpr const char* some[] = {"", "", "", ";", "\n", ";;\n# x;\n"};
    out_ += some[random_.below(6)];
  }

  // --- names ----------------------------------------------------------------

  static bool is_word(std::string_view text) {
    for (const char c : text) {
      if (!pith::tron::is_word_byte(c)) return false;
    }
    return !text.empty();
  }

  void quoted(std::string_view text) {
    const std::string json = quoted_json(text);
    for (std::size_t i = 0; i < json.size(); ++i) {
      const char c = json[i];
      const bool is_plain = c >= 'a' && c <= 'z';
      if (is_plain && random_.one_in(20)) {
        constexpr std::string_view digits = "0123456789abcdef";
        out_ += "\\u00";
        out_ += digits[static_cast<unsigned char>(c) >> 4];
        out_ += digits[static_cast<unsigned char>(c) & 15];
      } else {
        out_ += c;
      }
      // An escape is copied whole.
      if (c == '\\') {
        const std::size_t more = json[i + 1] == 'u' ? 5 : 1;
        out_.append(json, i + 1, more);
        i += more;
      }
    }
  }

  static std::string quoted_json(std::string_view text) {
    pith::builder b;
    const auto doc = b.string(text).finish();
    return *pith::json::write(doc->root());
  }

  /// `may_be_any`: also words that are not names may stand bare here.
  void property(std::string_view name, bool may_be_any) {
    const bool may_be_bare =
        (may_be_any && is_free_) ? is_word(name) : pith::tron::is_name(name);
    if (may_be_bare && !random_.one_in(4)) {
      out_ += name;
    } else {
      quoted(name);
    }
  }

  // --- classes --------------------------------------------------------------

  std::optional<key_list> find_parent(const key_list& keys) {
    for (const key_list& other : defined_) {
      if (other.size() < keys.size() && random_.one_in(2) &&
          std::equal(other.begin(), other.end(), keys.begin())) {
        return other;
      }
    }
    return std::nullopt;
  }

  void define(const key_list& keys) {
    out_ += random_.one_in(4) ? "class \t" : "class ";
    out_ += names_[keys];
    inner_space();
    std::size_t first = 0;
    if (const auto parent = find_parent(keys)) {
      out_ += '(';
      inner_space();
      out_ += names_[*parent];
      inner_space();
      out_ += ')';
      inner_space();
      first = parent->size();
    }
    out_ += ':';
    blanks();
    if (random_.one_in(4)) out_ += "\n  ";
    for (std::size_t i = first; i < keys.size(); ++i) {
      bool is_after_comma = i == first && out_.back() != ' ';
      if (i != first) is_after_comma = separate_properties();
      property(keys[i], is_after_comma);
    }
    defined_.push_back(keys);
    if (random_.one_in(4)) out_ += ',';
    blanks();
    if (random_.one_in(4)) out_ += "# end ;";
    if (out_.ends_with(';') || random_.one_in(2)) {
      out_ += '\n';
    } else {
      out_ += ';';
    }
    separators();
  }

  /// True when what follows stands after a comma of its line.
  bool separate_properties() {
    blanks();
    switch (random_.below(is_free_ ? 5 : 3)) {
      case 0:
        out_ += "\n  ";
        return false;
      case 1:
        out_ += ",\n";
        return false;
      case 3:
        out_ += "# x\n , ";
        return true;
      default:
        out_ += ',';
        blanks();
        return true;
    }
  }

  // --- values ---------------------------------------------------------------

  void value(pith::value v) {
    const bool is_top = std::exchange(is_top_, false);
    if (const auto array = v.get_array()) {
      out_ += '[';
      std::size_t left = array->size();
      for (const pith::value each : *array) {
        space();
        value(each);
        end_item(--left == 0);
      }
      if (array->empty()) space();
      out_ += ']';
    } else if (const auto object = v.get_object()) {
      members(*object, is_top);
    } else if (const auto text = v.get_string()) {
      quoted(*text);
    } else {
      out_ += *pith::json::write(v);
    }
  }

  void end_item(bool is_last) {
    space();
    if (is_last && !random_.one_in(4)) return;
    out_ += ',';
    if (is_last) space();
  }

  void members(const pith::object_view& object, bool is_top) {
    key_list keys;
    for (const pith::member m : object) keys.push_back(m.key);
    const auto found = names_.find(keys);
    const bool is_instance = found != names_.end() && !random_.one_in(5);
    if (is_instance) {
      out_ += found->second;
      is_top ? blanks() : inner_space();
    }
    out_ += is_instance ? '(' : '{';
    const std::size_t positional =
        random_.one_in(3)
            ? random_.below(static_cast<std::uint32_t>(keys.size() + 1))
            : keys.size();
    std::size_t i = 0;
    for (const pith::member m : object) {
      space();
      if (!is_instance || i >= positional) {
        is_instance ? property(m.key, true) : quoted(m.key);
        inner_space();
        out_ += is_instance ? '=' : ':';
        inner_space();
      }
      value(m.value);
      end_item(++i == keys.size());
    }
    out_ += is_instance ? ')' : '}';
  }

  bool is_free_;
  bool is_top_ = false;
  random_source& random_;
  std::string out_;
  std::map<key_list, std::string> names_;
  std::vector<key_list> order_;
  std::vector<key_list> defined_;
  int letters_ = 0;
};

}  // namespace

std::string write_tron_dialect(pith::value v, tron_readers who,
                               random_source& random) {
  return dialect_writer(who, random).write(v);
}

}  // namespace pith_tests
