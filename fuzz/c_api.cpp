// SPDX-License-Identifier: MIT
/// @file
/// Drives the C interface: the first byte names a format, the second what else
/// is done, the rest is a text. What decodes is walked by cursors, copied by a
/// builder, encoded in every format, and written and read as a stream. Nothing
/// may crash, and copies are equal.
#include <pith/pith.h>

#include "require.hpp"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::string_view formats[] = {"json", "gcf",  "toon", "tron",
                                        "gcb",  "goon", ""};

pith_error fresh_error() {
  pith_error error{};
  error.struct_size = sizeof error;
  return error;
}

/// Every byte of every text is read, so that a sanitizer sees where it ends.
std::size_t sum(const char* data, std::size_t size) {
  std::size_t total = 0;
  for (std::size_t i = 0; i < size; ++i) {
    total += static_cast<unsigned char>(data[i]);
  }
  return total;
}

/// Goes through all values and builds them anew.
pith_document* walk(pith_value root) {
  pith_builder* builder = nullptr;
  require(pith_builder_new(nullptr, &builder, nullptr) == PITH_OK);
  struct level {
    pith_cursor cursor;
    std::int32_t type;
  };
  std::vector<level> open;
  pith_value v = root;
  for (;;) {
    const std::int32_t type = pith_value_type(v);
    const char* data = nullptr;
    std::size_t size = 0;
    if (type == PITH_ARRAY || type == PITH_OBJECT) {
      type == PITH_ARRAY ? pith_builder_begin_array(builder)
                         : pith_builder_begin_object(builder);
      open.push_back({pith_cursor_begin(v), type});
    } else if (pith_value_get_string(v, &data, &size) == PITH_OK) {
      sum(data, size);
      pith_builder_string(builder, data, size);
    } else {
      pith_builder_copy(builder, v);
    }
    pith_view key{};
    while (!open.empty() &&
           pith_cursor_next(&open.back().cursor, &v, &key) != PITH_OK) {
      open.back().type == PITH_ARRAY ? pith_builder_end_array(builder)
                                     : pith_builder_end_object(builder);
      open.pop_back();
    }
    if (open.empty()) break;
    if (open.back().type == PITH_OBJECT) {
      pith_builder_key(builder, key.data, key.size);
    }
  }
  pith_document* made = nullptr;
  require(pith_builder_finish(builder, &made, nullptr) == PITH_OK);
  pith_builder_free(builder);
  return made;
}

void encode_all(pith_value v) {
  for (const std::string_view format : formats) {
    pith_text* text = nullptr;
    pith_error error = fresh_error();
    const std::int32_t status =
        pith_encode(v, format.data(), format.size(), nullptr, &text, &error);
    require(status == error.code);
    require((status == PITH_OK) == (text != nullptr));
    if (text != nullptr) sum(pith_text_data(text), pith_text_size(text) + 1);
    pith_text_free(text);
  }
}

std::int32_t append(void* context, const char* data, std::size_t size) {
  static_cast<std::string*>(context)->append(data, size);
  return 1;
}

std::int32_t take(void* context, pith_value v) {
  ++*static_cast<std::size_t*>(context);
  return pith_value_type(v) == PITH_NULL ? 0 : 1;
}

/// A list of the value, as a stream that is read back in chunks.
void stream(pith_value v, std::size_t chunk) {
  std::string text;
  pith_stream_writer* writer = nullptr;
  require(pith_stream_writer_new(append, &text, nullptr, &writer, nullptr) ==
          PITH_OK);
  pith_stream_writer_begin_list(writer, "a", 1, nullptr);
  pith_stream_writer_item(writer, v, nullptr);
  pith_stream_writer_items(writer, v, nullptr);
  pith_stream_writer_finish(writer, nullptr);
  pith_stream_writer_free(writer);
  pith_reader_callbacks callbacks{};
  callbacks.struct_size = sizeof callbacks;
  callbacks.item = take;
  std::size_t items = 0;
  pith_stream_reader* reader = nullptr;
  require(pith_stream_reader_new(&callbacks, &items, nullptr, &reader,
                                 nullptr) == PITH_OK);
  for (std::size_t at = 0; at < text.size(); at += chunk) {
    const std::string_view part = std::string_view(text).substr(at, chunk);
    if (pith_stream_reader_feed(reader, part.data(), part.size(), nullptr) !=
        PITH_OK) {
      break;
    }
  }
  pith_stream_reader_finish(reader, nullptr);
  pith_stream_reader_free(reader);
}

/// Sends the value to a consumer; most values are not keyed sets.
void delta(pith_value v) {
  pith_delta_producer* producer = nullptr;
  pith_delta_consumer* consumer = nullptr;
  require(pith_delta_producer_new(nullptr, nullptr, nullptr, &producer,
                                  nullptr) == PITH_OK);
  require(pith_delta_consumer_new(nullptr, &consumer, nullptr) == PITH_OK);
  pith_update update{};
  update.struct_size = sizeof update;
  if (pith_delta_producer_full(producer, v, &update, nullptr) == PITH_OK) {
    pith_delta_consumer_receive(consumer, pith_text_data(update.text),
                                pith_text_size(update.text), nullptr, nullptr);
    pith_text_free(update.text);
  }
  pith_delta_consumer_free(consumer);
  pith_delta_producer_free(producer);
}

void explain(const pith_error& error, std::string_view text) {
  pith_text* said = nullptr;
  if (pith_explain(&error, text.data(), text.size(), &said, nullptr) ==
      PITH_OK) {
    sum(pith_text_data(said), pith_text_size(said));
  }
  pith_text_free(said);
  pith_extracted found{};
  found.struct_size = sizeof found;
  if (pith_extract(text.data(), text.size(), &found) == PITH_OK) {
    pith_text* plain = nullptr;
    require(pith_unindented(&found, &plain, nullptr) == PITH_OK);
    pith_text_free(plain);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size < 2) return 0;
  const std::string_view format = formats[data[0] % std::size(formats)];
  const std::uint8_t how = data[1];
  const std::string_view text(reinterpret_cast<const char*>(data) + 2,
                              size - 2);
  pith_settings settings{};
  settings.struct_size = sizeof settings;
  settings.max_depth = (how & 1) != 0 ? 4 : 64;
  settings.exact_numbers = (how & 2) != 0 ? 1 : 0;
  pith_error error = fresh_error();
  pith_document* document = nullptr;
  const std::int32_t status =
      pith_decode(text.data(), text.size(), format.data(), format.size(),
                  &settings, &document, &error);
  require(status == error.code);
  require((status == PITH_OK) == (document != nullptr));
  if (document == nullptr) {
    require(error.offset <= text.size());
    explain(error, text);
    return 0;
  }
  const pith_value root = pith_document_root(document);
  pith_document* const copy = walk(root);
  std::int32_t same = 0;
  require(pith_value_equal(root, pith_document_root(copy), 1, &same) ==
          PITH_OK);
  require(same == 1);
  if ((how & 4) != 0) encode_all(root);
  if ((how & 8) != 0) stream(root, 1 + how % 32);
  if ((how & 16) != 0) delta(root);
  pith_document_free(copy);
  pith_document_free(document);
  return 0;
}
