// SPDX-License-Identifier: MIT
#include <pith/pith.h>

#include "c_handles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

using namespace pith_tests;

std::int32_t append(void* context, const char* data, std::size_t size) {
  static_cast<std::string*>(context)->append(data, size);
  return 1;
}

c_stream_writer make_writer(std::string& to) {
  pith_stream_writer* out = nullptr;
  EXPECT_EQ(pith_stream_writer_new(append, &to, nullptr, &out, nullptr),
            PITH_OK);
  return c_stream_writer(out);
}

pith_cell integer(std::int64_t v) {
  pith_cell cell{};
  cell.type = PITH_CELL_INTEGER;
  cell.integer = v;
  return cell;
}

pith_cell string(std::string_view v) {
  pith_cell cell{};
  cell.type = PITH_CELL_STRING;
  cell.data = v.data();
  cell.size = v.size();
  return cell;
}

pith_cell real(double v) {
  pith_cell cell{};
  cell.type = PITH_CELL_REAL;
  cell.real = v;
  return cell;
}

pith_cell plain(std::int32_t type, std::int64_t v = 0) {
  pith_cell cell{};
  cell.type = type;
  cell.integer = v;
  return cell;
}

constexpr pith_view fields[] = {{"id", 2}, {"name", 4}};

TEST(c_stream_writer, writes_everything) {
  std::string text;
  const c_stream_writer w = make_writer(text);
  const pith_cell source = string("shop");
  EXPECT_EQ(pith_stream_writer_member(w.get(), "source", 6, &source, nullptr),
            PITH_OK);
  const c_document more = decoded(R"({"more":true})");
  EXPECT_EQ(pith_stream_writer_members(w.get(), root_of(more), nullptr),
            PITH_OK);
  EXPECT_EQ(
      pith_stream_writer_begin_table(w.get(), "rows", 4, fields, 2, nullptr),
      PITH_OK);
  const pith_cell one[] = {integer(1), string("bolt")};
  EXPECT_EQ(pith_stream_writer_row(w.get(), one, 2, nullptr), PITH_OK);
  const pith_cell two[] = {real(2.5), plain(PITH_CELL_NULL)};
  EXPECT_EQ(pith_stream_writer_row(w.get(), two, 2, nullptr), PITH_OK);
  const pith_cell three[] = {plain(PITH_CELL_BOOLEAN, 4),
                             plain(PITH_CELL_ABSENT)};
  EXPECT_EQ(pith_stream_writer_row(w.get(), three, 2, nullptr), PITH_OK);
  const c_document row = decoded(R"({"id":4})");
  EXPECT_EQ(pith_stream_writer_row_value(w.get(), root_of(row), nullptr),
            PITH_OK);
  EXPECT_EQ(pith_stream_writer_row_count(w.get()), 4U);
  EXPECT_EQ(
      pith_stream_writer_begin_keyed(w.get(), "stock", 5, fields, 2, nullptr),
      PITH_OK);
  EXPECT_EQ(pith_stream_writer_keyed_row(w.get(), "k", 1, one, 2, nullptr),
            PITH_OK);
  EXPECT_EQ(pith_stream_writer_keyed_row_value(w.get(), "l", 1, root_of(row),
                                               nullptr),
            PITH_OK);
  EXPECT_EQ(pith_stream_writer_begin_list(w.get(), "notes", 5, nullptr),
            PITH_OK);
  const c_document items = decoded(R"([[1],"x"])");
  EXPECT_EQ(pith_stream_writer_item(w.get(), root_of(row), nullptr), PITH_OK);
  EXPECT_EQ(pith_stream_writer_items(w.get(), root_of(items), nullptr),
            PITH_OK);
  EXPECT_EQ(pith_stream_writer_finish(w.get(), nullptr), PITH_OK);
  const c_document back = decoded(text, "gcf");
  ASSERT_NE(back, nullptr) << text;
  EXPECT_EQ(encoded(root_of(back)),
            R"({"source":"shop","more":true,"rows":[{"id":1,"name":"bolt"},)"
            R"({"id":2.5,"name":null},{"id":true},{"id":4}],)"
            R"("stock":{"k":{"id":1,"name":"bolt"},"l":{"id":4}},)"
            R"("notes":[{"id":4},[1],"x"]})");
}

