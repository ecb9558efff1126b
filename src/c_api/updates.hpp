// SPDX-License-Identifier: MIT
/// @file
/// What the producers of rows and of graphs have in common.
#ifndef PITH_C_API_UPDATES_HPP
#define PITH_C_API_UPDATES_HPP

#include <pith/gcf_delta.hpp>
#include <pith/pith.h>

#include "c_api/guard.hpp"
#include "c_api/handles.hpp"
#include "c_api/structs.hpp"
#include "c_api/verdict.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace pith::inline v0::c_api {

/// Leaves `into` as it is where NULL or a default is given.
verdict read_producer_options(const pith_producer_options* given,
                              gcf::producer_options& into);

[[nodiscard]] std::int32_t outcome_of(gcf::outcome kind) noexcept;

/// One answer. `call` returns a result<update>. A struct without room for the
/// text would lose it, so that is refused before anything is done.
template <class Producer, class Call>
std::int32_t answer(Producer* producer, pith_update* out, pith_error* error,
                    Call&& call) noexcept {
  return guarded(error, [&]() -> verdict {
    if (producer == nullptr || out == nullptr) {
      return invalid_argument("producer or out is null");
    }
    if (out->struct_size < offsetof(pith_update, outcome)) {
      return invalid_argument("pith_update::struct_size is not set");
    }
    pith_update said{};
    write_struct(out, said);
    auto sent = call(producer->producer);
    if (!sent) return sent.error();
    auto text = std::make_unique<pith_text>(std::move(sent->wire));
    said.text = text.get();
    said.outcome = outcome_of(sent->kind);
    if (write_struct(out, said)) static_cast<void>(text.release());
    return {};
  });
}

}  // namespace pith::inline v0::c_api

#endif  // PITH_C_API_UPDATES_HPP
