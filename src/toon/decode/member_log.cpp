// SPDX-License-Identifier: MIT
#include "toon/decode/member_log.hpp"

#include "document/tape.hpp"

namespace pith::inline v0::toon::decoding {

std::uint8_t member_log::replace_duplicates(detail::document_data& data,
                                            std::size_t first, std::size_t at) {
  detail::pod_buffer<detail::word>& tape = data.tape;
  const member* const members = members_.data() + first;
  const std::size_t count = members_.size() - first;
  const auto end_of = [&](std::size_t i) {
    return i + 1 < count ? members[i + 1].at : tape.size();
  };
  // By key, the last member with it.
  constexpr std::size_t none = ~std::size_t{0};
  if (last_of_key_.size() < data.keys.size()) {
    last_of_key_.resize(data.keys.size(), none);
  }
  for (std::size_t i = 0; i < count; ++i) last_of_key_[members[i].key_id] = i;
  kept_.clear();
  std::uint8_t flags = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t& place = last_of_key_[members[i].key_id];
    if (place == none) continue;  // its key has had its turn
    const detail::word* const value = tape.data() + members[place].at;
    kept_.append(value, end_of(place) - members[place].at);
    flags |= detail::flag_for(detail::tag_of(*value));
    place = none;
  }
  tape.resize(at + detail::header_words);
  tape.append(kept_.data(), kept_.size());
  return flags;
}

}  // namespace pith::inline v0::toon::decoding
