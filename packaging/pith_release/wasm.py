# SPDX-License-Identifier: MIT
"""npm: the library for TypeScript and its vocabularies, as typescript/build.sh
has put them together (--wasm), and a bill of materials of their own."""

import json
import tomllib

from . import components, npm, project, sbom, writers

NOTICE = "This package contains work of others, under their own licences.\n"
MODULES = ("pith.wasm", "pith.simd.wasm", "pith-tokens.wasm",
           "pith-tokens.simd.wasm")


def parts_of(section):
    """What the files of a section of wasm_components.toml contain."""
    table = tomllib.loads(
        (project.HERE / "wasm_components.toml").read_text())[section]
    known = {one["name"]: one for one in components.read()}
    return ([known[name] for name in table["shared"]]
            + table.get("component", []))


def notices(section):
    return writers.Entry("NOTICE", components.notice(NOTICE, parts_of(section)))


def read_folder(release, folder):
    """(fields, [Entry]) of a package that is ready. Tests and what else lies
    beside it stay."""
    file = folder / "package.json"
    if not file.is_file():
        raise project.Problem(f"{folder} is not a package: "
                              "run typescript/build.sh")
    fields = json.loads(file.read_text(encoding="utf-8"))
    if fields["version"] != release.version:
        raise project.Problem(f"{file} has version {fields['version']}, not "
                              f"{release.version}: run typescript/build.sh")
    # Nobody installs these with it.
    fields.pop("devDependencies", None)
    ours = npm.shared_fields(release, fields["name"])
    for name in ("author", "homepage", "repository"):
        fields[name] = ours[name]
    entries = [writers.Entry(path.relative_to(folder).as_posix(),
                             path.read_bytes())
               for path in sorted(folder.rglob("*"))
               if path.is_file() and (path.parent == folder
                                      or "dist" in path.relative_to(folder).parts)
               and path.name not in ("package.json", "LICENSE", "NOTICE")
               and path.suffix in (".js", ".ts", ".wasm", ".md", ".pithtok")]
    return fields, entries


def library(release):
    fields, entries = read_folder(release, release.wasm / "typescript")
    found = {one.path for one in entries}
    missing = [name for name in MODULES if f"dist/{name}" not in found]
    if missing:
        raise project.Problem(f"{release.wasm / 'typescript'} has no "
                              f"{' '.join(missing)}: run typescript/build.sh")
    fields["files"] = sorted({*fields["files"], "NOTICE"})
    return fields, [*entries, notices("modules")]


def vocabularies(release):
    for folder in sorted(release.wasm.glob("pith-tokens-*")):
        fields, entries = read_folder(release, folder)
        readme = (f"# {fields['name']}\n\n{fields['description']}: data, "
                  "without code that counts. `await loadTokenizer(...)` of "
                  "pith-wasm takes what it exports.\n")
        yield fields, [*entries,
                       writers.Entry("README.md", readme.encode()),
                       notices("vocabularies")]


def bill(release, packages):
    """What the packages contain."""
    name = f"pith-wasm-{release.version}"
    return sbom.document(release, name, name, [
        (sbom.own(release, file, file, data, "LIBRARY"), parts_of(section))
        for (file, data), section in packages])


def make(release, made):
    """Nothing without --wasm: the modules need compilers of their own."""
    if not release.wasm:
        return {}
    packages = [(npm.package(release, *library(release)), "modules")]
    packages += [(npm.package(release, *one), "vocabularies")
                 for one in vocabularies(release)]
    return dict(one for one, _ in packages) | bill(release, packages)
