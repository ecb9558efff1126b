// SPDX-License-Identifier: MIT
/// @file
/// Runs the fixtures of GCF with described structs, wherever one of those below
/// holds the value of a fixture: the struct is read from the value, written to
/// the library, and read from what that makes. Graphs and the rows of deltas
/// are among them.
///
/// A struct has its members by name, in one order and of one kind each. So the
/// fixtures that are about names, about rows with different members, about
/// arrays of different things or about errors of a text have no struct, and run
/// as they are; -v lists them. How many values have one is counted, and must
/// not become fewer.
///
/// usage: conformance_described [-v]
#include <pith/adapt/describe.hpp>
#include <pith/equality.hpp>
#include <pith/json.hpp>

#include "suites/gcf_suite.hpp"
#include "suites/way.hpp"

#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shapes {

struct text {
  std::string value;
};
PITH_DESCRIBE(text, value);
struct integer {
  std::int64_t value;
};
PITH_DESCRIBE(integer, value);
struct real {
  double value;
};
PITH_DESCRIBE(real, value);
struct nothing {
  std::optional<int> value;
};
PITH_DESCRIBE(nothing, value);
struct text_row {
  std::string v;
};
PITH_DESCRIBE(text_row, v);
struct letters {
  int z;
  int a;
  int m;
};
PITH_DESCRIBE(letters, z, a, m);
struct outer_letters {
  letters outer;
};
PITH_DESCRIBE(outer_letters, outer);
struct letters_by_name {
  letters m1;
  letters m2;
};
PITH_DESCRIBE(letters_by_name, m1, m2);
struct flags {
  bool a;
  bool b;
};
PITH_DESCRIBE(flags, a, b);
struct note {
  std::string note;
  bool ok;
};
PITH_DESCRIBE(note, note, ok);
struct person {
  std::string name;
  int age;
  bool active;
};
PITH_DESCRIBE(person, name, age, active);
struct tags {
  std::vector<std::string> tags;
};
PITH_DESCRIBE(tags, tags);
struct matrix {
  std::vector<std::vector<int>> matrix;
};
PITH_DESCRIBE(matrix, matrix);
struct id_name {
  int id;
  std::string name;
};
PITH_DESCRIBE(id_name, id, name);
struct id_value {
  int id;
  std::string val;
};
PITH_DESCRIBE(id_value, id, val);
struct value_rows {
  std::vector<id_value> rows;
};
PITH_DESCRIBE(value_rows, rows);
struct id_tags {
  int id;
  std::vector<std::string> tags;
};
PITH_DESCRIBE(id_tags, id, tags);
struct tag_rows {
  std::vector<id_tags> rows;
};
PITH_DESCRIBE(tag_rows, rows);
struct tags_by_name {
  id_tags u1;
  id_tags u2;
};
PITH_DESCRIBE(tags_by_name, u1, u2);
struct named_tags {
  int id;
  std::string name;
  std::vector<std::string> tags;
};
PITH_DESCRIBE(named_tags, id, name, tags);
struct tagged_items {
  std::vector<named_tags> items;
};
PITH_DESCRIBE(tagged_items, items);
struct path_item {
  std::string path;
  std::string type;
};
PITH_DESCRIBE(path_item, path, type);
struct path_items {
  std::vector<path_item> items;
};
PITH_DESCRIBE(path_items, items);
struct labelled {
  std::string label;
  double val;
};
PITH_DESCRIBE(labelled, label, val);
struct labelled_data {
  std::vector<labelled> data;
};
PITH_DESCRIBE(labelled_data, data);
struct point {
  int x;
  int y;
};
PITH_DESCRIBE(point, x, y);
struct placed {
  int p;
  point n;
  int q;
};
PITH_DESCRIBE(placed, p, n, q);
struct located {
  int id;
  point meta;
};
PITH_DESCRIBE(located, id, meta);
struct located_items {
  std::vector<located> items;
};
PITH_DESCRIBE(located_items, items);
struct tiered {
  std::string name;
  std::string tier;
};
PITH_DESCRIBE(tiered, name, tier);
struct tier_order {
  int id;
  double total;
  tiered customer;
};
PITH_DESCRIBE(tier_order, id, total, customer);
struct tier_orders {
  std::vector<tier_order> orders;
};
PITH_DESCRIBE(tier_orders, orders);
struct contact {
  std::string name;
  std::string email;
};
PITH_DESCRIBE(contact, name, email);
struct contact_order {
  int id;
  contact customer;
  double total;
};
PITH_DESCRIBE(contact_order, id, customer, total);
struct contact_orders {
  std::vector<contact_order> orders;
};
PITH_DESCRIBE(contact_orders, orders);
struct article {
  std::string sku;
  int qty;
};
PITH_DESCRIBE(article, sku, qty);
struct sale {
  std::string id;
  contact customer;
  std::vector<article> items;
  double total;
};
PITH_DESCRIBE(sale, id, customer, items, total);
struct buyer {
  std::string email;
  std::string name;
  std::string tier;
};
PITH_DESCRIBE(buyer, email, name, tier);
struct priced {
  std::string name;
  double price;
  int qty;
  std::string sku;
};
PITH_DESCRIBE(priced, name, price, qty, sku);
struct buyer_order {
  buyer customer;
  int id;
  double total;
};
PITH_DESCRIBE(buyer_order, customer, id, total);
struct buyer_orders {
  std::vector<buyer_order> orders;
};
PITH_DESCRIBE(buyer_orders, orders);
struct full_order {
  buyer customer;
  int id;
  std::vector<priced> items;
  double total;
};
PITH_DESCRIBE(full_order, customer, id, items, total);
struct full_orders {
  std::vector<full_order> orders;
};
PITH_DESCRIBE(full_orders, orders);
struct place {
  std::string city;
  std::string country;
};
PITH_DESCRIBE(place, city, country);
struct billed {
  place address;
};
PITH_DESCRIBE(billed, address);
struct invoice {
  std::string id;
  int amount;
  billed billing;
  std::string status;
};
PITH_DESCRIBE(invoice, id, amount, billing, status);
struct about {
  std::optional<std::string> bio;
  std::string name;
  std::string role;
};
PITH_DESCRIBE(about, bio, name, role);
struct user {
  int id;
  about profile;
};
PITH_DESCRIBE(user, id, profile);
struct users {
  std::vector<user> users;
};
PITH_DESCRIBE(users, users);
struct version {
  int version;
  std::string tag;
};
PITH_DESCRIBE(version, version, tag);
struct versioned {
  int id;
  std::optional<version> meta;
};
PITH_DESCRIBE(versioned, id, meta);
struct setup {
  std::string name;
  std::vector<std::string> tags;
};
PITH_DESCRIBE(setup, name, tags);
struct configured {
  int id;
  setup config;
};
PITH_DESCRIBE(configured, id, config);
struct maps {
  std::map<std::string, std::map<std::string, int>> users;
};
PITH_DESCRIBE(maps, users);
struct row {
  std::string id;
  std::string name;
};
PITH_DESCRIBE(row, id, name);
struct counted_row {
  int id;
  int count;
};
PITH_DESCRIBE(counted_row, id, count);

