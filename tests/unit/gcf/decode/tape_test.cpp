// SPDX-License-Identifier: MIT
// Whatever the text, the tape is sound: spans nest, shapes count, flags tell
// the truth, views stay within the text. Walks every wire of testdata/gcf,
// every prefix of it and every change of one byte.
#include <pith/equality.hpp>
#include <pith/gcf.hpp>
#include <pith/json.hpp>

#include "document/document_data.hpp"
#include "test_data.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace {

using pith::detail::document_access;
using pith::detail::document_data;
using pith::detail::tag;

/// Walks a tape; true when everything in it is as tape.hpp says.
class tape_check {
 public:
  explicit tape_check(const document_data& data) : data_(data) {}

  [[nodiscard]] bool holds() {
    return !data_.tape.empty() && value_ends_at(0, data_.tape.size()) &&
           keys_hold();
  }

 private:
  struct open {
    std::size_t at;
    std::size_t end;
    std::size_t count = 0;
    std::uint8_t kinds = 0;
  };

  [[nodiscard]] bool value_ends_at(std::size_t begin, std::size_t end) {
    std::vector<open> stack;
    std::size_t i = begin;
    while (i < end) {
      while (!stack.empty() && stack.back().end == i) {
        if (!container_holds(stack.back())) return false;
        stack.pop_back();
      }
      if (stack.empty() && i != begin) return false;
      const pith::detail::word w = data_.tape[i];
      const tag t = pith::detail::tag_of(w);
      const std::size_t span = pith::detail::span_of(w);
      if (t > tag::object || span == 0 || i + span > end) return false;
      if (!stack.empty()) {
        if (i + span > stack.back().end) return false;
        ++stack.back().count;
        stack.back().kinds |= pith::detail::flag_for(t);
      }
      if (pith::detail::is_container(t)) {
        if (span < pith::detail::header_words) return false;
        stack.push_back({i, i + span});
        i += pith::detail::header_words;
        continue;
      }
      if (t == tag::string || t == tag::long_string) {
        if (!text_holds(data_.string_at(i))) return false;
      }
      i += span;
    }
    while (!stack.empty()) {
      if (stack.back().end != i || !container_holds(stack.back())) {
        return false;
      }
      stack.pop_back();
    }
    return i == end;
  }

  [[nodiscard]] bool container_holds(const open& c) const {
    const pith::detail::word second = data_.tape[c.at + 1];
    if (pith::detail::kinds_of(second) != c.kinds) return false;
    if (pith::detail::tag_of(data_.tape[c.at]) == tag::array) {
      return pith::detail::array_count_of(second) == c.count;
    }
    const std::uint32_t shape = pith::detail::shape_of(second);
    return shape < data_.shapes.size() && data_.shapes[shape].count == c.count;
  }

  [[nodiscard]] bool text_holds(std::string_view text) const {
    return text.empty() || (text.data() >= data_.text.data() &&
                            text.data() + text.size() <= data_.text.end());
  }

  [[nodiscard]] bool keys_hold() const {
    for (std::uint32_t id = 0; id < data_.keys.size(); ++id) {
      if (!text_holds(data_.key_text(id))) return false;
    }
    return true;
  }

  const document_data& data_;
};

bool is_sound(const pith::document& doc) {
  return tape_check(document_access::data(doc.root())).holds();
}

/// Every wire in testdata/gcf.
std::vector<std::string> wires() {
  std::vector<std::string> all;
  for (const auto& file :
       pith_tests::json_files(pith_tests::testdata_dir() / "gcf")) {
    const auto doc = pith::json::parse(pith_tests::read_file(file));
    EXPECT_TRUE(doc) << file;
    if (!doc) continue;
    const auto fixtures = doc->root().get_array();
    EXPECT_TRUE(fixtures) << file;
    if (!fixtures) continue;
    for (const pith::value fixture : *fixtures) {
      for (const char* const key : {"input", "expected"}) {
        const auto member = fixture.find(key);
        if (!member) continue;
        if (const auto wire = member->get_string()) all.emplace_back(*wire);
      }
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// A run of the fixtures under a decoder that is never fresh.
class tape : public ::testing::Test {
 protected:
  void expect_sound(std::string_view text) {
    if (decoder_.decode_into(doc_, text)) ++decoded_;
    EXPECT_TRUE(is_sound(doc_)) << text;
  }
  pith::gcf::decoder decoder_;
  pith::document doc_;
  std::size_t decoded_ = 0;
};

using GcfDecodeTape = tape;

TEST_F(GcfDecodeTape, IsSoundForEveryFixture) {
  const std::vector<std::string> all = wires();
  ASSERT_GT(all.size(), 300u);
  for (const std::string& wire : all) expect_sound(wire);
  EXPECT_GT(decoded_, 100u);
}

TEST_F(GcfDecodeTape, IsSoundForEveryPrefix) {
  for (const std::string& wire : wires()) {
    if (wire.size() > 400) continue;
    for (std::size_t n = 0; n < wire.size(); ++n) {
      // A copy of the right size: reading after it is seen by a sanitizer.
      const std::vector<char> cut(
          wire.begin(), wire.begin() + static_cast<std::ptrdiff_t>(n));
      expect_sound({cut.data(), cut.size()});
    }
  }
  EXPECT_GT(decoded_, 1000u);
}

TEST_F(GcfDecodeTape, IsSoundForEveryChangeOfAByte) {
  constexpr std::string_view bytes = "|\"\\\n\r\t ^~@.#{}[]:=-?,>0x\xC3";
  for (const std::string& wire : wires()) {
    if (wire.size() > 200) continue;
    std::string changed = wire;
    for (std::size_t i = 20; i < wire.size(); ++i) {
      for (const char c : bytes) {
        changed[i] = c;
        expect_sound(changed);
      }
      changed[i] = wire[i];
    }
  }
  EXPECT_GT(decoded_, 1000u);
}

TEST_F(GcfDecodeTape, IsSoundWithoutAnyLine) {
  for (const std::string& wire : wires()) {
    if (wire.size() > 2000) continue;
    std::size_t begin = 0;
    while (begin < wire.size()) {
      const std::size_t end = wire.find('\n', begin);
      if (end == std::string::npos) break;
      std::string changed = wire;
      changed.erase(begin, end + 1 - begin);
      expect_sound(changed);
      const std::string line = wire.substr(begin, end + 1 - begin);
      changed = wire;
      changed.insert(begin, line);
      expect_sound(changed);
      begin = end + 1;
    }
  }
}

}  // namespace
