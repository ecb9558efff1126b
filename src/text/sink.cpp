// SPDX-License-Identifier: MIT
#include <pith/sink.hpp>

namespace pith::inline v0 {

sink::~sink() = default;

bool string_sink::write(std::string_view bytes) {
  target_->append(bytes);
  return true;
}

}  // namespace pith::inline v0
