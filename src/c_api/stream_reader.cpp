// SPDX-License-Identifier: MIT
#include <pith/gcf_incremental.hpp>
#include <pith/pith.h>

#include "c_api/arguments.hpp"
#include "c_api/guard.hpp"
#include "c_api/handles.hpp"
#include "c_api/settings.hpp"
#include "c_api/structs.hpp"
#include "c_api/words.hpp"

#include <string_view>
#include <vector>

using pith::c_api::as_text;
using pith::c_api::as_view;
using pith::c_api::call_back;
using pith::c_api::clear;
using pith::c_api::guarded;
using pith::c_api::invalid_argument;
using pith::c_api::read_settings;
using pith::c_api::read_struct;
using pith::c_api::report;
using pith::c_api::to_words;
using pith::c_api::verdict;

namespace {

std::int32_t kind_of(pith::gcf::section_kind kind) noexcept {
  switch (kind) {
    case pith::gcf::section_kind::table:
      return PITH_SECTION_TABLE;
    case pith::gcf::section_kind::keyed_map:
      return PITH_SECTION_KEYED;
    case pith::gcf::section_kind::list:
      return PITH_SECTION_LIST;
  }
  return PITH_SECTION_TABLE;
}

/// Calls functions of C. Once one of them says stop, none is called any more;
/// the decoder reads the rest of its chunk to nobody.
class callback_handler final : public pith::gcf::event_handler {
 public:
  callback_handler(const pith_reader_callbacks& callbacks,
                   void* context) noexcept
      : callbacks_(callbacks), context_(context) {}

  void begin_section(const pith::gcf::section& s) override {
    if (is_stopped_ || callbacks_.begin_section == nullptr) return;
    fields_.clear();
    for (const std::string_view field : s.fields) {
      fields_.push_back(as_view(field));
    }
    pith_section said{};
    said.struct_size = sizeof said;
    if (s.name) {
      // An empty name is a name; only NULL says that there is none.
      said.name = s.name->data() == nullptr ? "" : s.name->data();
      said.name_size = s.name->size();
    }
    said.fields = fields_.data();
    said.field_count = fields_.size();
    said.kind = kind_of(s.kind);
    said.has_declared = s.declared ? 1 : 0;
    said.declared = s.declared.value_or(0);
    call(callbacks_.begin_section, &said);
  }
  void item(pith::value v) override { call(callbacks_.item, to_words(v)); }
  void entry(std::string_view key, pith::value v) override {
    call(callbacks_.entry, key.data(), key.size(), to_words(v));
  }
  void end_section(std::uint64_t count) override {
    call(callbacks_.end_section, count);
  }
  void member(std::string_view key, pith::value v) override {
    call(callbacks_.member, key.data(), key.size(), to_words(v));
  }
  void root(pith::value v) override { call(callbacks_.root, to_words(v)); }

  [[nodiscard]] bool is_stopped() const noexcept { return is_stopped_; }
  void go_on() noexcept { is_stopped_ = false; }

 private:
  template <class Callback, class... Arguments>
  void call(Callback callback, Arguments... arguments) noexcept {
    if (is_stopped_ || callback == nullptr) return;
    is_stopped_ = !call_back([&] { return callback(context_, arguments...); });
  }

  pith_reader_callbacks callbacks_;
  void* context_;
  std::vector<pith_view> fields_;
  bool is_stopped_ = false;
};

}  // namespace

struct pith_stream_reader {
  pith_stream_reader(const pith_reader_callbacks& callbacks, void* context,
                     const pith::gcf::incremental_options& options)
      : handler(callbacks, context), decoder(handler, options) {}

  callback_handler handler;
  pith::gcf::incremental_decoder decoder;
  /// After an exception the decoder must be reset.
  std::int32_t broken = PITH_OK;
};

namespace {

template <class Call>
std::int32_t read_on(pith_stream_reader* reader, pith_error* error,
                     Call&& call) noexcept {
  const std::int32_t status = guarded(error, [&]() -> verdict {
    if (reader == nullptr) return invalid_argument("reader is null");
    if (reader->broken != PITH_OK) {
      return {reader->broken, "reading failed before; reset the reader"};
    }
    if (!reader->handler.is_stopped()) {
      const pith::result<void> done = call(reader->decoder);
      if (!reader->handler.is_stopped()) {
        return done ? verdict() : verdict(done.error());
      }
    }
    return {PITH_CALLBACK_FAILED, "a callback said stop"};
  });
  if (status == PITH_OUT_OF_MEMORY || status == PITH_INTERNAL_ERROR) {
    reader->broken = status;
  }
  return status;
}

}  // namespace

std::int32_t pith_stream_reader_new(const pith_reader_callbacks* callbacks,
                                    void* context,
                                    const pith_settings* settings,
                                    pith_stream_reader** out,
                                    pith_error* error) {
  return guarded(error, [&]() -> verdict {
    if (!clear(out) || callbacks == nullptr) {
      return invalid_argument("callbacks or out is null");
    }
    pith_reader_callbacks all;
    if (!read_struct(callbacks, all)) {
      return invalid_argument("pith_reader_callbacks::struct_size is not set");
    }
    pith::codec_settings given;
    pith::gcf::incremental_options options;
    const verdict read =
        read_settings(settings, given,
                      {{"max_held_bytes", &options.max_held_bytes},
                       {"require_summary", &options.require_summary}});
    if (!read.is_good()) return read;
    options.bounds = given.bounds;
    options.numbers = given.numbers;
    *out = new pith_stream_reader(all, context, options);
    return {};
  });
}

void pith_stream_reader_free(pith_stream_reader* reader) { delete reader; }

std::int32_t pith_stream_reader_feed(pith_stream_reader* reader,
                                     const char* chunk, std::size_t chunk_size,
                                     pith_error* error) {
  const auto bytes = as_text(chunk, chunk_size);
  if (!bytes) {
    return report(error, invalid_argument("chunk is null with a size"));
  }
  return read_on(reader, error, [&](pith::gcf::incremental_decoder& decoder) {
    return decoder.feed(*bytes);
  });
}

std::int32_t pith_stream_reader_finish(pith_stream_reader* reader,
                                       pith_error* error) {
  return read_on(reader, error, [](pith::gcf::incremental_decoder& decoder) {
    return decoder.finish();
  });
}

std::int32_t pith_stream_reader_reset(pith_stream_reader* reader) {
  return guarded(nullptr, [&]() -> verdict {
    if (reader == nullptr) return invalid_argument("reader is null");
    reader->decoder.reset();
    reader->handler.go_on();
    reader->broken = PITH_OK;
    return {};
  });
}
