// SPDX-License-Identifier: MIT
#include <pith/gcf.hpp>
#include <pith/json.hpp>

#include "command.hpp"

#include <unistd.h>

namespace cli {

exit_code run_encode(const arguments& args) {
  std::optional<input> in = open_input(args.files.front());
  if (!in) return exit_code::io;
  const pith::result<pith::document> doc = pith::json::parse(in->text);
  if (!doc) return refuse(*in, doc.error());
  // The document has its own copy; a large text need not stay.
  std::string().swap(in->text);

  fd_sink out(STDOUT_FILENO);
  pith::gcf::encoder encoder;
  const pith::result<void> done = encoder.encode_to(out, doc->root());
  return conclude(in->name, done, out);
}

}  // namespace cli
