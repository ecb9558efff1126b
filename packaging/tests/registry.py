# SPDX-License-Identifier: MIT
"""A registry of npm packages on a free port of the loopback address."""

import contextlib
import pathlib
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
VERDACCIO = HERE / "node_modules/verdaccio/bin/verdaccio"

CONFIGURATION = """storage: ./storage
max_body_size: 100mb
uplinks: {}
packages:
  '**':
    access: $all
    publish: $all
log: {type: stdout, format: pretty, level: warn}
"""


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def wait_for(address, process, seconds=60):
    for _ in range(seconds * 10):
        if process.poll() is not None:
            raise RuntimeError(f"{address}: the server has ended")
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except urllib.error.HTTPError:
            return  # an answer, too
        except OSError:
            pass
        time.sleep(0.1)
    raise RuntimeError(f"{address} does not answer")


@contextlib.contextmanager
def serve(node, packages, env):
    """Publishes the packages; the address of the registry."""
    with tempfile.TemporaryDirectory(prefix="pith-registry-") as folder:
        (pathlib.Path(folder) / "config.yaml").write_text(CONFIGURATION)
        address = f"http://127.0.0.1:{free_port()}"
        process = subprocess.Popen(
            [node, VERDACCIO, "--config", "config.yaml", "--listen",
             address.removeprefix("http://")], cwd=folder, env=env,
            stdout=subprocess.DEVNULL)
        try:
            wait_for(f"{address}/-/ping", process)
            for package in packages:
                # It asks for a token, and takes any.
                done = subprocess.run(
                    ["npm", "publish", "--registry", address,
                     f"--{address.removeprefix('http:')}/:_authToken=any",
                     package], cwd=folder, env=env, check=False, text=True,
                    capture_output=True)
                if done.returncode != 0:
                    raise RuntimeError(f"npm publish {package}: {done.stderr}")
            yield address
        finally:
            process.terminate()
            process.wait()
