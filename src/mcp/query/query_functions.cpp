// SPDX-License-Identifier: MIT
#include "mcp/query/query_functions.hpp"

#include "mcp/system/find_bytes.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pith::mcp {

namespace {

/// In order. What is random, reads or writes something else, makes large
/// values of nothing, or takes long for small texts is not among them.
constexpr auto allowed = std::to_array<std::string_view>({
    "->",
    "->>",
    "abs",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "avg",
    "ceil",
    "ceiling",
    "char",
    "coalesce",
    "cos",
    "cosh",
    "count",
    "cume_dist",
    "current_date",
    "current_time",
    "current_timestamp",
    "date",
    "datetime",
    "degrees",
    "dense_rank",
    "exp",
    "first_value",
    "floor",
    "format",
    "glob",
    "group_concat",
    "hex",
    "ifnull",
    "iif",
    "instr",
    "json",
    "json_array",
    "json_array_length",
    "json_each",
    "json_extract",
    "json_group_array",
    "json_group_object",
    "json_insert",
    "json_object",
    "json_quote",
    "json_remove",
    "json_replace",
    "json_set",
    "json_tree",
    "json_type",
    "json_valid",
    "julianday",
    "lag",
    "last_value",
    "lead",
    "length",
    "like",
    "likelihood",
    "likely",
    "ln",
    "log",
    "log10",
    "log2",
    "lower",
    "ltrim",
    "max",
    "min",
    "mod",
    "nth_value",
    "ntile",
    "nullif",
    "percent_rank",
    "pi",
    "pow",
    "power",
    "printf",
    "quote",
    "radians",
    "rank",
    "replace",
    "round",
    "row_number",
    "rtrim",
    "sign",
    "sin",
    "sinh",
    "sqrt",
    "strftime",
    "substr",
    "substring",
    "sum",
    "tan",
    "tanh",
    "time",
    "total",
    "trim",
    "trunc",
    "typeof",
    "unicode",
    "unixepoch",
    "unlikely",
    "upper",
});
static_assert(std::is_sorted(allowed.begin(), allowed.end()));

/// Steps after which a loop asks the clock.
constexpr std::size_t steps_per_look = 1U << 12U;

using arguments = std::span<sqlite3_value*>;

query_clock& clock_of(sqlite3_context* context) {
  return *static_cast<query_clock*>(sqlite3_user_data(context));
}

/// Steps of SQLite that take as long as a call with so many bytes, about.
std::uint64_t steps_of(std::size_t bytes) noexcept {
  constexpr std::size_t bytes_per_step = 16;
  return 1 + bytes / bytes_per_step;
}

bool is_null(sqlite3_value* v) { return sqlite3_value_type(v) == SQLITE_NULL; }

bool is_blob(sqlite3_value* v) { return sqlite3_value_type(v) == SQLITE_BLOB; }

/// The bytes of a value; as text unless it is a blob.
std::string_view bytes_of(sqlite3_value* v) {
  const void* const data =
      is_blob(v) ? sqlite3_value_blob(v) : sqlite3_value_text(v);
  if (data == nullptr) return {};
  return {static_cast<const char*>(data),
          static_cast<std::size_t>(sqlite3_value_bytes(v))};
}

/// False when the query has to end; then its error is set.
bool may_go_on(sqlite3_context* context, arguments args) {
  std::size_t bytes = 0;
  for (sqlite3_value* const each : args) bytes += bytes_of(each).size();
  if (clock_of(context).go_on(steps_of(bytes))) return true;
  sqlite3_result_error_code(context, SQLITE_INTERRUPT);
  return false;
}

bool is_inside_character(char c) noexcept {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// The bytes of the first character; there must be one. As SQLite has it, any
/// byte begins a character that its continuations end.
std::string_view first_character(std::string_view text) noexcept {
  std::size_t end = 1;
  if (static_cast<unsigned char>(text.front()) >= 0xC0U) {
    while (end < text.size() && is_inside_character(text[end])) ++end;
  }
  return text.substr(0, end);
}

char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// One step of a pattern.
struct pattern_step {
  enum class type : std::uint8_t { character, any_one, any_run, set };
  type what = type::character;
  std::string_view text{};  ///< the character; of a set all between [ and ]
};

/// A pattern of LIKE or GLOB, read.
class pattern {
 public:
  static pattern of_like(std::string_view text, std::string_view escape) {
    pattern out;
    out.ignores_case_ = true;
    while (!text.empty()) {
      std::string_view c = first_character(text);
      text.remove_prefix(c.size());
      if (!escape.empty() && c == escape) {
        if (text.empty()) {
          out.matches_nothing_ = true;
          break;
        }
        c = first_character(text);
        text.remove_prefix(c.size());
        out.add(pattern_step::type::character, c);
      } else if (c == "%") {
        out.add(pattern_step::type::any_run, c);
      } else {
        out.add(c == "_" ? pattern_step::type::any_one
                         : pattern_step::type::character,
                c);
      }
    }
    return out;
  }

  static pattern of_glob(std::string_view text) {
    pattern out;
    while (!text.empty()) {
      const std::string_view c = first_character(text);
      text.remove_prefix(c.size());
      if (c == "[") {
        // A ] that comes first, or after ^, is one of the set.
        const std::size_t skip =
            text.starts_with("^]")                           ? 2
            : text.starts_with(']') || text.starts_with('^') ? 1
                                                             : 0;
        const std::size_t end = text.find(']', skip);
        if (end == text.npos) {
          out.matches_nothing_ = true;
          break;
        }
        out.add(pattern_step::type::set, text.substr(0, end));
        text.remove_prefix(end + 1);
      } else if (c == "*") {
        out.add(pattern_step::type::any_run, c);
      } else {
        out.add(c == "?" ? pattern_step::type::any_one
                         : pattern_step::type::character,
                c);
      }
    }
    return out;
  }

  /// Nothing when the clock says no. At most as many steps as text and pattern
  /// multiplied: only the last run that was begun grows.
  [[nodiscard]] std::optional<bool> matches(std::string_view text,
                                            query_clock& clock) const {
    if (matches_nothing_) return false;
    std::size_t at = 0;
    std::size_t step = 0;
    std::optional<std::size_t> after_run;  // the step after the last run
    std::size_t run_end = 0;
    std::size_t done = 0;
    while (at < text.size() || step < steps_.size()) {
      if (++done >= steps_per_look && !clock.go_on(std::exchange(done, 0))) {
        return std::nullopt;
      }
      if (step < steps_.size() &&
          steps_[step].what == pattern_step::type::any_run) {
        after_run = ++step;
        run_end = at;
        continue;
      }
      if (at < text.size() && step < steps_.size()) {
        const std::string_view c = first_character(text.substr(at));
        if (fits(steps_[step], c)) {
          at += c.size();
          ++step;
          continue;
        }
      }
      if (!after_run || run_end >= text.size()) return false;
      run_end += first_character(text.substr(run_end)).size();
      const std::size_t before = run_end;
      run_end = next_place(text, run_end, *after_run);
      done += run_end - before;
      at = run_end;
      step = *after_run;
    }
    return true;
  }

 private:
  void add(pattern_step::type what, std::string_view text) {
    steps_.push_back({what, text});
  }

  /// From `at` on, the first place where `step` may fit. Only a plain letter is
  /// looked for; its byte is not a part of another character.
  [[nodiscard]] std::size_t next_place(std::string_view text, std::size_t at,
                                       std::size_t step) const noexcept {
    if (step == steps_.size() ||
        steps_[step].what != pattern_step::type::character ||
        steps_[step].text.size() != 1) {
      return at;
    }
    const char wanted = steps_[step].text.front();
    const char folded = lower(wanted);
    while (at < text.size() && text[at] != wanted &&
           !(ignores_case_ && lower(text[at]) == folded)) {
      ++at;
    }
    return at;
  }

  [[nodiscard]] bool fits(const pattern_step& step, std::string_view c) const {
    switch (step.what) {
      case pattern_step::type::character:
        return step.text == c ||
               (ignores_case_ && c.size() == 1 && step.text.size() == 1 &&
                lower(c.front()) == lower(step.text.front()));
      case pattern_step::type::any_one:
        return true;
      case pattern_step::type::set:
        return is_in_set(step.text, c);
      case pattern_step::type::any_run:
        break;
    }
    return false;
  }

  /// `set` is what stands between [ and ]: `^` turns it round, `a-z` is a
  /// range.
  static bool is_in_set(std::string_view set, std::string_view c) {
    const bool is_turned = set.starts_with('^');
    if (is_turned) set.remove_prefix(1);
    bool is_in = false;
    std::string_view before;
    while (!set.empty()) {
      const std::string_view one = first_character(set);
      set.remove_prefix(one.size());
      if (one == "-" && !before.empty() && !set.empty()) {
        const std::string_view last = first_character(set);
        set.remove_prefix(last.size());
        // Code points sort as their bytes do.
        is_in = is_in || (before <= c && c <= last);
        before = {};
      } else {
        is_in = is_in || one == c;
        before = one;
      }
    }
    return is_in != is_turned;
  }

  std::vector<pattern_step> steps_{};
  bool ignores_case_ = false;
  bool matches_nothing_ = false;
};

/// A pattern that was read, with the texts that it views.
struct kept_pattern {
  std::string text{};
  std::string escape{};
  pattern read{};
};

void match(sqlite3_context* context, const pattern& read,
           std::string_view text) {
  const auto matches = read.matches(text, clock_of(context));
  if (matches) {
    sqlite3_result_int(context, *matches ? 1 : 0);
  } else {
    sqlite3_result_error_code(context, SQLITE_INTERRUPT);
  }
}

/// Which patterns are read.
enum class pattern_kind : std::uint8_t { like, glob };

/// A pattern is mostly the same for all rows: SQLite keeps what was made of it,
/// as long as it is a constant.
void match_kept(sqlite3_context* context, std::string_view text,
                std::string_view escape, pattern_kind kind,
                std::string_view subject) {
  const auto* const kept =
      static_cast<const kept_pattern*>(sqlite3_get_auxdata(context, 0));
  if (kept != nullptr && kept->text == text && kept->escape == escape) {
    match(context, kept->read, subject);
    return;
  }
  auto fresh = std::make_unique<kept_pattern>();
  fresh->text = text;
  fresh->escape = escape;
  fresh->read = kind == pattern_kind::glob
                    ? pattern::of_glob(fresh->text)
                    : pattern::of_like(fresh->text, fresh->escape);
  match(context, fresh->read, subject);
  // Without memory SQLite deletes it at once.
  sqlite3_set_auxdata(context, 0, fresh.release(), [](void* old) {
    const std::unique_ptr<kept_pattern> end{static_cast<kept_pattern*>(old)};
  });
}

/// The pattern of a LIKE or GLOB; nothing when it is too long or no text.
std::optional<std::string_view> pattern_text(sqlite3_context* context,
                                             sqlite3_value* v) {
  const std::string_view text = bytes_of(v);
  if (text.size() <= max_pattern_bytes) return text;
  sqlite3_result_error(context, "a pattern of LIKE or GLOB is too long", -1);
  return std::nullopt;
}

/// As SQLite is built for Debian, nothing of a blob is like anything.
bool has_blob(sqlite3_context* context, sqlite3_value* a, sqlite3_value* b) {
  if (!is_blob(a) && !is_blob(b)) return false;
  sqlite3_result_int(context, 0);
  return true;
}

void like(sqlite3_context* context, int count, sqlite3_value** values) {
  const arguments args{values, static_cast<std::size_t>(count)};
  if (!may_go_on(context, args) || has_blob(context, args[0], args[1])) return;
  std::string_view escape;
  if (args.size() == 3) {
    if (is_null(args[2])) return;
    escape = bytes_of(args[2]);
    if (escape.empty() || first_character(escape).size() != escape.size()) {
      sqlite3_result_error(context,
                           "ESCAPE expression must be a single character", -1);
      return;
    }
  }
  if (is_null(args[0]) || is_null(args[1])) return;
  if (const auto text = pattern_text(context, args[0])) {
    match_kept(context, *text, escape, pattern_kind::like, bytes_of(args[1]));
  }
}

void glob(sqlite3_context* context, int count, sqlite3_value** values) {
  const arguments args{values, static_cast<std::size_t>(count)};
  if (!may_go_on(context, args) || has_blob(context, args[0], args[1]) ||
      is_null(args[0]) || is_null(args[1])) {
    return;
  }
  if (const auto text = pattern_text(context, args[0])) {
    match_kept(context, *text, {}, pattern_kind::glob, bytes_of(args[1]));
  }
}

void instr(sqlite3_context* context, int count, sqlite3_value** values) {
  const arguments args{values, static_cast<std::size_t>(count)};
  if (!may_go_on(context, args) || is_null(args[0]) || is_null(args[1])) return;
  const bool are_blobs = is_blob(args[0]) && is_blob(args[1]);
  const std::string_view text = bytes_of(args[0]);
  const std::size_t at = find_bytes(text, bytes_of(args[1]));
  if (at == text.npos) {
    sqlite3_result_int(context, 0);
    return;
  }
  const std::string_view before = text.substr(0, at);
  const auto inside =
      std::count_if(before.begin(), before.end(), is_inside_character);
  const auto characters = static_cast<std::int64_t>(at) - inside;
  sqlite3_result_int64(
      context, (are_blobs ? static_cast<std::int64_t>(at) : characters) + 1);
}

void replace(sqlite3_context* context, int count, sqlite3_value** values) {
  const arguments args{values, static_cast<std::size_t>(count)};
  if (!may_go_on(context, args) || is_null(args[0]) || is_null(args[1])) return;
  std::string_view text = bytes_of(args[0]);
  const std::string_view what = bytes_of(args[1]);
  if (what.empty() && !is_blob(args[0])) {
    sqlite3_result_value(context, args[0]);
    return;
  }
  if (what.empty()) {
    sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT,
                          SQLITE_UTF8);
    return;
  }
  if (is_null(args[2])) return;
  const std::string_view with = bytes_of(args[2]);
  std::string out;
  for (;;) {
    const std::size_t at = find_bytes(text, what);
    out.append(text.substr(0, at));
    if (at == text.npos) break;
    out.append(with);
    text.remove_prefix(at + what.size());
    if (out.size() > max_text_bytes) {
      sqlite3_result_error_toobig(context);
      return;
    }
  }
  sqlite3_result_text64(context, out.data(), out.size(), SQLITE_TRANSIENT,
                        SQLITE_UTF8);
}

/// Which ends are trimmed.
enum class trimmed_end : std::uint8_t { left = 1, right = 2, both = 3 };

void trim(sqlite3_context* context, arguments args, trimmed_end which) {
  if (!may_go_on(context, args) || is_null(args[0]) || is_null(args[1])) return;
  std::string_view text = bytes_of(args[0]);
  std::string_view set = bytes_of(args[1]);
  if (set.size() > max_pattern_bytes) {
    sqlite3_result_error(context, "the characters to trim are too many", -1);
    return;
  }
  std::vector<std::string_view> characters;
  while (!set.empty()) {
    characters.push_back(first_character(set));
    set.remove_prefix(characters.back().size());
  }
  const auto ends = static_cast<unsigned>(which);
  for (bool goes_on = (ends & 1U) != 0; goes_on;) {
    goes_on = std::any_of(characters.begin(), characters.end(),
                          [&](std::string_view c) {
                            if (!text.starts_with(c)) return false;
                            text.remove_prefix(c.size());
                            return true;
                          });
  }
  for (bool goes_on = (ends & 2U) != 0; goes_on;) {
    goes_on = std::any_of(characters.begin(), characters.end(),
                          [&](std::string_view c) {
                            if (!text.ends_with(c)) return false;
                            text.remove_suffix(c.size());
                            return true;
                          });
  }
  sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT,
                        SQLITE_UTF8);
}