TEST(c_stream_writer, the_document_is_the_section) {
  std::string table;
  c_stream_writer w = make_writer(table);
  EXPECT_EQ(
      pith_stream_writer_begin_table(w.get(), nullptr, 0, fields, 2, nullptr),
      PITH_OK);
  EXPECT_EQ(pith_stream_writer_finish(w.get(), nullptr), PITH_OK);
  EXPECT_EQ(encoded(root_of(decoded(table, "gcf"))), "[]");
  std::string keyed;
  w = make_writer(keyed);
  EXPECT_EQ(
      pith_stream_writer_begin_keyed(w.get(), nullptr, 0, fields, 2, nullptr),
      PITH_OK);
  std::string list;
  w = make_writer(list);
  EXPECT_EQ(pith_stream_writer_begin_list(w.get(), nullptr, 0, nullptr),
            PITH_OK);
  // An empty name is a name.
  std::string named;
  w = make_writer(named);
  EXPECT_EQ(pith_stream_writer_begin_list(w.get(), "", 0, nullptr), PITH_OK);
  EXPECT_EQ(pith_stream_writer_finish(w.get(), nullptr), PITH_OK);
  const c_document back = decoded(named, "gcf");
  EXPECT_EQ(encoded(root_of(back)), R"({"":[]})");
}

