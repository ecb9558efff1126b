// SPDX-License-Identifier: MIT
#include "console/diagnostics.hpp"
#include "terminal/layout.hpp"
#include "work/comparison.hpp"

#include <algorithm>
#include <filesystem>

namespace cli {

namespace {

// Pixels. Nobody measures text, so it stands in columns beside the bars.
constexpr std::size_t chart_width = 760;
constexpr std::size_t margin = 24;
constexpr std::size_t bars_left = 176;
constexpr std::size_t bars_width = 340;
constexpr std::size_t count_right = 596;
constexpr std::size_t change_right = 660;
constexpr std::size_t mark_left = 672;
constexpr std::size_t bar_height = 18;
constexpr std::size_t bar_step = 26;
constexpr std::size_t head_height = 76;
constexpr std::size_t group_head = 34;
constexpr std::size_t group_gap = 18;
constexpr std::size_t foot_height = 28;
constexpr std::size_t max_groups = 6;

// The colours carry no meaning alone: the winner is named, and losses have a
// plus sign.
constexpr std::string_view style =
    "  <style>\n"
    "    text { font-family: system-ui, -apple-system, \"Segoe UI\", "
    "\"DejaVu Sans\", sans-serif; font-size: 13px; fill: #1f2328 }\n"
    "    .paper { fill: #ffffff }\n"
    "    .title { font-size: 18px; font-weight: 600 }\n"
    "    .name { font-size: 14px; font-weight: 600 }\n"
    "    .muted { fill: #59636e }\n"
    "    .label { text-anchor: end; font-variant-numeric: tabular-nums }\n"
    "    .bar { fill: #6cb1f5 }\n"
    "    .plain { fill: #afb8c1 }\n"
    "    .winner { fill: #2da44e }\n"
    "    .won { fill: #1a7f37; font-weight: 600 }\n"
    "    .loss { fill: #bc4c00 }\n"
    "    .base { stroke: #59636e; stroke-dasharray: 4 3 }\n"
    "    @media (prefers-color-scheme: dark) {\n"
    "      text { fill: #e6edf3 }\n"
    "      .paper { fill: #0d1117 }\n"
    "      .muted { fill: #9198a1 }\n"
    "      .bar { fill: #316dca }\n"
    "      .plain { fill: #57606a }\n"
    "      .winner { fill: #2ea043 }\n"
    "      .won { fill: #3fb950 }\n"
    "      .loss { fill: #f0883e }\n"
    "      .base { stroke: #9198a1 }\n"
    "    }\n"
    "  </style>\n";

/// Text of XML; what no XML may hold has become '?'.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string attribute(std::string_view name, std::size_t value) {
  return ' ' + std::string(name) + "=\"" + std::to_string(value) + '"';
}

std::string text_at(std::size_t x, std::size_t y, std::string_view kind,
                    const std::string& words) {
  return "  <text" + attribute("x", x) + attribute("y", y) +
         (kind.empty() ? "" : " class=\"" + std::string(kind) + '"') + '>' +
         words + "</text>\n";
}

/// The name of a file without its directory, cut.
std::string short_name(std::string_view file, std::size_t columns) {
  const std::string name = std::filesystem::path(file).filename().string();
  return escaped(cut_to(printable(name.empty() ? file : std::string_view(name)),
                        columns, "\u2026"));
}

/// What the numbers are of: "a.json", "a.json, b.csv and 17 more files".
std::string names_of(const comparison& all) {
  constexpr std::size_t most = 3;
  const std::size_t named = std::min(all.files.size(), most);
  std::string out;
  for (std::size_t i = 0; i < named; ++i) {
    const bool ends = i + 1 == named && named == all.files.size();
    if (i > 0) out += ends ? " and " : ", ";
    out += short_name(all.files[i].name, 24);
  }
  const std::size_t rest = all.files.size() - named;
  if (rest > 0) {
    out += " and " + counted(rest, "more file");
  }
  return out;
}

class chart {
 public:
  explicit chart(const comparison& all) : all_(all) {}

