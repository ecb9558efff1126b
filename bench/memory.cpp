// SPDX-License-Identifier: MIT
/// @file
/// Peak memory of one operation in a process of its own, as a multiple of the
/// bytes that it was given.

#include "shapes.hpp"
#include "subject.hpp"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using pith_bench::require;
using pith_bench::shape;

/// Counts bytes and drops them, as a socket or a file would take them away.
class counting_sink final : public pith::sink {
 public:
  bool write(std::string_view bytes) override {
    count_ += bytes.size();
    return true;
  }
  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  std::size_t count_ = 0;
};

/// What a child tells its parent, in memory that both see.
struct report {
  std::size_t input = 0;
  std::size_t output = 0;
};

using job = std::function<report(std::string_view)>;

report encode_to_sink(std::string_view json) {
  auto document = pith::json::parse(json);
  require(document.has_value(), "JSON does not parse");
  counting_sink sink;
  pith::gcf::encoder encoder;
  require(encoder.encode_to(sink, document->root()), "does not encode");
  return {json.size(), sink.count()};
}

report encode_to_string(std::string_view json) {
  auto document = pith::json::parse(json);
  require(document.has_value(), "JSON does not parse");
  auto wire = pith::gcf::encode(document->root());
  require(wire.has_value(), "does not encode");
  return {json.size(), wire->size()};
}

report decode_to_sink(std::string_view wire) {
  auto document = pith::gcf::decode(wire);
  require(document.has_value(), "does not decode");
  counting_sink sink;
  require(pith::json::write_to(sink, document->root()), "does not write");
  return {wire.size(), sink.count()};
}

std::string to_gcf(const std::string& json) {
  auto document = pith::json::parse(json);
  require(document.has_value(), "JSON does not parse");
  auto wire = pith::gcf::encode(document->root());
  require(wire.has_value(), "does not encode");
  return std::move(*wire);
}

/// Runs `work` in a child and returns its peak in bytes.
std::size_t peak_of(const std::function<void()>& work) {
  std::fflush(nullptr);  // or the child prints it again
  const pid_t child = fork();
  require(child >= 0, "cannot fork");
  if (child == 0) {
    work();
    std::fflush(nullptr);
    _exit(0);
  }
  int status = 0;
  rusage usage{};
  require(wait4(child, &status, 0, &usage) == child, "cannot wait");
  require(WIFEXITED(status) && WEXITSTATUS(status) == 0, "a child failed");
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

/// An anonymous file, so that the process that measures never held the text
/// of the generator.
class text_file {
 public:
  text_file() : file_(std::tmpfile()) {
    require(file_ != nullptr, "cannot make a file");
  }
  text_file(const text_file&) = delete;
  text_file& operator=(const text_file&) = delete;
  ~text_file() { std::fclose(file_); }

  void fill(const std::string& text) {
    require(std::fwrite(text.data(), 1, text.size(), file_) == text.size(),
            "cannot write a file");
    std::fflush(file_);
  }

  [[nodiscard]] std::string read() {
    std::fseek(file_, 0, SEEK_END);
    std::string out(static_cast<std::size_t>(std::ftell(file_)), '\0');
    std::rewind(file_);
    require(std::fread(out.data(), 1, out.size(), file_) == out.size(),
            "cannot read a file");
    return out;
  }

 private:
  std::FILE* file_;
};

double measure(shape of, std::size_t bytes, bool gcf, std::string_view name,
               report (*work)(std::string_view)) {
  void* shared = mmap(nullptr, sizeof(report), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  require(shared != MAP_FAILED, "cannot share memory");
  text_file file;
  peak_of([&] {
    const std::string json = pith_bench::make_json(of, bytes);
    file.fill(gcf ? to_gcf(json) : json);
  });
  const std::size_t idle = peak_of([] {});
  const std::size_t peak = peak_of([&] {
    const std::string text = file.read();
    const report done = work(text);
    std::memcpy(shared, &done, sizeof done);
  });
  report done;
  std::memcpy(&done, shared, sizeof done);
  munmap(shared, sizeof(report));
  const double ratio = static_cast<double>(peak - std::min(idle, peak)) /
                       static_cast<double>(done.input);
  std::printf("%-14s %-17s %12zu %12zu %12zu %7.2f\n",
              std::string(pith_bench::name(of)).c_str(),
              std::string(name).c_str(), done.input, done.output, peak, ratio);
  std::fflush(stdout);
  return ratio;
}

constexpr std::string_view usage =
    "usage: bench_memory [--size BYTES] [--shape NAME] [--require R]\n"
    "Peak memory, the input text included, over the size of the input. Fails\n"
    "when an encode needs more than R times its input.\n";

}  // namespace

int main(int argc, char** argv) {
  std::size_t bytes = 25'000'000;
  double most = 1e9;
  std::vector<shape> shapes(pith_bench::all_shapes.begin(),
                            pith_bench::all_shapes.end());
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    const std::string_view value = i + 1 < argc ? argv[++i] : "";
    const auto size = pith_bench::read_size(value);
    const auto which = pith_bench::find_shape(value);
    if (name == "--size" && size) {
      bytes = *size;
    } else if (name == "--shape" && which) {
      shapes = {*which};
    } else if (name == "--require" && !value.empty()) {
      most = std::atof(argv[i]);
    } else {
      std::fwrite(usage.data(), 1, usage.size(), stderr);
      return 2;
    }
  }
  std::printf("%-14s %-17s %12s %12s %12s %7s\n", "shape", "operation", "input",
              "output", "peak", "ratio");
  double worst = 0;
  for (const shape of : shapes) {
    worst = std::max(
        {worst, measure(of, bytes, false, "encode to sink", encode_to_sink),
         measure(of, bytes, false, "encode to string", encode_to_string)});
    measure(of, bytes, true, "decode to sink", decode_to_sink);
  }
  std::printf("most of an encode: %.2f times its input\n", worst);
  return worst > most ? 1 : 0;
}
