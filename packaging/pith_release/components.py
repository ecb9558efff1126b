# SPDX-License-Identifier: MIT
"""What others wrote and the file contains, and what they ask for."""

import tomllib

from . import project

NOTICE = """The file `pith` contains work of others, under their own licences.
glibc can be exchanged: the source of pith and the commands that link it are
at {repository}.

"""


def read():
    return tomllib.loads(
        (project.HERE / "components.toml").read_text())["component"]


def text_of(licence):
    """The text of a licence, or None if it need not go along."""
    path = project.HERE / "licences" / f"{licence}.txt"
    return path.read_text(encoding="utf-8") if path.is_file() else None


def notices(release):
    """The file NOTICE of archives and packages."""
    lines = [NOTICE.format(**release.names)]
    for one in read():
        lines.append(f"{one['name']} {one['version']}\n"
                     f"  Copyright {one['copyright']}\n"
                     f"  {one['licence']}\n\n")
    for licence in sorted({one["licence"] for one in read()}):
        text = text_of(licence)
        if text:
            lines.append(f"{'-' * 72}\n{licence}\n\n{text.strip()}\n\n")
    return "".join(lines).rstrip("\n").encode() + b"\n"
