# SPDX-License-Identifier: MIT
"""Debian packages: the command as one file, for every architecture, and with
--debs the library that `cpack --preset deb` has made."""

import email.utils
import functools
import hashlib

from . import components, project, writers

DESCRIPTION = """structured data for language models, in few tokens (command)
 Converts between JSON, GCF, TOON, TRON, CSV, YAML and others, counts tokens
 exactly, compares formats, and makes and applies deltas. As a proxy or a
 gateway in front of MCP servers, it sends tool results in the cheapest
 lossless form. With man pages and completions for bash, zsh and fish.
 .
 This package has one file that is linked statically, so it needs no other
 package and runs on any release of Debian and Ubuntu. Fixes of the libraries
 inside, OpenSSL among them, come only with a new version of this package."""

OVERRIDES = """# One file for all releases; its description says so. It is a program, linked
# so that it can be at any address, which lintian takes for a library.
pith: shared-library-lacks-prerequisites [usr/bin/pith]
# Compiled in; the file NOTICE lists them.
pith: embedded-library *
"""

# Where systemd of every release looks. It starts nothing until somebody enables
# it, so the package needs no scripts.
UNIT = "usr/lib/systemd/system/pith-gateway.service"

# What docs/operations.md begins with: configurations, alert rules, a dashboard.
EXAMPLES = {"examples/gateway": "gateway", "packaging/prometheus": "prometheus",
            "packaging/grafana": "grafana"}

FIRST_CHANGE = "  * Release {version}; CHANGELOG.md of the source says what is new."


def changelog(release):
    return (f"pith ({release.version}) unstable; urgency=medium\n\n"
            f"{FIRST_CHANGE.format(version=release.version)}\n\n"
            f" -- {release.names['contact']}  "
            f"{email.utils.formatdate(release.date)}\n").encode()


def indented(text):
    """As a field of a control file: a dot on empty lines."""
    return "".join(f" {line or '.'}\n" for line in text.strip().split("\n"))


def copyright_file(release):
    """In the format that Debian's tools read."""
    mine = release.licence.decode().split("\n", 4)
    text = ("Format: https://www.debian.org/doc/packaging-manuals/"
            "copyright-format/1.0/\n"
            f"Upstream-Name: pith\nSource: {release.names['repository']}\n"
            "Comment: The program contains work of others; NOTICE in this\n"
            " folder has their copyrights and licences.\n\n"
            f"Files: *\nCopyright: {mine[2].removeprefix('Copyright (c) ')}\n"
            "License: Expat\n" + indented(mine[4]))
    return text.encode()


def examples(below):
    """The files of EXAMPLES that belong to the source."""
    for folder, name in EXAMPLES.items():
        for path in project.git("ls-files", folder).split("\n"):
            inside = path.removeprefix(folder)
            yield writers.Entry(f"{below}/{name}{inside}",
                                project.ROOT.joinpath(path).read_bytes())


def contents(release, target):
    pack = functools.partial(writers.gz, date=0)
    doc = "usr/share/doc/pith"
    return [
        writers.Entry("usr/bin/pith", target.program, writers.PROGRAM),
        *release.pages.below("usr/share", zsh="zsh/vendor-completions",
                             compress=pack),
        writers.Entry(f"{doc}/copyright", copyright_file(release)),
        writers.Entry(f"{doc}/NOTICE", components.notices(release, target)),
        writers.Entry(f"{doc}/changelog.gz", pack(changelog(release))),
        *examples(f"{doc}/examples"),
        writers.Entry(UNIT, project.ROOT.joinpath(
            "packaging/systemd/pith-gateway.service").read_bytes()),
        writers.Entry("usr/share/lintian/overrides/pith", OVERRIDES.encode())]


def control(release, target, entries):
    size = sum(-(-len(one.data) // 1024) for one in entries)
    size += len(writers.folders_of(entries))
    fields = {"Package": "pith", "Version": release.version,
              "Architecture": target.table["deb"],
              "Maintainer": release.names["contact"],
              "Installed-Size": size, "Recommends": "ca-certificates",
              "Section": "utils", "Priority": "optional",
              "Homepage": release.names["repository"],
              "Description": DESCRIPTION}
    return "".join(f"{key}: {value}\n" for key, value in fields.items())


def package(release, target):
    """(name, bytes) of the package of one target."""
    entries = contents(release, target)
    sums = "".join(f"{hashlib.md5(one.data).hexdigest()}  {one.path}\n"
                   for one in sorted(entries, key=lambda one: one.path))
    about = [writers.Entry("control",
                           control(release, target, entries).encode()),
             writers.Entry("md5sums", sums.encode())]
    data = writers.ar(
        [("debian-binary", b"2.0\n"),
         ("control.tar.xz", archive(about, release.date)),
         ("data.tar.xz", archive(entries, release.date))], release.date)
    return f"pith_{release.version}_{target.table['deb']}.deb", data


def archive(entries, date):
    # dpkg wants the root itself and names that begin there.
    return writers.xz(writers.tar(entries, date, prefix="./", root=True))


def make(release, made):
    files = dict(package(release, target)
                 for target in release.with_key("deb"))
    if release.debs:
        libraries = sorted(release.debs.glob(f"libpith*_{release.version}_*.deb"))
        if not libraries:
            raise project.Problem(f"{release.debs} has no libpith*.deb of "
                                  f"{release.version}: run cpack --preset deb")
        files.update((one.name, one.read_bytes()) for one in libraries)
    return files
