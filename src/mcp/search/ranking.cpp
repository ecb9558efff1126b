// SPDX-License-Identifier: MIT
#include "mcp/search/ranking.hpp"

#include "mcp/search/words.hpp"

#include <map>
#include <string>

namespace pith::mcp {

namespace {

using deed_map = std::map<std::string, deed, std::less<>>;

void put(deed_map& into, deed what,
         std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words) {
    into.emplace(base_form(word), what);
  }
}

deed_map make_deeds() {
  deed_map out;
  put(out, deed::read,
      {"get",      "list",    "read",     "show",  "search",  "find",
       "retrieve", "query",   "describe", "fetch", "view",    "see",
       "what",     "which",   "who",      "where", "how",     "when",
       "look",     "display", "print",    "count", "download"});
  put(out, deed::create,
      {"create", "add", "post", "insert", "new", "make", "append", "write",
       "start", "upload", "attach", "send", "push", "save", "leave"});
  put(out, deed::change,
      {"update", "edit", "patch", "change", "set", "rename", "modify", "move",
       "replace", "rewrite", "alter", "adjust", "fix", "correct", "mark",
       "assign", "close", "toggle"});
  put(out, deed::remove,
      {"delete", "remove", "erase", "forget", "discard", "purge", "throw",
       "trash", "drop", "clear", "wipe"});
  return out;
}

}  // namespace

deed deed_of(std::string_view base) {
  static const deed_map deeds = make_deeds();
  const auto found = deeds.find(base);
  return found == deeds.end() ? deed::none : found->second;
}

}  // namespace pith::mcp
