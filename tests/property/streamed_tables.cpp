// SPDX-License-Identifier: MIT
/// @file
/// A document written member by member and row by row decodes to the document
/// that the encoder writes at once.
#include <pith/builder.hpp>
#include <pith/equality.hpp>
#include <pith/gcf.hpp>
#include <pith/gcf_stream.hpp>

#include "property_run.hpp"
#include "random.hpp"
#include "random_document.hpp"
#include "text_pools.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using pith::gcf::cell;
using pith::gcf::stream_writer;
using pith_tests::random_source;

template <class Pool>
auto pick(Pool pool, random_source& random) {
  return pool[random.below(static_cast<std::uint32_t>(pool.size()))];
}

/// What a streamed section is drawn as before it is written.
struct section {
  std::string_view name;
  bool is_keyed = false;
  std::vector<std::string_view> fields;
  std::vector<std::string> keys;  // of a keyed map's rows
  std::vector<cell> cells;        // row by row
  std::size_t rows = 0;
};

class streamed_tables final : public pith_tests::property {
 public:
  std::string check(std::uint64_t seed) override {
    random_.reseed(random_source::mix(seed));
    is_root_ = random_.one_in(4);
    if (auto done = source_.draw_into(drawn_, seed); !done) return "not drawn";
    has_members_ = !is_root_ && random_.chance(50) &&
                   drawn_.root().get_object().has_value();
    draw_sections();
    auto expected = build();
    if (!expected) return "not built: " + pith::message(expected.error());

    text_.clear();
    if (auto done = write(*expected); !done) {
      return "not written: " + pith::message(done.error()) + "\n" + text_;
    }
    auto streamed = pith::gcf::decode(text_);
    if (!streamed) {
      return "not decoded: " + pith::message(streamed.error()) + "\n" + text_;
    }
    if (!pith::equal(streamed->root(), expected->root())) {
      return "the stream is another document\n" + text_;
    }
    auto buffered = pith::gcf::encode(expected->root());
    if (!buffered) return "not encoded";
    auto again = pith::gcf::decode(*buffered);
    if (!again || !pith::equal(streamed->root(), again->root())) {
      return "stream and buffer differ\n" + text_ + *buffered;
    }
    return {};
  }

 private:
  std::string_view draw_name() {
    return random_.chance(60) ? pick(pith_tests::plain_keys(), random_)
                              : pick(pith_tests::odd_keys(), random_);
  }

  cell draw_cell() {
    switch (random_.below(8)) {
      case 0:
        return {};
      case 1:
        return nullptr;
      case 2:
        return random_.one_in(2);
      case 3:
        return pick(pith_tests::odd_integers(), random_);
      case 4:
        return pick(pith_tests::odd_doubles(), random_);
      case 5:
        return pick(pith_tests::plain_strings(), random_);
      default:
        return pick(pith_tests::odd_strings(), random_);
    }
  }

  void draw_sections() {
    sections_.clear();
    const std::uint32_t count = is_root_ ? 1 : random_.below(4);
    for (std::uint32_t i = 0; i < count; ++i) {
      section s;
      s.name = draw_name();
      const auto has_name = [&](const section& other) {
        return other.name == s.name;
      };
      if (std::any_of(sections_.begin(), sections_.end(), has_name) ||
          (has_members_ && drawn_.root().find(s.name))) {
        continue;
      }
      s.is_keyed = random_.one_in(3);
      for (std::uint32_t n = random_.between(1, 7); n != 0; --n) {
        const std::string_view field = draw_name();
        if (field.find('>') == std::string_view::npos &&
            std::find(s.fields.begin(), s.fields.end(), field) ==
                s.fields.end()) {
          s.fields.push_back(field);
        }
      }
      if (s.fields.empty()) s.fields.push_back("only");
      s.rows = random_.below(9);
      for (std::size_t r = 0; r < s.rows; ++r) {
        if (s.is_keyed) {
          std::string key(random_.one_in(2)
                              ? pick(pith_tests::odd_strings(), random_)
                              : draw_name());
          while (std::find(s.keys.begin(), s.keys.end(), key) != s.keys.end()) {
            key += '+';
          }
          s.keys.push_back(std::move(key));
        }
        for (std::size_t f = 0; f < s.fields.size(); ++f) {
          s.cells.push_back(draw_cell());
        }
      }
      sections_.push_back(std::move(s));
    }
  }

  void put(const cell& c) {
    switch (c.kind()) {
      case cell::type::null:
        builder_.null();
        break;
      case cell::type::boolean:
        builder_.boolean(c.as_boolean());
        break;
      case cell::type::integer:
        builder_.integer(c.as_integer());
        break;
      case cell::type::real:
        builder_.real(c.as_real());
        break;
      default:
        builder_.string(c.as_string());
    }
  }

  /// The document as a builder makes it.
  pith::result<pith::document> build() {
    if (!is_root_) builder_.begin_object();
    if (const auto members = drawn_.root().get_object();
        has_members_ && members) {
      for (const pith::member& m : *members) {
        builder_.key(m.key).copy(m.value);
      }
    }
    for (const section& s : sections_) {
      if (!is_root_) builder_.key(s.name);
      s.is_keyed ? builder_.begin_object() : builder_.begin_array();
      for (std::size_t r = 0; r < s.rows; ++r) {
        if (s.is_keyed) builder_.key(s.keys[r]);
        builder_.begin_object();
        for (std::size_t f = 0; f < s.fields.size(); ++f) {
          const cell& c = s.cells[r * s.fields.size() + f];
          if (c.kind() == cell::type::absent) continue;
          builder_.key(s.fields[f]);
          put(c);
        }
        builder_.end_object();
      }
      s.is_keyed ? builder_.end_object() : builder_.end_array();
    }
    if (!is_root_) builder_.end_object();
    return builder_.finish();
  }

  pith::result<void> write(const pith::document& expected) {
    pith::string_sink sink(text_);
    stream_writer out(sink);
    if (has_members_) {
      if (auto done = out.members(drawn_.root()); !done) return done;
    }
    for (const section& s : sections_) {
      pith::result<void> begun;
      if (is_root_) {
        begun = s.is_keyed ? out.begin_root_keyed(s.fields)
                           : out.begin_root_table(s.fields);
      } else {
        begun = s.is_keyed ? out.begin_keyed(s.name, s.fields)
                           : out.begin_table(s.name, s.fields);
      }
      if (!begun) return begun;
      const pith::value all =
          is_root_ ? expected.root() : *expected.root().find(s.name);
      for (std::size_t r = 0; r < s.rows; ++r) {
        if (auto done = write_row(out, s, r, all); !done) return done;
      }
    }
    return out.finish();
  }

  pith::result<void> write_row(stream_writer& out, const section& s,
                               std::size_t r, pith::value all) {
    const stream_writer::cells cells(s.cells.data() + r * s.fields.size(),
                                     s.fields.size());
    const bool as_object = random_.one_in(2);
    if (s.is_keyed) {
      return as_object ? out.row(s.keys[r], *all.find(s.keys[r]))
                       : out.row(s.keys[r], cells);
    }
    return as_object ? out.row(*all.at(r)) : out.row(cells);
  }

  random_source random_;
  pith_tests::random_documents source_;
  pith::document drawn_;
  pith::builder builder_;
  std::vector<section> sections_;
  std::string text_;
  bool is_root_ = false;
  bool has_members_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  return pith_tests::run_property(argc, argv, {"streamed_tables", 30'000}, [] {
    return std::make_unique<streamed_tables>();
  });
}
