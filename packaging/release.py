#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes all packages of a release from one version.

usage: packaging/release.py --out DIR [--only KIND,...] [--target NAME]...
                            [--binary NAME=FILE]... [--build] [...]

The same commit and the same files give the same bytes. packaging/README.md
says what each kind is, and how to add a target.
"""

import argparse
import pathlib
import sys

from pith_release import (archives, deb, image, manifests, npm, project, sbom,
                          source, statement, wasm, wheel)

# In this order: the later ones have checksums of the earlier ones in them.
KINDS = {
    "archives": archives.make,
    "npm": npm.make,
    "wasm": wasm.make,
    "wheel": wheel.make,
    "deb": deb.make,
    "image": image.make,
    "manifests": manifests.make,
    "source": source.make,
    "sbom": sbom.make,
    "statement": statement.make,
}


def pair(text):
    name, equals, file = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError("write NAME=FILE")
    return name, file


def read_arguments(words):
    parser = argparse.ArgumentParser(
        description="Makes all packages of a release from one version.")
    parser.add_argument("--out", required=True, type=pathlib.Path,
                        help="the folder for the files")
    parser.add_argument("--only", default=",".join(KINDS),
                        help="some kinds, with commas: " + " ".join(KINDS))
    parser.add_argument("--targets", default=project.HERE / "targets.toml",
                        help="another table of targets")
    parser.add_argument("--target", action="append", default=[],
                        help="only this target; can be repeated")
    parser.add_argument("--binary", action="append", default=[], type=pair,
                        metavar="NAME=FILE",
                        help="the file of a target; can be repeated")
    parser.add_argument("--build", action="store_true",
                        help="build the targets that have no --binary")
    parser.add_argument("--pages-from", metavar="FILE",
                        help="a pith that writes man pages and completions")
    parser.add_argument("--debs", type=pathlib.Path, metavar="DIR",
                        help="take the packages of the library from here")
    parser.add_argument("--wasm", type=pathlib.Path, metavar="DIR",
                        help="the build folder in which typescript/build.sh "
                             "has put the npm packages of the library")
    parser.add_argument("--certificates", type=pathlib.Path, metavar="DIR",
                        help="certificate authorities for the image: *.crt")
    parser.add_argument("--repository", help="the address of the project")
    return parser.parse_args(words)


def main(words):
    arguments = read_arguments(words)
    wanted = arguments.only.split(",")
    unknown = set(wanted) - set(KINDS)
    if unknown:
        raise project.Problem(f"no kind {' '.join(sorted(unknown))}; there are "
                              + " ".join(KINDS))
    targets = project.read_targets(arguments.targets, arguments.target,
                                   dict(arguments.binary), arguments.build)
    version = project.read_version(
        (project.ROOT / "CMakeLists.txt").read_text())
    writers_of_pages = tuple(one.program for one in targets)
    if arguments.pages_from:
        writers_of_pages = (pathlib.Path(arguments.pages_from).read_bytes(),)
    release = project.Release(
        targets, project.pages_from(writers_of_pages, version),
        repository=arguments.repository, debs=arguments.debs,
        certificates=arguments.certificates, wasm=arguments.wasm)
    arguments.out.mkdir(parents=True, exist_ok=True)
    made = {}
    for kind, make in KINDS.items():
        if kind not in wanted:
            continue
        files = make(release, made)
        for name, data in files.items():
            path = arguments.out / name
            path.write_bytes(data)
            path.chmod(0o755 if name.endswith(".sh") else 0o644)
            print(f"{len(data):>10} {name}")
        made.update(files)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except project.Problem as problem:
        sys.exit(f"release.py: {problem}")