TEST(c_stream_writer, a_refused_row_writes_nothing) {
  std::string text;
  const c_stream_writer w = make_writer(text);
  pith_stream_writer_begin_table(w.get(), "rows", 4, fields, 2, nullptr);
  const std::string before = text;
  pith_error error = fresh_error();
  const pith_cell one[] = {integer(1)};
  EXPECT_EQ(pith_stream_writer_row(w.get(), one, 1, &error),
            PITH_ROW_WIDTH_MISMATCH);
  EXPECT_EQ(error.code, PITH_ROW_WIDTH_MISMATCH);
  const pith_cell bad[] = {integer(1), string("\xFF")};
  EXPECT_EQ(pith_stream_writer_row(w.get(), bad, 2, &error), PITH_INVALID_UTF8);
  const pith_cell nan[] = {integer(1),
                           real(std::numeric_limits<double>::quiet_NaN())};
  EXPECT_EQ(pith_stream_writer_row(w.get(), nan, 2, &error), PITH_NOT_FINITE);
  const pith_cell unknown[] = {integer(1), plain(99)};
  EXPECT_EQ(pith_stream_writer_row(w.get(), unknown, 2, &error),
            PITH_INVALID_ARGUMENT);
  pith_cell null_text = string("x");
  null_text.data = nullptr;
  const pith_cell nulls[] = {integer(1), null_text};
  EXPECT_EQ(pith_stream_writer_row(w.get(), nulls, 2, &error),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_stream_writer_row(w.get(), nulls, hostile_size, &error),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_stream_writer_row(w.get(), nullptr, 2, &error),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(text, before);
  const pith_cell good[] = {integer(1), string("x")};
  EXPECT_EQ(pith_stream_writer_row(w.get(), good, 2, &error), PITH_OK);
}

TEST(c_stream_writer, a_sink_that_fails_ends_it) {
  pith_stream_writer* out = nullptr;
  const auto refuse = [](void*, const char*, std::size_t) -> std::int32_t {
    return 0;
  };
  EXPECT_EQ(pith_stream_writer_new(refuse, nullptr, nullptr, &out, nullptr),
            PITH_OK);
  c_stream_writer w(out);
  EXPECT_EQ(pith_stream_writer_finish(w.get(), nullptr), PITH_WRITE_FAILED);
  const auto raise = [](void*, const char*, std::size_t) -> std::int32_t {
    throw std::runtime_error("not C");
  };
  EXPECT_EQ(pith_stream_writer_new(raise, nullptr, nullptr, &out, nullptr),
            PITH_OK);
  w.reset(out);
  EXPECT_EQ(pith_stream_writer_begin_list(w.get(), "a", 1, nullptr),
            PITH_WRITE_FAILED);
}

TEST(c_stream_writer, options) {
  std::string text;
  pith_option option{"remember_keys", 13, "false", 5};
  pith_settings settings{};
  settings.struct_size = sizeof settings;
  settings.options = &option;
  settings.option_count = 1;
  pith_stream_writer* out = nullptr;
  ASSERT_EQ(pith_stream_writer_new(append, &text, &settings, &out, nullptr),
            PITH_OK);
  const c_stream_writer w(out);
  pith_stream_writer_begin_keyed(w.get(), "a", 1, fields, 1, nullptr);
  const pith_cell one = integer(1);
  EXPECT_EQ(pith_stream_writer_keyed_row(w.get(), "k", 1, &one, 1, nullptr),
            PITH_OK);
  EXPECT_EQ(pith_stream_writer_keyed_row(w.get(), "k", 1, &one, 1, nullptr),
            PITH_OK);
  option.value = "perhaps";
  option.value_size = 7;
  EXPECT_EQ(pith_stream_writer_new(append, &text, &settings, &out, nullptr),
            PITH_INVALID_OPTION);
  option.name = "remember";
  option.name_size = 8;
  EXPECT_EQ(pith_stream_writer_new(append, &text, &settings, &out, nullptr),
            PITH_UNKNOWN_OPTION);
}

TEST(c_stream_writer, null_pointers) {
  std::string text;
  const c_stream_writer w = make_writer(text);
  const pith_cell one = integer(1);
  const pith_value v{};
  pith_stream_writer* out = nullptr;
  constexpr std::int32_t bad = PITH_INVALID_ARGUMENT;
  EXPECT_EQ(pith_stream_writer_new(nullptr, &text, nullptr, &out, nullptr),
            bad);
  EXPECT_EQ(pith_stream_writer_new(append, &text, nullptr, nullptr, nullptr),
            bad);
  EXPECT_EQ(pith_stream_writer_member(nullptr, "a", 1, &one, nullptr), bad);
  EXPECT_EQ(pith_stream_writer_member(w.get(), nullptr, 1, &one, nullptr), bad);
  EXPECT_EQ(pith_stream_writer_member(w.get(), "a", 1, nullptr, nullptr), bad);
  const pith_cell unknown = plain(-1);
  EXPECT_EQ(pith_stream_writer_member(w.get(), "a", 1, &unknown, nullptr), bad);
  EXPECT_EQ(pith_stream_writer_members(nullptr, v, nullptr), bad);
  EXPECT_EQ(pith_stream_writer_begin_table(nullptr, "a", 1, fields, 2, nullptr),
            bad);
  EXPECT_EQ(
      pith_stream_writer_begin_table(w.get(), "a", 1, nullptr, 2, nullptr),
      bad);
  EXPECT_EQ(
      pith_stream_writer_begin_keyed(w.get(), nullptr, 1, fields, 2, nullptr),
      bad);
  EXPECT_EQ(pith_stream_writer_begin_list(nullptr, "a", 1, nullptr), bad);
  EXPECT_EQ(pith_stream_writer_row(nullptr, &one, 1, nullptr), bad);
  EXPECT_EQ(pith_stream_writer_row_value(nullptr, v, nullptr), bad);
  EXPECT_EQ(pith_stream_writer_keyed_row(nullptr, "a", 1, &one, 1, nullptr),
            bad);
  EXPECT_EQ(pith_stream_writer_keyed_row(w.get(), "a", 1, nullptr, 1, nullptr),
            bad);
  EXPECT_EQ(pith_stream_writer_keyed_row_value(w.get(), nullptr, 1, v, nullptr),
            bad);
  EXPECT_EQ(pith_stream_writer_item(nullptr, v, nullptr), bad);
  EXPECT_EQ(pith_stream_writer_items(nullptr, v, nullptr), bad);
  EXPECT_EQ(pith_stream_writer_row_count(nullptr), 0U);
  EXPECT_EQ(pith_stream_writer_finish(nullptr, nullptr), bad);
}

/// Writes down what a reader tells, and says stop after so many events.
struct notes {
  std::string text;
  int left = 1'000'000;

  std::int32_t add(std::string_view more) {
    text.append(more).append("\n");
    return --left > 0 ? 1 : 0;
  }
};

notes& of(void* context) { return *static_cast<notes*>(context); }

pith_reader_callbacks noting() {
  pith_reader_callbacks all{};
  all.struct_size = sizeof all;
  all.begin_section = [](void* c, const pith_section* s) {
    std::string said = "begin";
    if (s->name != nullptr) said.append(" ").append(s->name, s->name_size);
    said += " " + std::to_string(s->kind);
    for (std::size_t i = 0; i < s->field_count; ++i) {
      said.append(" ").append(s->fields[i].data, s->fields[i].size);
    }
    if (s->has_declared != 0) said += " of " + std::to_string(s->declared);
    return of(c).add(said);
  };
  all.item = [](void* c, pith_value v) {
    return of(c).add("item " + encoded(v));
  };
  all.entry = [](void* c, const char* key, std::size_t size, pith_value v) {
    return of(c).add("entry " + std::string(key, size) + " " + encoded(v));
  };
  all.end_section = [](void* c, std::uint64_t count) {
    return of(c).add("end " + std::to_string(count));
  };
  all.member = [](void* c, const char* key, std::size_t size, pith_value v) {
    return of(c).add("member " + std::string(key, size) + " " + encoded(v));
  };
  all.root = [](void* c, pith_value v) {
    return of(c).add("root " + encoded(v));
  };
  return all;
}

std::int32_t read_all(pith_stream_reader* reader, std::string_view text,
                      std::size_t chunk, pith_error* error = nullptr) {
  for (std::size_t at = 0; at < text.size(); at += chunk) {
    const std::string_view part = text.substr(at, chunk);
    const std::int32_t status =
        pith_stream_reader_feed(reader, part.data(), part.size(), error);
    if (status != PITH_OK) return status;
  }
  return pith_stream_reader_finish(reader, error);
}

constexpr std::string_view some_text =
    "GCF profile=generic\n"
    "x=1\n"
    "## rows [2]{id,name}\n1|a\n2|b\n"
    "## map [2:]{key,v,w}\nk|7|8\nl|9|8\n";

TEST(c_stream_reader, hands_out_what_it_reads) {
  const pith_reader_callbacks callbacks = noting();
  for (std::size_t chunk = 1; chunk < 40; ++chunk) {
    notes got;
    pith_stream_reader* out = nullptr;
    ASSERT_EQ(pith_stream_reader_new(&callbacks, &got, nullptr, &out, nullptr),
              PITH_OK);
    const c_stream_reader reader(out);
    EXPECT_EQ(read_all(reader.get(), some_text, chunk), PITH_OK);
    EXPECT_EQ(got.text,
              "member x 1\n"
              "begin rows 0 id name of 2\nitem {\"id\":1,\"name\":\"a\"}\n"
              "item {\"id\":2,\"name\":\"b\"}\nend 2\n"
              "begin map 1 v w of 2\nentry k {\"v\":7,\"w\":8}\n"
              "entry l {\"v\":9,\"w\":8}\nend 2\n");
    // Once finished it wants a reset.
    EXPECT_EQ(pith_stream_reader_feed(reader.get(), "x", 1, nullptr),
              PITH_MISPLACED_VALUE);
    EXPECT_EQ(pith_stream_reader_reset(reader.get()), PITH_OK);
    got.text.clear();
    EXPECT_EQ(read_all(reader.get(), "GCF profile=generic\n=7\n", chunk),
              PITH_OK);
    EXPECT_EQ(got.text, "root 7\n");
  }
}

TEST(c_stream_reader, a_callback_says_stop) {
  const pith_reader_callbacks callbacks = noting();
  for (int most = 1; most < 10; ++most) {
    notes got;
    got.left = most;
    pith_stream_reader* out = nullptr;
    pith_stream_reader_new(&callbacks, &got, nullptr, &out, nullptr);
    const c_stream_reader reader(out);
    pith_error error = fresh_error();
    EXPECT_EQ(read_all(reader.get(), some_text, 1000, &error),
              PITH_CALLBACK_FAILED);
    EXPECT_EQ(error.code, PITH_CALLBACK_FAILED);
    EXPECT_EQ(std::count(got.text.begin(), got.text.end(), '\n'), most);
    EXPECT_EQ(pith_stream_reader_finish(reader.get(), nullptr),
              PITH_CALLBACK_FAILED);
    got.left = 1000;
    EXPECT_EQ(pith_stream_reader_reset(reader.get()), PITH_OK);
    EXPECT_EQ(read_all(reader.get(), some_text, 1000), PITH_OK);
  }
}

TEST(c_stream_reader, a_callback_throws) {
  pith_reader_callbacks callbacks{};
  callbacks.struct_size = sizeof callbacks;
  callbacks.item = [](void*, pith_value) -> std::int32_t {
    throw std::runtime_error("not C");
  };
  pith_stream_reader* out = nullptr;
  pith_stream_reader_new(&callbacks, nullptr, nullptr, &out, nullptr);
  const c_stream_reader reader(out);
  EXPECT_EQ(read_all(reader.get(), some_text, 7), PITH_CALLBACK_FAILED);
}

TEST(c_stream_reader, callbacks_may_be_absent) {
  pith_reader_callbacks callbacks = noting();
  notes got;
  pith_stream_reader* out = nullptr;
  callbacks.struct_size = offsetof(pith_reader_callbacks, item);  // older
  ASSERT_EQ(pith_stream_reader_new(&callbacks, &got, nullptr, &out, nullptr),
            PITH_OK);
  const c_stream_reader reader(out);
  EXPECT_EQ(read_all(reader.get(), some_text, 5), PITH_OK);
  EXPECT_EQ(got.text, "begin rows 0 id name of 2\nbegin map 1 v w of 2\n");
}

TEST(c_stream_reader, errors_stay) {
  const pith_reader_callbacks callbacks = noting();
  notes got;
  pith_stream_reader* out = nullptr;
  pith_stream_reader_new(&callbacks, &got, nullptr, &out, nullptr);
  const c_stream_reader reader(out);
  pith_error error = fresh_error();
  EXPECT_EQ(
      read_all(reader.get(), "GCF profile=generic\na=1\na=2\n", 3, &error),
      PITH_DUPLICATE_KEY);
  EXPECT_EQ(error.offset, 24U);
  EXPECT_EQ(error.line, 0U);
  EXPECT_EQ(pith_stream_reader_finish(reader.get(), nullptr),
            PITH_DUPLICATE_KEY);
}

TEST(c_stream_reader, options) {
  const pith_reader_callbacks callbacks = noting();
  notes got;
  pith_option option{"require_summary", 15, "true", 4};
  pith_settings settings{};
  settings.struct_size = sizeof settings;
  settings.options = &option;
  settings.option_count = 1;
  pith_stream_reader* out = nullptr;
  ASSERT_EQ(pith_stream_reader_new(&callbacks, &got, &settings, &out, nullptr),
            PITH_OK);
  c_stream_reader reader(out);
  EXPECT_EQ(read_all(reader.get(), some_text, 9), PITH_MISSING_SUMMARY);
  option = {"max_held_bytes", 14, "16", 2};
  ASSERT_EQ(pith_stream_reader_new(&callbacks, &got, &settings, &out, nullptr),
            PITH_OK);
  reader.reset(out);
  EXPECT_EQ(read_all(reader.get(), some_text, 9), PITH_SIZE_LIMIT);
  option = {"max_held_bytes", 14, "16x", 3};
  EXPECT_EQ(pith_stream_reader_new(&callbacks, &got, &settings, &out, nullptr),
            PITH_INVALID_OPTION);
}

TEST(c_stream_reader, null_pointers) {
  pith_reader_callbacks callbacks = noting();
  pith_stream_reader* out = nullptr;
  EXPECT_EQ(pith_stream_reader_new(nullptr, nullptr, nullptr, &out, nullptr),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(
      pith_stream_reader_new(&callbacks, nullptr, nullptr, nullptr, nullptr),
      PITH_INVALID_ARGUMENT);
  callbacks.struct_size = 0;
  EXPECT_EQ(pith_stream_reader_new(&callbacks, nullptr, nullptr, &out, nullptr),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_stream_reader_feed(nullptr, "a", 1, nullptr),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_stream_reader_finish(nullptr, nullptr), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_stream_reader_reset(nullptr), PITH_INVALID_ARGUMENT);
  callbacks.struct_size = sizeof callbacks;
  pith_stream_reader_new(&callbacks, nullptr, nullptr, &out, nullptr);
  const c_stream_reader reader(out);
  EXPECT_EQ(pith_stream_reader_feed(reader.get(), nullptr, 1, nullptr),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_stream_reader_feed(reader.get(), "a", hostile_size, nullptr),
            PITH_INVALID_ARGUMENT);
}

}  // namespace
