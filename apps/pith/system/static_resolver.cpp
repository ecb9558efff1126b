// SPDX-License-Identifier: MIT
// Part of the static command only (cmake/PithStatic.cmake).
//
// To resolve a name, glibc asks the modules that /etc/nsswitch.conf lists. The
// static library contains two of them, files and dns. It would load any other
// (resolve, myhostname, mdns4_minimal) from the system, which has another
// glibc, and crash. So the list is fixed: /etc/hosts, then DNS.
#include <nss.h>

namespace {

/// Before main: no name can have been resolved yet.
[[gnu::constructor]] void choose_resolver() {
  __nss_configure_lookup("hosts", "files dns");
}

}  // namespace
