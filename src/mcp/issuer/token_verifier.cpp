// SPDX-License-Identifier: MIT
#include "mcp/issuer/token_verifier.hpp"

#include <utility>

namespace pith::mcp {

token_verifier::token_verifier(options wanted, key_source::reporter tell)
    : wanted_(std::move(wanted)),
      keys_(wanted_.keys, [this, tell = std::move(tell)](const key_report& r) {
        // A key that is gone must not live on in what it signed.
        if (r.has_changed) cache_.clear();
        if (tell) tell(r);
      }) {}

token_outcome token_verifier::check(std::string_view token,
                                    std::span<const std::string> audiences,
                                    std::int64_t now) {
  token_outcome outcome;
  if (!looks_like_token(token)) {
    outcome.fault = token.size() > max_token_bytes ? token_fault::too_long
                                                   : token_fault::form;
    return outcome;
  }
  auto claims = cache_.find(token, now);
  if (!claims) {
    // Before the keys, so that a change of them is noticed.
    const std::uint64_t epoch = cache_.epoch();
    const auto keys = keys_.keys();
    if (!keys) {
      outcome.wait = keys_.ask();
      return outcome;
    }
    token_verdict read = read_signed_token(token, *keys, wanted_.rules);
    if (read.fault == token_fault::unknown_key) {
      outcome.wait = keys_.ask();
      // While the issuer does not answer, the key may be a new one of its.
      if (outcome.wait || keys_.is_failing()) return outcome;
    }
    if (read.fault != token_fault::none) {
      outcome.fault = read.fault;
      return outcome;
    }
    claims = std::make_shared<const token_claims>(std::move(read.claims));
    cache_.put(token, claims, now, epoch);
  }
  outcome.fault = check_claims(*claims, wanted_.rules, audiences, now);
  if (outcome.fault == token_fault::none) outcome.claims = std::move(claims);
  return outcome;
}

}  // namespace pith::mcp
