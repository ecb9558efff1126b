# SPDX-License-Identifier: MIT
"""A wheel that carries the command: `uvx NAME proxy`.

Scripts of the shell start the program (wheel/launcher.sh), because they are ten
times as fast as Python. Where there is no such shell, a few lines of Python do
(wheel/launcher.py)."""

import base64
import hashlib
import re
import tomllib

from . import components, project, writers


def library_name():
    """Of the package to import, which has a name of its own."""
    text = (project.ROOT / "python/pyproject.toml").read_text()
    return tomllib.loads(text)["project"]["name"]


def metadata(release, name):
    fields = [("Metadata-Version", "2.1"), ("Name", name),
              ("Version", release.version),
              ("Summary", release.names["summary"]),
              ("Home-page", release.names["repository"]),
              ("Author", release.names["authors"]), ("License", "MIT"),
              ("Keywords", "mcp,gcf,toon,tokens,llm"),
              ("License-File", "LICENSE"), ("License-File", "NOTICE"),
              ("Requires-Python", ">=3.8"),
              ("Description-Content-Type", "text/markdown")]
    head = "".join(f"{key}: {value}\n" for key, value in fields)
    return head.encode() + b"\n" + release.fill(
        "wheel/README.md", PACKAGE=name, LIBRARY=library_name())


def wheel_file(tag):
    """The tags of a compressed set, one by one."""
    lines = ["Wheel-Version: 1.0", "Generator: pith packaging/release.py",
             "Root-Is-Purelib: false"]
    lines += [f"Tag: py3-none-{one}" for one in tag.split(".")]
    return ("\n".join(lines) + "\n").encode()


def record(entries, path):
    lines = []
    for one in entries:
        digest = base64.urlsafe_b64encode(
            hashlib.sha256(one.data).digest()).rstrip(b"=").decode()
        lines.append(f"{one.path},sha256={digest},{len(one.data)}")
    return writers.Entry(path, "\n".join([*lines, f"{path},,", ""]).encode())


def scripts(release, target, name):
    """What ends up in bin/, and what that starts."""
    script = release.fill("wheel/launcher.sh", PACKAGE=name)
    return [writers.Entry("scripts/pith", script, writers.PROGRAM),
            writers.Entry(f"scripts/{name}", script, writers.PROGRAM),
            writers.Entry(f"data/libexec/{name}/pith", target.program,
                          writers.PROGRAM)]


def module(release, target, name, folder):
    """The same in Python: the program is beside the module that starts it."""
    return [writers.Entry(f"{folder}/__init__.py",
                          release.fill("wheel/launcher.py", PACKAGE=name)),
            writers.Entry(f"{folder}/{target.command_file}", target.program,
                          writers.PROGRAM)]


def commands(name, folder):
    """Installers make a program of each."""
    return (f"[console_scripts]\npith = {folder}:main\n"
            f"{name} = {folder}:main\n").encode()


def wheel(release, target):
    """(name, bytes) of the wheel of one target."""
    name = release.names["wheel"]
    folder = re.sub(r"[-_.]+", "_", name).lower()
    stem = f"{folder}-{release.version}"
    tag = target.table["wheel"]
    has_shell = target.command_file == "pith"
    data = release.pages.below("data/share")
    if has_shell:
        data += scripts(release, target, name)
    entries = [writers.Entry(f"{stem}.data/{one.path}", one.data, one.mode)
               for one in data]
    if not has_shell:
        entries += module(release, target, name, folder)
    entries.sort(key=lambda one: one.path)
    about = f"{stem}.dist-info"
    if not has_shell:
        entries.append(writers.Entry(f"{about}/entry_points.txt",
                                     commands(name, folder)))
    entries += [writers.Entry(f"{about}/LICENSE", release.licence),
                writers.Entry(f"{about}/NOTICE", components.notices(release, target)),
                writers.Entry(f"{about}/METADATA", metadata(release, name)),
                writers.Entry(f"{about}/WHEEL", wheel_file(tag))]
    entries.append(record(entries, f"{about}/RECORD"))
    return f"{stem}-py3-none-{tag}.whl", writers.zipped(entries, release.date)


def make(release, made):
    return dict(wheel(release, target)
                for target in release.with_key("wheel"))
