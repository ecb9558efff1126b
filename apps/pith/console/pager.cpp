// SPDX-License-Identifier: MIT
#include "console/pager.hpp"

#include "console/progress.hpp"
#include "system/descriptors.hpp"
#include "system/pager_run.hpp"
#include "terminal/terminal.hpp"

#include <algorithm>
#include <cstdlib>

namespace cli {

namespace {

bool is_blank(std::string_view text) {
  return text.find_first_not_of(' ') == std::string_view::npos;
}

}  // namespace

bool needs_pager(std::string_view text) {
  if (!is_terminal(standard_output)) return false;
  // NOLINTNEXTLINE(concurrency-mt-unsafe): one thread
  const char* const given = std::getenv("PAGER");
  if (given != nullptr && is_blank(given)) return false;
  const auto lines = std::ranges::count(text, '\n');
  return static_cast<std::size_t>(lines) >= terminal_height(standard_output);
}

bool page(std::string_view text) {
  end_progress();
  const std::string_view given = environment("PAGER");
  return run_pager(given.empty() ? usual_pager() : given, text);
}

}  // namespace cli
