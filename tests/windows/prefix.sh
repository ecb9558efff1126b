# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Sourced: a Windows 10 by wine in a folder of its own, which goes at the end.
# Sets `wine`.

# Debian has wine64 outside of PATH.
wine=/usr/lib/wine/wine64
[[ -x $wine ]] || wine=$(command -v wine64 || command -v wine) ||
  { echo 'install wine64' >&2; exit 1; }
WINEPREFIX=$(mktemp -d -t pith-wine-XXXXXX)
# wine takes the names of files for UTF-8 if the locale says so.
export WINEPREFIX WINEDEBUG=-all WINEDLLOVERRIDES='mscoree=;mshtml=' \
  LC_ALL=C.UTF-8 DISPLAY=

end_wine() {
  kill "$keeper" 2>/dev/null || true
  "${wine%/*}/wineserver64" -k 2>/dev/null || wineserver -k 2>/dev/null || true
  rm -rf "$WINEPREFIX"
}
trap end_wine EXIT

"$wine" wineboot -i >/dev/null 2>&1
"$wine" winecfg -v win10 >/dev/null 2>&1
# The services of wine start with the first program and inherit its pipes; who
# waits for their end would wait for ever. So there is one program all the time.
sleep infinity > >("$wine" cmd >/dev/null 2>&1) &
keeper=$!
"$wine" cmd /c ver | tr -d '\r' | grep .