  std::string text() {
    const bool has_groups =
        all_.files.size() > 1 && all_.files.size() <= max_groups;
    y_ = head_height;
    if (has_groups) {
      for (const compared& file : all_.files) {
        body_ += text_at(margin, y_ + 14, "name", short_name(file.name, 80));
        y_ += group_head - 8;
        add_group(file, false);
        y_ += group_gap;
      }
    } else {
      add_group(all_.total(), all_.files.size() > 1);
      y_ += group_gap;
    }
    body_ += text_at(margin, y_ + 8, "muted",
                     "The dashed line is compact JSON; percentages are against "
                     "it.");
    const std::size_t height = y_ + foot_height;
    const std::string title = "Tokens in each format";
    const std::string subtitle = escaped(all_.tokenizer) +
                                 (all_.is_estimate ? " (an estimate)" : "") +
                                 " \u00b7 " + names_of(all_);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\"" +
           attribute("width", chart_width) + attribute("height", height) +
           " viewBox=\"0 0 " + std::to_string(chart_width) + ' ' +
           std::to_string(height) + "\" role=\"img\">\n  <title>" + title +
           ", " + subtitle + "</title>\n" + std::string(style) +
           "  <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n" +
           text_at(margin, 34, "title", title) +
           text_at(margin, 56, "muted", subtitle) + body_ + "</svg>\n";
  }

 private:
  void add_group(const compared& one, bool is_sum) {
    // What auto would take is the cheapest, unless several files are summed.
    const std::size_t count = all_.columns.size() - (is_sum ? 0 : 1);
    const std::size_t most =
        std::max<std::size_t>(*std::ranges::max_element(one.tokens), 1);
    const auto length = [&](std::size_t tokens) {
      return std::max<std::size_t>(bars_width * tokens / most, 1);
    };
    const std::size_t base = one.tokens[comparison::json];
    const std::size_t top = y_;
    const std::size_t winner = one.cheapest();
    for (std::size_t i = 0; i < count; ++i) {
      add_bar(i, one.tokens[i], base, length(one.tokens[i]), i == winner);
    }
    const std::size_t x = bars_left + length(base);
    body_ += "  <line class=\"base\"" + attribute("x1", x) +
             attribute("y1", top - 6) + attribute("x2", x) +
             attribute("y2", y_ - bar_step + bar_height + 6) + "/>\n";
  }

  void add_bar(std::size_t column, std::size_t tokens, std::size_t base,
               std::size_t length, bool is_winner) {
    const bool is_json = column <= comparison::json;
    const std::size_t middle = y_ + 14;
    body_ +=
        text_at(bars_left - 10, middle, "label", escaped(all_.columns[column]));
    body_ += "  <rect class=\"";
    body_ += is_winner ? "winner" : is_json ? "plain" : "bar";
    body_ += '"' + attribute("x", bars_left) + attribute("y", y_) +
             attribute("width", length) + attribute("height", bar_height) +
             " rx=\"2\"/>\n";
    const std::string_view kind = is_winner ? " won" : "";
    body_ += text_at(count_right, middle, "label" + std::string(kind),
                     grouped(tokens));
    if (column != comparison::json) {
      body_ += text_at(change_right, middle,
                       is_winner       ? "label won"
                       : tokens > base ? "label loss"
                                       : "label muted",
                       change(tokens, base));
    }
    if (is_winner) body_ += text_at(mark_left, middle, "won", "cheapest");
    if (column == all_.best()) {
      body_ += text_at(mark_left, middle, "muted", "best of each");
    }
    y_ += bar_step;
  }

  const comparison& all_;
  std::size_t y_ = 0;
  std::string body_;
};

}  // namespace

std::string compare_svg(const comparison& all) { return chart{all}.text(); }

}  // namespace cli
