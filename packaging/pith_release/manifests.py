# SPDX-License-Identifier: MIT
"""A formula for Homebrew and a manifest for Scoop, filled in with checksums.
Nobody has run them here."""

import json

from . import archives, writers


def blocks(release, made):
    """on_linux { on_arm { ... } } for every target that has them."""
    systems = {}
    for target in release.with_key("homebrew"):
        system, processor = target.table["homebrew"]
        name = archives.name_of(release, target)
        systems.setdefault(system, []).append(
            f"    {processor} do\n"
            f"      url \"{release.downloads}/{name}\"\n"
            f"      sha256 \"{writers.sha256(made[name])}\"\n"
            "    end")
    return "\n\n".join(f"  {system} do\n" + "\n".join(inner) + "\n  end"
                       for system, inner in sorted(systems.items()))


def formula(release, made):
    return release.fill("homebrew/pith.rb.in", BLOCKS=blocks(release, made))


def scoop(release, made):
    """None while there is no file for Windows."""
    architectures = {}
    for target in release.with_key("scoop"):
        name = archives.name_of(release, target)
        architectures[target.table["scoop"]] = {
            "url": f"{release.downloads}/{name}",
            "hash": writers.sha256(made[name]),
            "extract_dir": name.removesuffix(target.table["archive"])}
    if not architectures:
        return None
    return (json.dumps({
        "##": "Made by packaging/release.py. It was never run.",
        "version": release.version,
        "description": release.names["summary"],
        "homepage": release.names["repository"], "license": "MIT",
        "architecture": architectures, "bin": "bin\\pith.exe"},
        indent=4) + "\n").encode()


def make(release, made):
    have = dict(made)
    for target in release.with_key("archive"):
        if archives.name_of(release, target) not in have:
            have.update([archives.archive(release, target)])
    files = {"pith.rb": formula(release, have)}
    bucket = scoop(release, have)
    if bucket:
        files["pith.json"] = bucket
    return files
