// SPDX-License-Identifier: MIT
/// @file
/// Rows of a GCF text that is one array.
#ifndef PITH_APPS_PITH_ROWS_GCF_ROW_SOURCE_HPP
#define PITH_APPS_PITH_ROWS_GCF_ROW_SOURCE_HPP

#include <pith/builder.hpp>
#include <pith/gcf_incremental.hpp>

#include "rows/row_source.hpp"

namespace cli::rows {

/// The items of a text whose document is an array; any other is not_supported.
/// Errors are those of gcf::decode() and read_failed.
class gcf_row_source final : public row_source {
 public:
  /// `from` must outlive the source.
  explicit gcf_row_source(byte_source& from, const read_options& options = {});

 protected:
  pith::result<std::size_t> read(pith::document& rows) override;

 private:
  /// Collects the items that the decoder hands out.
  class collector final : public pith::gcf::event_handler {
   public:
    void begin_section(const pith::gcf::section& s) override;
    void item(pith::value v) override;
    void member(std::string_view key, pith::value v) override;
    void root(pith::value v) override;

    pith::builder rows;
    std::size_t count = 0;
    bool is_array = false;
    bool is_refused = false;
  };

  [[nodiscard]] pith::result<void> feed();

  byte_source* from_;
  read_options options_;
  collector collected_;
  pith::rounded_numbers text_rounded_;  // of all chunks so far
  pith::gcf::incremental_decoder decoder_;
  bool is_input_read_ = false;
};

}  // namespace cli::rows

#endif  // PITH_APPS_PITH_ROWS_GCF_ROW_SOURCE_HPP
