// SPDX-License-Identifier: MIT
#include "gcf/graph/decode_rows.hpp"

#include "gcf/graph/lines.hpp"
#include "gcf/graph/score.hpp"
#include "gcf/lex/key.hpp"
#include "text/digits.hpp"

namespace pith::inline v0::gcf::graph_profile {

using decoding::is_blank;
using decoding::is_line_end;
using decoding::skip_blanks;
using decoding::source;
using decoding::view;

namespace {

/// Reads the word after the blanks at `p`, of which there must be one; null
/// when there is none.
char* take_word(char* p, std::string_view& word) noexcept {
  char* const begin = skip_blanks(p);
  char* const end = word_end(begin);
  if (begin == p || begin == end) return nullptr;
  word = view(begin, end);
  return end;
}

char* after_end(char* p) noexcept { return p + (*p == '\r' ? 2 : 1); }

symbol_line fail_fields(source& text, char* p) {
  p = skip_blanks(p);
  text.fail(error_code::invalid_node_line, p,
            "a symbol must be @id, kind, qualified name, score and "
            "provenance");
  return symbol_line::failed;
}

/// Reads the distance after the blanks at `p`.
char* read_distance(source& text, char* p, std::uint32_t& into) {
  std::string_view word;
  char* const end = take_word(p, word);
  const bool is_number =
      end != nullptr && (word[0] != '0' || word.size() == 1) &&
      word.find_first_not_of("0123456789") == std::string_view::npos;
  if (!is_number) {
    return text.fail(error_code::invalid_node_line, skip_blanks(p),
                     "a symbol of a delta must end with its distance");
  }
  std::uint64_t distance = 0;
  for (const char c : word) {
    distance = distance * 10 + static_cast<unsigned>(c - '0');
    if (distance > 0xFFFFFFFF) {
      return text.fail(error_code::out_of_range, word.data(),
                       "a distance must be less than 2^32");
    }
  }
  into = static_cast<std::uint32_t>(distance);
  return end;
}

text_span span_of(const source& text, std::string_view word) noexcept {
  return {static_cast<std::uint32_t>(text.offset_of(word.data())),
          static_cast<std::uint32_t>(word.size())};
}

char* fail_edge(source& text, char* p) {
  return text.fail(error_code::invalid_edge_syntax, p,
                   "an edge must be @target<@source, its type and perhaps a "
                   "status");
}

char* fail_id(source& text, char* at) {
  return text.fail(error_code::invalid_symbol_id, at,
                   "an id must be @ and a decimal number");
}

}  // namespace

char* read_id(source& text, char* p, id_token& into) {
  into.at = p++;
  const char* const digits = p;
  std::uint64_t id = 0;
  for (; text::is_digit(*p); ++p) {
    // Once too large, the value does not matter any more.
    if (id < no_id) id = id * 10 + static_cast<unsigned>(*p - '0');
  }
  if (p == digits) return fail_id(text, into.at);
  into.id = id < no_id ? static_cast<std::uint32_t>(id) : no_id;
  return p;
}

symbol_line read_symbol_line(source& text, char* p, symbol_row& into,
                             char*& next, bool has_distance) {
  id_token id;
  p = read_id(text, p, id);
  if (p == nullptr) return symbol_line::failed;
  into.id = id.id;
  if (!is_blank(*p)) {
    if (is_line_end(p)) return fail_fields(text, p);
    fail_id(text, id.at);
    return symbol_line::failed;
  }
  if (view(p, p + reference_mark.size()) == reference_mark &&
      decoding::is_blank_to_end(p + reference_mark.size())) {
    next = after_end(skip_blanks(p + reference_mark.size()));
    return symbol_line::reference;
  }
  // A kind is a bare key: this is what tells a reference that is misspelt.
  char* const kind = skip_blanks(p);
  p = decoding::skip_bare_key(kind);
  if (p == kind || !is_blank(*p)) return fail_fields(text, p);
  into.kind = view(kind, p);
  char* const after_name = take_word(p, into.name);
  if (after_name == nullptr) return fail_fields(text, p);
  std::string_view score_token;
  p = take_word(after_name, score_token);
  if (p == nullptr) return fail_fields(text, after_name);
  const parsed_score score = read_score(score_token);
  if (score.is == parsed_score::state::malformed) {
    text.fail(error_code::invalid_score, score_token.data(),
              "a score must be a number with exactly two decimals");
    return symbol_line::failed;
  }
  if (score.is == parsed_score::state::too_large) {
    text.fail(error_code::out_of_range, score_token.data(),
              "the score is greater than any double");
    return symbol_line::failed;
  }
  into.score = score.value;
  into.score_literal =
      score_token.substr(score.literal_begin, score.literal_length);
  char* const after_score = p;
  p = take_word(after_score, into.provenance);
  if (p == nullptr) return fail_fields(text, after_score);
  if (has_distance) {
    p = read_distance(text, p, into.distance);
    if (p == nullptr) return symbol_line::failed;
  }
  p = skip_blanks(p);
  if (!is_line_end(p)) return fail_fields(text, p);
  next = after_end(p);
  return symbol_line::declaration;
}

char* read_removed_line(source& text, char* p, symbol_row& into) {
  char* const first = p;
  p = decoding::skip_bare_key(p);
  into.kind = view(first, p);
  if (p != first) p = take_word(p, into.name);
  if (p == first || p == nullptr || !decoding::is_blank_to_end(p)) {
    return text.fail(error_code::malformed_delta, first,
                     "a removed symbol must be its kind and qualified name");
  }
  return after_end(skip_blanks(p));
}

char* read_named_edge(source& text, char* p, named_edge& into) {
  char* const first = p;
  p = word_end(p);
  into.source = view(first, p);
  std::string_view arrow;
  p = take_word(p, arrow);
  if (p != nullptr) p = take_word(p, into.target);
  if (p != nullptr) p = take_word(p, into.type);
  if (p == nullptr || arrow != "->" || !decoding::is_blank_to_end(p)) {
    return text.fail(error_code::malformed_delta, first,
                     "an edge of a delta must be source -> target type");
  }
  return after_end(skip_blanks(p));
}

char* read_edge_line(source& text, char* p, edge_line& into) {
  if (*p != '@') return fail_edge(text, p);
  p = read_id(text, p, into.target);
  if (p == nullptr) return nullptr;
  if (*p != '<') {
    return is_blank(*p) || is_line_end(p) ? fail_edge(text, p)
                                          : fail_id(text, into.target.at);
  }
  if (p[1] != '@') return fail_edge(text, p + 1);
  p = read_id(text, p + 1, into.source);
  if (p == nullptr) return nullptr;
  if (!is_blank(*p)) {
    return is_line_end(p) ? fail_edge(text, p) : fail_id(text, into.source.at);
  }
  std::string_view word;
  char* const after_type = take_word(p, word);
  if (after_type == nullptr) return fail_edge(text, skip_blanks(p));
  into.type = span_of(text, word);
  p = skip_blanks(after_type);
  into.status = {0, 0};
  if (!is_line_end(p)) {
    char* const after_status = take_word(after_type, word);
    if (after_status == nullptr) return fail_edge(text, p);
    into.status = span_of(text, word);
    p = skip_blanks(after_status);
    if (!is_line_end(p)) return fail_edge(text, p);
  }
  return after_end(p);
}

}  // namespace pith::inline v0::gcf::graph_profile
