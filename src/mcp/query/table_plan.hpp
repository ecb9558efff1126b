// SPDX-License-Identifier: MIT
/// @file
/// Which tables and columns a value has when it is to be asked with SQL, and
/// what is in them.
#ifndef PITH_MCP_QUERY_TABLE_PLAN_HPP
#define PITH_MCP_QUERY_TABLE_PLAN_HPP

#include <pith/document.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pith::mcp {

/// Text longer than this is cut when it is loaded, and marked.
inline constexpr std::size_t max_cell_bytes = 16U << 10U;

/// What the values of one column are.
struct column_facts {
  std::uint64_t nulls = 0;
  std::uint64_t booleans = 0;
  std::uint64_t integers = 0;
  std::uint64_t reals = 0;
  std::uint64_t texts = 0;
  std::uint64_t objects = 0;
  std::uint64_t arrays = 0;
  std::uint64_t long_texts = 0;  ///< above max_cell_bytes
  std::int64_t least_integer = 0;
  std::int64_t most_integer = 0;
  double least_real = 0;
  double most_real = 0;
  std::string_view least_text{};
  std::string_view most_text{};
  /// Different texts with their number, while they are few and short.
  std::vector<std::pair<std::string_view, std::uint64_t>> words{};
  bool has_many_words = false;

  [[nodiscard]] std::uint64_t scalars() const noexcept {
    return booleans + integers + reals + texts;
  }
  void add(value v);

 private:
  void add_text(std::string_view text);
};

/// How a member becomes a part of its table.
enum class field_use : std::uint8_t {
  column,  ///< a column; containers in it as JSON
  inside,  ///< an object whose members are columns
  table,   ///< an array whose elements are rows of a table of their own
  rest,    ///< there are too many columns: a member of `_rest`
};

inline constexpr std::uint32_t no_index = static_cast<std::uint32_t>(-1);

/// A member that occurs in the objects of one place.
struct plan_field {
  std::string_view key{};
  column_facts facts{};
  std::uint32_t inside = no_index;  ///< the node of objects here
  std::uint32_t rows = no_index;    ///< the node of elements of arrays here
  bool has_other_arrays = false;    ///< arrays of something else than objects
  field_use use = field_use::column;
  std::uint32_t index = 0;  ///< of its column, or its table
  std::string rest_key{};   ///< in `_rest`
};

/// All objects of one place.
struct plan_node {
  std::vector<plan_field> fields{};
  std::unordered_map<std::string_view, std::uint32_t> by_key{};
  std::uint32_t depth = 0;  ///< objects around them, in the same row
  std::uint32_t level = 0;  ///< tables around their table
  bool is_row = false;      ///< they are rows, not parts of rows
  bool is_wide = false;     ///< too many different members
  std::uint64_t count = 0;

  /// The field of this key; no_index when there is none. `hint` is where it
  /// probably is: after the one that was found last.
  [[nodiscard]] std::uint32_t find(std::string_view key,
                                   std::uint32_t hint) const;
};

struct plan_column {
  std::string name{};
  const plan_field* field = nullptr;
};

struct plan_table {
  std::string name{};
  std::uint32_t node = no_index;
  std::uint32_t parent = no_index;  ///< a table
  std::uint64_t rows = 0;
  /// Has `_row`, by which its children name it.
  bool has_children = false;
  bool has_key = false;   ///< `_key`: rows are members of an object
  bool has_rest = false;  ///< `_rest`: what has no column of its own
  /// `value`: rows that are not objects. Among `columns`.
  std::uint32_t value_column = no_index;
  std::vector<plan_column> columns{};
};

/// The tables of a value. Table `t` has the rows of the array or object at
/// `path`; an object whose members are all objects has a row for each, with its
/// key in `_key`, and any other object is one row. Members of objects in rows
/// are columns `a_b`; arrays of objects are tables `t_NAME`, whose rows name
/// their parent's `_row` in `_parent`; everything else is JSON text. What is
/// beside the rows is the one row of `t_beside`.
///
/// Names are those of members. A name that is there already, whatever its case,
/// gets a number: `a`, `a_2`. Bounded in columns, tables and depth; what is
/// beyond goes to `_rest` or stays JSON. Depends on the value alone. Refers to
/// the document. Linear.
class table_plan {
 public:
  static constexpr std::size_t max_columns = 200;
  static constexpr std::size_t max_tables = 16;

  /// Nothing when there are no rows.
  [[nodiscard]] static std::optional<table_plan> of(
      value root, std::span<const std::string_view> path);

  [[nodiscard]] const std::vector<plan_table>& tables() const noexcept {
    return tables_;
  }
  [[nodiscard]] const plan_node& node(std::uint32_t i) const noexcept {
    return nodes_[i];
  }
  /// The rows of `t`, and their keys when it has any.
  [[nodiscard]] const std::vector<value>& rows() const noexcept {
    return rows_;
  }
  [[nodiscard]] const std::vector<std::string_view>& keys() const noexcept {
    return keys_;
  }
  /// The row of `t_beside`, which is then the last table.
  [[nodiscard]] std::optional<value> beside() const noexcept;
  /// Rows of all tables together.
  [[nodiscard]] std::uint64_t row_count() const noexcept;

 private:
  struct part {
    value what;
    std::uint32_t node;
  };

  table_plan() = default;
  bool find_rows(value root, std::span<const std::string_view> path);
  void find_beside(value root, std::span<const std::string_view> path);
  std::uint32_t add_node(std::uint32_t depth, std::uint32_t level);
  void scan(value row, std::uint32_t node);
  void scan_members(const part& object);
  void scan_array(value array, std::uint32_t node, std::uint32_t field);
  void plan_tables(std::uint32_t node, std::string name, std::uint32_t parent);
  void plan_columns(std::uint32_t table);
  void place_field(std::uint32_t table, plan_field& field, std::string name);
  [[nodiscard]] field_use use_of(const plan_field& field) const;

  std::vector<plan_node> nodes_{};
  std::vector<plan_field> bare_{};  // of rows that are not objects, by node
  std::vector<plan_table> tables_{};
  std::vector<value> rows_{};
  std::vector<std::string_view> keys_{};
  document beside_{};
  std::vector<part> open_{};
};

/// A name as SQL reads it: in quotes unless it is plain.
[[nodiscard]] std::string sql_name(std::string_view name);

}  // namespace pith::mcp

#endif  // PITH_MCP_QUERY_TABLE_PLAN_HPP
