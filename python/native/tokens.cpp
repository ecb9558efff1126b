// SPDX-License-Identifier: MIT
#include "tokens.hpp"

#include "arguments.hpp"
#include "errors.hpp"
#include "module_state.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace pith::python {

namespace {

constexpr std::string_view default_model = "o200k_base";
constexpr std::size_t max_idle_counters = 16;
constexpr std::size_t max_threads = 64;

/// Counters by the name of their tokenizer. Never destroyed: threads may count
/// while the interpreter ends.
struct counter_pool {
  std::mutex lock;
  std::map<std::string, std::vector<std::unique_ptr<token_counter>>,
           std::less<>>
      idle;
};

counter_pool& pool() {
  static counter_pool* const all = new counter_pool;
  return *all;
}

/// What the counters of a tokenizer are kept under: aliases of one encoding
/// share them.
std::string_view pool_name(std::string_view model) {
  const tokenizer_name* const known = find_tokenizer_name(model);
  return known == nullptr ? model : known->encoding;
}

/// Counts texts[first], texts[first + step], ...
result<void> count_some(std::string_view model,
                        const std::vector<std::string_view>& texts,
                        std::atomic<std::size_t>& next,
                        std::vector<std::size_t>& counts) {
  auto counter = borrowed_counter::of(model);
  if (!counter) return counter.error();
  for (std::size_t i = next++; i < texts.size(); i = next++) {
    counts[i] = (*counter)->count(texts[i]);
  }
  return {};
}

result<std::vector<std::size_t>> count_all(
    std::string_view model, const std::vector<std::string_view>& texts,
    std::size_t threads) {
  std::vector<std::size_t> counts(texts.size());
  std::atomic<std::size_t> next = 0;
  threads = std::min({threads, texts.size(), max_threads});
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < threads; ++i) {
    // One that fails has counted nothing; this thread finds out why.
    others.emplace_back([&] {
      try {
        static_cast<void>(count_some(model, texts, next, counts).has_value());
      } catch (...) {  // without memory for a counter of its own
      }
    });
  }
  result<void> done;
  try {
    done = count_some(model, texts, next, counts);
  } catch (...) {
    for (std::thread& other : others) other.join();
    throw;
  }
  for (std::thread& other : others) other.join();
  if (!done) return done.error();
  return counts;
}

}  // namespace

result<borrowed_counter> borrowed_counter::of(std::string_view model) {
  {
    counter_pool& all = pool();
    const std::lock_guard held(all.lock);
    const auto found = all.idle.find(pool_name(model));
    if (found != all.idle.end() && !found->second.empty()) {
      auto counter = std::move(found->second.back());
      found->second.pop_back();
      return borrowed_counter(std::move(counter));
    }
  }
  auto loaded = load_tokenizer(model);
  if (!loaded) return loaded.error();
  return borrowed_counter(std::make_unique<token_counter>(std::move(*loaded)));
}

borrowed_counter::~borrowed_counter() {
  if (counter_ == nullptr) return;
  try {
    counter_pool& all = pool();
    const std::lock_guard held(all.lock);
    auto& idle = all.idle[std::string(pool_name(counter_->data().name()))];
    if (idle.size() < max_idle_counters) idle.push_back(std::move(counter_));
  } catch (...) {  // without memory to keep it, it goes
  }
}

PyObject* count_tokens(PyObject* module, PyObject* const* given,
                       Py_ssize_t count, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {"text", "model", "threads"};
    std::array<PyObject*, 3> slots{};
    if (!take_arguments({"count_tokens", names, 2, 1}, given, count, keywords,
                        slots.data())) {
      return nullptr;
    }
    std::string_view model = default_model;
    std::size_t threads = 1;
    if (!take_optional_text(slots[1], "model", model) ||
        !take_size(slots[2], "threads", threads)) {
      return nullptr;
    }
    const bool is_one = PyUnicode_Check(slots[0]) || PyBytes_Check(slots[0]);
    // The tuple keeps the texts while others may change a list.
    owned all;
    std::vector<std::string_view> texts;
    std::size_t bytes = 0;
    if (is_one) {
      texts.emplace_back();
      if (!take_text(slots[0], "text", texts[0])) return nullptr;
      bytes = texts[0].size();
    } else {
      all = owned(PySequence_Tuple(slots[0]));
      if (!all) return nullptr;
      texts.resize(static_cast<std::size_t>(PyTuple_Size(all.get())));
      for (std::size_t i = 0; i < texts.size(); ++i) {
        PyObject* const item =
            PyTuple_GetItem(all.get(), static_cast<Py_ssize_t>(i));
        if (!take_text(item, "text", texts[i])) return nullptr;
        bytes += texts[i].size();
      }
    }
    const auto counts = [&] {
      const without_gil released(bytes);
      return count_all(model, texts, std::max<std::size_t>(threads, 1));
    }();
    if (!counts) return raise(state_of(module), counts.error());
    if (is_one) return PyLong_FromSize_t((*counts)[0]);
    owned made(PyList_New(static_cast<Py_ssize_t>(counts->size())));
    for (std::size_t i = 0; made && i < counts->size(); ++i) {
      PyObject* const number = PyLong_FromSize_t((*counts)[i]);
      if (number == nullptr ||
          PyList_SetItem(made.get(), static_cast<Py_ssize_t>(i), number) != 0) {
        return nullptr;
      }
    }
    return made.release();
  });
}

