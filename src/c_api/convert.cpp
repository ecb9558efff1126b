// SPDX-License-Identifier: MIT
#include <pith/codec.hpp>
#include <pith/pith.h>

#include "c_api/arguments.hpp"
#include "c_api/callback_sink.hpp"
#include "c_api/guard.hpp"
#include "c_api/handles.hpp"
#include "c_api/settings.hpp"
#include "c_api/words.hpp"

#include <string_view>
#include <utility>

using pith::c_api::as_text;
using pith::c_api::callback_sink;
using pith::c_api::clear;
using pith::c_api::from_words;
using pith::c_api::guarded;
using pith::c_api::hand_out;
using pith::c_api::invalid_argument;
using pith::c_api::read_settings;
using pith::c_api::verdict;

namespace {

verdict find_format(const char* name, std::size_t size,
                    const pith::codec*& found) {
  const auto text = as_text(name, size);
  if (!text) return invalid_argument("a format is a null pointer with a size");
  found = pith::codecs().find(*text);
  if (found != nullptr) return {};
  return {PITH_UNKNOWN_FORMAT, "there is not a format of this name"};
}

/// By name, or by what the text looks like when there is none.
verdict find_reader(const char* name, std::size_t size, std::string_view input,
                    const pith::codec*& found) {
  if (size != 0) return find_format(name, size, found);
  found = pith::codecs().detect(input);
  if (found != nullptr) return {};
  return {PITH_UNKNOWN_FORMAT, "the text looks like none of the formats"};
}

/// Reads `input` into `tree`.
verdict read_tree(std::string_view input, const char* format,
                  std::size_t format_size, const pith_settings* settings,
                  pith::document& tree) {
  const pith::codec* reader = nullptr;
  if (const verdict found = find_reader(format, format_size, input, reader);
      !found.is_good()) {
    return found;
  }
  pith::codec_settings given;
  if (const verdict taken = read_settings(settings, given); !taken.is_good()) {
    return taken;
  }
  // A mistake in the options has no place in the text.
  if (const auto known = reader->check_options(given); !known) {
    return known.error();
  }
  auto made = reader->decode(input, given);
  if (!made && made.error().code == pith::error_code::invalid_option) {
    return made.error();
  }
  if (!made) return {made.error(), input};
  tree = std::move(*made);
  return {};
}

/// Writes `v` by `write`, which gets the codec and its settings.
template <class Write>
verdict with_writer(const char* format, std::size_t format_size,
                    const pith_settings* settings, Write&& write) {
  const pith::codec* writer = nullptr;
  if (const verdict found = find_format(format, format_size, writer);
      !found.is_good()) {
    return found;
  }
  pith::codec_settings given;
  if (const verdict taken = read_settings(settings, given); !taken.is_good()) {
    return taken;
  }
  return write(*writer, given);
}

}  // namespace

std::int32_t pith_decode(const char* text, std::size_t text_size,
                         const char* format, std::size_t format_size,
                         const pith_settings* settings, pith_document** out,
                         pith_error* error) {
  return guarded(error, [&]() -> verdict {
    const auto input = as_text(text, text_size);
    if (!clear(out) || !input) return invalid_argument("text or out is null");
    pith::document tree;
    const verdict done = read_tree(*input, format, format_size, settings, tree);
    return done.is_good() ? hand_out(std::move(tree), out) : done;
  });
}

std::int32_t pith_encode(pith_value value, const char* format,
                         std::size_t format_size, const pith_settings* settings,
                         pith_text** out, pith_error* error) {
  return guarded(error, [&]() -> verdict {
    if (!clear(out)) return invalid_argument("out is null");
    return with_writer(
        format, format_size, settings,
        [&](const pith::codec& writer, const pith::codec_settings& given) {
          return hand_out(writer.encode(from_words(value), given), out);
        });
  });
}

std::int32_t pith_encode_to(pith_value value, const char* format,
                            std::size_t format_size,
                            const pith_settings* settings, pith_write write,
                            void* context, pith_error* error) {
  return guarded(error, [&]() -> verdict {
    if (write == nullptr) return invalid_argument("write is null");
    callback_sink sink(write, context);
    return with_writer(format, format_size, settings,
                       [&](const pith::codec& writer,
                           const pith::codec_settings& given) -> verdict {
                         const auto done =
                             writer.encode_to(sink, from_words(value), given);
                         return done ? verdict() : verdict(done.error());
                       });
  });
}

std::int32_t pith_convert(const char* text, std::size_t text_size,
                          const char* from, std::size_t from_size,
                          const pith_settings* reading, const char* to,
                          std::size_t to_size, const pith_settings* writing,
                          pith_text** out, pith_error* error) {
  return guarded(error, [&]() -> verdict {
    const auto input = as_text(text, text_size);
    if (!clear(out) || !input) return invalid_argument("text or out is null");
    pith::document tree;
    if (const verdict done = read_tree(*input, from, from_size, reading, tree);
        !done.is_good()) {
      return done;
    }
    return with_writer(
        to, to_size, writing,
        [&](const pith::codec& writer, const pith::codec_settings& given) {
          return hand_out(writer.encode(tree.root(), given), out);
        });
  });
}
