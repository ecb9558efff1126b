// SPDX-License-Identifier: MIT
/// @file
/// A document written member by member, row by row and item by item decodes,
/// whole and in chunks, to the document that the encoder writes at once. Items
/// have the bytes that the encoder gives them.
#include <pith/builder.hpp>
#include <pith/equality.hpp>
#include <pith/gcf.hpp>
#include <pith/gcf_incremental.hpp>
#include <pith/gcf_stream.hpp>

#include "chunked.hpp"
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
using pith::gcf::section_kind;
using pith::gcf::stream_writer;
using pith_tests::random_source;

template <class Pool>
auto pick(Pool pool, random_source& random) {
  return pool[random.below(static_cast<std::uint32_t>(pool.size()))];
}

/// What a streamed section is drawn as before it is written.
struct section {
  std::string_view name;
  section_kind kind = section_kind::table;
  std::vector<std::string_view> fields;
  std::vector<std::string> keys;  // of a keyed map's rows
  std::vector<cell> cells;        // row by row
  std::size_t rows = 0;           // or items
  std::vector<pith::value> items;
  pith::document source;  // of the items
};

class streamed_tables final : public pith_tests::property {
 public:
  std::string check(std::uint64_t seed) override {
    random_.reseed(random_source::mix(seed));
    is_root_ = random_.one_in(4);
    if (auto done = source_.draw_into(drawn_, seed); !done) return "not drawn";
    has_members_ = !is_root_ && random_.chance(50) &&
                   drawn_.root().get_object().has_value();
    draw_sections(seed);
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
    const auto next = [this] { return random_.between(1, 40); };
    if (!chunked_.agrees(text_, {}, next, 0)) {
      return chunked_.complaint() + "\n" + text_;
    }
    for (const section& s : sections_) {
      if (s.kind != section_kind::list) continue;
      if (std::string wrong = compare_items(s); !wrong.empty()) return wrong;
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

  void draw_sections(std::uint64_t seed) {
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
      s.kind = static_cast<section_kind>(random_.below(3));
      if (s.kind == section_kind::list) {
        draw_items(s, random_source::mix(seed) + i);
        sections_.push_back(std::move(s));
        continue;
      }
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
        if (s.kind == section_kind::keyed_map) {
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

  /// The elements of a random array, or the values of a random object.
  void draw_items(section& s, std::uint64_t seed) {
    if (!source_.draw_into(s.source, seed)) return;
    const pith::value root = s.source.root();
    if (const auto array = root.get_array()) {
      s.items.assign(array->begin(), array->end());
    } else if (const auto object = root.get_object()) {
      for (const pith::member& m : *object) s.items.push_back(m.value);
    } else {
      s.items.push_back(root);
    }
    s.rows = s.items.size();
  }

  /// A scalar before the items, and the encoder has no other form for an array
  /// with a container in it.
  std::string compare_items(const section& s) {
    builder_.begin_array().integer(0);
    for (const pith::value v : s.items) builder_.copy(v);
    const auto whole = builder_.end_array().finish();
    if (!whole) return "not built: " + pith::message(whole.error());
    const auto wire = pith::gcf::encode(whole->root());
    if (!wire) return "not encoded: " + pith::message(wire.error());
    const std::size_t items_at = wire->find("\n@0 =0\n");
    if (items_at == std::string::npos) return {};  // nothing but scalars

    std::string streamed;
    pith::string_sink sink(streamed);
    stream_writer out(sink);
    pith::result<void> done = out.begin_root_list();
    if (done) done = out.item(*whole->root().at(0));
    for (const pith::value v : s.items) {
      if (done) done = out.item(v);
    }
    if (!done) return "not written: " + pith::message(done.error());
    const std::string expected =
        "GCF profile=generic\n## [?]" + wire->substr(items_at);
    if (streamed != expected) {
      return "items are written differently\n" + streamed + expected;
    }
    std::string at_once;
    pith::string_sink other(at_once);
    stream_writer all(other);
    if (!all.begin_root_list() || !all.items(whole->root()) ||
        at_once != expected) {
      return "items are written differently at once\n" + at_once + expected;
    }
    return {};
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
      if (s.kind == section_kind::list) {
        builder_.begin_array();
        for (const pith::value v : s.items) builder_.copy(v);
        builder_.end_array();
        continue;
      }
      const bool is_keyed = s.kind == section_kind::keyed_map;
      is_keyed ? builder_.begin_object() : builder_.begin_array();
      for (std::size_t r = 0; r < s.rows; ++r) {
        if (is_keyed) builder_.key(s.keys[r]);
        builder_.begin_object();
        for (std::size_t f = 0; f < s.fields.size(); ++f) {
          const cell& c = s.cells[r * s.fields.size() + f];
          if (c.kind() == cell::type::absent) continue;
          builder_.key(s.fields[f]);
          put(c);
        }
        builder_.end_object();
      }
      is_keyed ? builder_.end_object() : builder_.end_array();
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
      if (auto begun = begin(out, s); !begun) return begun;
      const pith::value all =
          is_root_ ? expected.root() : *expected.root().find(s.name);
      for (std::size_t r = 0; r < s.rows; ++r) {
        if (auto done = write_row(out, s, r, all); !done) return done;
      }
    }
    return out.finish();
  }

  pith::result<void> begin(stream_writer& out, const section& s) const {
    switch (s.kind) {
      case section_kind::keyed_map:
        return is_root_ ? out.begin_root_keyed(s.fields)
                        : out.begin_keyed(s.name, s.fields);
      case section_kind::list:
        return is_root_ ? out.begin_root_list() : out.begin_list(s.name);
      default:
        return is_root_ ? out.begin_root_table(s.fields)
                        : out.begin_table(s.name, s.fields);
    }
  }

  pith::result<void> write_row(stream_writer& out, const section& s,
                               std::size_t r, pith::value all) {
    if (s.kind == section_kind::list) return out.item(s.items[r]);
    const stream_writer::cells cells(s.cells.data() + r * s.fields.size(),
                                     s.fields.size());
    const bool as_object = random_.one_in(2);
    if (s.kind == section_kind::keyed_map) {
      return as_object ? out.row(s.keys[r], *all.find(s.keys[r]))
                       : out.row(s.keys[r], cells);
    }
    return as_object ? out.row(*all.at(r)) : out.row(cells);
  }

  random_source random_;
  pith_tests::random_documents source_;
  pith::document drawn_;
  pith::builder builder_;
  pith_tests::chunked_decoding chunked_;
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
