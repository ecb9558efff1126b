// SPDX-License-Identifier: MIT
#include <pith/auto_encode.hpp>

#include <algorithm>
#include <utility>

namespace pith::inline v0 {

namespace {

/// Counted at a time between looks at the ceiling: long enough that a look
/// costs nothing, short enough that little is counted in vain.
constexpr std::size_t block_bytes = 8 * 1024;

struct attempt {
  candidate from;
  std::string text{};
  candidate_count count{};
};

/// Counts `text` until it is known to cost more than `ceiling`.
///
/// Sound because cuts are safe: the count of the whole is the sum over its
/// parts, so what a prefix costs the whole costs at least.
void count_up_to(attempt& a, token_meter tokens, std::size_t ceiling) {
  std::string_view rest = a.text;
  while (rest.size() > block_bytes) {
    const std::size_t cut = tokens.last_safe_cut(rest, block_bytes);
    if (cut == 0) break;  // a word as long as a block, or no such counter
    a.count.tokens += tokens.count(rest.substr(0, cut));
    rest.remove_prefix(cut);
    if (a.count.tokens > ceiling) {
      a.count.is_exact = false;
      return;
    }
  }
  a.count.tokens += tokens.count(rest);
}

bool is_faithful(const attempt& a, value v, const auto_options& options) {
  const auto back = a.from.with->decode(
      a.text, {.options = a.from.options, .bounds = options.bounds});
  return back && equal(back->root(), v, options.order);
}

/// Whether somebody who only has the text finds out what it is.
bool is_recognized(const attempt& a, const registry* by) {
  if (by == nullptr || a.from.with->name == "json") return true;
  const codec* const seen = by->detect(a.text);
  if (seen == nullptr) return false;
  const bool is_json = seen->name == "json" && seen->recognize != nullptr &&
                       seen->recognize(a.text) == likeness::certain;
  return is_json || seen->name == a.from.with->name;
}

result<std::vector<attempt>> gather(const auto_options& options) {
  std::vector<attempt> all;
  all.push_back({{codecs().find("json")}});
  if (options.candidates.empty()) {
    all.push_back({{codecs().find("gcf")}});
  }
  for (const candidate& c : options.candidates) {
    if (!c.with || !c.with->is_lossless() || !c.with->read) {
      return error{error_code::not_supported, 0,
                   "a candidate must be lossless and have a decoder"};
    }
    all.push_back({c});
  }
  return all;
}

result<void> encode_all(std::vector<attempt>& all, value v,
                        const auto_options& options) {
  for (attempt& a : all) {
    a.count.name = a.from.name.empty() ? a.from.with->name : a.from.name;
    a.count.with = a.from.with;
    auto text = a.from.with->encode(
        v, {.options = a.from.options, .bounds = options.bounds});
    if (text) {
      a.text = std::move(*text);
      a.count.bytes = a.text.size();
      a.count.is_recognized = is_recognized(a, options.recognized_by);
    } else if (&a == &all.front()) {
      return text.error();  // without JSON there is nothing to fall back on
    } else {
      a.count.refused = text.error();
    }
  }
  return {};
}

/// The cheapest, JSON and earlier ones first among equals. Shortest texts are
/// counted first: they are the likely winners, and set the ceiling for others.
attempt& count_all(std::vector<attempt>& all, token_meter tokens,
                   bool to_the_end) {
  std::vector<attempt*> order;
  for (attempt& a : all) {
    if (a.count.refused) continue;
    if (a.count.is_recognized || to_the_end) order.push_back(&a);
  }
  std::ranges::stable_sort(order, {},
                           [](const attempt* a) { return a->text.size(); });
  attempt* best = nullptr;
  for (attempt* a : order) {
    const bool open = best == nullptr || to_the_end;
    count_up_to(*a, tokens,
                open ? static_cast<std::size_t>(-1) : best->count.tokens);
    if (!a->count.is_exact || !a->count.is_recognized) continue;
    // Where a stands among all is its place in the vector.
    if (best == nullptr || a->count.tokens < best->count.tokens ||
        (a->count.tokens == best->count.tokens && a < best)) {
      best = a;
    }
  }
  return *best;
}

}  // namespace

std::vector<candidate> all_candidates(const registry& from) {
  std::vector<candidate> all;
  for (const codec& c : from.all()) {
    if (c.subject != codec_subject::any_value || !c.is_lossless() || !c.read ||
        c.name == "json") {
      continue;
    }
    all.push_back({.with = from.share(c)});
    for (const codec_variant& v : c.variants) {
      all.push_back({from.share(c), v.options, v.name});
    }
  }
  return all;
}

result<auto_result> auto_encode(value v, token_meter tokens,
                                const auto_options& options) {
  auto gathered = gather(options);
  if (!gathered) return gathered.error();
  std::vector<attempt>& all = *gathered;
  if (const auto done = encode_all(all, v, options); !done) {
    return done.error();
  }
  attempt& json = all.front();
  attempt* best = &count_all(all, tokens, options.count_all);
  if (best != &json && !is_faithful(*best, v, options)) {
    best->count.refused =
        error{error_code::not_faithful, 0,
              "the encoded text does not decode to the same value"};
    if (!json.count.is_exact) {
      json.count.tokens = 0;
      json.count.is_exact = true;
      count_up_to(json, tokens, static_cast<std::size_t>(-1));
    }
    best = &json;
  }
  auto_result out{std::move(best->text),
                  best->count.name,
                  best->from.with,
                  best->count.tokens,
                  {}};
  for (const attempt& a : all) out.counts.push_back(a.count);
  return out;
}

}  // namespace pith::inline v0