template <trimmed_end which>
void trim_end(sqlite3_context* context, int count, sqlite3_value** values) {
  trim(context, {values, static_cast<std::size_t>(count)}, which);
}

/// One conversion of a format: `%-8.2f`.
struct conversion {
  std::string flags{};  ///< with width and precision, as they are written
  char what = '%';
};

/// Reads one from the `%` on; nothing when it is none that we know, or wide.
std::optional<conversion> take_conversion(std::string_view& format) {
  constexpr std::size_t max_digits = 3;
  conversion out;
  std::size_t at = 1;
  const auto take_while = [&](std::string_view known, std::size_t most) {
    std::size_t count = 0;
    while (at < format.size() && known.find(format[at]) != known.npos) {
      out.flags.push_back(format[at++]);
      ++count;
    }
    return count <= most;
  };
  constexpr std::string_view digits = "0123456789";
  if (!take_while("-+ #,!0", max_digits) || !take_while(digits, max_digits)) {
    return std::nullopt;
  }
  if (at < format.size() && format[at] == '.') {
    out.flags.push_back(format[at++]);
    if (!take_while(digits, max_digits)) return std::nullopt;
  }
  if (at == format.size()) return std::nullopt;
  out.what = format[at];
  format.remove_prefix(at + 1);
  return out;
}

