// SPDX-License-Identifier: MIT
/// @file
/// The page of statistics, put together from style, content and script. The
/// policy in its head lets nothing in from elsewhere.
#include "mcp/observe/metrics.hpp"
#include "mcp/observe/stats_page_script.hpp"
#include "mcp/observe/stats_page_style.hpp"

#include <algorithm>
#include <array>

namespace pith::mcp {

namespace {

constexpr std::string_view head = R"page(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none';
 style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self';
 base-uri 'none'; form-action 'none'">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>pith: statistics</title>
<style>
)page";

constexpr std::string_view body = R"page(</style>
</head>
<body>
<header>
  <h1>pith <span>statistics</span></h1>
  <p id="state" role="status">Loading</p>
</header>
<main>
  <section id="asking" hidden>
    <h2>A token is needed</h2>
    <p class="note">The gateway lets in only those who have one. It is kept
      until this page is closed.</p>
    <form class="ask" id="ask">
      <label for="token">Token</label>
      <input id="token" type="password" autocomplete="off" required>
      <button>Show</button>
    </form>
  </section>
  <noscript><div class="empty"><h2>This page needs its script</h2>
    <p>The metrics themselves are at stats.json.</p></div></noscript>
  <div class="empty" id="empty" hidden>
    <h2>No tool calls yet</h2>
    <p>Point a client at this gateway. What its tool results cost, and what
      they would have cost, will be drawn here as they go by.</p>
  </div>
  <section id="totals" aria-label="Totals" hidden>
    <dl class="figures" id="figures"></dl>
  </section>
  <div class="pair" id="charts" hidden>
    <div class="stack">
      <section id="servers-part">
        <p class="legend"><span class="key">before</span><span
          class="key after">after</span></p>
        <h2>Servers</h2>
        <p class="note">Tokens of results</p>
        <ul class="rows" id="servers"></ul>
      </section>
      <section id="passed-part">
        <h2>Why results passed</h2>
        <p class="note">Sent as they came</p>
        <ul class="rows" id="passed"></ul>
      </section>
    </div>
    <div class="stack">
      <section id="tools-part">
        <p class="legend"><span class="key">before</span><span
          class="key after">after</span></p>
        <h2>Tools</h2>
        <p class="note" id="tools-note"></p>
        <ul class="rows" id="tools"></ul>
      </section>
      <section id="lists-part">
        <p class="legend"><span class="key">before</span><span
          class="key after">after</span></p>
        <h2>Tool lists</h2>
        <p class="note">Tokens of the last list of each server</p>
        <ul class="rows" id="lists"></ul>
      </section>
    </div>
  </div>
  <section id="all" hidden>
    <div class="above">
      <h2>All tools</h2>
      <input id="filter" type="search" placeholder="Filter"
        aria-label="Filter by server or tool">
    </div>
    <div class="scroll" tabindex="0" role="region" aria-label="All tools">
      <table>
        <thead><tr id="head"></tr></thead>
        <tbody id="body"></tbody>
      </table>
    </div>
  </section>
  <section id="now-part" hidden>
    <h2>Gateway</h2>
    <p class="note" id="up"></p>
    <dl class="now" id="now"></dl>
  </section>
</main>
<script>
)page";

constexpr std::string_view tail = R"page(</script>
</body>
</html>
)page";

constexpr std::array parts{head, stats_page_style, body, stats_page_script,
                           tail};

constexpr std::size_t page_bytes = [] {
  std::size_t sum = 0;
  for (const std::string_view part : parts) sum += part.size();
  return sum;
}();

constexpr std::array<char, page_bytes> page = [] {
  std::array<char, page_bytes> all{};
  auto* at = all.begin();
  for (const std::string_view part : parts) {
    at = std::copy(part.begin(), part.end(), at);
  }
  return all;
}();

}  // namespace

std::string_view stats_page() noexcept { return {page.data(), page.size()}; }

}  // namespace pith::mcp
