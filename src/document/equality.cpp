// SPDX-License-Identifier: MIT
#include <pith/equality.hpp>

#include "document/document_data.hpp"
#include "document/hash.hpp"

namespace pith::inline v0 {

namespace {

using detail::document_access;
using detail::document_data;
using detail::pod_buffer;
using detail::tag;
using detail::tag_of;

bool equal_mixed(std::int64_t i, double d) noexcept {
  // 2^63 is the first double above every int64; below it a double converts
  // exactly or has a fraction.
  if (!(d >= -9223372036854775808.0 && d < 9223372036854775808.0)) return false;
  const auto whole = static_cast<std::int64_t>(d);
  return static_cast<double>(whole) == d && whole == i;
}

/// Short texts are many and differ seldom: sixteen bytes at a time, with the
/// last ones read again together with those before them, instead of a call.
bool equal_texts(std::string_view a, std::string_view b) noexcept {
  if (a.size() != b.size()) return false;
  const std::size_t size = a.size();
  if (size > 16 || size < 8) return a == b;
  return detail::load_hash_8(a.data()) == detail::load_hash_8(b.data()) &&
         detail::load_hash_8(a.data() + size - 8) ==
             detail::load_hash_8(b.data() + size - 8);
}

bool equal_scalars(const document_data& a, std::size_t i,
                   const document_data& b, std::size_t j) noexcept {
  const tag ta = tag_of(a.tape[i]);
  const tag tb = tag_of(b.tape[j]);
  if (ta == tb) {
    switch (ta) {
      case tag::integer:
        return a.tape[i] == b.tape[j];
      case tag::wide_integer:
        return a.tape[i + 1] == b.tape[j + 1];
      case tag::spelt_integer:  // canonical: one number, one spelling
        return equal_texts(a.text_of(i), b.text_of(j));
      case tag::real:
        return a.real_at(i) == b.real_at(j);
      case tag::string:
        return equal_texts(a.text_of(i), b.text_of(j));
      case tag::long_string:
        return a.string_at(i) == b.string_at(j);
      default:
        return true;
    }
  }
  const kind ka = document_access::make(a, i).type();
  const kind kb = document_access::make(b, j).type();
  if (ka == kind::integer && kb == kind::real) {
    return equal_mixed(a.integer_at(i), b.real_at(j));
  }
  if (ka == kind::real && kb == kind::integer) {
    return equal_mixed(b.integer_at(j), a.real_at(i));
  }
  if (ka != kb) return false;
  if (ka == kind::integer) return a.integer_at(i) == b.integer_at(j);
  if (ka == kind::string) return a.string_at(i) == b.string_at(j);
  return false;  // true and false
}

/// Walks two values side by side. Pairs of objects whose keys stand in the
/// same order are compared in place; others put their members on the stack in
/// the order of the first object.
class comparison {
 public:
  comparison(const document_data& a, const document_data& b, member_order order)
      : a_(a), b_(b), order_(order) {
    partner_of_.resize(a.shapes.size(), no_shape);
  }

  bool run(std::size_t i, std::size_t j) {
    pending_.push_back({i, j, 1});
    while (!pending_.empty()) {
      if (!scalars()) return false;
      if (pending_.back().count == 0) {
        pending_.pop_back();
        continue;
      }
      // The container, after which the run goes on later.
      pair_run& run = pending_.back();
      const std::size_t left = run.i;
      const std::size_t right = run.j;
      run.i += detail::span_of(a_.tape[left]);
      run.j += detail::span_of(b_.tape[right]);
      if (--run.count == 0) pending_.pop_back();
      if (!push_content(left, right)) return false;
    }
    return true;
  }

 private:
  /// `count` neighbouring values from i and from j on.
  struct pair_run {
    std::size_t i;
    std::size_t j;
    std::size_t count;
  };

  /// Compares the scalars before the next container of the current run. False
  /// when they differ, or only one side has a container.
  bool scalars() noexcept {
    pair_run run = pending_.back();
    for (; run.count != 0; --run.count) {
      const detail::word wa = a_.tape[run.i];
      const detail::word wb = b_.tape[run.j];
      if (detail::is_container(tag_of(wa))) {
        if (tag_of(wa) != tag_of(wb)) return false;
        break;
      }
      if (detail::is_container(tag_of(wb)) ||
          !equal_scalars(a_, run.i, b_, run.j)) {
        return false;
      }
      run.i += detail::span_of(wa);
      run.j += detail::span_of(wb);
    }
    pending_.back() = run;
    return true;
  }

