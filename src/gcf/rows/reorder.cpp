// SPDX-License-Identifier: MIT
#include "gcf/rows/reorder.hpp"

#include <algorithm>
#include <utility>

namespace pith::inline v0::gcf::decoding {

void reorder_list::apply(detail::pod_buffer<detail::word>& tape) {
  // By beginning; of two that begin at one place the outer one first.
  std::sort(stretches_.begin(), stretches_.end(),
            [](const stretch& a, const stretch& b) {
              return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
            });
  ordered_.clear();
  ordered_.ensure(tape.size());
  pending_.clear();
  pending_.push_back({0, tape.size()});
  while (!pending_.empty()) {
    const range r = pending_.back();
    pending_.pop_back();
    // The first stretch in the range that is not the one it is a part of.
    const stretch* const next = std::lower_bound(
        stretches_.begin(), stretches_.end(), r.begin,
        [](const stretch& s, std::size_t begin) { return s.begin < begin; });
    const stretch* inner = next;
    while (inner != stretches_.end() && inner->begin < r.end &&
           inner->end > r.end) {
      ++inner;
    }
    if (inner == stretches_.end() || inner->begin >= r.end) {
      ordered_.append(tape.data() + r.begin, r.end - r.begin);
      continue;
    }
    ordered_.append(tape.data() + r.begin, inner->begin - r.begin);
    if (inner->end != r.end) pending_.push_back({inner->end, r.end});
    for (std::size_t i = inner->parts_end; i-- > inner->parts_begin;) {
      pending_.push_back(parts_[i]);
    }
  }
  std::swap(tape, ordered_);
}

}  // namespace pith::inline v0::gcf::decoding
