// SPDX-License-Identifier: MIT
/// @file
/// How the page of statistics looks, by day and by night.
#ifndef PITH_MCP_OBSERVE_STATS_PAGE_STYLE_HPP
#define PITH_MCP_OBSERVE_STATS_PAGE_STYLE_HPP

#include <string_view>

namespace pith::mcp {

inline constexpr std::string_view stats_page_style = R"page(:root {
  --paper: #f6f6f2; --card: #ffffff; --ink: #1b1f23; --soft: #59616a;
  --line: #e2e2dc; --before: #b4bcc4; --after: #15784a; --good: #15784a;
  --warn: #9a4a00; --hover: #f1f3ee;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #121517; --card: #1a1e21; --ink: #e9ebed; --soft: #9ba5ae;
    --line: #2b3136; --before: #505a63; --after: #43bf86; --good: #5bd39b;
    --warn: #f0a35a; --hover: #20262a;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans",
        "DejaVu Sans", sans-serif;
}
header, main { max-width: 72rem; margin: 0 auto; padding: 0 1.25rem; }
header {
  display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 1rem;
  padding-top: 1.5rem; padding-bottom: 1rem;
}
h1 { margin: 0; font-size: 1.25rem; letter-spacing: -.01em; }
h1 span { color: var(--soft); font-weight: 400; }
h2 { margin: 0 0 .15rem; font-size: 1rem; }
#state { margin: 0 0 0 auto; color: var(--soft); font-size: .85rem; }
#state::before {
  content: ""; display: inline-block; width: .55em; height: .55em;
  margin-right: .5em; border-radius: 50%; background: var(--soft);
}
#state.live::before { background: var(--good); }
#state.lost { color: var(--warn); }
#state.lost::before { background: var(--warn); }
main { padding-bottom: 3rem; }
main, .pair, .stack, .rows {
  display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr);
}
section, .empty {
  background: var(--card); border: 1px solid var(--line);
  border-radius: 10px; padding: 1.1rem 1.25rem 1.25rem;
}
.note { margin: 0 0 .9rem; color: var(--soft); font-size: .85rem; }
@media (min-width: 56rem) {
  .pair { grid-template-columns: repeat(2, minmax(0, 1fr)); }
}
.pair { align-items: start; }

.figures {
  display: grid; gap: 1.1rem 1.5rem; margin: 0;
  grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr));
}
.figures div { display: flex; flex-direction: column; }
.figures dt { color: var(--soft); font-size: .8rem; }
.figures dd { margin: 0; }
.figures .big {
  font-size: 1.55rem; font-weight: 650; line-height: 1.25;
  letter-spacing: -.02em; font-variant-numeric: tabular-nums;
}
.figures .small { color: var(--soft); font-size: .8rem; }
.figures .first .big { color: var(--good); }

.rows { list-style: none; margin: 0; padding: 0; gap: .7rem; }
.rows .label {
  display: flex; flex-wrap: wrap; gap: 0 1rem;
  justify-content: space-between;
}
.rows .name, td.text {
  overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
}
.rows .name { max-width: 100%; }
.rows .name small { color: var(--soft); font-size: .85em; }
.rows .value {
  color: var(--soft); font-size: .85rem; margin-left: auto;
  font-variant-numeric: tabular-nums;
}
.rows .value b { color: var(--good); font-weight: 600; }
.rows .value b.none { color: var(--soft); font-weight: 400; }
.bar { position: relative; height: .6rem; margin-top: .2rem; }
.bar i {
  position: absolute; left: 0; top: 0; bottom: 0; border-radius: 3px;
  min-width: 2px; background: var(--before);
  transition: width .4s ease-out;
}
.bar i.after { background: var(--after); }
@media (prefers-reduced-motion: reduce) { .bar i { transition: none; } }
.key::before {
  content: ""; display: inline-block; width: .7em; height: .7em;
  border-radius: 2px; margin: 0 .4em 0 0; background: var(--before);
}
.key.after::before { background: var(--after); }
.key + .key { margin-left: 1rem; }
.legend { float: right; margin: 0; font-size: .8rem; color: var(--soft); }

.above {
  display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: baseline;
  justify-content: space-between; margin-bottom: .6rem;
}
input, .ask button {
  font: inherit; color: inherit; background: var(--paper);
  border: 1px solid var(--line); border-radius: 6px; padding: .3rem .6rem;
  max-width: 100%;
}
.scroll { overflow-x: auto; margin: 0 -1.25rem -1.25rem; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; }
th, td {
  padding: .4rem .6rem; text-align: right; white-space: nowrap;
  border-top: 1px solid var(--line); font-variant-numeric: tabular-nums;
}
th:first-child, td:first-child { padding-left: 1.25rem; }
th:last-child, td:last-child { padding-right: 1.25rem; }
th.text, td.text { text-align: left; }
td.text { max-width: 19rem; }
td.text:first-child { color: var(--soft); max-width: 12rem; }
@media (max-width: 36rem) {
  th, td { padding-left: .45rem; padding-right: .45rem; }
  td.text { max-width: 8.5rem; }
  td.text:first-child { max-width: 6rem; }
}
tbody tr:hover { background: var(--hover); }
td b { color: var(--good); font-weight: 600; }
td b.none { color: var(--soft); font-weight: 400; }
thead th { padding-top: .2rem; padding-bottom: .2rem; font-weight: 400; }
thead button {
  all: unset; cursor: pointer; color: var(--soft); font-size: .8rem;
  padding: .25rem 0;
}
thead button:hover { color: var(--ink); }
thead [aria-sort] button { color: var(--ink); font-weight: 600; }
thead [aria-sort="descending"] button::before { content: "\2193\a0"; }
thead [aria-sort="ascending"] button::before { content: "\2191\a0"; }
:focus-visible { outline: 2px solid var(--after); outline-offset: 2px; }

.now { columns: 2 9rem; column-gap: 2rem; margin: 0; font-size: .9rem; }
.now div {
  display: flex; justify-content: space-between; gap: 1rem;
  break-inside: avoid; padding: .2rem 0;
}
.now dt { color: var(--soft); }
.now dd { margin: 0; font-variant-numeric: tabular-nums; }
.empty { text-align: center; padding: 3.5rem 1.5rem; }
.empty p { margin: .4rem auto 0; max-width: 34rem; color: var(--soft); }
.ask { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; }
.ask button { cursor: pointer; }
)page";

}  // namespace pith::mcp

#endif  // PITH_MCP_OBSERVE_STATS_PAGE_STYLE_HPP
