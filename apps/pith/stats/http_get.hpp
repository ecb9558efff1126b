// SPDX-License-Identifier: MIT
/// @file
/// One document over plain HTTP from a gateway nearby.
#ifndef PITH_APPS_PITH_STATS_HTTP_GET_HPP
#define PITH_APPS_PITH_STATS_HTTP_GET_HPP

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace cli {

struct http_place {
  std::string host;  ///< without the brackets of an IPv6 address
  std::string port = "80";
  std::string path = "/";
};

/// `http://HOST[:PORT][/PATH]`; nothing for anything else: no other scheme, no
/// user, query or fragment, no blanks.
[[nodiscard]] std::optional<http_place> read_http_url(std::string_view url);

struct http_answer {
  int status = 0;  ///< 0: none came
  std::string body{};
  std::string failure{};  ///< why not; empty when all of it came
};

/// Most bytes of an answer, with its head.
inline constexpr std::size_t max_answer_bytes = 64U << 20U;

/// Asks for the document at `place` and waits for at most `patience` in all,
/// not counting the time to look up the name. `token` is sent as a bearer
/// token unless it is empty; it must be visible ASCII.
[[nodiscard]] http_answer http_get(const http_place& place,
                                   std::string_view token,
                                   std::chrono::milliseconds patience);

/// Reads an answer from all that came until the connection was closed.
[[nodiscard]] http_answer read_http_answer(std::string_view text);

/// Whether all of an answer is there, as far as its head tells.
[[nodiscard]] bool is_whole_answer(std::string_view text);

}  // namespace cli

#endif  // PITH_APPS_PITH_STATS_HTTP_GET_HPP
