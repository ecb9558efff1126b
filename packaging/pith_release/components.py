# SPDX-License-Identifier: MIT
"""What others wrote and the file contains, and what they ask for."""

import tomllib

from . import project

NOTICE = """The file `pith` contains work of others, under their own licences.
"""
EXCHANGE = """glibc can be exchanged: the source of pith and the commands that link it are
at {repository}.
"""


def read():
    return tomllib.loads(
        (project.HERE / "components.toml").read_text())["component"]


def of(target):
    """What the file of this target contains."""
    system = target.name.partition("-")[0]
    return [one for one in read()
            if system in one.get("system", system).split("|")]


def text_of(licence):
    """The text of a licence, or None if it need not go along."""
    path = project.HERE / "licences" / f"{licence}.txt"
    return path.read_text(encoding="utf-8") if path.is_file() else None


def notice(head, parts):
    """A file NOTICE about these parts."""
    lines = [head, "\n"]
    for one in parts:
        lines.append(f"{one['name']} {one['version']}\n"
                     f"  Copyright {one['copyright']}\n"
                     f"  {one['licence']}\n\n")
    for licence in sorted({one["licence"] for one in parts}):
        text = text_of(licence)
        if text:
            lines.append(f"{'-' * 72}\n{licence}\n\n{text.strip()}\n\n")
    return "".join(lines).rstrip("\n").encode() + b"\n"


def notices(release, target):
    """That of archives and packages of the command."""
    parts = of(target)
    head = NOTICE
    if any(one["name"] == "glibc" for one in parts):
        head += EXCHANGE.format(**release.names)
    return notice(head, parts)
