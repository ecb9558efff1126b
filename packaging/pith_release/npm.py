# SPDX-License-Identifier: MIT
"""npm: one package that people name, and one with the program for every
platform, of which npm installs the one that fits."""

import json

from . import components, project, writers


def shared_fields(release, name):
    return {
        "name": name,
        "version": release.version,
        "description": release.names["summary"],
        "license": "MIT",
        "type": "commonjs",
        "author": release.names["authors"],
        "homepage": release.names["repository"],
        "repository": {"type": "git",
                       "url": f"git+{release.names['repository']}.git"},
    }


def package(release, fields, entries):
    """(name, bytes) of what `npm pack` would write."""
    text = json.dumps(fields, indent=2, ensure_ascii=False) + "\n"
    entries = [writers.Entry("package.json", text.encode()),
               writers.Entry("LICENSE", release.licence), *entries]
    entries = [writers.Entry(f"package/{one.path}", one.data, one.mode)
               for one in entries]
    return (f"{fields['name']}-{release.version}.tgz",
            writers.tar_gz(entries, release.date, folders=False))


def platform_name(release, target):
    """What pith.js asks for: process.platform and process.arch."""
    npm = target.table["npm"]
    return f"{release.names['npm']}-{npm['os']}-{npm['cpu']}"


def platform(release, target):
    npm = target.table["npm"]
    fields = shared_fields(release, platform_name(release, target))
    fields.update({
        "description": f"The program of {release.names['npm']} for "
                       f"{npm['os']} on {npm['cpu']}",
        "os": [npm["os"]], "cpu": [npm["cpu"]],
        # Some package managers keep packages zipped; a program must be a file.
        "preferUnplugged": True,
        "files": ["bin", "NOTICE"],
    })
    readme = (f"# {fields['name']}\n\n{fields['description']}. "
              f"Install {release.names['npm']}, which chooses it.\n")
    return package(release, fields, [
        writers.Entry(f"bin/{target.command_file}", target.program,
                      writers.PROGRAM),
        writers.Entry("NOTICE", components.notices(release, target)),
        writers.Entry("README.md", readme.encode())])


def meta(release):
    name = release.names["npm"]
    fields = shared_fields(release, name)
    fields.update({
        "keywords": ["mcp", "gcf", "toon", "tokens", "llm"],
        # Both are one file, so npx knows what to start.
        "bin": {"pith": "bin/pith.js", name: "bin/pith.js"},
        "man": [f"man/{page}" for page in sorted(release.pages.manual)],
        "files": ["bin", "man"],
        "engines": {"node": ">=16"},
        "optionalDependencies": {
            platform_name(release, target): release.version
            for target in release.with_key("npm")},
    })
    entries = [
        writers.Entry("bin/pith.js",
                      (project.HERE / "npm/pith.js").read_bytes(),
                      writers.PROGRAM),
        writers.Entry("README.md", release.fill("npm/README.md", PACKAGE=name))]
    entries += [writers.Entry(f"man/{page}", data)
                for page, data in release.pages.manual.items()]
    return package(release, fields, entries)


def make(release, made):
    return dict([meta(release)] + [platform(release, target) for target
                                   in release.with_key("npm")])
