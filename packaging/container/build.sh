#!/bin/bash
# SPDX-License-Identifier: MIT
# An image of the gateway from nothing, by buildah: the static command, a user
# who is not root, and the certificate authorities of this machine. No daemon,
# no registry; the same files give the same digest, which is printed.
# usage: packaging/container/build.sh PITH DIRECTORY   an OCI layout, new
set -euo pipefail
if [[ $# -ne 2 ]]; then
  echo "usage: $0 PITH DIRECTORY" >&2
  exit 2
fi
pith=$1
out=$2
authorities=${PITH_AUTHORITIES:-/etc/ssl/certs/ca-certificates.crt}
user=65532
if [[ -e $out ]]; then
  echo "$out exists; name a directory that does not" >&2
  exit 1
fi
# Without a dynamic loader in the image it would not start, and the error would
# be that there is no such file.
if readelf --program-headers "$pith" | grep -q INTERP; then
  echo "$pith is not static; build it with the preset 'static'" >&2
  exit 1
fi

work=$(mktemp -d)
container=
# shellcheck disable=SC2317 # the trap calls it
clean() {
  [[ -z $container ]] || run_buildah rm "$container" >/dev/null
  rm -rf "$work"
}
trap clean EXIT
run_buildah() { buildah --storage-driver vfs "$@"; }

root=$work/root
install -D -m 755 "$pith" "$root/usr/bin/pith"
install -d -m 755 "$root/etc/pith"
if [[ -e $authorities ]]; then
  install -D -m 644 "$authorities" "$root/etc/ssl/certs/ca-certificates.crt"
fi
printf '%s\n' 'root:x:0:0:root:/:/sbin/nologin' \
  "pith:x:$user:$user:pith:/home/pith:/sbin/nologin" >"$root/etc/passwd"
printf '%s\n' 'root:x:0:' "pith:x:$user:" >"$root/etc/group"
chmod 644 "$root/etc/passwd" "$root/etc/group"
find "$root" -exec touch --no-dereference --date=@0 {} +

container=$(run_buildah from scratch)
run_buildah copy --quiet "$container" "$root" / >/dev/null
run_buildah config --user "$user:$user" --workingdir / \
  --env PATH=/usr/bin --port 4100 --stop-signal SIGTERM \
  --entrypoint '["/usr/bin/pith"]' \
  --cmd '["gateway", "--config", "/etc/pith/gateway.toml"]' \
  --label org.opencontainers.image.title=pith \
  --label org.opencontainers.image.licenses=MIT "$container"
run_buildah commit --quiet --timestamp 0 "$container" "oci:$out:pith" >/dev/null
sed -n 's/.*"digest":"\(sha256:[0-9a-f]*\)".*/\1/p' "$out/index.json"
