// SPDX-License-Identifier: MIT
/// @file
/// Canonical records in the order in which a pack root hashes them.
#ifndef PITH_GCF_DELTA_RECORD_SET_HPP
#define PITH_GCF_DELTA_RECORD_SET_HPP

#include <pith/result.hpp>

#include "digest/sha256.hpp"
#include "document/pod_buffer.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pith::inline v0::gcf::keyed {

/// Records one after the other, in the order in which they were made.
struct record_list {
  detail::pod_buffer<char> bytes;
  detail::pod_buffer<std::size_t> ends;

  [[nodiscard]] std::size_t size() const noexcept { return ends.size(); }
  [[nodiscard]] std::string_view operator[](std::size_t i) const noexcept {
    const std::size_t begin = i == 0 ? 0 : ends[i - 1];
    return {bytes.data() + begin, ends[i] - begin};
  }
  void end_record() { ends.push_back(bytes.size()); }
  void clear() noexcept {
    bytes.clear();
    ends.clear();
  }
};

/// Numbers the records by unsigned byte order (10.2 step 4). Equal records
/// keep their order.
void sort_records(const record_list& records,
                  detail::pod_buffer<std::uint32_t>& order);

/// The same records side by side in that order: what is hashed is one run of
/// bytes, and a few changes move the runs between them as a whole.
class record_set {
 public:
  /// The root of the records: `sha256:` and 64 lower-case digits. What was
  /// hashed before and has not changed since is not hashed again, as far as
  /// it stands before the first change. Fails with not_supported when the
  /// cryptographic library has no SHA-256.
  [[nodiscard]] result<std::string> root();

  [[nodiscard]] std::size_t size() const noexcept { return sorted_.size(); }
  [[nodiscard]] std::string_view bytes() const noexcept {
    return {sorted_.bytes.data(), sorted_.bytes.size()};
  }
  /// Takes exactly these records. n log n, once.
  void assign(const record_list& records);
  /// Takes records out and puts others in; the order of both lists is free.
  /// Time: that of moving the bytes, and k log k for k changes. False, and
  /// nothing changed, when a record that is to go is not there.
  [[nodiscard]] bool replace(const record_list& gone, const record_list& come);

 private:
  [[nodiscard]] std::size_t lower_bound(std::string_view record) const noexcept;
  void append_run(std::size_t first, std::size_t last);

  /// A hash is kept at each multiple of this.
  static constexpr std::size_t stride_bytes = std::size_t{16} * 1024;

  record_list sorted_;
  record_list next_;                    // built by replace()
  std::size_t hashed_bytes_ = 0;        // of sorted_, still as they were
  std::vector<detail::sha256> hashes_;  // after 0, 1, 2 ... strides of them
  detail::pod_buffer<std::uint32_t> order_;
  detail::pod_buffer<std::uint32_t> gone_order_;
  struct cut {
    std::size_t at;  // the record in sorted_ before which something happens
    std::uint32_t come;
    bool is_gone;
  };
  detail::pod_buffer<cut> cuts_;
};

/// `sha256:` and 64 lower-case digits. Fails with not_supported when the
/// cryptographic library has no SHA-256.
[[nodiscard]] result<std::string> finish_root(detail::sha256& hash);

}  // namespace pith::inline v0::gcf::keyed

#endif  // PITH_GCF_DELTA_RECORD_SET_HPP
