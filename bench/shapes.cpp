// SPDX-License-Identifier: MIT
#include "shapes.hpp"

#include "../tests/support/random.hpp"
#include "json_text.hpp"

#include <charconv>
#include <cstdio>
#include <limits>
#include <span>

namespace pith_bench {

namespace {

using pith_tests::random_source;

constexpr std::string_view first_names[] = {
    "Alice",   "Bob",    "Carol",  "Dave",  "Erin",         "Frank",
    "Grace",   "Heidi",  "Ivan",   "Judy",  "Zo\xc3\xab",   "Jos\xc3\xa9",
    "Mallory", "Niaj",   "Olivia", "Peggy", "S\xc3\xb8ren", "Trent",
    "Uma",     "Victor", "Wendy",  "Yusuf",
};
constexpr std::string_view last_names[] = {
    "Smith",  "Jones",  "Wu",     "Garcia", "M\xc3\xbcller",
    "O'Neil", "Brown",  "Kumar",  "Rossi",  "Sato",
    "Novak",  "Okafor", "Larsen", "Dubois", "Costa",
};
constexpr std::string_view departments[] = {
    "Engineering", "Sales", "Marketing",  "Finance",
    "Support",     "Legal", "Operations", "Human Resources",
};
constexpr std::string_view products[] = {
    "Widget",         "Gadget",         "27\" Monitor", "Desk Lamp, LED",
    "Keyboard",       "USB-C Cable 2m", "Notebook A5",  "Office Chair",
    "Wireless Mouse", "Standing Desk",
};
constexpr std::string_view statuses[] = {
    "pending", "shipped", "delivered", "cancelled", "returned",
};
constexpr std::string_view levels[] = {
    "info", "info", "warn", "debug", "error",
};
constexpr std::string_view endpoints[] = {
    "/api/users", "/api/orders", "/api/search?q=1", "/healthz", "/api/items/7",
};
constexpr std::string_view regions[] = {
    "us-east-1",
    "us-west-2",
    "eu-central-1",
    "ap-south-1",
};
constexpr std::string_view states[] = {"ok", "warn", "down"};
constexpr std::string_view words[] = {
    "the",
    "service",
    "returned",
    "an",
    "unexpected",
    "value",
    "while",
    "reading",
    "\"quoted\"",
    "C:\\path",
    "line\nbreak",
    "caf\xc3\xa9",
    // Cyrillic
    "\xd0\xbf\xd1\x80\xd0\xb8\xd0\xb2\xd0\xb5\xd1\x82",
    "\xd0\xb4\xd0\xb0\xd0\xbd\xd0\xbd\xd1\x8b\xd0\xb5",
    // CJK
    "\xe6\x95\xb0\xe6\x8d\xae",
    "\xe6\x9c\x8d\xe5\x8a\xa1\xe5\x99\xa8",
    "\xe3\x83\x86\xe3\x82\xb9\xe3\x83\x88",
    "tab\tstop",
    "and",
    "again,",
};

std::string_view pick(random_source& r, std::span<const std::string_view> of) {
  return of[r.below(static_cast<std::uint32_t>(of.size()))];
}

std::string digits(std::uint64_t v, int width) {
  std::array<char, 32> out{};
  const int size = std::snprintf(out.data(), out.size(), "%0*llu", width,
                                 static_cast<unsigned long long>(v));
  return {out.data(), static_cast<std::size_t>(size)};
}

// n / 10^places without trailing zeros, as a decimal that needs no rounding.
double decimal(std::uint32_t n, double power) {
  return static_cast<double>(n) / power;
}

std::string date(random_source& r) {
  return "2026-" + digits(r.between(1, 12), 2) + "-" +
         digits(r.between(1, 28), 2);
}

std::string lower(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c >= 'A' && c <= 'Z') {
      out += static_cast<char>(c - 'A' + 'a');
    } else if (static_cast<unsigned char>(c) < 0x80 && c != '\'') {
      out += c;  // an address has no letters beyond ASCII
    }
  }
  return out;
}

void employee(json_text& out, random_source& r, std::size_t i) {
  const std::string_view first = pick(r, first_names);
  const std::string_view last = pick(r, last_names);
  std::string full(first);
  full += ' ';
  full += last;
  out.begin_object();
  out.key("id").integer(i + 1);
  out.key("name").string(full);
  out.key("email").string(lower(first) + "." + lower(last) + std::to_string(i) +
                          "@example.com");
  out.key("department").string(pick(r, departments));
  out.key("salary").integer(r.between(40'000, 180'000));
  out.key("active").boolean(r.chance(85));
  out.end_object();
}

