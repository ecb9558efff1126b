// SPDX-License-Identifier: MIT
/// @file
/// Names of the library without their definitions, for headers that only
/// mention them. Takes next to no time to compile.
#ifndef PITH_FWD_HPP
#define PITH_FWD_HPP

#include <cstdint>

/// Everything is in the inline namespace `v0`, so a declaration of your own
/// (`namespace pith { class document; }`) would declare another class.
namespace pith::inline v0 {

enum class error_code : std::uint8_t;
enum class kind : std::uint8_t;

class array_view;
class builder;
class codec_reference;
class document;
class maybe_value;
class object_view;
class registry;
class running_count;
class sink;
class string_sink;
class token_counter;
class token_meter;
class tokenizer;
class value;

struct auto_options;
struct auto_result;
struct codec;
struct codec_settings;
struct error;
struct fitted_text;
struct limits;
struct member;
struct number_options;

template <class T>
class maybe;
template <class T>
class owned_list;
template <class T>
class result;

namespace json {
class parser;
struct parse_options;
struct write_options;
}  // namespace json

namespace gcf {
class cell;
class decoder;
class delta_consumer;
class delta_producer;
class encoder;
class event_handler;
class field_names;
class graph_writer;
class incremental_decoder;
class keyed_writer;
class session_consumer;
class session_producer;
class stream_writer;
class table_writer;
struct decode_options;
struct encode_options;
struct stream_options;
}  // namespace gcf

namespace graph {
struct payload;
}  // namespace graph

}  // namespace pith::inline v0

#endif  // PITH_FWD_HPP
