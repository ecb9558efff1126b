// SPDX-License-Identifier: MIT
/// @file
/// A Unix socket that listens, and its file.
#ifndef PITH_MCP_NET_SERVER_LOCAL_LISTENER_HPP
#define PITH_MCP_NET_SERVER_LOCAL_LISTENER_HPP

#include <sys/types.h>

#include <memory>
#include <string>

namespace pith::mcp {

/// The file is there from open() to remove(). Whoever else may write in its
/// directory could take its place while nobody listens, and would get what is
/// meant for it; so a directory in which everybody may write is refused.
class local_listener {
 public:
  /// Binds, sets the permissions of the file, and listens; in that order, so
  /// that nobody can connect who may not. A socket that is there already is
  /// replaced if it is ours and nobody listens on it. Anything else that is
  /// there is an error, and so are symbolic links. Two that open the same path
  /// at a time take turns. Null, and why in `problem`, when it fails. Waits for
  /// 2 s at most.
  [[nodiscard]] static std::unique_ptr<local_listener> open(
      const std::string& path, mode_t mode, std::string& problem);
  /// As remove().
  ~local_listener();
  local_listener(const local_listener&) = delete;
  local_listener& operator=(const local_listener&) = delete;

  /// A further descriptor of the socket, which is the caller's; -1 when there
  /// are too many. Connections go to one of those that accept.
  [[nodiscard]] int share() const noexcept;
  /// Removes the file, unless it is another's by now, and the descriptor.
  /// Those that were shared stay, but nobody new finds them.
  void remove() noexcept;

 private:
  local_listener() = default;
  void remove_file() const noexcept;

  std::string path_;
  int socket_ = -1;
  // The file, which no other can be while the socket is open.
  dev_t device_ = 0;
  ino_t inode_ = 0;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_NET_SERVER_LOCAL_LISTENER_HPP
