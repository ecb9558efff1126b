// SPDX-License-Identifier: MIT
#include "gcf/delta/record_set.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <utility>

namespace pith::inline v0::gcf::keyed {

namespace {

/// The first eight bytes as a number that compares as they do; short texts are
/// filled with zeros, which no record contains.
std::uint64_t leading_bytes(std::string_view text) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, text.data(), std::min<std::size_t>(text.size(), 8));
  if constexpr (std::endian::native == std::endian::little) {
    word = __builtin_bswap64(word);
  }
  return word;
}

/// Bytes that all records begin with: field names, mostly.
std::size_t common_prefix(const record_list& records) noexcept {
  const std::string_view first = records[0];
  std::size_t length = first.size();
  for (std::size_t i = 1; i < records.size(); ++i) {
    const std::string_view other = records[i];
    length = std::min(length, other.size());
    if (std::memcmp(first.data(), other.data(), length) == 0) continue;
    std::size_t same = 0;
    while (first[same] == other[same]) ++same;
    length = same;
  }
  return length;
}

}  // namespace

void sort_records(const record_list& records,
                  detail::pod_buffer<std::uint32_t>& order) {
  order.clear();
  order.resize(records.size());
  if (records.size() == 0) return;
  struct item {
    std::uint64_t lead;
    std::uint32_t number;
  };
  const std::size_t skip = common_prefix(records);
  detail::pod_buffer<item> items;
  items.ensure(records.size());
  for (std::uint32_t i = 0; i < records.size(); ++i) {
    items.push_unchecked({leading_bytes(records[i].substr(skip)), i});
  }
  // Most pairs differ in the eight bytes after the common ones, so that few
  // comparisons look at the records.
  std::sort(items.begin(), items.end(), [&](const item& a, const item& b) {
    if (a.lead != b.lead) return a.lead < b.lead;
    const int diff = records[a.number].compare(records[b.number]);
    return diff != 0 ? diff < 0 : a.number < b.number;
  });
  for (std::size_t i = 0; i < items.size(); ++i) order[i] = items[i].number;
}

void record_set::assign(const record_list& records) {
  sort_records(records, order_);
  hashed_bytes_ = 0;
  sorted_.clear();
  sorted_.bytes.ensure(records.bytes.size());
  sorted_.ends.ensure(records.size());
  for (const std::uint32_t i : order_) {
    const std::string_view record = records[i];
    sorted_.bytes.append(record.data(), record.size());
    sorted_.end_record();
  }
}

std::size_t record_set::lower_bound(std::string_view record) const noexcept {
  std::size_t first = 0;
  std::size_t count = sorted_.size();
  while (count != 0) {
    const std::size_t half = count / 2;
    if (sorted_[first + half].compare(record) < 0) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return first;
}

bool record_set::replace(const record_list& gone, const record_list& come) {
  sort_records(gone, gone_order_);
  sort_records(come, order_);
  cuts_.clear();
  std::size_t after = 0;  // equal records go one by one
  for (const std::uint32_t i : gone_order_) {
    const std::size_t at = std::max(lower_bound(gone[i]), after);
    if (at == sorted_.size() || sorted_[at] != gone[i]) return false;
    cuts_.push_back({at, 0, true});
    after = at + 1;
  }
  const std::size_t gone_count = cuts_.size();
  for (const std::uint32_t i : order_) {
    cuts_.push_back({lower_bound(come[i]), i, false});
  }
  // Two sorted halves; what comes to a place stands before what goes there.
  std::inplace_merge(cuts_.begin(), cuts_.begin() + gone_count, cuts_.end(),
                     [](const cut& a, const cut& b) {
                       return a.at != b.at ? a.at < b.at
                                           : a.is_gone < b.is_gone;
                     });
  next_.clear();
  next_.bytes.ensure(sorted_.bytes.size() + come.bytes.size());
  next_.ends.ensure(sorted_.size() + come.size());
  std::size_t done = 0;
  for (const cut& c : cuts_) {
    append_run(done, c.at);
    done = c.at;
    if (c.is_gone) {
      ++done;
      continue;
    }
    const std::string_view record = come[c.come];
    next_.bytes.append(record.data(), record.size());
    next_.end_record();
  }
  append_run(done, sorted_.size());
  if (!cuts_.empty()) {
    const std::size_t first = cuts_[0].at;
    const std::size_t same = first == 0 ? 0 : sorted_.ends[first - 1];
    hashed_bytes_ = std::min(hashed_bytes_, same);
  }
  std::swap(sorted_, next_);
  return true;
}

/// Takes over the records from `first` to before `last`.
void record_set::append_run(std::size_t first, std::size_t last) {
  if (first == last) return;
  const std::size_t begin = first == 0 ? 0 : sorted_.ends[first - 1];
  const std::size_t end = sorted_.ends[last - 1];
  const std::size_t shift = next_.bytes.size() - begin;  // modulo 2^64
  next_.bytes.append(sorted_.bytes.data() + begin, end - begin);
  const std::size_t at = next_.ends.size();
  next_.ends.resize(at + (last - first));
  for (std::size_t i = first; i < last; ++i) {
    next_.ends[at + (i - first)] = sorted_.ends[i] + shift;
  }
}

result<std::string> finish_root(detail::sha256& hash) {
  const std::optional<detail::sha256_digest> digest = hash.finish();
  if (!digest) {
    return error{error_code::not_supported, 0,
                 "the cryptographic library refuses SHA-256"};
  }
  return "sha256:" + detail::to_hex(*digest);
}

result<std::string> record_set::root() {
  const std::string_view all = bytes();
  if (hashes_.empty()) hashes_.emplace_back();
  hashes_.resize(std::min(hashes_.size(), hashed_bytes_ / stride_bytes + 1));
  std::size_t done = (hashes_.size() - 1) * stride_bytes;
  for (; all.size() - done >= stride_bytes; done += stride_bytes) {
    detail::sha256 further = hashes_.back().clone();
    further.update(all.substr(done, stride_bytes));
    hashes_.push_back(std::move(further));
  }
  hashed_bytes_ = all.size();
  detail::sha256 last = hashes_.back().clone();
  last.update(all.substr(done));
  return finish_root(last);
}

}  // namespace pith::inline v0::gcf::keyed
