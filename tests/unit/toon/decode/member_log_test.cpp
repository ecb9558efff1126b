// SPDX-License-Identifier: MIT
#include "toon/decode/member_log.hpp"

#include "document/tape_writer.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using pith::detail::document_data;
using pith::detail::has_array;
using pith::detail::has_scalar;
using pith::detail::key_place;
using pith::detail::tape_writer;
using pith::toon::decoding::member_log;

/// A document with this many keys and an open object.
document_data open_object(std::size_t keys) {
  document_data data;
  data.tape.clear();
  data.keys.resize(keys, key_place{0});
  tape_writer(data.tape).open();
  return data;
}

std::vector<std::int64_t> integers_of(const document_data& data) {
  std::vector<std::int64_t> all;
  for (std::size_t i = pith::detail::header_words; i < data.tape.size(); ++i) {
    all.push_back(data.integer_at(i));
  }
  return all;
}

TEST(toon_member_log, keeps_the_last_value_in_the_place_of_the_first) {
  document_data data = open_object(3);
  member_log log;
  log.reset();
  std::int64_t value = 0;
  for (const std::uint32_t key : {2u, 0u, 2u, 1u, 0u, 2u}) {
    log.add(key, data.tape.size());
    tape_writer(data.tape).integer(++value);
  }
  EXPECT_EQ(log.replace_duplicates(data, 0, 0), has_scalar);
  EXPECT_EQ(integers_of(data), (std::vector<std::int64_t>{6, 5, 4}));
}

TEST(toon_member_log, looks_at_the_innermost_object_alone) {
  document_data data = open_object(2);
  member_log log;
  log.reset();
  log.add(0, data.tape.size());
  tape_writer(data.tape).integer(1);
  log.add(1, data.tape.size());
  const std::size_t inner = tape_writer(data.tape).open();
  const std::size_t first = log.size();
  for (const std::int64_t value : {2, 3}) {
    log.add(0, data.tape.size());
    tape_writer(data.tape).integer(value);
  }
  EXPECT_EQ(log.replace_duplicates(data, first, inner), has_scalar);
  log.forget_from(first);
  EXPECT_EQ(log.size(), 2u);
  ASSERT_EQ(data.tape.size(), inner + pith::detail::header_words + 1);
  EXPECT_EQ(data.integer_at(pith::detail::header_words), 1);
  EXPECT_EQ(data.integer_at(data.tape.size() - 1), 3);
}

TEST(toon_member_log, tells_which_kinds_of_values_stay) {
  document_data data = open_object(1);
  member_log log;
  log.reset();
  log.add(0, data.tape.size());
  tape_writer(data.tape).null();
  log.add(0, data.tape.size());
  tape_writer out(data.tape);
  out.close_array(out.open(), 0, 0);
  EXPECT_EQ(log.replace_duplicates(data, 0, 0), has_array);
}

TEST(toon_member_log, can_be_used_for_another_document) {
  member_log log;
  for (const std::size_t keys : {3u, 1u, 5u}) {
    document_data data = open_object(keys);
    log.reset();
    for (const std::int64_t value : {7, 8}) {
      log.add(static_cast<std::uint32_t>(keys - 1), data.tape.size());
      tape_writer(data.tape).integer(value);
    }
    EXPECT_EQ(log.replace_duplicates(data, 0, 0), has_scalar);
    EXPECT_EQ(integers_of(data), std::vector<std::int64_t>{8});
  }
}

}  // namespace
