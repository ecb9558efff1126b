// SPDX-License-Identifier: MIT
#include <pith/gcf_stream.hpp>
#include <pith/pith.h>

#include "c_api/arguments.hpp"
#include "c_api/callback_sink.hpp"
#include "c_api/guard.hpp"
#include "c_api/handles.hpp"
#include "c_api/settings.hpp"
#include "c_api/words.hpp"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

struct pith_stream_writer {
  pith_stream_writer(pith_write write, void* context,
                     const pith::gcf::stream_options& options)
      : sink(write, context), writer(sink, options) {}

  pith::c_api::callback_sink sink;
  pith::gcf::stream_writer writer;
};

using pith::c_api::as_span;
using pith::c_api::as_text;
using pith::c_api::as_texts;
using pith::c_api::clear;
using pith::c_api::from_words;
using pith::c_api::guarded;
using pith::c_api::invalid_argument;
using pith::c_api::read_settings;
using pith::c_api::verdict;

namespace {

using pith::gcf::cell;

std::optional<cell> as_cell(const pith_cell& given) {
  switch (given.type) {
    case PITH_CELL_ABSENT:
      return cell();
    case PITH_CELL_NULL:
      return cell(nullptr);
    case PITH_CELL_BOOLEAN:
      return cell(given.integer != 0);
    case PITH_CELL_INTEGER:
      return cell(given.integer);
    case PITH_CELL_REAL:
      return cell(given.real);
    case PITH_CELL_STRING: {
      const auto text = as_text(given.data, given.size);
      if (!text) return std::nullopt;
      return cell(*text);
    }
    default:
      return std::nullopt;
  }
}

std::optional<std::vector<cell>> as_cells(const pith_cell* data,
                                          std::size_t count) {
  const auto all = as_span(data, count);
  if (!all) return std::nullopt;
  std::vector<cell> cells;
  cells.reserve(all->size());
  for (const pith_cell& each : *all) {
    const auto one = as_cell(each);
    if (!one) return std::nullopt;
    cells.push_back(*one);
  }
  return cells;
}

constexpr const char* bad_cell =
    "a cell has a type that is not one, or a null pointer with a size";
constexpr const char* bad_text = "a text is a null pointer with a size";

/// One call of a writer, which returns a result<void>.
template <class Call>
verdict write_with(pith::gcf::stream_writer& writer, Call&& call) {
  const pith::result<void> done = call(writer);
  return done ? verdict() : verdict(done.error());
}

template <class Call>
std::int32_t write_value(pith_stream_writer* handle, pith_error* error,
                         Call&& call) noexcept {
  return guarded(error, [&]() -> verdict {
    if (handle == nullptr) return invalid_argument("writer is null");
    return write_with(handle->writer, call);
  });
}

/// The fields of a table. Calls one of two functions: with a name, and for the
/// root.
template <class Named, class Root>
std::int32_t begin_section(pith_stream_writer* handle, const char* name,
                           std::size_t name_size, const pith_view* fields,
                           std::size_t field_count, pith_error* error,
                           Named&& named, Root&& root) noexcept {
  return guarded(error, [&]() -> verdict {
    if (handle == nullptr) return invalid_argument("writer is null");
    const auto title = as_text(name, name_size);
    const auto columns = as_texts(fields, field_count);
    if (!title || !columns) return invalid_argument(bad_text);
    return write_with(handle->writer, [&](pith::gcf::stream_writer& w) {
      return name == nullptr ? root(w, *columns) : named(w, *title, *columns);
    });
  });
}

}  // namespace

std::int32_t pith_stream_writer_new(pith_write write, void* context,
                                    const pith_settings* settings,
                                    pith_stream_writer** out,
                                    pith_error* error) {
  return guarded(error, [&]() -> verdict {
    if (!clear(out) || write == nullptr) {
      return invalid_argument("write or out is null");
    }
    pith::codec_settings given;
    pith::gcf::stream_options options;
    const verdict read = read_settings(
        settings, given, {{"remember_keys", &options.remember_keys}});
    if (!read.is_good()) return read;
    options.bounds = given.bounds;
    *out = new pith_stream_writer(write, context, options);
    return {};
  });
}

void pith_stream_writer_free(pith_stream_writer* writer) { delete writer; }

std::int32_t pith_stream_writer_member(pith_stream_writer* writer,
                                       const char* key, std::size_t key_size,
                                       const pith_cell* cell,
                                       pith_error* error) {
  return guarded(error, [&]() -> verdict {
    const auto text = as_text(key, key_size);
    if (writer == nullptr || cell == nullptr || !text) {
      return invalid_argument("writer, key or cell is null");
    }
    const auto scalar = as_cell(*cell);
    if (!scalar) return invalid_argument(bad_cell);
    return write_with(writer->writer, [&](pith::gcf::stream_writer& w) {
      return w.member(*text, *scalar);
    });
  });
}

