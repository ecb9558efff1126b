// SPDX-License-Identifier: MIT
#include "mcp/rewrite/result_cutting.hpp"

#include <pith/tool_result.hpp>

#include "mcp/protocol/result_change.hpp"
#include "mcp/query/table_plan.hpp"
#include "mcp/query/table_shape.hpp"
#include "mcp/rewrite/pages/paged_result.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace pith::mcp {

namespace {

/// A preview shows so many rows, and its shape costs so many tokens; with all
/// words it costs no more than this.
constexpr std::size_t preview_rows = 10;
constexpr std::size_t max_shape_tokens = 600;
constexpr std::size_t max_preview_tokens = 2'000;

std::int64_t milliseconds_now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

/// The smaller of two limits, in which 0 stands for none.
std::size_t smaller(std::size_t a, std::size_t b) noexcept {
  if (a == 0 || b == 0) return a + b;
  return std::min(a, b);
}

/// Which texts of a result are cut, and which stand beside them.
class cutting {
 public:
  cutting(rewriting& what, result_store& pages, const page_owner& owner,
          const cut_rules& rules)
      : what_(what), pages_(pages), owner_(owner), rules_(rules) {}

  std::optional<cut_result> run() {
    const bool is_too_large = what_.is_too_large();
    if (!choose_units()) return std::nullopt;
    page_plan plan = make_plan();
    if (!is_too_large && !plan.is_asked) return std::nullopt;
    cut_result out;
    out.format = format_of(plan.kind);
    const std::string handle = pages_.keep(owner_, pack(plan));
    if (handle.empty()) return std::nullopt;
    const auto paged = open(handle);
    std::optional<result_page> page;
    if (paged && plan.is_asked) page = preview(*paged, handle);
    out.is_asked = page.has_value();
    if (paged && is_too_large && !page) {
      page = paged->make(what_.counter(), {}, 1, handle, beside_);
    }
    if (!page || page->is_last) {
      pages_.forget(owner_, handle);
      return std::nullopt;
    }
    pages_.add_mark(owner_, handle, 0, page->next);
    if (out.is_asked) keep_opened(handle, paged);
    if (plan.kind == page_kind::rows && !page->parts.empty()) {
      out.marks = marks_of(*page, out.format);
    }
    out.tokens = page->cost.tokens + beside_.tokens;
    out.result =
        with_content(what_.call(), content_of(*page), what_.drops_structured());
    return out;
  }

 private:
  [[nodiscard]] std::size_t text_count() const {
    return what_.slots().size() + (what_.added().exists ? 1 : 0);
  }
  [[nodiscard]] bool is_added(std::size_t i) const {
    return i == what_.slots().size();
  }
  [[nodiscard]] const content_block& block_of(std::size_t i) const {
    return what_.call().blocks[what_.slots()[i].block];
  }
  [[nodiscard]] bool is_unit(std::size_t i) const {
    return std::find(units_.begin(), units_.end(), i) != units_.end();
  }

  /// The largest text alone, when the others leave it room; else all text
  /// blocks. False when that is not possible.
  bool choose_units() {
    std::vector<text_cost> costs;
    std::size_t main = 0;
    for (std::size_t i = 0; i < text_count(); ++i) {
      costs.push_back(cost_of(what_.counter(), what_.shown_text(i)));
      const bool is_text = is_added(i) || block_of(i).kind == block_text::text;
      if (!is_text) continue;
      if (units_.empty() || is_above(costs[i], costs[main])) main = i;
      units_.push_back(i);
    }
    if (units_.empty()) return false;
    const std::vector<std::size_t> all = std::exchange(units_, {main});
    beside_ = cost_beside(costs);
    if (!leaves_room()) {
      if (what_.added().exists) return false;
      units_ = all;
      beside_ = cost_beside(costs);
      if (!leaves_room()) return false;
    }
    return std::all_of(units_.begin(), units_.end(), [this](std::size_t i) {
      return text::find_invalid_utf8(what_.shown_text(i)) == text::valid_utf8 &&
             (is_added(i) || what_.slots()[i].before);
    });
  }

  static bool is_above(const text_cost& a, const text_cost& b) noexcept {
    return a.tokens != b.tokens ? a.tokens > b.tokens
                                : a.characters > b.characters;
  }

  [[nodiscard]] text_cost cost_beside(
      const std::vector<text_cost>& costs) const {
    text_cost out;
    for (std::size_t i = 0; i < costs.size(); ++i) {
      if (is_unit(i)) continue;
      out.tokens += costs[i].tokens;
      out.characters += costs[i].characters;
    }
    return out;
  }

  [[nodiscard]] bool leaves_room() const noexcept {
    const client_profile& client = what_.client();
    return (client.max_tokens == 0 ||
            beside_.tokens <= client.max_tokens / 4) &&
           (client.max_characters == 0 ||
            beside_.characters <= client.max_characters / 4);
  }

  page_plan make_plan() {
    page_plan plan;
    plan.limits = {what_.client().max_tokens, what_.client().max_characters};
    plan.kept_at = milliseconds_now();
    const std::string_view json =
        units_.size() == 1 ? what_.json_of(units_.front()) : std::string_view{};
    if (!json.empty()) {
      plan.kind = page_kind::rows;
      plan.format = format_of(plan.kind);
      plan.payload = json;
      plan.is_asked = rules_.ask;
      // Pages have a limit, even where the client has none.
      if (rules_.ask && plan.limits.tokens + plan.limits.characters == 0) {
        plan.limits.tokens = rules_.ask_tokens;
      }
      return plan;
    }
    plan.payload = R"({"content":[)";
    for (const std::size_t i : units_) {
      if (i != units_.front()) plan.payload.push_back(',');
      const std::string_view shown = what_.shown_text(i);
      plan.payload.append(is_added(i) ? text_block(shown)
                                      : with_text(block_of(i), shown));
    }
    plan.payload.append("]}");
    return plan;
  }

