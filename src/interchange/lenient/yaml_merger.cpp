// SPDX-License-Identifier: MIT
#include "interchange/lenient/yaml_merger.hpp"

#include <pith/builder.hpp>

#include "interchange/yaml_build.hpp"

#include <utility>

namespace pith::interchange {

namespace {

constexpr std::size_t step_cost = 32;  // about what a value takes

}  // namespace

std::size_t yaml_merger::add(step s, std::string_view text, std::size_t place) {
  s.text_begin = text_.size();
  s.text_size = text.size();
  s.place = place;
  text_ += text;
  steps_.push_back(s);
  return steps_.size() - 1;
}

std::string_view yaml_merger::text_of(std::size_t index) const {
  const step& s = steps_[index];
  return std::string_view(text_).substr(s.text_begin, s.text_size);
}

void yaml_merger::begin(bool is_map, std::size_t place) {
  open_.push_back(add({.what = is_map ? type::map : type::list}, {}, place));
  has_merge_.push_back(false);
}

result<void> yaml_merger::end(std::size_t place) {
  const std::size_t begun = open_.back();
  steps_[begun].other = add({.what = type::end}, {}, place);
  open_.pop_back();
  const bool has_merge = has_merge_.back();
  has_merge_.pop_back();
  return has_merge ? resolve(begun) : result<void>{};
}

void yaml_merger::scalar(const yaml_scalar& what, std::string_view text,
                         std::size_t place) {
  add({.what = type::scalar, .scalar = what}, text, place);
}

void yaml_merger::key(std::string_view text, std::size_t place) {
  add({.what = type::key}, text, place);
}

void yaml_merger::merge_key(std::size_t place) {
  add({.what = type::merge}, "<<", place);
  has_merge_.back() = true;
}

void yaml_merger::name(std::string_view anchor) {
  names_.insert_or_assign(std::string(anchor), steps_.size());
}

result<void> yaml_merger::alias(std::string_view name, bool is_key,
                                std::size_t place) {
  const auto found = names_.find(name);
  if (found == names_.end()) {
    return error{error_code::unresolved_reference, place,
                 "no earlier node has this anchor"};
  }
  const std::size_t named = found->second;
  const step& s = steps_[named];
  const bool is_container = s.what == type::map || s.what == type::list;
  if (is_container && s.other == none) {
    return error{error_code::not_supported, place,
                 "a node must not contain itself"};
  }
  if (is_key && is_container) {
    return error{error_code::not_supported, place,
                 "a list or a map cannot be the key of an object"};
  }
  if (is_key) {
    // Copied, as the text that the steps share may move.
    const std::string text{text_of(named)};
    if (const auto paid = spend(step_cost + text.size(), place); !paid) {
      return paid;
    }
    key(text, place);
    return {};
  }
  add({.what = type::alias, .other = named}, {}, place);
  return {};
}

result<void> yaml_merger::spend(std::size_t bytes, std::size_t place) {
  if (bytes > budget_) {
    return error{error_code::expansion_limit, place,
                 "aliases make the document larger than limits::max_expansion "
                 "times its text"};
  }
  budget_ -= bytes;
  return {};
}

/// The step after a whole node.
std::size_t yaml_merger::after(std::size_t index) const {
  const step& s = steps_[index];
  const bool is_container = s.what == type::map || s.what == type::list;
  return (is_container ? s.other : index) + 1;
}

/// The node itself, or that which an alias names; that one is not an alias.
std::size_t yaml_merger::followed(std::size_t index) const {
  return steps_[index].what == type::alias ? steps_[index].other : index;
}

result<void> yaml_merger::resolve(std::size_t map) {
  std::set<std::string_view> taken;
  const std::size_t end = steps_[map].other;
  bool has_merge = false;
  for (std::size_t at = map + 1; at < end; at = after(at + 1)) {
    if (steps_[at].what == type::key) {
      taken.insert(text_of(at));
    } else if (std::exchange(has_merge, true)) {
      return error{error_code::duplicate_key, steps_[at].place,
                   "a map can have one << only; merge a list of maps"};
    }
  }
  member_list members;
  for (std::size_t at = map + 1; at < end; at = after(at + 1)) {
    if (steps_[at].what == type::key) {
      members.push_back({at, at + 1, false});
    } else if (const auto done = merge(at + 1, members, taken); !done) {
      return done;
    }
  }
  steps_[map].members = merged_.size();
  merged_.push_back(std::move(members));
  return {};
}

result<void> yaml_merger::merge(std::size_t value, member_list& into,
                                std::set<std::string_view>& taken) {
  const std::size_t source = followed(value);
  const std::size_t place = steps_[value].place;
  if (steps_[source].what != type::list) {
    return merge_map(source, place, into, taken);
  }
  for (std::size_t at = source + 1; at < steps_[source].other; at = after(at)) {
    if (const auto paid = spend(step_cost, place); !paid) return paid;
    if (const auto done = merge_map(followed(at), place, into, taken); !done) {
      return done;
    }
  }
  return {};
}

result<void> yaml_merger::merge_map(std::size_t map, std::size_t place,
                                    member_list& into,
                                    std::set<std::string_view>& taken) {
  const step& from = steps_[map];
  if (from.what != type::map) {
    return error{error_code::misplaced_value, place,
                 "<< takes a map, or a list of maps"};
  }
  const auto take = [&](std::size_t key, std::size_t value) {
    const std::string_view text = text_of(key);
    const auto paid = spend(step_cost + text.size(), place);
    if (paid && taken.insert(text).second) {
      into.push_back({key, value, true});
    }
    return paid;
  };
  if (from.members != none) {
    for (const member& m : merged_[from.members]) {
      if (const auto done = take(m.key, m.value); !done) return done;
    }
    return {};
  }
  for (std::size_t at = map + 1; at < from.other; at = after(at + 1)) {
    if (const auto done = take(at, at + 1); !done) return done;
  }
  return {};
}

/// A map or a list that is being built.
struct yaml_merger::walk {
  std::size_t node;
  std::size_t next;  // step, or number of a member
  bool is_copy;      // of something that an alias or a merge names
  std::size_t place;
};

/// Builds a scalar, or begins a container.
result<void> yaml_merger::enter(builder& into, std::vector<walk>& open,
                                std::size_t index, bool is_copy,
                                std::size_t place) {
  const std::size_t node = followed(index);
  is_copy = is_copy || node != index;
  const step& s = steps_[node];
  if (is_copy) {
    if (const auto paid = spend(step_cost + s.text_size, place); !paid) {
      return paid;
    }
  } else {
    place = s.place;
  }
  if (s.what == type::map || s.what == type::list) {
    if (s.what == type::map) {
      into.begin_object();
    } else {
      into.begin_array();
    }
    open.push_back({node, s.members == none ? node + 1 : 0, is_copy, place});
  } else {
    // What was a key stands for its text as a value.
    build_yaml_scalar(into, s.what == type::key ? yaml_scalar{} : s.scalar,
                      text_of(node));
  }
  const error* const failure = into.failure();
  if (failure == nullptr) return {};
  return error{failure->code, place, failure->detail};
}

result<void> yaml_merger::build(builder& into) {
  std::vector<walk> open;
  const auto put_key = [&](std::size_t key, bool is_copy,
                           std::size_t place) -> result<void> {
    if (is_copy) {
      const auto paid = spend(step_cost + steps_[key].text_size, place);
      if (!paid) return paid;
    }
    into.key(text_of(key));
    const error* const failure = into.failure();
    if (failure == nullptr) return {};
    return error{failure->code, is_copy ? place : steps_[key].place,
                 failure->detail};
  };
  if (steps_.empty()) {
    into.null();
    return {};
  }
  if (const auto done = enter(into, open, 0, false, 0); !done) return done;
  while (!open.empty()) {
    walk& top = open.back();
    const step& s = steps_[top.node];
    const bool has_members = s.members != none;
    const std::size_t end = has_members ? merged_[s.members].size() : s.other;
    if (top.next == end) {
      if (s.what == type::map) {
        into.end_object();
      } else {
        into.end_array();
      }
      if (const error* const failure = into.failure()) {
        return error{failure->code,
                     top.is_copy ? top.place : steps_[s.other].place,
                     failure->detail};
      }
      open.pop_back();
      continue;
    }
    std::size_t value = top.next;
    bool is_copy = top.is_copy;
    std::size_t place = top.place;
    if (s.what == type::list) {
      top.next = after(value);
    } else {
      std::size_t key = top.next;
      if (has_members) {
        const member& m = merged_[s.members][top.next++];
        key = m.key;
        value = m.value;
        is_copy = is_copy || m.is_merged;
      } else {
        value = key + 1;
        top.next = after(value);
      }
      if (!top.is_copy) place = s.place;
      if (const auto done = put_key(key, is_copy, place); !done) return done;
    }
    if (!is_copy) place = steps_[value].place;
    if (const auto done = enter(into, open, value, is_copy, place); !done) {
      return done;
    }
  }
  return {};
}

}  // namespace pith::interchange
