// SPDX-License-Identifier: MIT
// GCF row by row, in both directions.
#include <pith/gcf_incremental.hpp>
#include <pith/gcf_stream.hpp>
#include <pith/limits.hpp>

#include "module.hpp"
#include "value_writer.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gcf = pith::gcf;
using pith::value;
using pith::wasm::handles;
using pith::wasm::state;
using pith::wasm::tell;
using pith::wasm::tell_text;
using pith::wasm::value_writer;
using pith::wasm::verdict;

namespace {

/// What a writer wrote since JavaScript last asked.
class text_sink final : public pith::sink {
 public:
  bool write(std::string_view bytes) override {
    text.append(bytes);
    return true;
  }
  std::string text{};
};

struct row_writer {
  explicit row_writer(const gcf::stream_options& options)
      : out(written, options) {}
  text_sink written{};
  gcf::stream_writer out;
};

handles<row_writer>& writers() {
  static handles<row_writer> all;
  return all;
}

/// Writes what is read as words: the number of the event, then its values.
///
/// Values may repeat what the text has once, a name at every edge for example:
/// in C++ these are views, here copies. So it stops, as writers do, where they
/// are more than limits::max_expansion times the text.
class event_words final : public gcf::event_handler {
 public:
  void begin_section(const gcf::section& s) override {
    tell_event(0, [&] {
      s.name ? out_->string(*s.name) : out_->null();
      out_->number(static_cast<double>(s.kind));
      out_->array(s.fields.size());
      for (const std::string_view field : s.fields) out_->string(field);
      s.declared ? out_->number(static_cast<double>(*s.declared))
                 : out_->null();
    });
  }
  void item(value v) override {
    tell_event(1, [&] { out_->write(v); });
  }
  void entry(std::string_view key, value v) override {
    tell_event(2, [&] {
      out_->string(key);
      out_->write(v);
    });
  }
  void end_section(std::uint64_t count) override {
    tell_event(3, [&] { out_->number(static_cast<double>(count)); });
  }
  void member(std::string_view key, value v) override {
    tell_event(4, [&] {
      out_->string(key);
      out_->write(v);
    });
  }
  void root(value v) override {
    tell_event(5, [&] { out_->write(v); });
  }

  /// Events of one call, which brings so many bytes, go into one answer.
  void start(std::size_t bytes) {
    fed_ += bytes;
    state().words.clear();
    state().text.clear();
    out_.emplace(state().words, state().text);
  }
  /// Whether it has stopped.
  [[nodiscard]] bool is_full() const noexcept { return is_full_; }

 private:
  template <class Write>
  void tell_event(std::int32_t event, Write&& write) {
    if (is_full_) return;
    const std::size_t before = state().text.size();
    state().words.push_back(event);
    write();
    told_ += state().text.size() - before;
    constexpr std::uint64_t least = 16 * 1024;
    is_full_ = told_ / pith::limits{}.max_expansion > std::max(fed_, least);
  }

  std::optional<value_writer> out_{};
  std::uint64_t fed_ = 0;
  std::uint64_t told_ = 0;
  bool is_full_ = false;
};

struct row_reader {
  explicit row_reader(const gcf::incremental_options& options)
      : decoder(events, options) {}
  event_words events{};
  gcf::incremental_decoder decoder;
};

handles<row_reader>& readers() {
  static handles<row_reader> all;
  return all;
}

verdict gone() { return {PITH_INVALID_ARGUMENT, "it was freed"}; }

std::int32_t tell_written(row_writer& writer, const pith::result<void>& done) {
  if (!done) return tell(done.error());
  return tell_text(std::exchange(writer.written.text, {}));
}

std::vector<std::string_view> texts_of(value list) {
  std::vector<std::string_view> all;
  for (const value one : list.elements()) {
    all.push_back(one.get_string().value_or(std::string_view()));
  }
  return all;
}

template <class Read>
std::int32_t tell_events(std::uint32_t number, std::size_t bytes, Read&& read) {
  row_reader* const reader = readers().find(number);
  if (reader == nullptr) return tell(gone());
  reader->events.start(bytes);
  const pith::result<void> done = read(reader->decoder);
  const verdict end =
      reader->events.is_full()
          ? verdict(PITH_EXPANSION_LIMIT,
                    "the values are many times as large as the text")
      : done ? verdict()
             : verdict(done.error());
  // What came before an error is good, and is told too.
  auto& all = state();
  const std::int32_t status = tell(end);
  all.said.words = all.words.data();
  all.said.word_count = all.words.size();
  all.said.data = all.text.data();
  all.said.size = all.text.size();
  return status;
}

}  // namespace