void order(json_text& out, random_source& r, std::size_t i) {
  const std::string_view first = pick(r, first_names);
  out.begin_object();
  out.key("orderId").string("ORD-" + digits(i + 1, 6));
  out.key("customer").begin_object();
  out.key("id").integer(r.between(1, 100'000));
  out.key("name").string(std::string(first) + " " +
                         std::string(pick(r, last_names)));
  out.key("email").string(lower(first) + std::to_string(i) + "@example.com");
  out.key("phone").string("+1-555-" + digits(r.below(10'000), 4));
  out.end_object();
  out.key("items").begin_array();
  std::uint32_t cents = 0;
  const std::uint32_t items = r.between(1, 5);
  for (std::uint32_t k = 0; k < items; ++k) {
    const std::uint32_t price = r.between(99, 99'999);
    const std::uint32_t quantity = r.between(1, 9);
    cents += price * quantity;
    out.begin_object();
    out.key("sku").string("SKU-" + digits(r.below(100'000), 5));
    out.key("name").string(pick(r, products));
    out.key("quantity").integer(quantity);
    out.key("price").real(decimal(price, 100));
    out.end_object();
  }
  out.end_array();
  const std::uint32_t tax = cents / 5;
  out.key("subtotal").real(decimal(cents, 100));
  out.key("tax").real(decimal(tax, 100));
  out.key("total").real(decimal(cents + tax, 100));
  out.key("status").string(pick(r, statuses));
  out.key("orderDate").string(date(r));
  out.end_object();
}

void event(json_text& out, random_source& r, std::size_t i) {
  const std::string_view level = pick(r, levels);
  out.begin_object();
  out.key("timestamp")
      .string(date(r) + "T" + digits(r.below(24), 2) + ":" + digits(i % 60, 2) +
              ":00Z");
  out.key("level").string(level);
  out.key("endpoint").string(pick(r, endpoints));
  out.key("statusCode").integer(level == "error" ? 500 : 200);
  out.key("responseTime").integer(r.between(1, 2'000));
  out.key("userId").integer(r.between(1, 10'000));
  if (r.one_in(2)) {
    out.key("message").string("request handled by worker " +
                              std::to_string(r.below(64)));
  }
  if (level == "error") {
    out.key("error").begin_object();
    out.key("message").string("connection reset");
    out.key("stack").string("Error: connection reset\n  at read (net.js:" +
                            std::to_string(r.below(900)) + ")");
    out.key("retryable").boolean(r.one_in(2));
    out.end_object();
  }
  if (r.one_in(10)) {
    out.key("tags").begin_array();
    out.string(pick(r, states)).string(pick(r, regions)).end_array();
  }
  out.end_object();
}

void server(json_text& out, random_source& r, std::size_t i) {
  out.key("srv-" + digits(i, 6) + ".dc" + digits(r.below(9), 1));
  out.begin_object();
  out.key("cpu").integer(r.below(100));
  out.key("mem").integer(r.below(100));
  out.key("load").real(decimal(r.below(1'600), 100));
  out.key("status").string(pick(r, states));
  out.key("region").string(pick(r, regions));
  out.end_object();
}

void section(json_text& out, random_source& r, unsigned depth, unsigned left) {
  out.begin_object();
  out.key("enabled").boolean(r.one_in(2));
  out.key("timeout_ms").integer(r.between(10, 60'000));
  out.key("ratio").real(decimal(r.below(10'000), 10'000));
  out.key("name").string("section " + std::to_string(r.below(1'000)));
  out.key("hosts").begin_array();
  const std::uint32_t hosts = r.between(1, 4);
  for (std::uint32_t i = 0; i < hosts; ++i) {
    out.string("host-" + std::to_string(r.below(100)) + ".example.com");
  }
  out.end_array();
  out.key("limits").begin_object();
  out.key("max").integer(r.between(1, 10'000));
  out.key("min").integer(0);
  out.key("note").null();
  out.end_object();
  if (left > 0) {
    for (unsigned i = 0; i < 3; ++i) {
      out.key("section_" + std::to_string(depth) + "_" + std::to_string(i));
      section(out, r, depth + 1, left - 1);
    }
  }
  out.end_object();
}

void metric(json_text& out, random_source& r, std::size_t i) {
  out.begin_object();
  out.key("ts").integer(1'700'000'000'000 + 250 * i);
  out.key("host").string("web-" + digits(r.below(500), 3));
  out.key("cpu").real(decimal(r.below(10'000), 100));
  out.key("mem").real(decimal(r.below(100'000), 1'000));
  out.key("load").real(static_cast<double>(r.next() >> 11U) * 0x1p-49);
  out.key("errors").integer(r.below(20));
  out.end_object();
}

std::string sentence(random_source& r, std::uint32_t least,
                     std::uint32_t most) {
  std::string out;
  const std::uint32_t count = r.between(least, most);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i != 0) {
      out += ' ';
    }
    out += pick(r, words);
  }
  return out;
}

void comment(json_text& out, random_source& r, std::size_t i) {
  out.begin_object();
  out.key("id").integer(i);
  out.key("author").string(pick(r, first_names));
  out.key("text").string(sentence(r, 3, 25));
  out.key("likes").integer(r.below(5'000));
  out.key("date").string(date(r));
  out.end_object();
}

void user(json_text& out, random_source& r) {
  const std::uint32_t id = r.between(1'000'000, 2'000'000'000);
  out.key("user").begin_object();
  out.key("id").integer(id);
  out.key("id_str").string(std::to_string(id));
  out.key("name").string(pick(r, first_names));
  out.key("screen_name").string("user_" + std::to_string(id % 100'000));
  out.key("location").string(r.one_in(3) ? "" : pick(r, regions));
  out.key("description").string(sentence(r, 0, 20));
  out.key("url").null();
  out.key("protected").boolean(false);
  out.key("followers_count").integer(r.below(100'000));
  out.key("friends_count").integer(r.below(5'000));
  out.key("created_at").string(date(r));
  out.key("verified").boolean(r.one_in(20));
  out.key("profile_image_url")
      .string("http://img.example.com/" + std::to_string(id) + "_normal.png");
  out.end_object();
}

void entities(json_text& out, random_source& r) {
  out.key("entities").begin_object();
  out.key("hashtags").begin_array();
  for (std::uint32_t i = r.below(4); i > 2; --i) {
    out.begin_object();
    out.key("text").string(pick(r, words));
    out.key("indices").begin_array();
    out.integer(r.below(70)).integer(r.between(70, 140)).end_array();
    out.end_object();
  }
  out.end_array();
  out.key("symbols").begin_array().end_array();
  out.key("urls").begin_array();
  if (r.one_in(3)) {
    out.begin_object();
    out.key("url").string("http://t.example/" + digits(r.below(99'999), 5));
    out.key("expanded_url").string("http://www.example.com/article");
    out.key("indices").begin_array().integer(20).integer(42).end_array();
    out.end_object();
  }
  out.end_array();
  out.key("user_mentions").begin_array();
  if (r.one_in(2)) {
    out.begin_object();
    out.key("screen_name").string("user_" + std::to_string(r.below(99'999)));
    out.key("id").integer(r.between(1'000'000, 2'000'000'000));
    out.key("indices").begin_array().integer(3).integer(19).end_array();
    out.end_object();
  }
  out.end_array();
  out.end_object();
}

void post(json_text& out, random_source& r, std::size_t i, bool inner) {
  const std::uint64_t id =
      505'874'000'000'000'000U + r.next() % 999'999'999'999;
  out.begin_object();
  out.key("metadata").begin_object();
  out.key("result_type").string("recent");
  out.key("iso_language_code").string(r.one_in(4) ? "zh" : "ja");
  out.end_object();
  out.key("created_at").string(date(r));
  out.key("id").integer(id);
  out.key("id_str").string(std::to_string(id));
  out.key("text").string(sentence(r, 5, 22));
  out.key("source").string("<a href=\"http://client.example\">client</a>");
  out.key("truncated").boolean(false);
  out.key("in_reply_to_status_id").null();
  user(out, r);
  out.key("geo").null();
  out.key("coordinates").null();
  if (!inner && r.one_in(3)) {
    out.key("retweeted_status");
    post(out, r, i, true);
  }
  out.key("retweet_count").integer(r.below(900));
  out.key("favorite_count").integer(r.below(900));
  entities(out, r);
  out.key("favorited").boolean(false);
  out.key("lang").string("ja");
  out.end_object();
}

using row_writer = void (*)(json_text&, random_source&, std::size_t);

// An object with one array of rows, until it has `bytes` bytes or `rows` rows.
std::string rows_of(std::string_view key, row_writer write, std::size_t bytes,
                    std::size_t rows, std::uint64_t seed) {
  random_source r(seed);
  json_text out;
  if (bytes != std::numeric_limits<std::size_t>::max()) {
    out.reserve(bytes + bytes / 64 + 8192);
  }
  out.begin_object().key(key).begin_array();
  for (std::size_t i = 0; i < rows && (i == 0 || out.size() < bytes); ++i) {
    write(out, r, i);
  }
  out.end_array().end_object();
  return std::move(out).take();
}

std::string map_of(std::size_t bytes, std::uint64_t seed) {
  random_source r(seed);
  json_text out;
  out.reserve(bytes + 8192);
  out.begin_object();
  for (std::size_t i = 0; i < 2 || out.size() < bytes; ++i) {
    server(out, r, i);
  }
  out.end_object();
  return std::move(out).take();
}

// Trees as deep as fit, up to eight levels, side by side under one root. The
// scalar beside them keeps the root from being one large keyed map.
std::string config_of(std::size_t bytes, std::uint64_t seed) {
  random_source r(seed);
  json_text out;
  out.reserve(bytes + bytes / 4 + 8192);
  unsigned depth = 1;
  for (std::size_t tree = 4 * 190; depth < 8 && tree * 3 < bytes; tree *= 3) {
    ++depth;
  }
  out.begin_object();
  out.key("version").integer(3);
  for (std::size_t i = 0; i == 0 || out.size() < bytes; ++i) {
    out.key("region_" + digits(i, 4));
    section(out, r, 0, depth);
    // The last trees are small, so that the text ends near its size.
    while (depth > 1 && bytes > out.size() &&
           bytes - out.size() < (std::size_t{570} << (depth * 3 / 2))) {
      --depth;
    }
  }
  out.end_object();
  return std::move(out).take();
}

constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

}  // namespace

std::string_view name(shape s) noexcept {
  switch (s) {
    case shape::flat_rows:
      return "flat_rows";
    case shape::nested_orders:
      return "nested_orders";
    case shape::events:
      return "events";
    case shape::keyed_map:
      return "keyed_map";
    case shape::deep_config:
      return "deep_config";
    case shape::doubles:
      return "doubles";
    case shape::texts:
      return "texts";
    case shape::twitter:
      return "twitter";
  }
  return "unknown";
}

std::optional<shape> find_shape(std::string_view text) noexcept {
  for (const shape s : all_shapes) {
    if (name(s) == text) {
      return s;
    }
  }
  return std::nullopt;
}

std::string make_json(shape s, std::size_t bytes, std::uint64_t seed) {
  switch (s) {
    case shape::flat_rows:
      return rows_of("employees", employee, bytes, any_number, seed);
    case shape::nested_orders:
      return rows_of("orders", order, bytes, any_number, seed);
    case shape::events:
      return rows_of("logs", event, bytes, any_number, seed);
    case shape::keyed_map:
      return map_of(bytes, seed);
    case shape::deep_config:
      return config_of(bytes, seed);
    case shape::doubles:
      return rows_of("metrics", metric, bytes, any_number, seed);
    case shape::texts:
      return rows_of("comments", comment, bytes, any_number, seed);
    case shape::twitter:
      return rows_of(
          "statuses",
          [](json_text& out, random_source& r, std::size_t i) {
            post(out, r, i, false);
          },
          bytes, any_number, seed);
  }
  return {};
}

std::string make_flat_rows(std::size_t rows, std::uint64_t seed) {
  return rows_of("employees", employee, any_number, rows, seed);
}

std::string size_name(std::size_t bytes) {
  if (bytes >= 1'000'000) {
    return std::to_string(bytes / 1'000'000) + " MB";
  }
  return std::to_string(bytes / 1'000) + " KB";
}

std::optional<std::size_t> read_size(std::string_view text) {
  std::size_t unit = 1;
  if (text.ends_with("KB")) {
    unit = 1'000;
    text.remove_suffix(2);
  } else if (text.ends_with("MB")) {
    unit = 1'000'000;
    text.remove_suffix(2);
  }
  std::size_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, number);
  if (problem != std::errc{} || stop != end) {
    return std::nullopt;
  }
  return number * unit;
}

}  // namespace pith_bench
