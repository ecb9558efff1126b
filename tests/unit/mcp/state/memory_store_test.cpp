// SPDX-License-Identifier: MIT
#include "mcp/state/memory_store.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace pith::mcp;
using std::chrono::seconds;

TEST(memory_store, gives_back_what_it_keeps) {
  memory_store pages;
  const std::string handle = pages.keep("me", "the rest");
  ASSERT_EQ(handle.size(), 32U);
  EXPECT_TRUE(std::ranges::all_of(handle, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
  }));
  for (int i = 0; i < 2; ++i) {
    const auto found = pages.find("me", handle);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(*found, "the rest");
  }
  EXPECT_EQ(pages.size(), 1U);
}

TEST(memory_store, keeps_for_the_owner_alone) {
  memory_store pages;
  const std::string handle = pages.keep("me", "x");
  EXPECT_EQ(pages.find("you", handle), nullptr);
  EXPECT_EQ(pages.find("", handle), nullptr);
  EXPECT_EQ(pages.find("me", ""), nullptr);
  EXPECT_EQ(pages.find("me", handle.substr(1)), nullptr);
  pages.forget("you", handle);
  EXPECT_NE(pages.find("me", handle), nullptr);
  pages.forget("me", handle);
  EXPECT_EQ(pages.find("me", handle), nullptr);
  EXPECT_EQ(pages.size(), 0U);
}

TEST(memory_store, never_gives_a_handle_twice) {
  memory_store pages;
  std::set<std::string> handles;
  for (int i = 0; i < 500; ++i) handles.insert(pages.keep("me", "x"));
  EXPECT_EQ(handles.size(), 500U);
}

TEST(memory_store, lets_the_oldest_go_when_it_is_full) {
  memory_store pages({.entries = 2, .bytes = 1U << 20U, .life = seconds(60)});
  const std::string a = pages.keep("me", "a");
  const std::string b = pages.keep("me", "b");
  const std::string c = pages.keep("me", "c");
  EXPECT_EQ(pages.find("me", a), nullptr);
  EXPECT_NE(pages.find("me", b), nullptr);
  EXPECT_NE(pages.find("me", c), nullptr);
  EXPECT_EQ(pages.size(), 2U);
}

TEST(memory_store, is_bounded_in_bytes) {
  memory_store pages({.entries = 100, .bytes = 3000, .life = seconds(60)});
  EXPECT_EQ(pages.keep("me", std::string(3000, 'x')), "");
  const std::string a = pages.keep("me", std::string(1500, 'a'));
  const std::string b = pages.keep("me", std::string(1500, 'b'));
  EXPECT_EQ(pages.find("me", a), nullptr);
  EXPECT_NE(pages.find("me", b), nullptr);
}

/// Somebody who fills the store loses his own pages first.
TEST(memory_store, protects_others_from_one_that_keeps_much) {
  memory_store pages({.entries = 10, .bytes = 1U << 20U, .life = seconds(60)});
  const std::string mine = pages.keep("me", "small");
  for (int i = 0; i < 100; ++i) {
    EXPECT_NE(pages.keep("you", std::string(1000, 'x')), "");
  }
  EXPECT_NE(pages.find("me", mine), nullptr);
  EXPECT_EQ(pages.size(), 10U);
}

/// Against a plain list that is searched for whoever holds most.
TEST(memory_store, lets_the_oldest_of_the_heaviest_go) {
  struct kept {
    std::string owner;
    std::string handle;
    std::size_t bytes;
  };
  constexpr std::size_t most = 40;
  memory_store pages(
      {.entries = most, .bytes = 1U << 20U, .life = seconds(600)});
  std::vector<kept> expected;  // the oldest first
  const auto held_by = [&expected](const std::string& owner) {
    std::size_t sum = 0;
    for (const kept& each : expected) {
      if (each.owner == owner) sum += each.bytes;
    }
    return sum;
  };
  const auto heaviest = [&] {
    return std::max_element(expected.begin(), expected.end(),
                            [&](const kept& a, const kept& b) {
                              return held_by(a.owner) < held_by(b.owner);
                            });
  };
  std::mt19937 random{3};  // NOLINT(cert-msc51-cpp): the same every time
  const auto below = [&random](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>{0, n - 1}(random);
  };
  for (int turn = 0; turn < 3000; ++turn) {
    if (!expected.empty() && below(4) == 0) {
      // Somebody still needs it.
      const auto which = expected.begin() +
                         static_cast<std::ptrdiff_t>(below(expected.size()));
      const kept again = *which;
      EXPECT_TRUE(pages.keep_as(again.owner, again.handle, "not taken"));
      expected.erase(which);
      expected.push_back(again);
      continue;
    }
    const std::string owner(1, static_cast<char>('a' + below(7)));
    const std::size_t size = 10 * below(5);
    if (expected.size() == most) expected.erase(heaviest());
    expected.push_back(
        {owner, pages.keep(owner, std::string(size, 'x')), size + 2 + 256});
    ASSERT_EQ(pages.size(), expected.size());
    for (const kept& each : expected) {
      ASSERT_NE(pages.find(each.owner, each.handle), nullptr) << turn;
    }
  }
}

