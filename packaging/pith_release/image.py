# SPDX-License-Identifier: MIT
"""A container image without a base: the file, a user who is not root, and the
certificate authorities of Debian. An archive in the layout of OCI with one
image per architecture, written here: no tool and no daemon is needed."""

import hashlib
import json

from . import components, sbom, writers

MANIFEST = "application/vnd.oci.image.manifest.v1+json"
INDEX = "application/vnd.oci.image.index.v1+json"
CONFIG = "application/vnd.oci.image.config.v1+json"
LAYER = "application/vnd.oci.image.layer.v1.tar+gzip"

# The number that images without a shell have agreed on.
USER = 65532
ACCOUNTS = f"root:x:0:0:root:/:/sbin/nologin\npith:x:{USER}:{USER}:pith:/home/pith:/sbin/nologin\n"
GROUPS = f"root:x:0:\npith:x:{USER}:\n"


class Layout:
    """The blobs of an image, by their digests."""

    def __init__(self):
        self.entries = [writers.Entry(
            "oci-layout", b'{"imageLayoutVersion":"1.0.0"}')]

    def add(self, data, media_type, **more):
        """Keeps the blob; a descriptor of it."""
        digest = hashlib.sha256(data).hexdigest()
        path = f"blobs/sha256/{digest}"
        if all(one.path != path for one in self.entries):
            self.entries.append(writers.Entry(path, data))
        return {"mediaType": media_type, "digest": f"sha256:{digest}",
                "size": len(data), **more}

    def add_json(self, value, media_type, **more):
        text = json.dumps(value, separators=(",", ":"), sort_keys=True)
        return self.add(text.encode(), media_type, **more)


def authorities(release):
    """One file of all certificates in the folder of --certificates."""
    if not release.certificates:
        return []
    found = sorted(release.certificates.glob("*.crt"))
    return [writers.Entry("etc/ssl/certs/ca-certificates.crt",
                          b"".join(one.read_bytes() for one in found))]


def root_of(release, target):
    return [writers.Entry("usr/bin/pith", target.program, writers.PROGRAM),
            writers.Entry("etc/passwd", ACCOUNTS.encode()),
            writers.Entry("etc/group", GROUPS.encode()),
            *authorities(release),
            writers.Entry("usr/share/doc/pith/LICENSE", release.licence),
            writers.Entry("usr/share/doc/pith/NOTICE",
                          components.notices(release, target))]


def labels(release):
    return {"org.opencontainers.image.title": "pith",
            "org.opencontainers.image.description": release.names["summary"],
            "org.opencontainers.image.version": release.version,
            "org.opencontainers.image.revision": release.commit,
            "org.opencontainers.image.source": release.names["repository"],
            "org.opencontainers.image.licenses": "MIT"}


def image(release, target, layout):
    """Adds the image of one target; its descriptor."""
    plain = writers.tar(root_of(release, target), release.date)
    layer = layout.add(writers.gz(plain, release.date), LAYER)
    platform = target.table["image"]
    config = layout.add_json({
        **platform, "created": sbom.utc(release.date),
        "config": {"User": f"{USER}:{USER}", "Entrypoint": ["/usr/bin/pith"],
                   "Env": ["PATH=/usr/bin"], "WorkingDir": "/",
                   "Labels": labels(release)},
        "rootfs": {"type": "layers",
                   "diff_ids": [f"sha256:{writers.sha256(plain)}"]},
        "history": [{"created": sbom.utc(release.date),
                     "created_by": "packaging/release.py"}]}, CONFIG)
    return layout.add_json({"schemaVersion": 2, "mediaType": MANIFEST,
                            "config": config, "layers": [layer]},
                           MANIFEST, platform=platform)


def make(release, made):
    targets = release.with_key("image")
    if not targets:
        return {}
    layout = Layout()
    whole = layout.add_json({
        "schemaVersion": 2, "mediaType": INDEX,
        "manifests": [image(release, one, layout) for one in targets],
        "annotations": labels(release)}, INDEX)
    name = release.names["image"]
    whole["annotations"] = {"org.opencontainers.image.ref.name":
                            f"{name}:{release.version}"}
    layout.entries.append(writers.Entry("index.json", json.dumps(
        {"schemaVersion": 2, "mediaType": INDEX,
         "manifests": [whole]}).encode()))
    # The blobs are compressed already.
    return {f"{name}-{release.version}-image.tar":
            writers.tar(layout.entries, release.date)}
