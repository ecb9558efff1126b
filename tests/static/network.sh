#!/bin/bash
# SPDX-License-Identifier: MIT
# Names and certificates where the static command meets systems of others: in
# roots that hold the file and what is named here, in a network of their own
# with dnsmasq and nginx. Run it as root.
# usage: network.sh PITH [EMULATOR]
set -euo pipefail
if [[ -z ${PITH_IN_NETWORK:-} ]]; then
  PITH_IN_NETWORK=1 exec unshare --net --mount --pid --fork --kill-child "$0" "$@"
fi
pith=$1 emulator=${2:-}
here=$(cd "$(dirname "$0")" && pwd)
nginx=/usr/sbin/nginx
[[ -x $nginx ]] || nginx=$here/../../build/nginx/usr/sbin/nginx
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$work"' EXIT
ip link set lo up
cases=0

fail() {
  printf 'network: %s\n' "$1"
  exit 1
}

# A root, an intermediate and a leaf; and a root that signed nothing.
make_certificates() (
  cd "$work"
  new() { openssl req -newkey rsa:2048 -nodes -subj "/CN=$1" -keyout "$1.key" "${@:2}" 2>>log; }
  sign() { openssl x509 -req -days 2 -CAcreateserial "$@" 2>>log; }
  new root -x509 -days 2 -out root.pem -addext basicConstraints=critical,CA:true
  new other -x509 -days 2 -out other.pem -addext basicConstraints=critical,CA:true
  new middle -out middle.csr
  sign -in middle.csr -CA root.pem -CAkey root.key -out middle.pem \
    -extfile <(echo basicConstraints=critical,CA:true)
  new leaf -out leaf.csr
  sign -in leaf.csr -CA middle.pem -CAkey middle.key -out leaf.pem \
    -extfile <(echo subjectAltName=DNS:mcp.pith.test,DNS:hosts.pith.test)
  cat leaf.pem middle.pem >chain.pem
)
make_certificates || fail "$(cat "$work/log")"

answer='{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"nginx","version":"1"}}}'
cat >"$work/nginx.conf" <<END
events {}
http {
  access_log off;
  client_body_temp_path $work/b; proxy_temp_path $work/p;
  fastcgi_temp_path $work/f; uwsgi_temp_path $work/u; scgi_temp_path $work/s;
  server {
    listen 127.0.0.1:8443 ssl;
    ssl_certificate $work/chain.pem;
    ssl_certificate_key $work/leaf.key;
    default_type application/json;
    location / { return 200 '$answer'; }
  }
}
END
"$nginx" -p "$work" -c "$work/nginx.conf" -e stderr \
  -g "daemon off; user root; pid $work/pid; error_log stderr warn;" &
dnsmasq --no-daemon --conf-file=/dev/null --no-hosts --no-resolv \
  --listen-address=127.0.0.1 --bind-interfaces --log-queries --user=root \
  --address=/mcp.pith.test/127.0.0.1 2>"$work/dns.log" &
for _ in {1..100}; do
  if (: >/dev/tcp/127.0.0.1/8443) 2>/dev/null &&
    grep -q 'started' "$work/dns.log"; then
    break
  fi
  sleep 0.1
done

# new_root NAME: a system with this nsswitch.conf line (none if it is empty).
new_root() {
  root=$work/roots/$1
  mkdir -p "$root/etc" "$root/dev"
  cp "$pith" "$root/pith"
  [[ -z $emulator ]] || cp "$emulator" "$root/emulator"
  echo 'nameserver 127.0.0.1' >"$root/etc/resolv.conf"
  printf '127.0.0.1 localhost\n127.0.0.1 hosts.pith.test\n' >"$root/etc/hosts"
  [[ -z $2 ]] || echo "hosts: $2" >"$root/etc/nsswitch.conf"
}
# trust FILE [CERTIFICATE]: where this system has its authorities.
trust() {
  mkdir -p "$root$(dirname "$1")"
  cp "$work/${2:-root.pem}" "$root$1"
}
# ask HOST [VARIABLE=VALUE]: what comes back of one request.
ask() {
  local start=()
  [[ -z $emulator ]] || start=(/emulator)
  echo '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}' |
    timeout 60 env -i "${@:2}" "$(command -v chroot)" "$root" "${start[@]}" /pith proxy \
      --url "https://$1:8443/mcp" 2>&1 || true
}
expect_answer() {
  local got
  got=$(ask "$@")
  grep -q '"name":"nginx"' <<<"$got" || fail "${root##*/}, $1: $got"
  echo "network: ${root##*/}: $* answers"
  cases=$((cases + 1))
}
# expect_refusal WORDS HOST...
expect_refusal() {
  local got
  got=$(ask "${@:2}")
  if grep -q '"name":"nginx"' <<<"$got" || ! grep -qF -- "$1" <<<"$got"; then
    fail "${root##*/}, $2: expected a refusal with '$1', got: $got"
  fi
  echo "network: ${root##*/}: ${*:2} is refused"
  cases=$((cases + 1))
}

# What nsswitch.conf says of hosts.
declare -A lines=(
  [debian]='files mdns4_minimal [NOTFOUND=return] dns'
  [ubuntu]='files mymachines resolve [!UNAVAIL=return] dns myhostname'
  [fedora]='files myhostname mdns4_minimal [NOTFOUND=return] resolve [!UNAVAIL=return] dns'
  [hostile]='nonexistent [!UNAVAIL=return] ../../tmp/evil compat winbind'
  [none]=''
)

while read -r name line file; do
  new_root "$name" "${lines[$line]}"
  trust "$file"
  expect_answer mcp.pith.test
  expect_answer hosts.pith.test
  expect_refusal 'not found' none.pith.test
done <<'END'
debian debian /etc/ssl/certs/ca-certificates.crt
ubuntu ubuntu /etc/ssl/certs/ca-certificates.crt
fedora fedora /etc/pki/tls/certs/ca-bundle.crt
rhel fedora /etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem
suse hostile /etc/ssl/ca-bundle.pem
alpine none /etc/ssl/cert.pem
END
grep -q 'query\[A\] mcp.pith.test' "$work/dns.log" || fail 'DNS was not asked'

# A directory of hashed names, as Debian has it.
new_root hashed "${lines[debian]}"
trust "/etc/ssl/certs/$(openssl x509 -noout -hash -in "$work/root.pem").0"
expect_answer mcp.pith.test

# Who trusts nobody, or somebody else.
new_root nobody "${lines[fedora]}"
expect_refusal 'this system has no certificate authorities: looked for' mcp.pith.test
new_root other "${lines[fedora]}"
trust /etc/pki/tls/certs/ca-bundle.crt other.pem
expect_refusal 'certificate' mcp.pith.test
trust /mine.pem
expect_answer mcp.pith.test SSL_CERT_FILE=/mine.pem
expect_refusal 'SSL_CERT_FILE' mcp.pith.test SSL_CERT_FILE=/none.pem

# A configuration of another OpenSSL, which names what would have to be loaded.
new_root configured "${lines[hostile]}"
trust /etc/ssl/cert.pem
cat >"$root/etc/ssl/openssl.cnf" <<'END'
openssl_conf = init
[init]
providers = all
engines = all
[all]
evil = section
[section]
module = /evil.so
dynamic_path = /evil.so
activate = 1
END
expect_answer mcp.pith.test OPENSSL_CONF=/etc/ssl/openssl.cnf

printf 'network: %d cases, as expected\n' "$cases"
