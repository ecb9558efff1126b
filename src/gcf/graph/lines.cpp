// SPDX-License-Identifier: MIT
#include "gcf/graph/lines.hpp"

namespace pith::inline v0::gcf::graph_profile {

void line_writer::number(std::uint64_t v) {
  out_->commit(text::write_digits(out_->reserve(20), v));
}

void line_writer::header(const header_fields& h) {
  out_->put("GCF profile=graph");
  const auto text_field = [this](std::string_view key, std::string_view value) {
    if (value.empty()) return;
    out_->put(key);
    out_->put(value);
  };
  const auto count_field = [this](std::string_view key, std::uint64_t value) {
    if (value == 0) return;
    out_->put(key);
    number(value);
  };
  text_field(" tool=", h.tool);
  count_field(" budget=", h.budget);
  count_field(" tokens=", h.tokens);
  if (h.has_counts) {
    out_->put(" symbols=");
    number(h.symbols);
    count_field(" edges=", h.edges);
  }
  if (h.is_session) out_->put(" session=true");
  text_field(" pack_root=", h.pack_root);
  out_->put('\n');
}

char* line_writer::write_group_name(char* out,
                                    std::uint32_t distance) noexcept {
  switch (distance) {
    case 0:
      return copy(out, "targets");
    case 1:
      return copy(out, "related");
    case 2:
      return copy(out, "extended");
    default:
      return text::write_digits(copy(out, "distance_"), distance);
  }
}

void line_writer::group(std::uint32_t distance) {
  char* p = copy(out_->reserve(32), "## ");
  p = write_group_name(p, distance);
  *p = '\n';
  out_->commit(p + 1);
}

void line_writer::edges_header(std::size_t count) {
  char* p = copy(out_->reserve(40), "## edges [");
  p = copy(text::write_digits(p, count), "]\n");
  out_->commit(p);
}

void line_writer::reference(std::uint64_t id) {
  char* p = out_->reserve(reference_mark.size() + 24);
  *p = '@';
  p = copy(text::write_digits(p + 1, id), reference_mark);
  *p = '\n';
  out_->commit(p + 1);
}

line_writer::edge_tail line_writer::make_tail(
    std::string_view type, std::string_view status) noexcept {
  edge_tail made{};
  const std::size_t length =
      2 + type.size() + (status.empty() ? 0 : 1 + status.size());
  if (length > sizeof made.bytes) return made;
  char* p = made.bytes;
  *p = ' ';
  std::memcpy(p + 1, type.data(), type.size());
  p += 1 + type.size();
  if (!status.empty()) {
    *p = ' ';
    std::memcpy(p + 1, status.data(), status.size());
    p += 1 + status.size();
  }
  *p = '\n';
  made.length = static_cast<std::uint8_t>(length);
  return made;
}

void line_writer::long_symbol(std::uint64_t id, std::string_view kind,
                              std::string_view name, double score,
                              std::string_view provenance) {
  out_->put('@');
  number(id);
  out_->put(' ');
  out_->put(kind);
  out_->put(' ');
  out_->put(name);
  out_->put(' ');
  out_->commit(write_score(out_->reserve(max_score_bytes), score));
  out_->put(' ');
  out_->put(provenance);
  out_->put('\n');
}

void line_writer::long_edge(std::uint64_t target, std::uint64_t source,
                            std::string_view type, std::string_view status) {
  out_->commit(edge_ends(out_->reserve(64), target, source));
  out_->put(' ');
  out_->put(type);
  if (!status.empty()) {
    out_->put(' ');
    out_->put(status);
  }
  out_->put('\n');
}

}  // namespace pith::inline v0::gcf::graph_profile
