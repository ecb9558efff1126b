// SPDX-License-Identifier: MIT
// auto and fit: what is cheapest, and how much of it fits.
#include <pith/auto_encode.hpp>
#include <pith/encode_within.hpp>

#include "arguments.hpp"
#include "codecs.hpp"
#include "errors.hpp"
#include "module_state.hpp"
#include "tokens.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace pith::python {

namespace {

/// The candidates that were named ("gcf", "toon-tab"); false with an exception.
bool take_candidates(module_state& state, PyObject* given,
                     owned_list<candidate>& into) {
  std::vector<std::string> names;
  if (!take_texts(given, "formats", names)) return false;
  if (names.empty()) return true;
  const std::vector<candidate> all = all_candidates();
  for (const std::string& wanted : names) {
    if (wanted == "json") continue;  // takes part anyway
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const candidate& one) {
          return wanted == (one.name.empty() ? one.with->name : one.name);
        });
    if (found == all.end()) {
      raise_at(state, "not_supported",
               "no lossless format of the name " + wanted, {});
      return false;
    }
    into.push_back(*found);
  }
  return true;
}

}  // namespace

PyObject* auto_encode_object(PyObject* module, PyObject* const* given,
                             Py_ssize_t count, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {
        "obj",       "model",      "formats",    "default",
        "count_all", "keep_order", "recognized", "all_formats"};
    std::array<PyObject*, 8> slots{};
    if (!take_arguments({"auto", names, 2, 1}, given, count, keywords,
                        slots.data())) {
      return nullptr;
    }
    module_state& state = state_of(module);
    std::string_view model = "o200k_base";
    auto_options options;
    bool keep_order = false;
    bool recognized = false;
    bool is_all = false;
    if (!take_optional_text(slots[1], "model", model) ||
        !take_candidates(state, slots[2], options.candidates) ||
        !take_flag(slots[4], options.count_all) ||
        !take_flag(slots[5], keep_order) || !take_flag(slots[6], recognized) ||
        !take_flag(slots[7], is_all)) {
      return nullptr;
    }
    if (keep_order) options.order = member_order::significant;
    if (recognized) options.recognized_by = &codecs();
    if (is_all) options.candidates = all_candidates();
    const borrowed_reader reader(state);
    if (!reader->read(state, slots[0], hook_of(slots[3]))) return nullptr;
    const auto chosen = [&]() -> result<auto_result> {
      const without_gil released(reader->made().memory_bytes());
      auto counter = borrowed_counter::of(model);
      if (!counter) return counter.error();
      return auto_encode(reader->made().root(), **counter, options);
    }();
    if (!chosen) return raise(state, chosen.error());
    owned counts(PyList_New(0));
    if (!counts) return nullptr;
    for (const candidate_count& one : chosen->counts) {
      const std::string_view refused =
          one.refused ? name(one.refused->code) : std::string_view();
      const owned entry(Py_BuildValue("(s#nnOz#)", one.name.data(),
                                      static_cast<Py_ssize_t>(one.name.size()),
                                      static_cast<Py_ssize_t>(one.tokens),
                                      static_cast<Py_ssize_t>(one.bytes),
                                      one.is_exact ? Py_True : Py_False,
                                      one.refused ? refused.data() : nullptr,
                                      static_cast<Py_ssize_t>(refused.size())));
      if (!entry || PyList_Append(counts.get(), entry.get()) != 0) {
        return nullptr;
      }
    }
    return Py_BuildValue("(s#s#nO)", chosen->text.data(),
                         static_cast<Py_ssize_t>(chosen->text.size()),
                         chosen->name.data(),
                         static_cast<Py_ssize_t>(chosen->name.size()),
                         static_cast<Py_ssize_t>(chosen->tokens), counts.get());
  });
}

PyObject* fit_object(PyObject* module, PyObject* const* given, Py_ssize_t count,
                     PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {"obj", "budget", "model", "format",
                                            "default"};
    std::array<PyObject*, 5> slots{};
    named_values rest;
    if (!take_arguments({"fit", names, 3, 2}, given, count, keywords,
                        slots.data(), &rest)) {
      return nullptr;
    }
    module_state& state = state_of(module);
    std::size_t budget = 0;
    std::string_view model = "o200k_base";
    std::string_view format = "gcf";
    codec_settings settings;
    if (!take_size(slots[1], "budget", budget) ||
        !take_optional_text(slots[2], "model", model) ||
        !take_optional_text(slots[3], "format", format) ||
        !take_options(rest, settings)) {
      return nullptr;
    }
    const codec* const with = find_codec(state, format);
    if (with == nullptr) return nullptr;
    const borrowed_reader reader(state);
    if (!reader->read(state, slots[0], hook_of(slots[4]))) return nullptr;
    const auto place = find_rows(reader->made().root());
    if (!place) {
      return raise_at(state, "misplaced_value",
                      "only a list, or a dict with a list in it, has rows", {});
    }
    const auto fitted = [&]() -> result<fitted_rows> {
      const without_gil released(reader->made().memory_bytes());
      auto counter = borrowed_counter::of(model);
      if (!counter) return counter.error();
      const auto encode = [&](value part) {
        return with->encode(part, settings);
      };
      return fit_rows(reader->made().root(), *place, 0, budget, encode,
                      **counter);
    }();
    if (!fitted) return raise(state, fitted.error());
    const owned text(new_text(*with, fitted->text));
    if (!text) return nullptr;
    return Py_BuildValue("(OnnnO)", text.get(),
                         static_cast<Py_ssize_t>(fitted->rows),
                         static_cast<Py_ssize_t>(place->count),
                         static_cast<Py_ssize_t>(fitted->tokens),
                         fitted->fits ? Py_True : Py_False);
  });
}

}  // namespace pith::python
