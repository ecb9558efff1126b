# SPDX-License-Identifier: MIT
"""Archives for everybody, and the script that installs from them."""

from . import components, writers

README = """pith {version}: {summary}

bin/pith is the whole command; it needs nothing else. share/ has its man pages
and the completions for bash, zsh and fish, in the places of a prefix such as
/usr/local or ~/.local.

{repository}
"""


def name_of(release, target):
    return f"pith-{release.version}-{target.name}{target.table['archive']}"


def archive(release, target):
    """(name, bytes) of the archive of one target."""
    folder = f"pith-{release.version}-{target.name}"
    entries = [writers.Entry(f"bin/{target.command_file}", target.program,
                             writers.PROGRAM),
               *release.pages.below("share"),
               writers.Entry("share/doc/pith/LICENSE", release.licence),
               writers.Entry("share/doc/pith/NOTICE",
                             components.notices(release, target)),
               writers.Entry("share/doc/pith/README", README.format(
                   version=release.version, **release.names).encode())]
    entries = sorted((writers.Entry(f"{folder}/{one.path}", one.data, one.mode)
                      for one in entries), key=lambda one: one.path)
    if target.table["archive"] == ".zip":
        return name_of(release, target), writers.zipped(entries, release.date)
    return name_of(release, target), writers.tar_gz(entries, release.date)


def script(release, archives):
    """install.sh with the checksums of the archives that it can install."""
    lines = []
    for target in release.with_key("uname"):
        name = name_of(release, target)
        for system in target.table["uname"].split("|"):
            lines.append(f"{writers.sha256(archives[name])} {name} {system}")
    return release.fill("install.sh", ARCHIVES="\n".join(lines))


def make(release, made):
    files = dict(archive(release, target)
                 for target in release.with_key("archive"))
    files["install.sh"] = script(release, files)
    return files
