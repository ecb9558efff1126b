// SPDX-License-Identifier: MIT
#include "random_graph_text.hpp"

#include <pith/gcf_graph.hpp>
#include <pith/gcf_graph_stream.hpp>
#include <pith/gcf_session.hpp>

#include "random_graph.hpp"

#include <cstdint>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

namespace pith_tests {

namespace {

template <class T, std::size_t n>
T pick(random_source& random, T (&from)[n]) {
  return from[random.below(n)];
}

std::string streamed(const pith::graph::payload& graph, bool is_labeled) {
  std::string text;
  pith::string_sink sink(text);
  pith::gcf::graph_writer out(sink, {.tool = graph.tool,
                                     .token_budget = graph.token_budget,
                                     .labeled_counts = is_labeled});
  for (const auto& s : graph.symbols) static_cast<void>(out.symbol(s));
  for (const auto& e : graph.edges) static_cast<void>(out.edge(e));
  static_cast<void>(out.finish());
  return text;
}

std::string of_session(const pith::graph::payload& graph,
                       random_source& random) {
  pith::gcf::session_producer producer;
  auto answer = producer.encode(graph);
  if (answer && random.one_in(2)) {
    producer.confirm(answer->ticket);
    answer = producer.encode(graph);
  }
  return answer ? answer->wire : std::string();
}

/// Writes lines and remembers what they may refer to.
class loose_writer {
 public:
  explicit loose_writer(random_source& random)
      : random_(random),
        is_session_(random.one_in(3)),
        feed_(random.one_in(4) ? "\r\n" : "\n") {}

  std::string write() {
    for (std::uint32_t left = random_.below(7); left != 0; --left) {
      if (ids_.empty() || random_.one_in(2)) {
        add_symbols();
      } else {
        add_edges();
      }
    }
    if (random_.one_in(2)) add_trailer();
    return header() + body_;
  }

 private:
  void end_line() {
    if (random_.one_in(8)) body_ += pick(random_, blanks);
    body_ += feed_;
    if (random_.one_in(10)) body_ += pick(random_, idle_lines) + feed_;
  }
  void add_blank() {
    body_ += random_.one_in(12) ? pick(random_, blanks) : " ";
  }
  std::string totals() {
    std::string words;
    if (random_.one_in(2)) words += " symbols=" + std::to_string(ids_.size());
    if (random_.one_in(2)) words += " edges=" + std::to_string(edges_);
    return words;
  }
  std::string header() {
    std::string line = "GCF profile=graph";
    if (random_.one_in(2)) line += " tool=t";
    if (random_.one_in(3)) line += " budget=9007199254740993";
    if (is_session_) line += " session=true";
    return line + totals() + feed_;
  }
  void add_trailer() {
    body_ += "##! summary" + totals();
    if (random_.one_in(2)) body_ += " counts=anything";
    body_ += feed_;
  }
  void add_group(const char* name, std::uint32_t lines) {
    body_ += std::string("## ") + name;
    if (random_.one_in(3)) {
      body_ += random_.one_in(2) ? " [?]" : " [" + std::to_string(lines) + "]";
    }
    end_line();
  }

  void add_symbols() {
    std::vector<std::pair<std::string, std::string>> fresh;
    for (std::uint32_t left = random_.below(5); left != 0; --left) {
      const std::pair<std::string, std::string> drawn = {
          pick(random_, kinds), "n" + std::to_string(random_.below(8))};
      const bool is_new = known_.insert(drawn).second;
      if (is_new || random_.one_in(60)) fresh.push_back(drawn);
    }
    add_group(pick(random_, groups), static_cast<std::uint32_t>(fresh.size()));
    for (const auto& [kind, name] : fresh) {
      next_id_ += is_session_ ? random_.below(3) : 0;
      ids_.push_back(next_id_);
      body_ += "@" + std::to_string(next_id_++);
      add_blank();
      body_ += kind;
      add_blank();
      body_ += name;
      add_blank();
      body_ += pick(random_, scores);
      add_blank();
      body_ += "lsp";
      end_line();
    }
  }
  void add_edges() {
    const std::uint32_t lines = random_.below(5);
    add_group("edges", lines);
    for (std::uint32_t i = 0; i < lines; ++i) {
      const auto end = [this] {
        const auto most = static_cast<std::uint32_t>(ids_.size());
        return "@" + std::to_string(ids_[random_.below(most)]);
      };
      body_ += end();
      body_ += "<" + end();
      add_blank();
      body_ += "calls";
      if (random_.one_in(4)) {
        add_blank();
        body_ += "added";
      }
      end_line();
      ++edges_;
    }
  }

  static constexpr const char* blanks[] = {"  ", "\t", " \t "};
  static inline const std::string idle_lines[] = {"", "  ", "# a comment"};
  static constexpr const char* kinds[] = {"fn", "type", "widget"};
  static constexpr const char* groups[] = {"targets", "related", "extended",
                                           "distance_0", "distance_70"};
  static constexpr const char* scores[] = {"0.50", "0.07", "-1.00", "12.25",
                                           "0.00"};

  random_source& random_;
  bool is_session_;
  std::string feed_;
  std::string body_;
  std::set<std::pair<std::string, std::string>> known_;
  std::vector<std::uint32_t> ids_;
  std::uint32_t next_id_ = 0;
  std::size_t edges_ = 0;
};

}  // namespace

std::string written_graph(random_source& random) {
  const pith::graph::payload graph = random_graph(random);
  switch (random.below(3)) {
    case 0:
      return streamed(graph, random.one_in(2));
    case 1:
      return of_session(graph, random);
    default:
      return pith::gcf::encode(graph).value_or("");
  }
}

std::string loose_graph(random_source& random) {
  return loose_writer(random).write();
}

}  // namespace pith_tests
