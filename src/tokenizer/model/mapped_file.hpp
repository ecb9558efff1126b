// SPDX-License-Identifier: MIT
/// @file
/// A file as bytes, shared with everybody else who reads it. That of Windows
/// is made in mapped_file_windows.cpp.
#ifndef PITH_TOKENIZER_MODEL_MAPPED_FILE_HPP
#define PITH_TOKENIZER_MODEL_MAPPED_FILE_HPP

#include <pith/result.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace pith::inline v0::tokens {

/// Bytes that something keeps alive: a mapped file, a string, or the program
/// itself.
struct held_bytes {
  std::string_view bytes;
  std::shared_ptr<const void> holder{};  ///< null for embedded ones
};

/// Maps a whole file for reading; where files cannot be mapped, its bytes are
/// read into memory. Fails with read_failed. The file must not
/// shrink while the bytes are held.
[[nodiscard]] result<held_bytes> map_file(const std::string& path);

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_MODEL_MAPPED_FILE_HPP
