// SPDX-License-Identifier: MIT
#include <pith/gcf.hpp>
#include <pith/json.hpp>

#include "command.hpp"

#include <unistd.h>

namespace cli {

exit_code run_decode(const arguments& args) {
  std::optional<input> in = open_input(args.files.front());
  if (!in) return exit_code::io;
  const pith::result<pith::document> doc = pith::gcf::decode(in->text);
  if (!doc) return refuse(*in, doc.error());
  // The document has its own copy; a large text need not stay.
  std::string().swap(in->text);

  fd_sink out(STDOUT_FILENO);
  const pith::result<void> done = pith::json::write_to(out, doc->root());
  if (done) out.write("\n");
  return conclude(in->name, done, out);
}

}  // namespace cli