/// Returns the number of a writer.
PITH_WASM_EXPORT(writerNew)
std::int32_t pith_wasm_writer_new(std::int32_t remember_keys) {
  gcf::stream_options options;
  options.remember_keys = remember_keys != 0;
  return writers().add(std::make_unique<row_writer>(options));
}

PITH_WASM_EXPORT(writerFree) void pith_wasm_writer_free(std::uint32_t number) {
  writers().remove(number);
}

/// Begins a section. The value that was taken is [name or null, [field...]];
/// kinds are those of gcf::section_kind.
PITH_WASM_EXPORT(writerBegin)
std::int32_t pith_wasm_writer_begin(std::uint32_t number, std::uint32_t kind) {
  row_writer* const writer = writers().find(number);
  if (writer == nullptr) return tell(gone());
  const value said = state().values[0].root();
  const auto name = said.at(0).get_string();
  const auto fields = texts_of(*said.at(1));
  gcf::stream_writer& out = writer->out;
  switch (static_cast<gcf::section_kind>(kind)) {
    case gcf::section_kind::keyed_map:
      return tell_written(*writer, name ? out.begin_keyed(*name, fields)
                                        : out.begin_root_keyed(fields));
    case gcf::section_kind::list:
      return tell_written(*writer,
                          name ? out.begin_list(*name) : out.begin_root_list());
    default:
      return tell_written(*writer, name ? out.begin_table(*name, fields)
                                        : out.begin_root_table(fields));
  }
}

/// Writes the value that was taken: 0 all members of an object, 1 a row, 2 an
/// item, 3 [key, row] of a keyed map.
PITH_WASM_EXPORT(writerPut)
std::int32_t pith_wasm_writer_put(std::uint32_t number, std::uint32_t what) {
  row_writer* const writer = writers().find(number);
  if (writer == nullptr) return tell(gone());
  const value v = state().values[0].root();
  gcf::stream_writer& out = writer->out;
  switch (what) {
    case 0:
      return tell_written(*writer, out.members(v));
    case 1:
      return tell_written(*writer, out.row(v));
    case 2:
      return tell_written(*writer, out.item(v));
    default:
      return tell_written(
          *writer,
          out.row(v.at(0).get_string().value_or(std::string_view()), *v.at(1)));
  }
}

PITH_WASM_EXPORT(writerFinish)
std::int32_t pith_wasm_writer_finish(std::uint32_t number) {
  row_writer* const writer = writers().find(number);
  if (writer == nullptr) return tell(gone());
  return tell_written(*writer, writer->out.finish());
}

/// Returns the number of a reader. 0 bytes: the default.
PITH_WASM_EXPORT(readerNew)
std::int32_t pith_wasm_reader_new(std::int32_t require_summary,
                                  std::uint32_t max_held_bytes) {
  gcf::incremental_options options;
  options.require_summary = require_summary != 0;
  if (max_held_bytes != 0) options.max_held_bytes = max_held_bytes;
  return readers().add(std::make_unique<row_reader>(options));
}

PITH_WASM_EXPORT(readerFree) void pith_wasm_reader_free(std::uint32_t number) {
  readers().remove(number);
}

PITH_WASM_EXPORT(readerFeed)
std::int32_t pith_wasm_reader_feed(std::uint32_t number, std::uint32_t size) {
  return tell_events(number, size, [size](gcf::incremental_decoder& decoder) {
    return decoder.feed(pith::wasm::given_text(size));
  });
}

PITH_WASM_EXPORT(readerFinish)
std::int32_t pith_wasm_reader_finish(std::uint32_t number) {
  return tell_events(number, 0, [](gcf::incremental_decoder& decoder) {
    return decoder.finish();
  });
}
