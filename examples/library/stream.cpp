// SPDX-License-Identifier: MIT
/// @file
/// Rows that are written one by one, and read one by one in chunks, with
/// little memory on both sides.
#include <pith/pith.hpp>

#include <cstddef>
#include <iostream>
#include <string>
#include <string_view>

namespace {

/// Is told what the decoder reads. A value is valid during the call only.
class printer : public pith::gcf::event_handler {
 public:
  void begin_section(const pith::gcf::section& s) override {
    std::cout << "section " << s.name.value_or("(the document)") << '\n';
  }
  void item(pith::value row) override {
    std::cout << "  row " << pith::json::write(row).value_or("?") << '\n';
  }
};

/// Where the bytes go: a socket or a file in your program. Here, the decoder
/// is on the other side, and gets them in chunks of ten bytes.
class wire : public pith::sink {
 public:
  explicit wire(pith::gcf::incremental_decoder& reader) : reader_(&reader) {}

  bool write(std::string_view bytes) override {
    std::cout << bytes;
    for (std::size_t at = 0; at < bytes.size(); at += chunk) {
      // False tells the writer to stop.
      if (!reader_->feed(bytes.substr(at, chunk))) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t chunk = 10;
  pith::gcf::incremental_decoder* reader_;
};

}  // namespace

int main() {
  printer handler;
  // A text that was cut off lacks its summary, so ask for one.
  pith::gcf::incremental_decoder reader{handler, {.require_summary = true}};
  wire out{reader};
  pith::gcf::table_writer rows{out, "orders", {"id", "customer", "total"}};
  for (int id = 1; id <= 3; ++id) {
    // The row has arrived when the call returns.
    if (!rows.row({id, "customer " + std::to_string(id), id * 2.5})) return 1;
  }
  // The count was not known before: the summary says it.
  return rows.finish() && reader.finish() ? 0 : 1;
}
