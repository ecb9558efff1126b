// SPDX-License-Identifier: MIT
/// @file
/// Runs fixtures of GCF, all below a folder, and counts what became of them.
#ifndef PITH_TESTS_CONFORMANCE_SUITES_GCF_SUITE_HPP
#define PITH_TESTS_CONFORMANCE_SUITES_GCF_SUITE_HPP

#include <pith/document.hpp>
#include <pith/equality.hpp>
#include <pith/error.hpp>

#include "suites/gcf_operations.hpp"
#include "suites/way.hpp"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace suites {

/// How many fixtures the specification has.
inline constexpr std::size_t gcf_suite_size = 281;

class gcf_suite {
 public:
  /// A fixture that this way cannot have, and why. It must fail.
  struct exception {
    std::string_view name;
    std::string_view reason;
  };
  using exceptions = std::span<const exception>;

  /// `by` and the exceptions must outlive the suite.
  gcf_suite(const way& by, bool is_verbose, exceptions except)
      : by_(by), is_verbose_(is_verbose), except_(except) {}

  /// Runs every fixture below `place`. Returns how many there are.
  std::size_t run_all(const std::filesystem::path& place,
                      pith::member_order order);

  /// Prints the numbers since the last report. True when nothing failed.
  [[nodiscard]] bool report(std::string_view what);

 private:
  void run_file(const std::filesystem::path& file, const std::string& name,
                pith::member_order order);
  void note(const std::string& name, const verdict& v);

  const way& by_;
  bool is_verbose_;
  exceptions except_;
  std::size_t total_ = 0;
  std::size_t passed_ = 0;
  std::size_t failed_ = 0;
};

/// Our own fixtures and those of the specification. Prints how it went; 77 as
/// an exit status where the latter are missing and nothing failed.
int run_gcf(const way& by, std::string_view name, bool is_verbose,
            gcf_suite::exceptions except = {});

}  // namespace suites

#endif  // PITH_TESTS_CONFORMANCE_SUITES_GCF_SUITE_HPP