  /// Containers of the same kind.
  bool push_content(std::size_t i, std::size_t j) {
    if (tag_of(a_.tape[i]) == tag::object) return push_members(i, j);
    const std::size_t count = detail::array_count_of(a_.tape[i + 1]);
    if (count != detail::array_count_of(b_.tape[j + 1])) return false;
    push_run(i, j, count);
    return true;
  }

  void push_run(std::size_t i, std::size_t j, std::size_t count) {
    if (count == 0) return;
    pending_.push_back(
        {i + detail::header_words, j + detail::header_words, count});
  }

  bool push_members(std::size_t i, std::size_t j) {
    const std::uint32_t shape_a = detail::shape_of(a_.tape[i + 1]);
    const std::uint32_t shape_b = detail::shape_of(b_.tape[j + 1]);
    const auto sa = a_.shapes[shape_a];
    if (partner_of_[shape_a] == shape_b) {
      push_run(i, j, sa.count);
      return true;
    }
    const auto sb = b_.shapes[shape_b];
    if (sa.count != sb.count) return false;
    const std::uint32_t* ka = a_.keys_of(sa);
    const std::uint32_t* kb = b_.keys_of(sb);
    std::uint32_t same = 0;
    while (same < sa.count && a_.key_text(ka[same]) == b_.key_text(kb[same])) {
      ++same;
    }
    if (same == sa.count) {
      partner_of_[shape_a] = shape_b;
      push_run(i, j, same);
      return true;
    }
    if (order_ == member_order::significant) return false;
    return push_reordered(i, ka, j, kb, sa.count);
  }

  /// Finds each key of the first object in the second by hash: linear, where
  /// looking one by one would be quadratic in the width of the objects.
  bool push_reordered(std::size_t i, const std::uint32_t* ka, std::size_t j,
                      const std::uint32_t* kb, std::uint32_t count) {
    std::size_t slots = 16;
    while (slots < std::size_t{count} * 2) slots *= 2;
    slot_of_key_.clear();
    slot_of_key_.resize(slots, empty_slot);
    value_at_.clear();
    const std::uint64_t seed = detail::hash_seed();
    std::size_t at = j + detail::header_words;
    for (std::uint32_t m = 0; m < count; ++m) {
      value_at_.push_back(at);
      at += detail::span_of(b_.tape[at]);
      std::size_t slot =
          detail::slot_of(detail::hash_bytes(b_.key_text(kb[m]), seed), slots);
      while (slot_of_key_[slot &= slots - 1] != empty_slot) ++slot;
      slot_of_key_[slot] = m;
    }
    at = i + detail::header_words;
    for (std::uint32_t m = 0; m < count; ++m) {
      const std::string_view key = a_.key_text(ka[m]);
      std::size_t slot = detail::slot_of(detail::hash_bytes(key, seed), slots);
      for (;; ++slot) {
        const std::uint32_t other = slot_of_key_[slot &= slots - 1];
        if (other == empty_slot) return false;
        if (b_.key_text(kb[other]) == key) {
          pending_.push_back({at, value_at_[other], 1});
          break;
        }
      }
      at += detail::span_of(a_.tape[at]);
    }
    return true;
  }

  static constexpr std::uint32_t empty_slot = ~std::uint32_t{0};
  static constexpr std::uint32_t no_shape = ~std::uint32_t{0};

  const document_data& a_;
  const document_data& b_;
  member_order order_;
  pod_buffer<pair_run> pending_;
  /// By shape of the first document: one of the second that is known to have
  /// the same keys in the same order.
  pod_buffer<std::uint32_t> partner_of_;
  pod_buffer<std::uint32_t> slot_of_key_;
  pod_buffer<std::size_t> value_at_;
};

}  // namespace

bool equal(value a, value b, member_order order) {
  return comparison(document_access::data(a), document_access::data(b), order)
      .run(document_access::index(a), document_access::index(b));
}

}  // namespace pith::inline v0
