// SPDX-License-Identifier: MIT
#include "mcp/state/key_ring.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace {

using namespace pith::mcp;

const std::string first_secret(32, 'a');
const std::string second_secret(32, 'b');
constexpr std::int64_t now = 1'800'000'000;
constexpr std::int64_t life = 1800;

const page_owner me{"session", "alice"};
const page_owner you{"session", "bob"};
const page_owner other_session{"another", "alice"};

TEST(key_ring, opens_what_it_sealed) {
  const key_ring keys({first_secret});
  for (const std::string& bytes :
       {std::string{}, std::string("x"), std::string(100'000, 'y')}) {
    const std::string sealed = keys.seal(0, me, "place", bytes);
    ASSERT_FALSE(sealed.empty());
    EXPECT_EQ(keys.open(0, me, "place", sealed, 1U << 20U), bytes);
  }
  const std::string mark = keys.seal_small(0, me, "place", "0123456789abcdef");
  EXPECT_EQ(mark.size(), 16 + key_ring::seal_bytes);
  EXPECT_EQ(keys.open_small(0, me, "place", mark), "0123456789abcdef");
}

TEST(key_ring, packs_what_it_seals_and_hides_it) {
  const key_ring keys({first_secret});
  const std::string bytes(100'000, 'y');
  const std::string sealed = keys.seal(0, me, "place", bytes);
  EXPECT_LT(sealed.size(), 1000U);
  EXPECT_EQ(sealed.find("yyyy"), std::string::npos);
  EXPECT_NE(sealed, keys.seal(0, me, "place", bytes));
}

TEST(key_ring, opens_for_the_owner_and_the_place_alone) {
  const key_ring keys({first_secret, second_secret});
  const std::string sealed = keys.seal(0, me, "place", "secret");
  EXPECT_FALSE(keys.open(0, you, "place", sealed, 100));
  EXPECT_FALSE(keys.open(0, other_session, "place", sealed, 100));
  EXPECT_FALSE(keys.open(0, me, "elsewhere", sealed, 100));
  EXPECT_FALSE(keys.open(1, me, "place", sealed, 100));
}

TEST(key_ring, opens_nothing_that_was_changed) {
  const key_ring keys({first_secret});
  const std::string sealed = keys.seal(0, me, "place", "secret");
  for (std::size_t i = 0; i < sealed.size(); ++i) {
    std::string changed = sealed;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_FALSE(keys.open(0, me, "place", changed, 100)) << i;
    EXPECT_FALSE(keys.open(0, me, "place", sealed.substr(0, i), 100)) << i;
  }
  EXPECT_FALSE(keys.open(0, me, "place", sealed + "x", 100));
}

TEST(key_ring, unfolds_no_more_than_it_may) {
  const key_ring keys({first_secret});
  const std::string sealed = keys.seal(0, me, "p", std::string(10'000, 'y'));
  EXPECT_TRUE(keys.open(0, me, "p", sealed, 10'000));
  EXPECT_FALSE(keys.open(0, me, "p", sealed, 9'999));
  // What is sealed rightly and is not packed, or by another root.
  EXPECT_FALSE(keys.open(
      0, me, "p", keys.seal_small(0, me, "p", std::string(100, 'z')), 10'000));
}

TEST(key_ring, gives_names_that_tell_nothing_and_differ) {
  const key_ring keys({first_secret, second_secret});
  const std::set<std::string> names{
      keys.tag(0, me),       keys.tag(0, you),
      keys.tag(1, me),       keys.name(0, me, "x"),
      keys.name(0, me, "y"), keys.name(0, you, "x"),
      keys.name(1, me, "x"), keys.name(0, other_session, "x")};
  EXPECT_EQ(names.size(), 8U);
  for (const std::string& name : names) {
    EXPECT_EQ(name.size(), 32U);
    EXPECT_EQ(name.find("alice"), std::string::npos);
  }
  // One share for all sessions of a principal.
  EXPECT_EQ(keys.tag(0, me), keys.tag(0, other_session));
  EXPECT_EQ(keys.tag(0, me), key_ring({first_secret}).tag(0, me));
}

TEST(key_ring, makes_handles_for_one_owner_and_some_time) {
  const key_ring keys({first_secret});
  const std::string handle = keys.make_handle(me, now + life);
  ASSERT_EQ(handle.size(), 32U);
  const auto opened = keys.open_handle(me, handle, now, now + life);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->id.size(), 16U);
  EXPECT_EQ(opened->expires, now + life);
  EXPECT_FALSE(keys.open_handle(you, handle, now, now + life));
  EXPECT_FALSE(keys.open_handle(other_session, handle, now, now + life));
  EXPECT_FALSE(keys.open_handle(me, handle, now + life, now + 2 * life));
  EXPECT_FALSE(keys.open_handle(me, handle, now, now + life - 1));
  EXPECT_NE(handle, keys.make_handle(me, now + life));
}

TEST(key_ring, knows_handles_that_it_did_not_make) {
  const key_ring keys({first_secret});
  const std::string handle = keys.make_handle(me, now + life);
  for (std::size_t i = 0; i < handle.size(); ++i) {
    std::string changed = handle;
    changed[i] = changed[i] == '0' ? '1' : '0';
    EXPECT_FALSE(keys.open_handle(me, changed, now, now + life)) << i;
  }
  for (const char* guess :
       {"", "0", "00000000000000000000000000000000",
        "ffffffffffffffffffffffffffffffff", "0123456789abcdef0123456789ABCDEF",
        "0123456789abcdef0123456789abcdefx"}) {
    EXPECT_FALSE(keys.open_handle(me, guess, now, now + life)) << guess;
  }
}

TEST(key_ring, turns_over) {
  const key_ring old({first_secret});
  const key_ring both({second_secret, first_secret});
  const key_ring fresh({second_secret});
  const std::string before = old.make_handle(me, now + life);
  const auto opened = both.open_handle(me, before, now, now + life);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->key, 1U);
  EXPECT_EQ(both.open(1, me, "p", old.seal(0, me, "p", "x"), 10), "x");
  const std::string after = both.make_handle(me, now + life);
  EXPECT_EQ(fresh.open_handle(me, after, now, now + life)->key, 0U);
  EXPECT_FALSE(fresh.open_handle(me, before, now, now + life));
  EXPECT_FALSE(old.open_handle(me, after, now, now + life));
}

}  // namespace
