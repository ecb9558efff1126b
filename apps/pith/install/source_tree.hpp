// SPDX-License-Identifier: MIT
/// @file
/// Where the values of a configuration file stand in its text, so that some of
/// them can be replaced and everything else stays byte for byte.
#ifndef PITH_APPS_PITH_INSTALL_SOURCE_TREE_HPP
#define PITH_APPS_PITH_INSTALL_SOURCE_TREE_HPP

#include <pith/result.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cli {

struct source_node {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  enum class type : std::uint8_t { text, list, table, other };

  type what = type::other;
  std::string key{};  ///< in the table around it
  /// Of the key in the text, and of its last part: `a.b` has two. Elements of
  /// a list have neither.
  std::size_t key_begin = none;
  std::size_t name_begin = none;
  /// Of the value in the text. A table of TOML outside of braces is in no one
  /// place and has neither; one that a dotted key makes inside of braces has
  /// those of the braces.
  std::size_t begin = none;
  std::size_t end = none;

  std::size_t first_child = none;
  std::size_t last_child = none;
  std::size_t next = none;  ///< after it in the same list or table
};

/// A header of TOML, up to the next of which every line is about its table.
struct source_section {
  std::size_t begin = 0;  ///< of its bracket in the text
  std::size_t table = 0;  ///< node; of a list of tables, its element
};

/// Nodes by number; 0 is the whole.
class source_tree {
 public:
  source_tree() : nodes_(1) {}

  /// Adds a node as the last of a list or a table.
  std::size_t add(std::size_t parent, source_node node);
  [[nodiscard]] source_node& at(std::size_t id) { return nodes_[id]; }
  [[nodiscard]] const source_node& at(std::size_t id) const {
    return nodes_[id];
  }
  /// The last member of this name; readers of JSON take the last one, too.
  /// none when there is none. Linear in the members.
  [[nodiscard]] std::size_t find(std::size_t table, std::string_view key) const;
  [[nodiscard]] std::vector<std::size_t> children(std::size_t id) const;
  /// A node and all that is in it. Linear in them.
  [[nodiscard]] std::vector<std::size_t> family(std::size_t id) const;

  void add_section(source_section one) { sections_.push_back(one); }
  /// In the order of the text; JSON has none.
  [[nodiscard]] const std::vector<source_section>& sections() const {
    return sections_;
  }

 private:
  std::vector<source_node> nodes_;
  std::vector<source_section> sections_;
};

/// What the file is written in.
enum class source_dialect : std::uint8_t {
  json,  ///< with comments and trailing commas
  toml,
};

/// Reads a text. Errors carry the offset of the first offending byte. Linear
/// in the text (times its logarithm for TOML); no recursion.
[[nodiscard]] pith::result<source_tree> read_places(source_dialect dialect,
                                                    std::string_view text);

/// The two of them.
[[nodiscard]] pith::result<source_tree> read_json_places(std::string_view text);
[[nodiscard]] pith::result<source_tree> read_toml_places(std::string_view text);

/// What a value of type text means, without quotes and escapes; every other
/// value as it is written.
[[nodiscard]] std::string meaning_of(source_dialect dialect,
                                     std::string_view text,
                                     const source_node& node);

/// A string with quotes and escapes, as both dialects read it.
[[nodiscard]] std::string quoted_string(std::string_view meaning);

/// Text that takes the place of other text.
struct splice {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text{};
};

/// The text with all of them done. They must be in order and not overlap.
[[nodiscard]] std::string apply_splices(std::string_view text,
                                        const std::vector<splice>& splices);

}  // namespace cli

#endif  // PITH_APPS_PITH_INSTALL_SOURCE_TREE_HPP