/// False for a conversion that there is not.
bool append_converted(sqlite3_str* out, const conversion& how,
                      sqlite3_value* from) {
  const std::string head = "%" + how.flags;
  const auto spelled = [&](std::string_view end) {
    return head + std::string(end);
  };
  const std::string_view what{&how.what, 1};
  if (std::string_view("diuxXo").find(how.what) != what.npos) {
    const std::string own = spelled("ll") + how.what;
    sqlite3_str_appendf(out, own.c_str(),
                        from == nullptr ? 0 : sqlite3_value_int64(from));
  } else if (std::string_view("feEgG").find(how.what) != what.npos) {
    sqlite3_str_appendf(out, spelled(what).c_str(),
                        from == nullptr ? 0.0 : sqlite3_value_double(from));
  } else if (std::string_view("szqQw").find(how.what) != what.npos) {
    const std::string own = spelled(how.what == 'z' ? "s" : what);
    const bool has_text = from != nullptr && !is_null(from);
    sqlite3_str_appendf(
        out, own.c_str(),
        has_text ? reinterpret_cast<const char*>(sqlite3_value_text(from))
        : how.what == 's' || how.what == 'z' ? ""
                                             : nullptr);
  } else if (how.what == 'c') {
    const std::string_view text =
        from == nullptr ? std::string_view{} : bytes_of(from);
    const std::string first(text.empty() ? text : first_character(text));
    sqlite3_str_appendf(out, "%s", first.c_str());
  } else {
    return false;
  }
  return true;
}

