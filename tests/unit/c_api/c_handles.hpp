// SPDX-License-Identifier: MIT
/// @file
/// Handles of the C interface that free themselves, and what tests ask of them.
#ifndef PITH_TESTS_UNIT_C_API_C_HANDLES_HPP
#define PITH_TESTS_UNIT_C_API_C_HANDLES_HPP

#include <pith/pith.h>

#include <memory>
#include <string>
#include <string_view>

namespace pith_tests {

template <auto Free>
struct freeing {
  template <class T>
  void operator()(T* handle) const noexcept {
    Free(handle);
  }
};

using c_text = std::unique_ptr<pith_text, freeing<pith_text_free>>;
using c_document = std::unique_ptr<pith_document, freeing<pith_document_free>>;
using c_builder = std::unique_ptr<pith_builder, freeing<pith_builder_free>>;
using c_tokenizer =
    std::unique_ptr<pith_tokenizer, freeing<pith_tokenizer_free>>;
using c_counter = std::unique_ptr<pith_counter, freeing<pith_counter_free>>;
using c_ids = std::unique_ptr<pith_ids, freeing<pith_ids_free>>;
using c_auto_result =
    std::unique_ptr<pith_auto_result, freeing<pith_auto_result_free>>;
using c_stream_writer =
    std::unique_ptr<pith_stream_writer, freeing<pith_stream_writer_free>>;
using c_stream_reader =
    std::unique_ptr<pith_stream_reader, freeing<pith_stream_reader_free>>;
using c_delta_producer =
    std::unique_ptr<pith_delta_producer, freeing<pith_delta_producer_free>>;
using c_delta_consumer =
    std::unique_ptr<pith_delta_consumer, freeing<pith_delta_consumer_free>>;
using c_graph_delta_producer =
    std::unique_ptr<pith_graph_delta_producer,
                    freeing<pith_graph_delta_producer_free>>;
using c_graph_delta_consumer =
    std::unique_ptr<pith_graph_delta_consumer,
                    freeing<pith_graph_delta_consumer_free>>;
using c_session_producer =
    std::unique_ptr<pith_session_producer, freeing<pith_session_producer_free>>;
using c_session_consumer =
    std::unique_ptr<pith_session_consumer, freeing<pith_session_consumer_free>>;

/// A size that no text has.
inline constexpr std::size_t hostile_size = static_cast<std::size_t>(-1);

[[nodiscard]] inline pith_error fresh_error() {
  pith_error error{};
  error.struct_size = sizeof error;
  error.code = -1;
  return error;
}

[[nodiscard]] inline std::string_view shown(const pith_text* text) {
  return {pith_text_data(text), pith_text_size(text)};
}

/// A document of a text in some format; null when it does not decode.
[[nodiscard]] inline c_document decoded(std::string_view text,
                                        std::string_view format = "json") {
  pith_document* out = nullptr;
  pith_decode(text.data(), text.size(), format.data(), format.size(), nullptr,
              &out, nullptr);
  return c_document(out);
}

[[nodiscard]] inline pith_value root_of(const c_document& document) {
  return pith_document_root(document.get());
}

/// A value in some format; empty when it does not encode.
[[nodiscard]] inline std::string encoded(pith_value value,
                                         std::string_view format = "json") {
  pith_text* out = nullptr;
  pith_encode(value, format.data(), format.size(), nullptr, &out, nullptr);
  const c_text text(out);
  return std::string(shown(text.get()));
}

}  // namespace pith_tests

#endif  // PITH_TESTS_UNIT_C_API_C_HANDLES_HPP
