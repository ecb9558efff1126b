// SPDX-License-Identifier: MIT
#include "mcp/query/table_loader.hpp"

#include <pith/builder.hpp>
#include <pith/json.hpp>

#include <sqlite3.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace pith::mcp {

namespace {

struct statement_end {
  void operator()(sqlite3_stmt* statement) const noexcept {
    sqlite3_finalize(statement);
  }
};
using statement = std::unique_ptr<sqlite3_stmt, statement_end>;

bool run(sqlite3* database, const std::string& sql) {
  return sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) ==
         SQLITE_OK;
}

/// The text of a cell that is too long, with how much it was.
std::string cut_cell(std::string_view text) {
  std::size_t end = max_cell_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
    --end;
  }
  std::string out(text.substr(0, end));
  out.append("...[pith: cut from ").append(std::to_string(text.size()));
  return out.append(" bytes]");
}

/// The places of the columns in a row of a table.
struct table_columns {
  int row = 0;  ///< 0: there is none
  int parent = 0;
  int key = 0;
  int first = 1;  ///< of those of the plan
  int rest = 0;
  int count = 0;
};

table_columns columns_of(const plan_table& table) {
  table_columns out;
  int next = 1;
  if (table.has_children) out.row = next++;
  if (table.parent != no_index) out.parent = next++;
  if (table.has_key) out.key = next++;
  out.first = next;
  next += static_cast<int>(table.columns.size());
  if (table.has_rest) out.rest = next++;
  out.count = next - 1;
  return out;
}

std::string create_text(const plan_table& table) {
  std::string out = "CREATE TABLE ";
  out.append(sql_name(table.name)).push_back('(');
  const auto add = [&](std::string_view column) {
    if (!out.ends_with('(')) out.push_back(',');
    out.append(column);
  };
  if (table.has_children) add("_row INTEGER PRIMARY KEY");
  if (table.parent != no_index) add("_parent");
  if (table.has_key) add("_key");
  for (const plan_column& column : table.columns) add(sql_name(column.name));
  if (table.has_rest) add("_rest");
  // A table has a column, even where all rows are empty objects.
  if (out.ends_with('(')) add("_empty");
  return out.append(")");
}

std::string insert_text(const plan_table& table, const table_columns& columns) {
  std::string out = "INSERT INTO ";
  out.append(sql_name(table.name));
  if (columns.count == 0) return out.append(" VALUES(NULL)");
  out.append(" VALUES(");
  for (int i = 0; i < columns.count; ++i) out.append(i == 0 ? "?" : ",?");
  return out.append(")");
}

class loader {
 public:
  loader(sqlite3* database, const table_plan& plan)
      : database_(database), plan_(&plan) {}

  bool run_all() {
    if (!run(database_, "BEGIN") || !create()) return false;
    const plan_table& top = plan_->tables().front();
    for (std::size_t i = 0; i < plan_->rows().size(); ++i) {
      key_ = top.has_key ? plan_->keys()[i] : std::string_view{};
      if (!load_with_children(plan_->rows()[i], 0)) return false;
    }
    if (const auto beside = plan_->beside()) {
      const auto last = static_cast<std::uint32_t>(plan_->tables().size() - 1);
      if (!load_with_children(*beside, last)) return false;
    }
    inserts_.clear();
    return run(database_, "COMMIT");
  }

 private:
  /// Elements that are rows of a table.
  struct child_rows {
    value array;
    std::uint32_t table;
    std::int64_t parent;
  };
  struct inside_object {
    value what;
    std::uint32_t node;
  };

  bool create() {
    for (const plan_table& table : plan_->tables()) {
      if (!run(database_, create_text(table))) return false;
      columns_.push_back(columns_of(table));
      const std::string sql = insert_text(table, columns_.back());
      sqlite3_stmt* made = nullptr;
      if (sqlite3_prepare_v2(database_, sql.c_str(),
                             static_cast<int>(sql.size()), &made,
                             nullptr) != SQLITE_OK) {
        return false;
      }
      inserts_.emplace_back(made);
    }
    counts_.resize(plan_->tables().size());
    return true;
  }

  bool load_with_children(value row, std::uint32_t table) {
    children_.clear();
    if (!load_row(row, table, 0)) return false;
    // Children of children come at the end.
    std::size_t done = 0;
    while (done < children_.size()) {
      const child_rows next = children_[done++];
      for (const value each : next.array.elements()) {
        if (!load_row(each, next.table, next.parent)) return false;
      }
    }
    return true;
  }