void print(sqlite3_context* context, int count, sqlite3_value** values) {
  const arguments args{values, static_cast<std::size_t>(count)};
  if (!may_go_on(context, args) || args.empty() || is_null(args[0])) return;
  std::string_view format = bytes_of(args[0]);
  sqlite3_str* const out = sqlite3_str_new(sqlite3_context_db_handle(context));
  std::size_t next = 1;
  bool is_good = true;
  while (is_good && !format.empty() &&
         static_cast<std::size_t>(sqlite3_str_length(out)) <= max_text_bytes) {
    const std::size_t plain = std::min(format.find('%'), format.size());
    sqlite3_str_append(out, format.data(), static_cast<int>(plain));
    format.remove_prefix(plain);
    if (format.empty()) break;
    const auto how = take_conversion(format);
    if (how && how->what == '%') {
      sqlite3_str_append(out, "%", 1);
      continue;
    }
    is_good = how && append_converted(
                         out, *how, next < args.size() ? args[next] : nullptr);
    ++next;
  }
  const int code = sqlite3_str_errcode(out);
  const int length = sqlite3_str_length(out);
  char* const text = sqlite3_str_finish(out);
  if (!is_good) {
    sqlite3_result_error(context,
                         "printf takes %d, %f, %e, %g, %s, %c, %x, %o and %q, "
                         "with a width of at most 999",
                         -1);
    sqlite3_free(text);
  } else if (code == SQLITE_TOOBIG ||
             static_cast<std::size_t>(length) > max_text_bytes) {
    sqlite3_result_error_toobig(context);
    sqlite3_free(text);
  } else if (code != SQLITE_OK) {
    sqlite3_result_error_nomem(context);
    sqlite3_free(text);
  } else if (text != nullptr) {  // SQLite prints nothing as null
    sqlite3_result_text(context, text, length, sqlite3_free);
  }
}