std::int32_t pith_stream_writer_members(pith_stream_writer* writer,
                                        pith_value object, pith_error* error) {
  return write_value(writer, error, [&](pith::gcf::stream_writer& w) {
    return w.members(from_words(object));
  });
}

std::int32_t pith_stream_writer_begin_table(
    pith_stream_writer* writer, const char* name, std::size_t name_size,
    const pith_view* fields, std::size_t field_count, pith_error* error) {
  return begin_section(
      writer, name, name_size, fields, field_count, error,
      [](auto& w, std::string_view title,
         std::span<const std::string_view> columns) {
        return w.begin_table(title, columns);
      },
      [](auto& w, std::span<const std::string_view> columns) {
        return w.begin_root_table(columns);
      });
}

std::int32_t pith_stream_writer_begin_keyed(
    pith_stream_writer* writer, const char* name, std::size_t name_size,
    const pith_view* fields, std::size_t field_count, pith_error* error) {
  return begin_section(
      writer, name, name_size, fields, field_count, error,
      [](auto& w, std::string_view title,
         std::span<const std::string_view> columns) {
        return w.begin_keyed(title, columns);
      },
      [](auto& w, std::span<const std::string_view> columns) {
        return w.begin_root_keyed(columns);
      });
}

std::int32_t pith_stream_writer_begin_list(pith_stream_writer* writer,
                                           const char* name,
                                           std::size_t name_size,
                                           pith_error* error) {
  return begin_section(
      writer, name, name_size, nullptr, 0, error,
      [](auto& w, std::string_view title, const auto&) {
        return w.begin_list(title);
      },
      [](auto& w, const auto&) { return w.begin_root_list(); });
}

std::int32_t pith_stream_writer_row(pith_stream_writer* writer,
                                    const pith_cell* cells,
                                    std::size_t cell_count, pith_error* error) {
  return guarded(error, [&]() -> verdict {
    if (writer == nullptr) return invalid_argument("writer is null");
    const auto row = as_cells(cells, cell_count);
    if (!row) return invalid_argument(bad_cell);
    return write_with(writer->writer, [&](pith::gcf::stream_writer& w) {
      return w.row(std::span<const cell>(*row));
    });
  });
}

std::int32_t pith_stream_writer_row_value(pith_stream_writer* writer,
                                          pith_value object,
                                          pith_error* error) {
  return write_value(writer, error, [&](pith::gcf::stream_writer& w) {
    return w.row(from_words(object));
  });
}

std::int32_t pith_stream_writer_keyed_row(pith_stream_writer* writer,
                                          const char* key, std::size_t key_size,
                                          const pith_cell* cells,
                                          std::size_t cell_count,
                                          pith_error* error) {
  return guarded(error, [&]() -> verdict {
    const auto text = as_text(key, key_size);
    if (writer == nullptr || !text) {
      return invalid_argument("writer or key is null");
    }
    const auto row = as_cells(cells, cell_count);
    if (!row) return invalid_argument(bad_cell);
    return write_with(writer->writer, [&](pith::gcf::stream_writer& w) {
      return w.row(*text, std::span<const cell>(*row));
    });
  });
}

std::int32_t pith_stream_writer_keyed_row_value(pith_stream_writer* writer,
                                                const char* key,
                                                std::size_t key_size,
                                                pith_value object,
                                                pith_error* error) {
  return guarded(error, [&]() -> verdict {
    const auto text = as_text(key, key_size);
    if (writer == nullptr || !text) {
      return invalid_argument("writer or key is null");
    }
    return write_with(writer->writer, [&](pith::gcf::stream_writer& w) {
      return w.row(*text, from_words(object));
    });
  });
}

std::int32_t pith_stream_writer_item(pith_stream_writer* writer,
                                     pith_value value, pith_error* error) {
  return write_value(writer, error, [&](pith::gcf::stream_writer& w) {
    return w.item(from_words(value));
  });
}

std::int32_t pith_stream_writer_items(pith_stream_writer* writer,
                                      pith_value array, pith_error* error) {
  return write_value(writer, error, [&](pith::gcf::stream_writer& w) {
    return w.items(from_words(array));
  });
}

std::uint64_t pith_stream_writer_row_count(const pith_stream_writer* writer) {
  return writer == nullptr ? 0 : writer->writer.row_count();
}

std::int32_t pith_stream_writer_finish(pith_stream_writer* writer,
                                       pith_error* error) {
  return write_value(writer, error,
                     [](pith::gcf::stream_writer& w) { return w.finish(); });
}
