// SPDX-License-Identifier: MIT
#include "mcp/query/table_shape.hpp"

#include <array>
#include <charconv>
#include <limits>
#include <string_view>

namespace pith::mcp {

namespace {

/// How much is said.
struct shape_detail {
  bool words = true;
  bool ranges = true;
  bool types = true;
  std::size_t columns = std::numeric_limits<std::size_t>::max();
};

constexpr std::array<shape_detail, 8> details{{
    {},
    {.words = false},
    {.words = false, .ranges = false},
    {.words = false, .ranges = false, .columns = 60},
    {.words = false, .ranges = false, .types = false, .columns = 60},
    {.words = false, .ranges = false, .types = false, .columns = 20},
    {.words = false, .ranges = false, .types = false, .columns = 5},
    {.words = false, .ranges = false, .types = false, .columns = 0},
}};

/// A range of longer texts says little for what it costs.
constexpr std::size_t max_range_bytes = 24;

void append_real(std::string& out, double x) {
  std::array<char, 32> digits{};
  constexpr int precision = 6;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(),
                                 x, std::chars_format::general, precision);
  out.append(digits.data(), end.ptr);
}

/// A text of the data, as SQL would write it; it cannot pretend to be more.
void append_text(std::string& out, std::string_view text) {
  out.push_back('\'');
  for (const char c : text) {
    if (c == '\'') out.push_back('\'');
    const bool is_control = static_cast<unsigned char>(c) < 0x20U;
    out.push_back(is_control ? ' ' : c);
  }
  out.push_back('\'');
}

void append_texts(std::string& out, const column_facts& facts,
                  const shape_detail& detail) {
  if (detail.words && !facts.has_many_words &&
      facts.texts > facts.words.size()) {
    out.append(" {");
    for (const auto& [word, count] : facts.words) {
      if (!out.ends_with('{')) out.append(", ");
      append_text(out, word);
      out.push_back(' ');
      out.append(std::to_string(count));
    }
    out.push_back('}');
  } else if (detail.ranges && facts.least_text.size() <= max_range_bytes &&
             facts.most_text.size() <= max_range_bytes) {
    out.push_back(' ');
    append_text(out, facts.least_text);
    if (facts.least_text == facts.most_text) return;
    out.append("..");
    append_text(out, facts.most_text);
  }
}

/// "int 1..200|text"
void append_types(std::string& out, const column_facts& facts,
                  const shape_detail& detail) {
  const std::size_t begin = out.size();
  const auto next = [&](std::string_view word) {
    if (out.size() != begin) out.push_back('|');
    out.append(word);
  };
  if (facts.booleans != 0) next("bool");
  if (facts.integers != 0) {
    next("int");
    if (detail.ranges) {
      out.append(" ").append(std::to_string(facts.least_integer));
      out.append("..").append(std::to_string(facts.most_integer));
    }
  }
  if (facts.reals != 0) {
    next("real");
    if (detail.ranges) {
      out.push_back(' ');
      append_real(out, facts.least_real);
      out.append("..");
      append_real(out, facts.most_real);
    }
  }
  if (facts.texts != 0) {
    next("text");
    append_texts(out, facts, detail);
  }
  if (facts.objects + facts.arrays != 0) next("json");
  if (out.size() == begin) out.append("null");
}

void append_column(std::string& out, const plan_table& table,
                   const plan_column& column, const shape_detail& detail) {
  out.append(sql_name(column.name));
  if (!detail.types) return;
  const column_facts& facts = column.field->facts;
  out.push_back(' ');
  append_types(out, facts, detail);
  const std::uint64_t known = facts.scalars() + facts.objects + facts.arrays;
  if (detail.ranges && known != 0 && known < table.rows) {
    out.append(" (").append(std::to_string(table.rows - known));
    out.append(" null)");
  }
  if (facts.long_texts != 0) {
    out.append(" (").append(std::to_string(facts.long_texts));
    out.append(" cut at 16 KiB)");
  }
}

void append_table(std::string& out, const table_plan& plan,
                  const plan_table& table, const shape_detail& detail) {
  out.append(sql_name(table.name)).append(": ");
  out.append(std::to_string(table.rows));
  out.append(table.rows == 1 ? " row" : " rows");
  std::string_view before = ": ";
  const auto next = [&] {
    out.append(before);
    before = ", ";
  };
  if (table.has_children) {
    next();
    out.append("_row");
  }
  if (table.parent != no_index) {
    next();
    out.append("_parent = ");
    out.append(sql_name(plan.tables()[table.parent].name)).append("._row");
  }
  if (table.has_key) {
    next();
    out.append("_key text");
  }
  std::size_t shown = 0;
  for (const plan_column& column : table.columns) {
    if (shown == detail.columns) break;
    next();
    append_column(out, table, column, detail);
    ++shown;
  }
  if (shown < table.columns.size()) {
    next();
    out.append("and ").append(std::to_string(table.columns.size() - shown));
    out.append(" more columns");
  }
  if (table.has_rest) {
    next();
    out.append("_rest json");
  }
}

std::string shape_in(const table_plan& plan, const shape_detail& detail) {
  std::string out;
  bool has_booleans = false;
  for (const plan_table& table : plan.tables()) {
    if (!out.empty()) out.push_back('\n');
    append_table(out, plan, table, detail);
    for (const plan_column& column : table.columns) {
      has_booleans = has_booleans || column.field->facts.booleans != 0;
    }
  }
  if (has_booleans && detail.types) out.append("\nbool is 0 or 1");
  return out;
}

}  // namespace

std::string shape_text(const table_plan& plan, token_counter& counter,
                       std::size_t max_tokens) {
  for (const shape_detail& detail : details) {
    std::string text = shape_in(plan, detail);
    if (counter.count(text) <= max_tokens) return text;
  }
  return {};
}

}  // namespace pith::mcp