struct one {
  int a;
};
PITH_DESCRIBE(one, a);
struct id_v {
  int id;
  int v;
};
PITH_DESCRIBE(id_v, id, v);
struct integer_v {
  std::int64_t v;
};
PITH_DESCRIBE(integer_v, v);
struct name_age {
  std::string name;
  int age;
};
PITH_DESCRIBE(name_age, name, age);
struct shipped {
  int id;
  double total;
  std::string status;
  std::string customer;
};
PITH_DESCRIBE(shipped, id, total, status, customer);

struct symbol {
  std::optional<std::string> qualifiedName;
  std::optional<std::string> kind;
  std::optional<double> score;
  std::optional<std::string> provenance;
  std::optional<std::uint32_t> distance;
};
PITH_DESCRIBE(symbol, qualifiedName, kind, score, provenance, distance);
struct edge {
  std::optional<std::string> source;
  std::optional<std::string> target;
  std::optional<std::string> edgeType;
  std::optional<std::string> status;
};
PITH_DESCRIBE(edge, source, target, edgeType, status);
struct graph {
  std::optional<std::string> tool;
  std::optional<std::uint64_t> tokenBudget;
  std::optional<std::uint64_t> tokensUsed;
  std::vector<symbol> symbols;
  std::optional<std::vector<edge>> edges;
};
PITH_DESCRIBE(graph, tool, tokenBudget, tokensUsed, symbols, edges);

}  // namespace shapes