/// SQLite is C: no exception may reach it.
template <void (*function)(sqlite3_context*, int, sqlite3_value**)>
void call(sqlite3_context* context, int count, sqlite3_value** values) {
  try {
    function(context, count, values);
  } catch (...) {
    sqlite3_result_error_nomem(context);
  }
}

struct own_function {
  const char* name;
  int arguments;
  void (*call)(sqlite3_context*, int, sqlite3_value**);
};

constexpr own_function own_functions[] = {
    {"like", 2, call<like>},
    {"like", 3, call<like>},
    {"glob", 2, call<glob>},
    {"instr", 2, call<instr>},
    {"printf", -1, call<print>},
    {"format", -1, call<print>},
    {"replace", 3, call<replace>},
    {"trim", 2, call<trim_end<trimmed_end::both>>},
    {"ltrim", 2, call<trim_end<trimmed_end::left>>},
    {"rtrim", 2, call<trim_end<trimmed_end::right>>},
};

}  // namespace

bool is_allowed_function(std::string_view name) noexcept {
  std::array<char, 32> word{};
  if (name.size() > word.size()) return false;
  std::transform(name.begin(), name.end(), word.begin(), lower);
  return std::binary_search(allowed.begin(), allowed.end(),
                            std::string_view(word.data(), name.size()));
}

std::span<const std::string_view> allowed_functions() noexcept {
  return allowed;
}

bool replace_functions(sqlite3* database, query_clock& clock) {
  return std::all_of(
      std::begin(own_functions), std::end(own_functions),
      [&](const own_function& each) {
        return sqlite3_create_function_v2(
                   database, each.name, each.arguments,
                   SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
                   &clock, each.call, nullptr, nullptr, nullptr) == SQLITE_OK;
      });
}

}  // namespace pith::mcp