  bool load_row(value row, std::uint32_t table, std::int64_t parent) {
    sqlite3_stmt* const insert = inserts_[table].get();
    const plan_table& target = plan_->tables()[table];
    const table_columns& columns = columns_[table];
    const std::int64_t number = ++counts_[table];
    sqlite3_clear_bindings(insert);
    if (columns.row != 0) sqlite3_bind_int64(insert, columns.row, number);
    if (columns.parent != 0) sqlite3_bind_int64(insert, columns.parent, parent);
    if (columns.key != 0) bind_text(insert, columns.key, key_);
    rest_.clear();
    inside_.clear();
    if (row.type() == kind::object) {
      inside_.push_back({row, target.node});
    } else if (target.value_column != no_index) {
      bind(insert, columns.first + static_cast<int>(target.value_column), row);
    }
    std::size_t done = 0;
    while (done < inside_.size()) {
      load_members(insert, columns, inside_[done++], number);
    }
    if (columns.rest != 0 && !rest_.empty()) bind_rest(insert, columns.rest);
    const bool is_done = is_good_ && sqlite3_step(insert) == SQLITE_DONE;
    sqlite3_reset(insert);
    return is_done;
  }

  void load_members(sqlite3_stmt* insert, const table_columns& columns,
                    const inside_object object, std::int64_t number) {
    const plan_node& node = plan_->node(object.node);
    std::uint32_t hint = 0;
    for (const member m : object.what.members()) {
      const std::uint32_t found = node.find(m.key, hint);
      if (found == no_index) {
        rest_.emplace_back(m.key, m.value);
        continue;
      }
      hint = found + 1;
      const plan_field& field = node.fields[found];
      switch (field.use) {
        case field_use::column:
          bind(insert, columns.first + static_cast<int>(field.index), m.value);
          break;
        case field_use::inside:
          if (!m.value.is_null()) inside_.push_back({m.value, field.inside});
          break;
        case field_use::table:
          if (!m.value.is_null()) {
            children_.push_back({m.value, field.index, number});
          }
          break;
        case field_use::rest:
          rest_.emplace_back(field.rest_key, m.value);
          break;
      }
    }
  }

  void bind_text(sqlite3_stmt* insert, int column, std::string_view text) {
    // The document outlives the step.
    if (text.size() > max_cell_bytes) {
      const std::string cut = cut_cell(text);
      note(sqlite3_bind_text64(insert, column, cut.data(), cut.size(),
                               SQLITE_TRANSIENT, SQLITE_UTF8));
    } else {
      note(sqlite3_bind_text64(insert, column, text.data(), text.size(),
                               SQLITE_STATIC, SQLITE_UTF8));
    }
  }

  void bind_json(sqlite3_stmt* insert, int column, value v) {
    std::string text = json::write(v).value_or(std::string{});
    if (text.size() > max_cell_bytes) text = cut_cell(text);
    note(sqlite3_bind_text64(insert, column, text.data(), text.size(),
                             SQLITE_TRANSIENT, SQLITE_UTF8));
  }

  void bind_rest(sqlite3_stmt* insert, int column) {
    builder out;
    out.begin_object();
    for (const auto& [key, what] : rest_) out.key(key).copy(what);
    out.end_object();
    // The name of an inner member may be a member of its own; then the first
    // of them is there.
    if (const auto made = out.finish()) {
      bind_json(insert, column, made->root());
      return;
    }
    bind_first_rest(insert, column);
  }

  void bind_first_rest(sqlite3_stmt* insert, int column) {
    std::stable_sort(
        rest_.begin(), rest_.end(),
        [](const auto& a, const auto& b) { return a.first < b.first; });
    rest_.erase(std::unique(rest_.begin(), rest_.end(),
                            [](const auto& a, const auto& b) {
                              return a.first == b.first;
                            }),
                rest_.end());
    builder out;
    out.begin_object();
    for (const auto& [key, what] : rest_) out.key(key).copy(what);
    out.end_object();
    if (const auto made = out.finish()) bind_json(insert, column, made->root());
  }

  void bind(sqlite3_stmt* insert, int column, value v) {
    switch (v.type()) {
      case kind::null:
        break;
      case kind::boolean:
        sqlite3_bind_int(insert, column,
                         v.get_boolean().value_or(false) ? 1 : 0);
        break;
      case kind::integer:
        sqlite3_bind_int64(insert, column, v.get_integer().value_or(0));
        break;
      case kind::real:
        sqlite3_bind_double(insert, column, v.get_double().value_or(0));
        break;
      case kind::string:
        bind_text(insert, column, v.get_string().value_or(std::string_view{}));
        break;
      case kind::array:
      case kind::object:
        bind_json(insert, column, v);
        break;
    }
  }

  void note(int code) noexcept { is_good_ = is_good_ && code == SQLITE_OK; }

  sqlite3* database_;
  const table_plan* plan_;
  std::vector<table_columns> columns_{};
  std::vector<statement> inserts_{};
  std::vector<std::int64_t> counts_{};
  std::vector<child_rows> children_{};
  std::vector<inside_object> inside_{};
  std::vector<std::pair<std::string_view, value>> rest_{};
  std::string_view key_{};
  bool is_good_ = true;
};

}  // namespace

bool load_tables(sqlite3* database, const table_plan& plan) {
  return loader{database, plan}.run_all();
}

}  // namespace pith::mcp