namespace {

namespace adapt = pith::adapt;

/// Every member of `v` is in `held`, which may have nulls besides: for a graph,
/// null is what is absent.
bool is_in(pith::value v, pith::value held) {
  std::vector<std::pair<pith::value, pith::value>> open{{v, held}};
  while (!open.empty()) {
    const auto [a, b] = open.back();
    open.pop_back();
    if (a.type() == pith::kind::object) {
      for (const pith::member m : a.members()) {
        const auto other = b.find(m.key);
        if (!other) return false;
        open.emplace_back(m.value, *other);
      }
    } else if (a.type() == pith::kind::array) {
      if (a.elements().size() != b.elements().size()) return false;
      auto other = b.elements().begin();
      for (const pith::value each : a.elements()) {
        open.emplace_back(each, *other);
        ++other;
      }
    } else if (!pith::equal(a, b)) {
      return false;
    }
  }
  return true;
}

/// What a struct makes of a value; nothing if it does not hold it.
struct made {
  pith::document document;
  std::string gcf;
};
template <class T>
std::optional<made> held_by(pith::value v) {
  const auto held = adapt::from_document<T>(v);
  if (!held) return std::nullopt;
  auto doc = adapt::to_document(*held);
  if (!doc) return std::nullopt;
  const bool is_whole =
      std::is_same_v<T, shapes::graph>
          ? is_in(v, doc->root())
          : pith::equal(v, doc->root(), pith::member_order::significant);
  const auto gcf = adapt::encode(*held);
  if (!is_whole || !gcf) return std::nullopt;
  return made{std::move(*doc), *gcf};
}

template <class... Structs>
std::optional<made> held_by_any(pith::value v) {
  std::optional<made> found;
  static_cast<void>(((found = held_by<Structs>(v)).has_value() || ...));
  return found;
}

std::optional<made> held(pith::value v) {
  using namespace shapes;
  if (v.type() == pith::kind::array) {
    if (v.elements().size() == 0) return std::nullopt;  // any would do
    return held_by_any<
        std::vector<text_row>, std::vector<letters>, std::vector<id_name>,
        std::vector<placed>, std::vector<sale>, std::vector<invoice>,
        std::vector<versioned>, std::vector<configured>, std::vector<row>,
        std::vector<counted_row>, std::vector<one>, std::vector<id_v>,
        std::vector<integer_v>, std::vector<name_age>, std::vector<shipped>>(v);
  }
  return held_by_any<
      text, integer, real, nothing, outer_letters, letters_by_name, flags, note,
      person, tags, matrix, value_rows, tag_rows, tags_by_name, tagged_items,
      path_items, labelled_data, located_items, tier_orders, contact_orders,
      buyer_orders, full_orders, users, maps, one, integer_v, name_age, graph>(
      v);
}

class struct_way final : public suites::way {
 public:
  explicit struct_way(bool is_verbose) : is_verbose_(is_verbose) {}

  [[nodiscard]] pith::result<pith::document> give(
      pith::value v) const override {
    if (auto found = looked_up(v)) return std::move(found->document);
    return way::give(v);
  }
  [[nodiscard]] pith::result<std::string> encode(pith::value v) const override {
    if (auto found = looked_up(v)) return std::move(found->gcf);
    return way::encode(v);
  }
  [[nodiscard]] pith::result<pith::document> take(
      pith::result<pith::document> made) const override {
    if (!made) return made;
    if (auto found = looked_up(made->root())) return std::move(found->document);
    return made;
  }
  [[nodiscard]] std::size_t held_count() const { return held_; }
  [[nodiscard]] std::size_t value_count() const { return values_; }

 private:
  std::optional<made> looked_up(pith::value v) const {
    ++values_;
    auto found = held(v);
    if (found) {
      ++held_;
    } else if (is_verbose_) {
      std::printf("no struct for %s\n", pith::json::write(v)->c_str());
    }
    return found;
  }

  bool is_verbose_;
  mutable std::size_t held_ = 0;
  mutable std::size_t values_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const bool is_verbose = argc > 1 && std::string_view(argv[1]) == "-v";
  const struct_way by(is_verbose);
  const int status = suites::run_gcf(by, "described structs", is_verbose);
  std::printf("%zu of %zu values are those of a struct\n", by.held_count(),
              by.value_count());
  constexpr std::size_t least = 446;
  if (status == 0 && by.held_count() < least) {
    std::printf("FAILED  at least %zu were\n", least);
    return 1;
  }
  return status;
}
