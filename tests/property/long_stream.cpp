// SPDX-License-Identifier: MIT
/// @file
/// A long table through table_writer and the incremental decoder, in one
/// process and in little memory: `long_stream --rows 10000000`. Fails when a
/// row is not what was written, or when the process ever held more than
/// 64 MiB.
#include <pith/gcf_incremental.hpp>
#include <pith/gcf_stream.hpp>

#include <sys/resource.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace {

[[maybe_unused]] constexpr long most_kibibytes = 64 * 1024;

std::string name_of(std::uint64_t row) {
  return "name \"" + std::to_string(row * 2654435761U % 1'000'003) + "\"";
}

class checking_handler final : public pith::gcf::event_handler {
 public:
  void item(pith::value v) override {
    const auto id = v.find("id");
    const auto name = v.find("name");
    const auto total = v.find("total");
    const auto rows_total = static_cast<double>(rows) / 4;
    if (!id || id->get_integer() != static_cast<std::int64_t>(rows) || !name ||
        name->get_string() != name_of(rows) || !total ||
        total->get_double() != rows_total) {
      ++wrong;
    }
    ++rows;
  }

  std::uint64_t rows = 0;
  std::uint64_t wrong = 0;
};

/// What is written goes straight to the decoder.
class decoding_sink final : public pith::sink {
 public:
  explicit decoding_sink(pith::gcf::incremental_decoder& target)
      : target_(&target) {}
  bool write(std::string_view bytes) override {
    return target_->feed(bytes).has_value();
  }

 private:
  pith::gcf::incremental_decoder* target_;
};

/// The most memory that the process had so far.
long peak_kibibytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t rows = 200'000;
  if (argc == 3 && std::strcmp(argv[1], "--rows") == 0) {
    rows = std::strtoull(argv[2], nullptr, 10);
  } else if (argc != 1) {
    std::fprintf(stderr, "usage: long_stream [--rows N]\n");
    return 2;
  }
  const long before = peak_kibibytes();
  checking_handler handler;
  pith::gcf::incremental_decoder decoder(handler);
  decoding_sink sink(decoder);
  pith::gcf::table_writer out{sink, "orders", {"id", "name", "total"}};
  for (std::uint64_t i = 0; i < rows; ++i) {
    const double total = static_cast<double>(i) / 4;
    if (const auto done = out.row({i, name_of(i), total}); !done) {
      std::fprintf(stderr, "row %llu: %s\n", static_cast<unsigned long long>(i),
                   pith::message(done.error()).c_str());
      return 1;
    }
  }
  if (!out.finish() || !decoder.finish()) {
    std::fprintf(stderr, "not finished\n");
    return 1;
  }
  const long peak = peak_kibibytes();
  std::printf("%llu rows, %llu wrong, peak %ld KiB, %ld of them for this\n",
              static_cast<unsigned long long>(handler.rows),
              static_cast<unsigned long long>(handler.wrong), peak,
              peak - before);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  const bool is_small = true;  // sanitizers have their own
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  const bool is_small = true;
#else
  const bool is_small = peak <= most_kibibytes;
#endif
#else
  const bool is_small = peak <= most_kibibytes;
#endif
  return handler.rows == rows && handler.wrong == 0 && is_small ? 0 : 1;
}
