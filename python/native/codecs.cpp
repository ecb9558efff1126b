// SPDX-License-Identifier: MIT
#include "codecs.hpp"

#include <pith/gcf.hpp>
#include <pith/gcf_extract.hpp>
#include <pith/json.hpp>

#include "arguments.hpp"
#include "document_to_objects.hpp"
#include "errors.hpp"
#include "module_state.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace pith::python {

namespace {

/// The codec that was named, or the one that the text is recognized by.
const codec* codec_for(module_state& state, PyObject* format,
                       std::string_view text) {
  if (format != nullptr && format != Py_None) {
    std::string_view name;
    if (!take_text(format, "format", name)) return nullptr;
    return find_codec(state, name);
  }
  const codec* const found = codecs().detect(text);
  if (found == nullptr) {
    raise_at(state, "not_supported",
             "the format of the text is not recognized: name it", {});
  }
  return found;
}

/// Decodes without the GIL.
std::optional<document> read_text(module_state& state, const codec& with,
                                  std::string_view text,
                                  const codec_settings& settings) {
  result<document> made = [&] {
    const without_gil released(text.size());
    return with.decode(text, settings);
  }();
  if (!made) {
    raise(state, made.error(), text);
    return std::nullopt;
  }
  return std::move(*made);
}

/// Encodes without the GIL.
PyObject* write_text(module_state& state, const codec& with,
                     const document& made, const codec_settings& settings) {
  const result<std::string> text = [&] {
    const without_gil released(made.memory_bytes());
    return with.encode(made.root(), settings);
  }();
  if (!text) return raise(state, text.error());
  return new_text(with, *text);
}

/// A member of pith::limits by its name; null for what is not a limit.
std::size_t* limit_of(limits& bounds, std::string_view name) noexcept {
  struct entry {
    std::string_view name;
    std::size_t limits::*member;
  };
  static constexpr entry all[] = {
      {"max_bytes", &limits::max_bytes},
      {"max_depth", &limits::max_depth},
      {"max_expansion", &limits::max_expansion},
      {"max_fields", &limits::max_fields},
      {"max_items", &limits::max_items},
      {"max_line_bytes", &limits::max_line_bytes},
  };
  for (const entry& one : all) {
    if (one.name == name) return &(bounds.*one.member);
  }
  return nullptr;
}

}  // namespace

const codec* find_codec(module_state& state, std::string_view name) {
  const codec* const found = codecs().find(name);
  if (found == nullptr) {
    std::string words("no format of the name ");
    words.append(name).append("; pith.formats() lists them");
    raise_at(state, "not_supported", words, {});
  }
  return found;
}

bool take_options(const named_values& given, codec_settings& settings) {
  for (const auto& [name, value] : given) {
    std::string_view text;
    if (!take_text(name, "the name of an option", text)) return false;
    if (std::size_t* const bound = limit_of(settings.bounds, text)) {
      if (!take_size(value, "a limit", *bound)) return false;
      continue;
    }
    option_value option;
    option.name = text;
    std::replace(option.name.begin(), option.name.end(), '_', '-');
    if (value == Py_True || value == Py_False) {
      option.value = value == Py_True ? "true" : "false";
    } else {
      const owned words(PyObject_Str(value));
      if (!words || !take_text(words.get(), "an option", text)) return false;
      option.value = text;
    }
    settings.options.push_back(std::move(option));
  }
  return true;
}

PyObject* new_text(const codec& with, std::string_view text) {
  return with.is_binary ? PyBytes_FromStringAndSize(
                              text.data(), static_cast<Py_ssize_t>(text.size()))
                        : new_string(text);
}

PyObject* encode(PyObject* module, PyObject* const* given, Py_ssize_t count,
                 PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {"obj", "format", "default"};
    std::array<PyObject*, 3> slots{};
    named_values rest;
    if (!take_arguments({"encode", names, 2, 1}, given, count, keywords,
                        slots.data(), &rest)) {
      return nullptr;
    }
    module_state& state = state_of(module);
    std::string_view format = "gcf";
    if (!take_optional_text(slots[1], "format", format)) return nullptr;
    const codec* const with = find_codec(state, format);
    codec_settings settings;
    if (with == nullptr || !take_options(rest, settings)) return nullptr;
    const borrowed_reader reader(state);
    if (!reader->read(state, slots[0], hook_of(slots[2]))) return nullptr;
    return write_text(state, *with, reader->made(), settings);
  });
}

