// SPDX-License-Identifier: MIT
/// @file
/// What BOOST_DESCRIBE_STRUCT describes, as describe.hpp has it: public
/// members, those of bases included.
#ifndef PITH_ADAPT_BOOST_DESCRIBE_HPP
#define PITH_ADAPT_BOOST_DESCRIBE_HPP

#include <pith/adapt/describe.hpp>

#include <boost/describe/members.hpp>
#include <boost/describe/modifiers.hpp>
#include <tuple>

namespace pith::inline v0::adapt {

template <class T>
  requires boost::describe::has_describe_members<T>::value
struct description<T> {
 private:
  template <template <class...> class List, class... Members>
  static constexpr auto list(List<Members...>) noexcept {
    return std::tuple{described_member(Members::name, Members::pointer)...};
  }

 public:
  static constexpr auto members =
      list(boost::describe::describe_members<
           T, boost::describe::mod_public | boost::describe::mod_inherited>{});
};

}  // namespace pith::inline v0::adapt

#endif  // PITH_ADAPT_BOOST_DESCRIBE_HPP