PyObject* encode_tokens(PyObject* module, PyObject* const* given,
                        Py_ssize_t count, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {"text", "model"};
    std::array<PyObject*, 2> slots{};
    if (!take_arguments({"encode_tokens", names, 2, 1}, given, count, keywords,
                        slots.data())) {
      return nullptr;
    }
    std::string_view text;
    std::string_view model = default_model;
    if (!take_text(slots[0], "text", text) ||
        !take_optional_text(slots[1], "model", model)) {
      return nullptr;
    }
    std::vector<token_id> ids;
    const result<void> done = [&]() -> result<void> {
      const without_gil released(text.size());
      auto counter = borrowed_counter::of(model);
      if (!counter) return counter.error();
      (*counter)->encode(text, ids);
      return {};
    }();
    if (!done) return raise(state_of(module), done.error());
    owned made(PyList_New(static_cast<Py_ssize_t>(ids.size())));
    for (std::size_t i = 0; made && i < ids.size(); ++i) {
      PyObject* const number = PyLong_FromUnsignedLong(ids[i]);
      if (number == nullptr ||
          PyList_SetItem(made.get(), static_cast<Py_ssize_t>(i), number) != 0) {
        return nullptr;
      }
    }
    return made.release();
  });
}

PyObject* decode_tokens(PyObject* module, PyObject* const* given,
                        Py_ssize_t count, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static constexpr const char* names[] = {"tokens", "model"};
    std::array<PyObject*, 2> slots{};
    if (!take_arguments({"decode_tokens", names, 2, 1}, given, count, keywords,
                        slots.data())) {
      return nullptr;
    }
    std::string_view model = default_model;
    if (!take_optional_text(slots[1], "model", model)) return nullptr;
    const owned all(PySequence_Tuple(slots[0]));
    if (!all) return nullptr;
    std::vector<token_id> ids;
    const Py_ssize_t size = PyTuple_Size(all.get());
    for (Py_ssize_t i = 0; i < size; ++i) {
      const unsigned long id =
          PyLong_AsUnsignedLong(PyTuple_GetItem(all.get(), i));
      if (id == static_cast<unsigned long>(-1) && PyErr_Occurred() != nullptr) {
        return nullptr;
      }
      // What is too large is not a token either.
      ids.push_back(static_cast<token_id>(
          std::min<unsigned long>(id, static_cast<token_id>(-1))));
    }
    auto counter = borrowed_counter::of(model);
    if (!counter) return raise(state_of(module), counter.error());
    const auto text = (*counter)->decode(ids);
    if (!text) return raise(state_of(module), text.error());
    return PyBytes_FromStringAndSize(text->data(),
                                     static_cast<Py_ssize_t>(text->size()));
  });
}

PyObject* tokenizers(PyObject*, PyObject*) {
  return guarded([]() -> PyObject* {
    owned all(PyList_New(0));
    if (!all) return nullptr;
    for (const tokenizer_name& one : tokenizer_names()) {
      const owned entry(Py_BuildValue(
          "(s#s#O)", one.name.data(), static_cast<Py_ssize_t>(one.name.size()),
          one.encoding.data(), static_cast<Py_ssize_t>(one.encoding.size()),
          one.is_estimate ? Py_True : Py_False));
      if (!entry || PyList_Append(all.get(), entry.get()) != 0) return nullptr;
    }
    return all.release();
  });
}

}  // namespace pith::python
