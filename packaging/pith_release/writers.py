# SPDX-License-Identifier: MIT
"""Archives whose bytes depend on nothing but their contents: entries in the
order of their paths, one date, no owner, modes as given."""

import dataclasses
import gzip
import hashlib
import io
import lzma
import tarfile
import time
import zipfile

PROGRAM = 0o755
PLAIN = 0o644


@dataclasses.dataclass(frozen=True)
class Entry:
    """A file; `path` is relative and has slashes."""
    path: str
    data: bytes
    mode: int = PLAIN


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def folders_of(entries):
    """Every folder above an entry, parents first."""
    found = set()
    for entry in entries:
        parts = entry.path.split("/")[:-1]
        found.update("/".join(parts[:n + 1]) for n in range(len(parts)))
    return sorted(found)


def tar(entries, date, folders=True, prefix="", root=False):
    """An uncompressed archive. `prefix` is put before every name; with `root`
    it has an entry of its own."""
    made = {name + "/": None for name in folders_of(entries)} if folders else {}
    if root:
        made[""] = None
    made.update((entry.path, entry) for entry in entries)
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w",
                      format=tarfile.GNU_FORMAT) as archive:
        for name in sorted(made):
            entry = made[name]
            info = tarfile.TarInfo(prefix + name)
            info.mtime = date
            if entry is None:
                info.type = tarfile.DIRTYPE
                info.mode = PROGRAM
                archive.addfile(info)
            else:
                info.size = len(entry.data)
                info.mode = entry.mode
                archive.addfile(info, io.BytesIO(entry.data))
    return stream.getvalue()


def gz(data, date):
    return gzip.compress(data, 9, mtime=date)


def tar_gz(entries, date, folders=True):
    return gz(tar(entries, date, folders), date)


def xz(data):
    return lzma.compress(data, preset=6)


def zipped(entries, date):
    """In the order of the entries: a wheel ends with its list."""
    # The format has no earlier date.
    when = max(time.gmtime(date)[:6], (1980, 1, 1, 0, 0, 0))
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for entry in entries:
            info = zipfile.ZipInfo(entry.path, when)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3  # modes are those of Unix
            info.external_attr = (0o100000 | entry.mode) << 16
            archive.writestr(info, entry.data, compresslevel=9)
    return stream.getvalue()


def ar(members, date):
    """The container of a Debian package: (name, data) in this order."""
    made = b"!<arch>\n"
    for name, data in members:
        made += b"%-16s%-12d%-6d%-6d%-8s%-10d`\n" % (
            name.encode("ascii"), date, 0, 0, b"100644", len(data))
        made += data + b"\n" * (len(data) % 2)
    return made