/// A gateway for many agents has a full store all the time.
TEST(memory_store, is_fast_when_it_is_full_of_many_holders) {
  constexpr std::size_t most = 8192;
  memory_store pages(
      {.entries = most, .bytes = 64U << 20U, .life = seconds(600)});
  const auto begin = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < 4 * most; ++i) {
    ASSERT_FALSE(pages.keep("agent " + std::to_string(i), "x").empty());
  }
  EXPECT_EQ(pages.size(), most);
  // Searching all of them for each took minutes.
  EXPECT_LT(std::chrono::steady_clock::now() - begin, seconds(20));
}

TEST(memory_store, forgets_after_a_while) {
  memory_store pages({.entries = 10, .bytes = 1U << 20U, .life = seconds(0)});
  const std::string handle = pages.keep("me", "x");
  EXPECT_FALSE(handle.empty());
  EXPECT_EQ(pages.find("me", handle), nullptr);
  EXPECT_EQ(pages.size(), 0U);
}

TEST(memory_store, keeps_nothing_without_room) {
  memory_store pages({.entries = 0, .bytes = 1U << 20U, .life = seconds(60)});
  EXPECT_EQ(pages.keep("me", "x"), "");
}

TEST(memory_store, remembers_where_pages_begin) {
  memory_store pages;
  const std::string handle = pages.keep("me", "x");
  EXPECT_TRUE(pages.marks("me", handle).empty());
  pages.add_mark("me", handle, 0, {7, 0});
  pages.add_mark("me", handle, 0, {9, 0});  // somebody was faster
  pages.add_mark("you", handle, 1, {9, 0});
  pages.add_mark("me", handle, 1, {7, 100});
  const std::vector<page_mark> expected{{7, 0}, {7, 100}};
  EXPECT_EQ(pages.marks("me", handle), expected);
  EXPECT_TRUE(pages.marks("you", handle).empty());
}

TEST(memory_store, serves_several_threads) {
  memory_store pages({.entries = 50, .bytes = 1U << 20U, .life = seconds(60)});
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&pages, t] {
      const std::string owner = std::to_string(t);
      for (int i = 0; i < 200; ++i) {
        const std::string handle = pages.keep(owner, owner);
        pages.add_mark(owner, handle, 0, {1, 0});
        const auto found = pages.find(owner, handle);
        if (found) {
          EXPECT_EQ(*found, owner);
        }
        if (i % 3 == 0) pages.forget(owner, handle);
      }
    });
  }
  for (std::thread& each : threads) each.join();
  EXPECT_LE(pages.size(), 50U);
}

// Sessions of one principal share what it may have; the oldest goes.
TEST(memory_store, limits_each_tenant) {
  memory_store pages;
  pages.set_share(2, 10'000);
  const std::string a = pages.keep({"session-1", "alice"}, "a");
  const std::string b = pages.keep({"session-2", "alice"}, "b");
  const std::string others = pages.keep({"bob", "bob"}, "x");
  const std::string c = pages.keep({"session-1", "alice"}, "c");
  EXPECT_EQ(pages.find("session-1", a), nullptr);
  EXPECT_NE(pages.find("session-2", b), nullptr);
  EXPECT_NE(pages.find("session-1", c), nullptr);
  EXPECT_NE(pages.find("bob", others), nullptr);
  EXPECT_EQ(pages.keep({"s", "alice"}, std::string(10'000, 'x')), "");
  EXPECT_NE(pages.find("session-1", c), nullptr);
  const std::string large =
      pages.keep({"session-3", "alice"}, std::string(9'500, 'x'));
  EXPECT_NE(pages.find("session-3", large), nullptr);
  EXPECT_EQ(pages.find("session-1", c), nullptr);
  EXPECT_NE(pages.keep("nobody limits this", std::string(20'000, 'x')), "");
}

constexpr auto as_pages = made_kind::pages;

TEST(memory_store, keeps_what_was_made_in_the_share_of_its_tenant) {
  memory_store pages;
  pages.set_share(10, 10'000);
  const auto paged = std::make_shared<const made_value>();
  ASSERT_NE(paged, nullptr);
  const std::string a = pages.keep({"me", "alice"}, "a");
  EXPECT_EQ(pages.find_made("me", a, as_pages), nullptr);
  pages.keep_made("you", a, as_pages, paged, 10);
  EXPECT_EQ(pages.find_made("me", a, as_pages), nullptr);
  pages.keep_made("me", a, as_pages, paged, 5'000);
  EXPECT_EQ(pages.find_made("me", a, as_pages), paged);
  EXPECT_EQ(pages.find_made("you", a, as_pages), nullptr);
  // Another one takes its place, but one that is too large does not.
  const std::string b = pages.keep({"me", "alice"}, "b");
  pages.keep_made("me", b, as_pages, paged, 5'000);
  EXPECT_EQ(pages.find_made("me", a, as_pages), nullptr);
  EXPECT_EQ(pages.find_made("me", b, as_pages), paged);
  pages.keep_made("me", a, as_pages, paged, 20'000);
  EXPECT_EQ(pages.find_made("me", a, as_pages), nullptr);
  // It goes before any text does.
  pages.keep_made("me", b, as_pages, paged, 5'000);
  const std::string c = pages.keep({"me", "alice"}, std::string(6'000, 'x'));
  EXPECT_EQ(pages.find_made("me", b, as_pages), nullptr);
  for (const std::string& each : {a, b, c}) {
    EXPECT_NE(pages.find("me", each), nullptr);
  }
}

}  // namespace