PyObject* decode(PyObject* module, PyObject* const* given, Py_ssize_t count,
                 PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {"text", "format", "exact_numbers"};
    std::array<PyObject*, 3> slots{};
    named_values rest;
    if (!take_arguments({"decode", names, 2, 1}, given, count, keywords,
                        slots.data(), &rest)) {
      return nullptr;
    }
    module_state& state = state_of(module);
    std::string_view text;
    codec_settings settings;
    if (!take_text(slots[0], "text", text) || !take_options(rest, settings) ||
        !take_flag(slots[2], settings.numbers.exact)) {
      return nullptr;
    }
    const codec* const with = codec_for(state, slots[1], text);
    if (with == nullptr) return nullptr;
    const auto made = read_text(state, *with, text, settings);
    return made ? to_object(made->root()) : nullptr;
  });
}

PyObject* convert(PyObject* module, PyObject* const* given, Py_ssize_t count,
                  PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {"text", "to", "from_",
                                            "exact_numbers"};
    std::array<PyObject*, 4> slots{};
    named_values rest;
    if (!take_arguments({"convert", names, 3, 1}, given, count, keywords,
                        slots.data(), &rest)) {
      return nullptr;
    }
    module_state& state = state_of(module);
    std::string_view text;
    std::string_view format = "gcf";
    codec_settings reading;
    codec_settings writing;
    if (!take_text(slots[0], "text", text) ||
        !take_optional_text(slots[1], "to", format) ||
        !take_options(rest, writing) ||
        !take_flag(slots[3], reading.numbers.exact)) {
      return nullptr;
    }
    reading.bounds = writing.bounds;
    const codec* const to = find_codec(state, format);
    const codec* const from =
        to == nullptr ? nullptr : codec_for(state, slots[2], text);
    if (from == nullptr) return nullptr;
    const auto made = read_text(state, *from, text, reading);
    return made ? write_text(state, *to, *made, writing) : nullptr;
  });
}

PyObject* detect(PyObject*, PyObject* text) {
  return guarded([&]() -> PyObject* {
    std::string_view bytes;
    if (!take_text(text, "text", bytes)) return nullptr;
    const codec* const found = codecs().detect(bytes);
    if (found != nullptr) return new_string(found->name);
    Py_RETURN_NONE;
  });
}

PyObject* formats(PyObject*, PyObject*) {
  return guarded([]() -> PyObject* {
    owned all(PyList_New(0));
    if (!all) return nullptr;
    for (const codec& one : codecs().all()) {
      owned options(PyDict_New());
      if (!options) return nullptr;
      for (const codec_option& option : one.options) {
        std::string name = option.name;
        std::replace(name.begin(), name.end(), '-', '_');
        const owned help(new_string(option.help));
        if (!help || PyDict_SetItemString(options.get(), name.c_str(),
                                          help.get()) != 0) {
          return nullptr;
        }
      }
      const owned entry(Py_BuildValue(
          "{s:s#,s:s#,s:O,s:O,s:O}", "name", one.name.data(),
          static_cast<Py_ssize_t>(one.name.size()), "summary",
          one.summary.data(), static_cast<Py_ssize_t>(one.summary.size()),
          "is_lossless", one.is_lossless() ? Py_True : Py_False, "is_binary",
          one.is_binary ? Py_True : Py_False, "options", options.get()));
      if (!entry || PyList_Append(all.get(), entry.get()) != 0) return nullptr;
    }
    return all.release();
  });
}

PyObject* extract(PyObject* module, PyObject* text) {
  return guarded([&]() -> PyObject* {
    std::string_view bytes;
    if (!take_text(text, "text", bytes)) return nullptr;
    const auto found = gcf::extract(bytes);
    if (!found) Py_RETURN_NONE;
    const std::string payload = gcf::unindented(*found);
    const owned words(new_string(payload));
    if (!words) {  // of bytes that are not UTF-8
      PyErr_Clear();
      return raise(state_of(module),
                   error{error_code::invalid_utf8, found->offset,
                         "the payload must be UTF-8"},
                   bytes);
    }
    return Py_BuildValue(
        "(Osn)", words.get(),
        found->format == gcf::payload_format::gcf ? "gcf" : "json",
        static_cast<Py_ssize_t>(found->offset));
  });
}

PyObject* explain(PyObject* module, PyObject* const* given, Py_ssize_t count,
                  PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {"text", "format"};
    std::array<PyObject*, 2> slots{};
    if (!take_arguments({"explain", names, 2, 1}, given, count, keywords,
                        slots.data())) {
      return nullptr;
    }
    module_state& state = state_of(module);
    std::string_view text;
    if (!take_text(slots[0], "text", text)) return nullptr;
    const codec* with = nullptr;
    if (slots[1] == nullptr || slots[1] == Py_None) {
      const codec* const found = codecs().detect(text);
      with = found == nullptr ? codecs().find("gcf") : found;
    } else {
      with = codec_for(state, slots[1], text);
    }
    if (with == nullptr) return nullptr;
    const result<document> made = [&] {
      const without_gil released(text.size());
      return with->decode(text);
    }();
    if (made) Py_RETURN_NONE;
    return new_string(gcf::explain(made.error(), text));
  });
}

}  // namespace pith::python
