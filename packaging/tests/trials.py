#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Installs every package of a release into an empty root, wraps a real MCP
server there, and prints what was typed, how long it took and what was saved.

usage: packaging/tests/trials.py DIST [NAME...]
"""

import contextlib
import functools
import pathlib
import subprocess
import sys

import debian_root
import mcp_session
import registry
import stand_in
from trial import MAX_SECONDS, Trial

# What tests/requirements.txt names.
TOOLS = mcp_session.ROOT / "build/packaging/bin"


def try_archive(dist):
    with Trial("archive, install.sh") as one:
        one.type(f"sh {dist}/install.sh --from {dist}")
        one.env["PATH"] = f"{one.home}/.local/bin:{one.env['PATH']}"
        one.save(["pith"])
        return one


def try_npm(dist):
    with Trial("npm, npx") as one:
        # The packages of the platforms first: the other one names them.
        packages = sorted(dist.glob("*.tgz"), key=lambda path: -len(path.name))
        with registry.serve(mcp_session.NODE, packages, one.env) as address:
            one.env["npm_config_registry"] = address
            one.save(["npx", "-y", stand_in.NAMES["npm"]])
        return one


def try_wheel(dist):
    with Trial("wheel, uvx") as one:
        one.env["PATH"] = f"{TOOLS}:{one.env['PATH']}"
        one.env.update({"UV_OFFLINE": "1", "UV_FIND_LINKS": str(dist),
                        "UV_NO_INDEX": "1", "UV_PYTHON": sys.executable})
        one.save(["uvx", stand_in.NAMES["wheel"]])
        return one


def try_pip(dist):
    with Trial("wheel, pip") as one:
        one.env["PATH"] = f"{one.home}/venv/bin:{one.env['PATH']}"
        subprocess.run([sys.executable, "-m", "venv", one.home / "venv"],
                       check=True)
        one.type(f"pip install --no-index --find-links {dist} "
                 + stand_in.NAMES["wheel"])
        one.save(["pith"])
        return one


def try_deb(dist):
    """In a root that debootstrap makes; making it does not count."""
    with Trial("Debian package") as one:
        root = one.home / "root"
        debian_root.make(root)
        folders = {"/dist": dist, "/srv/node_modules": mcp_session.MODULES,
                   "/home": one.home}
        run_in = functools.partial(debian_root.words_in, root, folders)
        version = stand_in.VERSION
        one.type_words(run_in(["apt-get", "install", "-q", "-y",
                               f"/dist/pith_{version}_amd64.deb"]),
                       f"apt install ./pith_{version}_amd64.deb")
        one.env["MEMORY_FILE_PATH"] = "/home/memory.jsonl"
        one.env["PATH"] = "/usr/sbin:/usr/bin:/sbin:/bin"
        one.save(["pith"], run_in=run_in, server=[
            "/srv/node_modules/" + str(path.relative_to(mcp_session.MODULES))
            for path in (mcp_session.NODE, mcp_session.MEMORY)])
        return one


def try_image(dist):
    """With buildah, which needs no daemon, and no namespaces if it isolates
    with chroot. There is nothing but pith inside, so the server is at a URL."""
    with Trial("image, buildah") as one:
        # What its tool get-env returns.
        server_env = {"PATH": one.env["PATH"],
                      **{f"SERVICE_{i}": f"host-{i}.test" for i in range(60)}}
        one.last_row = "host-59.test"
        buildah = ["buildah", "--storage-driver=vfs",
                   f"--root={one.home}/storage", f"--runroot={one.home}/run"]
        file = (f"oci-archive:{dist}/{stand_in.NAMES['image']}-"
                f"{stand_in.VERSION}-image.tar")
        with served(server_env) as address:
            one.type_words([*buildah, "from", "--name=pith", file],
                           "buildah from --name pith oci-archive:FILE")
            answer = one.timed(lambda: mcp_session.call(
                one.located([*buildah, "run", "--isolation=chroot", "pith",
                             "--", "/usr/bin/pith", "proxy", "--summary",
                             "--url", address]),
                one.env, "get-env", cwd=one.home),
                "buildah run pith -- pith proxy --url URL")
        plain = mcp_session.call(
            [mcp_session.NODE, mcp_session.EVERYTHING, "stdio"], server_env,
            "get-env")
        one.judge(plain, answer)
        subprocess.run([*buildah, "rm", "--all"], env=one.env, check=True,
                       capture_output=True)
        return one


@contextlib.contextmanager
def served(env):
    """A real MCP server over HTTP; its address."""
    port = registry.free_port()
    process = subprocess.Popen(
        [mcp_session.NODE, mcp_session.EVERYTHING, "streamableHttp"],
        env={**env, "PORT": str(port)}, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    try:
        address = f"http://127.0.0.1:{port}/mcp"
        registry.wait_for(address, process)
        yield address
    finally:
        process.terminate()
        process.wait()


TRIALS = {
    "archive": try_archive,
    "deb": try_deb,
    "image": try_image,
    "npm": try_npm,
    "pip": try_pip,
    "wheel": try_wheel,
}


def main(words):
    dist = pathlib.Path(words[0]).resolve()
    print("| way | typed | seconds | tokens before | after |\n"
          "|---|---|--:|--:|--:|")
    slow = []
    for name in words[1:] or TRIALS:
        done = TRIALS[name](dist)
        if done.is_slow:
            # The clock measures a busy machine, too: the better of two counts.
            done = min(done, TRIALS[name](dist), key=lambda one: one.seconds)
        print(done.row(), flush=True)
        if done.is_slow:
            slow.append(name)
    if slow:
        print(f"{' '.join(slow)}: more than {MAX_SECONDS} s, twice")
    return 1 if slow else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
