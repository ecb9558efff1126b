// SPDX-License-Identifier: MIT
/// @file
/// Whatever a path or a list of fields is, it is read or explained; what is
/// read leads where its dotted form leads.
#include <pith/json.hpp>

#include "require.hpp"
#include "select/fields.hpp"
#include "select/path.hpp"
#include "select/picker.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// The first line is a path, the second a list of fields, the rest is JSON.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace cli::select;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string_view where = take_line(text);
  const std::vector<std::string_view> lists{take_line(text)};
  const path_reading read = read_path(where);
  const fields_reading fields = read_fields(lists);
  require(read.mistake.empty() || read.steps.empty());
  require(fields.mistake.empty() != fields.fields.empty());
  const auto doc = pith::json::parse(text);
  if (!doc) return 0;
  const lookup led = find(doc->root(), read.steps);
  require(led.found.has_value() == (led.steps == read.steps.size()));
  if (!led.found) {
    const std::string words = why_missing(led, read.steps);
    require(!words.empty());
    // The path itself is named, and a few keys.
    require(words.size() < 2000 + 7 * where.size());
  } else if (where.empty() || where[0] != '/') {
    // A pointer may mean an element where the dotted form means a key.
    const path_reading again = read_path(dotted(read.steps));
    require(again.mistake.empty());
    require(find(doc->root(), again.steps).found.has_value());
  }
  if (!where.empty() && where[0] == '/' && read.mistake.empty()) {
    require(led.found.has_value() == doc->root().pointer(where).has_value());
  }
  for (const bool are_records : {false, true}) {
    const wanted asked{read.steps, fields.fields};
    const picked got = pick(doc->root(), asked, are_records);
    if (got.fault.empty()) require(pith::json::write(got.root).has_value());
  }
  return 0;
}
