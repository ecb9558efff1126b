// SPDX-License-Identifier: MIT
#include <pith/codec.hpp>

#include "codec/standard.hpp"

#include <algorithm>
#include <utility>

namespace pith::inline v0 {

namespace {

char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same_name(std::string_view a, std::string_view b) noexcept {
  return std::ranges::equal(
      a, b, [](char x, char y) { return lower(x) == lower(y); });
}

bool goes_by(const codec& c, std::string_view name) noexcept {
  return same_name(c.name, name) ||
         std::ranges::any_of(c.aliases, [&](const std::string& alias) {
           return same_name(alias, name);
         });
}

}  // namespace

registry::registry(std::vector<codec> codecs)
    : codecs_(std::make_shared<const std::vector<codec>>(std::move(codecs))) {}

result<registry> registry::of(std::vector<codec> codecs) {
  std::vector<std::string_view> names;
  for (const codec& c : codecs) {
    if (c.name.empty() || !c.write) {
      return error{error_code::invalid_name, 0,
                   "a codec must have a name and a write function"};
    }
    names.push_back(c.name);
    names.insert(names.end(), c.aliases.begin(), c.aliases.end());
  }
  const auto less = [](std::string_view a, std::string_view b) {
    return std::ranges::lexicographical_compare(
        a, b, [](char x, char y) { return lower(x) < lower(y); });
  };
  std::ranges::sort(names, less);
  if (std::ranges::adjacent_find(names, same_name) != names.end()) {
    return error{error_code::duplicate_codec, 0,
                 "two codecs share a name or an alias"};
  }
  return registry{std::move(codecs)};
}

result<registry> registry::with(std::vector<codec> more) const {
  std::vector<codec> all(codecs_.begin(), codecs_.end());
  std::ranges::move(more, std::back_inserter(all));
  return of(std::move(all));
}

const codec* registry::find(std::string_view name) const& noexcept {
  const auto found = std::ranges::find_if(
      codecs_, [&](const codec& c) { return goes_by(c, name); });
  return found == codecs_.end() ? nullptr : &*found;
}

const codec* registry::find_extension(
    std::string_view extension) const& noexcept {
  if (extension.starts_with('.')) extension.remove_prefix(1);
  const auto found = std::ranges::find_if(codecs_, [&](const codec& c) {
    return std::ranges::any_of(c.extensions, [&](const std::string& one) {
      return same_name(one, extension);
    });
  });
  return found == codecs_.end() ? nullptr : &*found;
}

const codec* registry::find_media_type(
    std::string_view media_type) const& noexcept {
  media_type = media_type.substr(0, media_type.find(';'));
  while (media_type.ends_with(' ')) media_type.remove_suffix(1);
  if (media_type.empty()) return nullptr;
  const auto found = std::ranges::find_if(codecs_, [&](const codec& c) {
    return same_name(c.media_type, media_type);
  });
  return found == codecs_.end() ? nullptr : &*found;
}

const codec* registry::detect(std::string_view text) const& {
  const codec* best = nullptr;
  likeness most = likeness::no;
  for (const codec& c : codecs_) {
    if (!c.recognize) continue;
    const likeness here = c.recognize(text);
    if (here == likeness::no || here < most) continue;
    best = here == most ? nullptr : &c;
    most = here;
  }
  return best;
}

const registry& codecs() {
  // The list is ours and has no duplicate (a test looks), so of() succeeds.
  static const registry known = *registry::of(standard_codecs());
  return known;
}

}  // namespace pith::inline v0
