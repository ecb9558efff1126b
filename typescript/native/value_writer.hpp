// SPDX-License-Identifier: MIT
/// @file
/// Values as JavaScript reads them: the words of value_reader.hpp, in which
/// sizes of strings and keys count UTF-16 units, as JavaScript does. It makes
/// one string of all text and cuts it.
#ifndef PITH_TYPESCRIPT_NATIVE_VALUE_WRITER_HPP
#define PITH_TYPESCRIPT_NATIVE_VALUE_WRITER_HPP

#include <pith/document.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pith::wasm {

/// Appends values to words and text. Objects with the same keys share a shape,
/// also when they are of different documents.
class value_writer {
 public:
  value_writer(std::vector<std::int32_t>& words, std::string& text)
      : words_(words), text_(text) {}

  /// Linear. Memory for the depth of the value, without recursion.
  void write(value v);
  void string(std::string_view text);
  void number(double number);
  void null();
  void array(std::size_t count);

 private:
  void scalar(value v);
  void object(object_view members);
  void put(std::uint32_t kind, std::size_t number);
  void put_64(std::uint64_t bits);

  std::vector<std::int32_t>& words_;
  std::string& text_;
  std::unordered_map<std::string, std::size_t> shapes_{};
  std::string signature_{};
};

}  // namespace pith::wasm

#endif  // PITH_TYPESCRIPT_NATIVE_VALUE_WRITER_HPP
