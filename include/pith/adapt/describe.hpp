// SPDX-License-Identifier: MIT
/// @file
/// Plain structs, described once, as rows:
///
///     struct order { int id; std::optional<double> total; };
///     PITH_DESCRIBE(order, id, total);
///
///     auto text = pith::adapt::encode(orders);  // a vector of them: GCF
///     auto back = pith::adapt::from_document<std::vector<order>>(doc.root());
///
/// Members are bool, integers, float, double, strings, described structs,
/// std::optional, ranges such as std::vector, and maps with strings as keys, of
/// any of these. An empty optional is null. A float is written by its own
/// shortest form. To see what boost/describe.hpp describes, include
/// boost_describe.hpp.
///
/// A struct that holds itself (a vector of nodes in a node) is read and written
/// by recursion, as deep as limits::max_depth allows.
#ifndef PITH_ADAPT_DESCRIBE_HPP
#define PITH_ADAPT_DESCRIBE_HPP

#include <pith/adapt/adapter.hpp>
#include <pith/adapt/describe_read.hpp>
#include <pith/adapt/description.hpp>
#include <pith/gcf_stream.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace pith::inline v0::adapt {

/// Puts a value of one of the types above. For adapters.
template <class T>
void put_described(builder& to, const T& v) {
  if constexpr (std::same_as<T, bool>) {
    to.boolean(v);
  } else if constexpr (pith::detail::index_like<T>) {
    to.integer(v);
  } else if constexpr (std::floating_point<T>) {
    to.real(gcf::cell(v).as_real());
  } else if constexpr (text_like<T>) {
    to.string(v);
  } else if constexpr (is_optional<T>) {
    if (v) {
      put_described(to, *v);
    } else {
      to.null();
    }
  } else if constexpr (described<T>) {
    to.begin_object();
    for_each_member<T>([&](const auto& m) {
      if (to.failure() != nullptr) return;
      to.key(m.name);
      put_described(to, v.*m.pointer);
    });
    to.end_object();
  } else if constexpr (map_like<T>) {
    to.begin_object();
    for (const auto& [key, mapped] : v) {
      if (to.failure() != nullptr) break;
      to.key(key);
      put_described(to, mapped);
    }
    to.end_object();
  } else {
    static_assert(range_like<T>, "describe this type: PITH_DESCRIBE");
    to.begin_array();
    for (const auto& item : v) {
      if (to.failure() != nullptr) break;
      // What std::vector<bool> hands out stands for a bool.
      put_described<std::iter_value_t<decltype(std::begin(v))>>(to, item);
    }
    to.end_array();
  }
}

/// Fails as described_reader says.
template <class T>
  requires(
      described<T> ||
      (range_like<T> && !described<T> &&
       described<std::iter_value_t<decltype(std::begin(std::declval<T&>()))>>))
struct adapter<T> {
  static void put(builder& to, const T& v) { put_described(to, v); }
  static result<void> read(value v, T& into, std::string* place = nullptr)
    requires(!std::is_const_v<std::remove_reference_t<
                 decltype(*std::begin(std::declval<T&>()))>> ||
             described<T>)
  {
    return described_reader(place).read(v, into);
  }
};

/// Writes structs one by one as the rows of a table, as gcf::table_writer does.
/// Members are scalars, or optional ones. cell_place() of an error, with
/// row_writer::columns, tells row and member.
template <described T>
class row_writer {
 public:
  static constexpr std::size_t columns =
      std::tuple_size_v<decltype(description<T>::members)>;

  /// Without a name the document is the array of the rows. `out` must outlive
  /// the writer.
  explicit row_writer(sink& out PITH_LIFETIMEBOUND,
                      const gcf::stream_options& options = {})
      : out_(out, names(), options) {}
  row_writer(sink& out PITH_LIFETIMEBOUND, std::string_view name,
             const gcf::stream_options& options = {})
      : out_(out, name, names(), options) {}

  result<void> row(const T& v) {
    return std::apply(
        [&](const auto&... m) {
          const std::array<gcf::cell, columns> cells{
              gcf::cell(v.*m.pointer)...};
          return out_.row(cells);
        },
        description<T>::members);
  }
  /// All of a range; stops at the first that is refused.
  template <range_like Rows>
  result<void> rows(const Rows& all) {
    for (const T& one : all) {
      if (result<void> done = row(one); !done) return done;
    }
    return {};
  }
  [[nodiscard]] std::uint64_t row_count() const noexcept {
    return out_.row_count();
  }
  result<void> finish() { return out_.finish(); }

 private:
  static const std::array<std::string_view, columns>& names() {
    static constexpr std::array<std::string_view, columns> all = std::apply(
        [](const auto&... m) {
          return std::array<std::string_view, columns>{m.name...};
        },
        description<T>::members);
    return all;
  }

  gcf::table_writer out_;
};

}  // namespace pith::inline v0::adapt

#endif  // PITH_ADAPT_DESCRIBE_HPP
