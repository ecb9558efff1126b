// SPDX-License-Identifier: MIT
/// @file
/// How JavaScript calls pith: it writes texts and words into slots, calls an
/// export, and reads the answer. src/wasm.ts is the other side; the numbers and
/// offsets here are known there.
#ifndef PITH_TYPESCRIPT_NATIVE_MODULE_HPP
#define PITH_TYPESCRIPT_NATIVE_MODULE_HPP

#include <pith/codec.hpp>
#include <pith/document.hpp>
#include <pith/pith.h>

#include "c_api/verdict.hpp"
#include "document/pod_buffer.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// A function that JavaScript sees. Tests on other machines call it by its own
/// name.
#if defined(__wasm__)
#define PITH_WASM_EXPORT(name) extern "C" __attribute__((export_name(#name)))
#else
#define PITH_WASM_EXPORT(name) extern "C"
#endif

namespace pith::wasm {

using c_api::verdict;

/// What a call has to say. Read by JavaScript at fixed offsets.
struct answer {
  pith_error error{};
  const char* data = nullptr;  ///< a text; of its own or of a slot
  std::size_t size = 0;
  const std::int32_t* words = nullptr;  ///< a value (value_writer.hpp)
  std::size_t word_count = 0;
  double numbers[4] = {};
};
#if defined(__wasm__)
static_assert(sizeof(pith_error) == 48);
static_assert(offsetof(pith_error, offset) == 16);
static_assert(offsetof(answer, data) == 48);
static_assert(offsetof(answer, numbers) == 64);
#endif

/// Everything that lives between two calls. One thread, one instance.
struct module_state {
  /// What JavaScript writes: 0 takes text, 1 words.
  detail::pod_buffer<char> slots[2];
  /// Values that JavaScript has handed over (take).
  document values[2];
  answer said{};
  /// The text of the last answer.
  std::string text{};
  std::vector<std::int32_t> words{};
};

[[nodiscard]] module_state& state();

/// The first bytes of the slot for text.
[[nodiscard]] std::string_view given_text(std::size_t size);

/// Reports a verdict; every export that can fail ends here.
std::int32_t tell(const verdict& what);
/// A text of the module's own.
std::int32_t tell_text(std::string text);
std::int32_t tell_text(result<std::string> text);
/// A value, in words.
std::int32_t tell_value(value v);
/// The same as JSON text, for which JavaScript has a fast reader; then there
/// come no words. In words after all if an integer is beyond 2^53.
std::int32_t tell_tree(value v);

/// A format with its settings, made once for each way of calling.
struct plan {
  const codec* format = nullptr;  ///< null: to be detected
  codec_settings settings{};
};

/// The plan of this number; 0 is the one without a format.
[[nodiscard]] const plan& plan_at(std::uint32_t number);

/// Reads `text` by a plan.
[[nodiscard]] verdict read_tree(const plan& by, std::string_view text,
                                document& into);

/// Things that live until JavaScript frees them, by number, from 1.
template <class T>
class handles {
 public:
  std::int32_t add(std::unique_ptr<T> made) {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (all_[i] != nullptr) continue;
      all_[i] = std::move(made);
      return static_cast<std::int32_t>(i + 1);
    }
    all_.push_back(std::move(made));
    return static_cast<std::int32_t>(all_.size());
  }
  /// Null when there is none.
  [[nodiscard]] T* find(std::uint32_t number) noexcept {
    return number == 0 || number > all_.size() ? nullptr
                                               : all_[number - 1].get();
  }
  void remove(std::uint32_t number) noexcept {
    if (find(number) != nullptr) all_[number - 1].reset();
  }

 private:
  std::vector<std::unique_ptr<T>> all_{};
};

}  // namespace pith::wasm

#endif  // PITH_TYPESCRIPT_NATIVE_MODULE_HPP
