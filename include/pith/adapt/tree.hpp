// SPDX-License-Identifier: MIT
/// @file
/// Copies trees from and to a document without recursion. For adapters.
#ifndef PITH_ADAPT_TREE_HPP
#define PITH_ADAPT_TREE_HPP

#include <pith/builder.hpp>
#include <pith/document.hpp>

#include <string_view>
#include <vector>

namespace pith::inline v0::adapt {

/// Puts a tree into a builder. `Source` describes another library:
///
///     using node = ...;       // a value, cheap to copy
///     class open { ... };     // a container: is_object(), is_done(), key()
///                             // of the next member, next() node
///     static bool is_container(node);      // then open{node} is made
///     static void put(builder&, node);     // a scalar
///
/// Ends where the builder fails, so limits::max_depth bounds the memory.
template <class Source>
void put_tree(builder& to, typename Source::node root) {
  std::vector<typename Source::open> stack;
  const auto visit = [&](typename Source::node v) {
    if (!Source::is_container(v)) {
      Source::put(to, v);
      return;
    }
    stack.emplace_back(v);
    if (stack.back().is_object()) {
      to.begin_object();
    } else {
      to.begin_array();
    }
  };
  visit(root);
  while (!stack.empty() && to.failure() == nullptr) {
    typename Source::open& top = stack.back();
    if (!top.is_done()) {
      if (top.is_object()) to.key(top.key());
      visit(top.next());
    } else {
      if (top.is_object()) {
        to.end_object();
      } else {
        to.end_array();
      }
      stack.pop_back();
    }
  }
}

/// Makes a tree of a value. `Target` describes another library:
///
///     using node = ...;
///     static void assign(node& to, value);  // a scalar, or an empty container
///                                           // with room for its children
///     static node& add(node& array);
///     static node& add(node& object, std::string_view key);  // a new key
template <class Target>
void make_tree(typename Target::node& into, value root) {
  using node = typename Target::node;
  struct open {
    node* made;  // stays: its parent gets no more children before it is done
    bool is_object;
    array_view::iterator element;
    array_view::iterator elements_end;
    object_view::iterator member;
    object_view::iterator members_end;
  };
  std::vector<open> stack;
  const auto visit = [&](node& to, value v) {
    Target::assign(to, v);
    const kind k = v.type();
    if (k != kind::array && k != kind::object) return;
    const array_view elements = v.elements();
    const object_view members = v.members();
    stack.push_back({&to, k == kind::object, elements.begin(), elements.end(),
                     members.begin(), members.end()});
  };
  visit(into, root);
  while (!stack.empty()) {
    open& top = stack.back();
    if (top.is_object && top.member != top.members_end) {
      const auto [key, v] = *top.member;
      ++top.member;
      visit(Target::add(*top.made, key), v);
    } else if (!top.is_object && top.element != top.elements_end) {
      const value v = *top.element;
      ++top.element;
      visit(Target::add(*top.made), v);
    } else {
      stack.pop_back();
    }
  }
}

}  // namespace pith::inline v0::adapt

#endif  // PITH_ADAPT_TREE_HPP
