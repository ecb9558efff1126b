// SPDX-License-Identifier: MIT
#include "fmt_keep.hpp"

#include <pith/builder.hpp>
#include <pith/numbers.hpp>
#include <pith/sink.hpp>

#include "interchange/csv.hpp"

#include <algorithm>

namespace cli {

namespace {

/// The numbers of a JSON text, in order.
class number_finder {
 public:
  explicit number_finder(std::string_view json) : json_(json) {}

  /// The next one; empty at the end.
  std::string_view next() {
    constexpr std::string_view parts = "0123456789+-.eE";
    while (at_ < json_.size()) {
      const char c = json_[at_];
      if (c == '"') {
        skip_string();
      } else if (c == '-' || (c >= '0' && c <= '9')) {
        const std::size_t end =
            std::min(json_.find_first_not_of(parts, at_), json_.size());
        const std::string_view number = json_.substr(at_, end - at_);
        at_ = end;
        return number;
      } else {
        ++at_;
      }
    }
    return {};
  }

 private:
  void skip_string() {
    for (++at_; at_ < json_.size() && json_[at_] != '"'; ++at_) {
      if (json_[at_] == '\\') ++at_;
    }
    ++at_;
  }

  std::string_view json_;
  std::size_t at_ = 0;
};

pith::result<pith::interchange::csv_options> table_options(
    const pith::codec& format, option_list options) {
  return pith::interchange::csv_options_of({.options = options},
                                           format.name == "tsv" ? '\t' : ',');
}

}  // namespace

std::string with_spellings(std::string_view source,
                           const std::string& formatted) {
  std::string out;
  std::size_t copied = 0;
  number_finder before(source);
  number_finder after(formatted);
  for (;;) {
    const std::string_view spelt = before.next();
    const std::string_view written = after.next();
    if (spelt.empty() || written.empty()) break;
    if (!pith::is_rounded_number(spelt)) continue;
    const auto at = static_cast<std::size_t>(written.data() - formatted.data());
    out.append(formatted, copied, at - copied);
    out += spelt;
    copied = at + written.size();
  }
  return out.append(formatted, copied);
}

std::optional<std::vector<std::string>> lone_header(const loaded& source,
                                                    option_list options) {
  const auto rows = source.doc.root().get_array();
  const std::string& name = source.format->name;
  if (!rows || !rows->empty() || (name != "csv" && name != "tsv")) {
    return std::nullopt;
  }
  const auto table = table_options(*source.format, options);
  if (!table) return std::nullopt;
  pith::interchange::csv_reader reader(*table);
  pith::builder none;
  none.begin_array();
  reader.feed(source.in.text);
  reader.finish();
  if (const auto row = reader.next(none); !row || *row) return std::nullopt;
  const auto columns = reader.header();
  if (columns.empty()) return std::nullopt;
  return std::vector<std::string>(columns.begin(), columns.end());
}

pith::result<std::string> header_line(const std::vector<std::string>& columns,
                                      const pith::codec& format,
                                      option_list options) {
  const auto table = table_options(format, options);
  if (!table) return table.error();
  std::string text;
  pith::string_sink out(text);
  pith::interchange::csv_writer writer(out, *table);
  writer.declare(columns);
  if (const auto done = writer.finish(); !done) return done.error();
  return text;
}

}  // namespace cli
