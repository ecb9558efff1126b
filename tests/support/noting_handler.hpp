// SPDX-License-Identifier: MIT
/// @file
/// Writes down what an incremental decoder tells.
#ifndef PITH_TESTS_SUPPORT_NOTING_HANDLER_HPP
#define PITH_TESTS_SUPPORT_NOTING_HANDLER_HPP

#include <pith/gcf_incremental.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pith_tests {

using strings = std::vector<std::string>;

class noting_handler final : public pith::gcf::event_handler {
 public:
  void begin_section(const pith::gcf::section& s) override;
  void item(pith::value v) override { note("item ", v); }
  void entry(std::string_view key, pith::value v) override {
    note("entry " + std::string(key) + " ", v);
  }
  void end_section(std::uint64_t count) override {
    notes.push_back("end " + std::to_string(count));
  }
  void member(std::string_view key, pith::value v) override {
    note("member " + std::string(key) + " ", v);
  }
  void root(pith::value v) override { note("root ", v); }

  strings notes;

 private:
  void note(const std::string& words, pith::value v);
};

/// What is told of a text that must be good.
strings notes_of(std::string_view text,
                 const pith::gcf::incremental_options& options = {});

}  // namespace pith_tests

#endif  // PITH_TESTS_SUPPORT_NOTING_HANDLER_HPP
