// SPDX-License-Identifier: MIT
#include "dialect.hpp"

namespace pith_tests {

namespace {

struct choices {
  bool carriage_returns;
  bool comments;
  bool no_last_feed;
  bool blanks;
  bool deeper_attachments;
  bool deferred;
  bool summary;
};

// Puts blanks around the delimiters of a line. What a canonical text has
// outside quotes and outside a field declaration is never part of a string:
// strings with a delimiter are quoted in every place.
void append_spaced(std::string_view line, random_source& random,
                   std::string& out) {
  bool quoted = false;
  int braces = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '\\') {
      out += c;
      out += line[++i];
      continue;
    }
    if (c == '"') {
      quoted = !quoted;
    }
    if (quoted) {
      out += c;
      continue;
    }
    braces += c == '{' ? 1 : c == '}' ? -1 : 0;
    if ((c == '|' || c == ',') && braces == 0) {
      out.append(random.below(3), ' ');
      out += c;
      out.append(random.below(3), ' ');
    } else {
      out += c;
    }
  }
}

// The count of a root array or map with a field declaration, as `[?]`.
// Returns the count, or nothing when the line is something else.
std::string_view append_deferred(std::string_view line, std::string& out) {
  const std::size_t close = line.find(']');
  const bool table = line.starts_with("## [") &&
                     close != std::string_view::npos &&
                     line.substr(close).starts_with("]{");
  if (!table) {
    out += line;
    return {};
  }
  std::string_view count = line.substr(4, close - 4);
  const bool keyed = count.ends_with(':');
  count.remove_suffix(keyed ? 1 : 0);
  out += keyed ? "## [?:" : "## [?";
  out += line.substr(close);
  return count;
}

// A line between lines. Comments may have any indent.
void append_nothing(random_source& random, std::string_view feed,
                    std::string& out) {
  switch (random.below(8)) {
    case 0:
      out += "# a comment, with | and [1]: and \"";
      out += feed;
      return;
    case 1:
      out += "    # indented";
      out += feed;
      return;
    case 2:
      out += feed;
      return;
    default:
      return;
  }
}

// Rows of a table begin with a cell, which a blank would precede; keys and
// markers must not be touched. Only a line that begins with neither can tell.
bool may_be_spaced(std::string_view line) { return !line.starts_with("##"); }

}  // namespace

void write_dialect(std::string_view wire, random_source& random,
                   std::string& out) {
  const std::uint32_t bits = random.below(128);
  const choices with{(bits & 1U) != 0, (bits & 2U) != 0,  (bits & 4U) != 0,
                     (bits & 8U) != 0, (bits & 16U) != 0, (bits & 32U) != 0,
                     (bits & 64U) != 0};
  const std::string_view feed = with.carriage_returns ? "\r\n" : "\n";
  std::string_view count;
  out.clear();
  for (std::size_t number = 0; !wire.empty(); ++number) {
    const std::size_t end = wire.find('\n');
    std::string_view line = wire.substr(0, end);
    wire.remove_prefix(end + 1);
    if (number > 0 && with.comments) {
      append_nothing(random, feed, out);
    }
    const std::size_t indent = line.find_first_not_of(' ');
    if (number == 1 && with.deferred) {
      count = append_deferred(line, out);
    } else if (number > 0 && indent != std::string_view::npos) {
      out.append(indent, ' ');
      line.remove_prefix(indent);
      if (with.deeper_attachments && line.starts_with('.')) {
        out += "  ";
      }
      if (with.blanks && may_be_spaced(line)) {
        append_spaced(line, random, out);
      } else {
        out += line;
      }
    } else {
      out += line;
    }
    out += feed;
  }
  if (!count.empty() && with.summary) {
    out += "##! summary counts=";
    out += count;
    out += feed;
  }
  if (with.no_last_feed) {
    out.resize(out.size() - feed.size());
  }
}

}  // namespace pith_tests
