// SPDX-License-Identifier: MIT
#include "tokenizer/pieces/regex.hpp"
#include "tokenizer/tokenizer_json/tokenizer_json.hpp"

namespace pith::inline v0::tokens {

namespace {

constexpr named_refusal known_splitters[] = {
    {"BertPreTokenizer", "the pre-tokenizer BertPreTokenizer"},
    {"CharDelimiterSplit", "the pre-tokenizer CharDelimiterSplit"},
    {"FixedLength", "the pre-tokenizer FixedLength"},
    {"Punctuation", "the pre-tokenizer Punctuation"},
    {"UnicodeScripts", "the pre-tokenizer UnicodeScripts"},
    {"Whitespace", "the pre-tokenizer Whitespace"},
    {"WhitespaceSplit", "the pre-tokenizer WhitespaceSplit"},
    {"Sequence", "a pre-tokenizer Sequence inside another"},
};

struct named_behavior {
  std::string_view name;
  match_behavior behavior;
};

constexpr named_behavior behaviors[] = {
    {"Removed", match_behavior::removed},
    {"Isolated", match_behavior::isolated},
    {"MergedWithPrevious", match_behavior::merged_with_previous},
    {"MergedWithNext", match_behavior::merged_with_next},
    {"Contiguous", match_behavior::contiguous},
};

class plan_reader {
 public:
  result<void> add(value v) {
    // After ByteLevel there are no characters any more, only their bytes.
    if (plan_.by_bytes) return refusal("a pre-tokenizer after ByteLevel");
    if (is_marked_) return refusal("a pre-tokenizer after Metaspace");
    const std::string_view type = string_of(v, "type");
    if (type == "Split") return add_split(v);
    if (type == "ByteLevel") return add_byte_level(v);
    if (type == "Metaspace") return add_metaspace(v);
    if (type == "Digits") {
      plan_.steps.push_back(
          {make_number_matcher(), flag_of(v, "individual_digits", false)
                                      ? match_behavior::isolated
                                      : match_behavior::contiguous});
      patterns_.push_back(known_pattern::none);
      return {};
    }
    return refuse_type(type, known_splitters,
                       "a pre-tokenizer of an unknown type");
  }

  split_plan finish() {
    if (patterns_.size() == 1) plan_.only = patterns_.front();
    plan_.only_at_spaces = space_splits_ == plan_.steps.size();
    return std::move(plan_);
  }

 private:
  result<void> add_byte_level(value v) {
    if (flag_of(v, "add_prefix_space", true)) {
      return refusal("the pre-tokenizer ByteLevel with add_prefix_space");
    }
    if (flag_of(v, "use_regex", true)) {
      plan_.steps.push_back({make_known_matcher(known_pattern::gpt2)});
      patterns_.push_back(known_pattern::gpt2);
    }
    plan_.by_bytes = true;
    return {};
  }

  /// Marks spaces, puts a mark before the text, and may split before marks.
  result<void> add_metaspace(value v) {
    if (!plan_.steps.empty()) {
      return refusal("the pre-tokenizer Metaspace after another");
    }
    if (string_of(v, "replacement") != space_mark_text) {
      return refusal("the pre-tokenizer Metaspace with another mark");
    }
    if (!flag_of(v, "add_prefix_space", true)) {
      return refusal("the pre-tokenizer Metaspace without add_prefix_space");
    }
    using kind = normalizer_step::kind;
    const std::string mark{space_mark_text};
    plan_.text_steps.push_back({kind::replace, " ", mark});
    const auto scheme = member_of(v, "prepend_scheme");
    const std::string_view name =
        scheme ? scheme->get_string().value_or("") : "always";
    if (name == "always" || name == "first") {
      plan_.text_steps.push_back(
          {name == "first" ? kind::prepend_once : kind::prepend_if_not,
           {},
           mark});
    } else if (name != "never") {
      return refusal("the pre-tokenizer Metaspace with an unknown scheme");
    }
    if (flag_of(v, "split", true)) {
      plan_.steps.push_back(
          {make_literal_matcher(mark), match_behavior::merged_with_next});
      patterns_.push_back(known_pattern::none);
    }
    is_marked_ = true;
    return {};
  }

  result<void> add_split(value v) {
    split_step step;
    step.is_inverted = flag_of(v, "invert", false);
    const std::string_view name = string_of(v, "behavior");
    const named_behavior* behavior = nullptr;
    for (const named_behavior& known : behaviors) {
      if (known.name == name) behavior = &known;
    }
    if (behavior == nullptr) {
      return refusal("the pre-tokenizer Split with an unknown behavior");
    }
    step.behavior = behavior->behavior;
    const auto pattern = member_of(v, "pattern");
    if (!pattern) return refusal("the pre-tokenizer Split without a pattern");
    known_pattern known = known_pattern::none;
    const std::string_view literal = string_of(*pattern, "String");
    const std::string_view expression = string_of(*pattern, "Regex");
    space_splits_ += literal == " ";
    if (!literal.empty()) {
      step.what = make_literal_matcher(std::string{literal});
    } else if (expression.empty()) {
      return refusal("the pre-tokenizer Split without a pattern");
    } else if (known = find_known_pattern(expression);
               known != known_pattern::none) {
      step.what = make_known_matcher(known);
      // These match everything: what lies between matches is empty.
      const bool gives_matches =
          (step.behavior == match_behavior::isolated && !step.is_inverted) ||
          (step.behavior == match_behavior::removed && step.is_inverted);
      if (!gives_matches) known = known_pattern::none;
    } else {
      auto made = make_regex_matcher(expression);
      if (!made) return made.error();
      step.what = std::move(*made);
    }
    plan_.steps.push_back(std::move(step));
    patterns_.push_back(known);
    return {};
  }

  split_plan plan_;
  std::vector<known_pattern> patterns_;
  std::size_t space_splits_ = 0;
  bool is_marked_ = false;
};

}  // namespace

result<split_plan> read_pre_tokenizer(value v) {
  plan_reader reader;
  if (string_of(v, "type") != "Sequence") {
    if (const auto added = reader.add(v); !added) return added.error();
    return reader.finish();
  }
  const auto list = v.find("pretokenizers");
  const auto steps = list ? list->get_array() : std::nullopt;
  constexpr std::size_t max_steps = 16;
  if (!steps || steps->size() > max_steps) {
    return refusal("a pre-tokenizer Sequence without a list, or a long one");
  }
  for (const value one : *steps) {
    if (const auto added = reader.add(one); !added) return added.error();
  }
  return reader.finish();
}

}  // namespace pith::inline v0::tokens