  [[nodiscard]] std::string_view format_of(page_kind kind) const noexcept {
    if (kind == page_kind::blocks) return "text";
    return what_.format().empty() ? what_.format_before(units_.front())
                                  : what_.format();
  }

  /// Of rows: there is one text that is cut, and all blocks are there.
  [[nodiscard]] std::vector<encoding_mark> marks_of(
      const result_page& page, std::string_view format) const {
    std::vector<encoding_mark> marks = what_.marks();
    const std::size_t unit = units_.front();
    std::size_t block = 0;
    if (!is_added(unit)) {
      block = what_.slots()[unit].block + (what_.added().exists ? 1 : 0);
    }
    std::erase_if(marks, [block](const auto& m) { return m.block == block; });
    marks.push_back({block, page_format(page.parts.front().text, format)});
    return marks;
  }

  [[nodiscard]] std::shared_ptr<const paged_result> open(
      std::string_view handle) {
    auto kept = pages_.find_here(owner_, handle);
    return kept ? paged_result::open(std::move(kept)) : nullptr;
  }

  /// Who may ask will soon do so.
  void keep_opened(std::string_view handle,
                   const std::shared_ptr<const paged_result>& paged) {
    pages_.keep_made(owner_, handle, made_kind::pages, paged,
                     paged->memory_bytes());
  }

  /// The shape and a few rows; nothing when there is no room for them, or
  /// nothing to ask, or that costs more than all of it.
  std::optional<result_page> preview(const paged_result& paged,
                                     std::string_view handle) {
    if (paged.rows() == nullptr) return std::nullopt;
    const auto plan = table_plan::of(paged.root(), paged.rows()->path());
    if (!plan || plan->row_count() < 2) return std::nullopt;
    const client_profile& client = what_.client();
    // Characters are about four times as many as tokens.
    constexpr std::size_t characters_per_token = 4;
    const std::size_t room =
        smaller(smaller(client.max_tokens, rules_.ask_tokens),
                client.max_characters / characters_per_token);
    const std::size_t shape_room =
        room == 0 ? max_shape_tokens : std::min(max_shape_tokens, room / 2);
    const std::string shape = shape_text(*plan, what_.counter(), shape_room);
    if (shape.empty()) return std::nullopt;
    auto page = paged.make_preview(
        what_.counter(), preview_rows,
        room == 0 ? max_preview_tokens : std::min(max_preview_tokens, room),
        handle, shape, beside_);
    const bool saves =
        page && page->cost.tokens + beside_.tokens < what_.tokens_after();
    return saves ? std::move(page) : std::nullopt;
  }

  /// The raw content with this page in the place of what is cut.
  [[nodiscard]] std::string content_of(const result_page& page) const {
    std::string out{'['};
    const bool is_added_cut = is_unit(what_.slots().size());
    if (what_.added().exists && !(is_added_cut && page.parts.empty())) {
      out.append(text_block(is_added_cut
                                ? std::string_view{page.parts.front().text}
                                : what_.added().text));
      out.push_back(',');
    }
    std::size_t slot = 0;
    const std::vector<content_block>& blocks = what_.call().blocks;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const bool has_text =
          slot < what_.slots().size() && what_.slots()[slot].block == i;
      if (append_block(out, blocks[i], page,
                       has_text ? std::optional{slot} : std::nullopt)) {
        out.push_back(',');
      }
      if (has_text) ++slot;
    }
    out.append(text_block(page.trailer)).push_back(']');
    return out;
  }

  /// False when nothing of the block is on the page.
  bool append_block(std::string& out, const content_block& block,
                    const result_page& page,
                    std::optional<std::size_t> slot) const {
    if (!slot || !is_unit(*slot)) {
      const bool changes = slot && what_.slots()[*slot].after;
      out.append(changes ? with_text(block, what_.shown_text(*slot))
                         : std::string(block.raw));
      return true;
    }
    const auto unit = static_cast<std::size_t>(
        std::find(units_.begin(), units_.end(), *slot) - units_.begin());
    for (const result_page::part& part : page.parts) {
      if (part.unit != unit && units_.size() > 1) continue;
      out.append(with_text(block, part.text));
      return true;
    }
    return false;
  }

  rewriting& what_;
  result_store& pages_;
  page_owner owner_;
  cut_rules rules_;
  std::vector<std::size_t> units_{};  // the texts that are cut
  text_cost beside_{};                // of the others
};

}  // namespace

std::string page_format(std::string_view text, std::string_view format) {
  const codec* const with = find_accepted(format);
  const bool is_told = with != nullptr && with->name != "json";
  return is_told && with->decode(text) ? with->name : std::string{};
}

std::optional<cut_result> cut_result_to_page(rewriting& decided,
                                             result_store& pages,
                                             const page_owner& owner,
                                             const cut_rules& rules) {
  const bool is_to_be_asked = rules.ask && rules.ask_tokens != 0 &&
                              decided.tokens_after() > rules.ask_tokens;
  if ((!is_to_be_asked && !decided.is_too_large()) ||
      !decided.make_cuttable()) {
    return std::nullopt;
  }
  auto cut = cutting{decided, pages, owner, rules}.run();
  if (!cut) decided.take_back();
  return cut;
}

}  // namespace pith::mcp
