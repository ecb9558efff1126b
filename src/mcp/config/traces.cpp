// SPDX-License-Identifier: MIT
/// @file
/// [traces].
#include "mcp/config/traces.hpp"

#include "mcp/config/parts.hpp"
#include "mcp/http/url.hpp"

#include <utility>

namespace pith::mcp {

namespace {

constexpr std::size_t max_attributes = 64;
constexpr std::size_t max_attribute_bytes = 1024;

void read_trace_url(configuration_section& traces,
                    const configuration_node& table, traces_config& into) {
  if (!traces.read("url", into.url)) {
    if (table.find("url") == nullptr) {
      traces.reader().fail_key(
          table,
          "[traces] must have url, the address of a collector such as "
          "'http://127.0.0.1:4318'");
    }
    return;
  }
  if (parse_url(into.url)) return;
  traces.reader().fail(
      *table.find("url"),
      "traces.url must be a URL such as 'http://127.0.0.1:4318', not " +
          in_quotes(into.url));
}

void read_attributes(configuration_section& traces, traces_config& into) {
  const configuration_node* const table = traces.find_table("attributes");
  if (table == nullptr) return;
  configuration_reader& reader = traces.reader();
  if (table->items.size() > max_attributes) {
    reader.fail_key(*table,
                    "traces.attributes has more than 64 names; remove some");
    return;
  }
  for (const configuration_node& item : table->items) {
    const std::string name = "traces.attributes." + item.key;
    if (item.what != configuration_node::type::text) {
      reader.fail(item, name + " must be a string");
    } else if (item.key.empty() || item.key.size() > max_attribute_bytes ||
               item.text.size() > max_attribute_bytes) {
      reader.fail(item, name +
                            ": names and values have at most 1024 bytes, and "
                            "names at least one; shorten it");
    } else {
      into.attributes.emplace_back(item.key, item.text);
    }
  }
}

}  // namespace

void read_traces(configuration_section& root, configuration& into) {
  const configuration_node* const table = root.find_table("traces");
  if (table == nullptr) return;
  configuration_section traces{root.reader(), *table, "traces"};
  traces_config made;
  read_trace_url(traces, *table, made);
  read_headers(traces, made.headers);
  traces.read_file("ca_file", made.ca_file);
  traces.read_share("sample", made.sample);
  if (traces.read("service_name", made.service_name) &&
      (made.service_name.empty() ||
       made.service_name.size() > max_attribute_bytes)) {
    root.reader().fail(*table->find("service_name"),
                       "traces.service_name must have 1 to 1024 bytes");
  }
  read_attributes(traces, made);
  if (const auto form = traces.read_word("principals", principal_form_names)) {
    made.principals = static_cast<principal_form>(*form);
  }
  traces.finish();
  into.traces = std::move(made);
}

}  // namespace pith::mcp
