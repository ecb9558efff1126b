// SPDX-License-Identifier: MIT
#include <pith/pith.h>
#include <pith/version.hpp>

#include "c_api/handles.hpp"

std::int32_t pith_abi_version(void) { return PITH_ABI_VERSION; }

// A literal, so a zero byte follows it.
const char* pith_version(void) { return pith::version.data(); }

const char* pith_text_data(const pith_text* text) {
  return text == nullptr ? nullptr : text->bytes.c_str();
}

std::size_t pith_text_size(const pith_text* text) {
  return text == nullptr ? 0 : text->bytes.size();
}

void pith_text_free(pith_text* text) { delete text; }
