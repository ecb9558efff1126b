#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes of an image in the layout of OCI what runc can start: its files, and
its command, user and environment.

usage: oci_bundle.py LAYOUT BUNDLE [SOURCE=PLACE]...   mounts, read-only
"""

import json
import pathlib
import sys
import tarfile


def blob(layout, descriptor):
    return layout / "blobs" / descriptor["digest"].replace(":", "/")


def read(layout, descriptor):
    return json.loads(blob(layout, descriptor).read_text())


def runtime_config(image, mounts):
    """What runc wants to know. The container shares the network."""
    config = image["config"]
    uid, gid = (int(part) for part in config["User"].split(":"))
    spaces = ("pid", "ipc", "uts", "mount")
    return {
        "ociVersion": "1.0.2",
        "process": {
            "args": config["Entrypoint"] + config["Cmd"],
            "env": config["Env"],
            "cwd": config.get("WorkingDir") or "/",
            "user": {"uid": uid, "gid": gid},
            "capabilities": {},
            "noNewPrivileges": True},
        "root": {"path": "rootfs", "readonly": True},
        "mounts": [{"destination": "/proc", "type": "proc",
                    "source": "proc"}] + [
            {"destination": place, "type": "bind", "source": source,
             "options": ["bind", "ro"]} for source, place in mounts],
        "linux": {"namespaces": [{"type": one} for one in spaces]}}


def main():
    layout, bundle = (pathlib.Path(word) for word in sys.argv[1:3])
    mounts = [word.split("=", 1) for word in sys.argv[3:]]
    index = json.loads((layout / "index.json").read_text())
    manifest = read(layout, index["manifests"][0])
    root = bundle / "rootfs"
    root.mkdir(parents=True)
    for layer in manifest["layers"]:
        with tarfile.open(blob(layout, layer)) as archive:
            archive.extractall(root)
    (root / "proc").mkdir(exist_ok=True)
    image = read(layout, manifest["config"])
    (bundle / "config.json").write_text(
        json.dumps(runtime_config(image, mounts)))


if __name__ == "__main__":
    main()
