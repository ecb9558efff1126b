# SPDX-License-Identifier: MIT
"""An empty Debian in a folder, and words that run in it."""

import pathlib
import re
import subprocess

SUITE = "bookworm"
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def mirror():
    """Where this machine gets the packages of the suite."""
    etc = pathlib.Path("/etc/apt")
    for path in [etc / "sources.list", *sorted(etc.glob("sources.list.d/*"))]:
        text = path.read_text() if path.is_file() else ""
        found = (re.search(rf"(?m)^deb\s+(?:\[.*?\]\s+)?(\S+)\s+{SUITE}\s", text)
                 or re.search(r"(?m)^URIs:\s*(\S+)", text))
        if found:
            return found[1]
    raise RuntimeError("/etc/apt names no mirror of Debian")


def make(root):
    """An empty one. It is made once and copied then."""
    kept = ROOT / "build/debian_root"
    if not (kept / ".made").exists():
        subprocess.run(["rm", "-rf", kept], check=True)
        # The package recommends the certificates, and every Debian that has
        # seen a network has them.
        subprocess.run(["debootstrap", "--variant=minbase",
                        "--include=ca-certificates", SUITE, kept,
                        mirror()], check=True, stdout=subprocess.DEVNULL)
        (kept / ".made").touch()
    subprocess.run(["cp", "-a", kept, root], check=True)


def words_in(root, folders, words):
    """Words for subprocess that run `words` in the root. `folders` ({path
    inside: path outside}) can be seen there; nothing stays mounted."""
    lines = []
    for inside, outside in folders.items():
        pathlib.Path(root, inside.lstrip("/")).mkdir(parents=True,
                                                     exist_ok=True)
        lines.append(f"mount --bind '{outside}' '{root}{inside}'")
    lines.append(f"exec chroot '{root}' \"$@\"")
    return ["unshare", "--mount", "sh", "-ec", "\n".join(lines), "sh", *words]
