#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs clang-tidy over sources, several of one directory at a time.

Of the ten seconds that clang-tidy takes for a file nearly all go into the
headers, which its neighbours include too. So files of one directory with the
same flags are read as one; where their private names collide, or clang-tidy
does not survive it or takes much longer than it would for each, the group is
halved. The checks and what they find are the
same, but for headers included twice, which check_sources.py finds.

What was clean is remembered by all that clang-tidy sees of it, comments and
macros included, in the cache directory of the user: nothing is read twice, in
whatever company it is read.

usage: tidy.py BUILD SOURCE...
       tidy.py BUILD --since COMMIT     what has changed since: the sources of
           src, apps and python/native, and for each header one source that
           includes it; all sources where the commit is empty
       tidy.py --at-most NUMBER --since COMMIT     reads nothing; fails where
           more have changed than a gate has time for
"""

import concurrent.futures
import functools
import hashlib
import itertools
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import systems

GROUP = 8
ROOT = pathlib.Path(__file__).resolve().parent.parent
CONFIG = ROOT / ".clang-tidy"
CACHE = pathlib.Path(
    os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
) / "pith-tidy"


@functools.cache
def version():
    return subprocess.run(["clang-tidy-16", "--version"], check=True,
                          capture_output=True).stdout


def git(*words):
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True,
                          text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else None


def sources_with(header, sources):
    """A source in which clang-tidy sees the header: that of the same name, or
    the first that includes it."""
    own = header.with_suffix(".cpp")
    if own in sources:
        return [own]
    words = (f'"{header.name}"', f'/{header.name}"', f'/{header.name}>')
    return [s for s in sources
            if any(w in s.read_text() for w in words)][:1]


def code_of(line):
    """A line of a source as clang-tidy minds it: not where its neighbours lie
    (quoted includes, and guards, which are named after paths), and not what a
    comment says, unless it speaks to clang-tidy."""
    line = re.sub(r'\bPITH_\w+_HPP\b|^#include ".*', "#", line)
    before, slashes, comment = line.partition("//")
    if not slashes or before.count('"') % 2 or re.search("NOLINT|TODO",
                                                         comment):
        return line
    return before.rstrip()


def says_the_same(commit, before, name):
    """Whether a file has the code that it had at the commit; lines that are
    comments may come and go."""
    def said(lines):
        return [code for code in map(code_of, lines) if code]
    old = git("show", f"{commit}:{before}")
    return old is not None and said(old) == said(
        (ROOT / name).read_text(errors="replace").splitlines())


def all_sources():
    """But those of Windows, which nothing compiles with its headers here."""
    return [ROOT / name
            for name in git("ls-files", "--cached", "--others",
                            "--exclude-standard", "src/*.cpp", "apps/*.cpp",
                            "python/native/*.cpp")
            if (ROOT / name).exists() and not systems.is_for_windows(name)]


def changed_since(commit):
    """All sources where the commit is not known, or a rule has changed."""
    sources = all_sources()
    changes = git("diff", "--name-status", "--find-renames=50%",
                  "--diff-filter=AMR", commit, "--") if commit else None
    if changes is None or any(
            line.endswith("\t.clang-tidy") for line in changes):
        return sources
    changed = [name for _, *before, name in
               (line.split("\t") for line in changes)
               if name.endswith((".cpp", ".hpp"))
               and not says_the_same(commit, (before or [name])[0], name)]
    untracked = git("ls-files", "--others", "--exclude-standard")
    found = set()
    for name in [*changed, *untracked]:
        file = ROOT / name
        if file in sources:
            found.add(file)
        elif file.suffix == ".hpp" and name.startswith(
                ("src/", "apps/", "include/", "python/native/")):
            found.update(sources_with(file, sources))
    return sorted(found)


def flags_of(command):
    """The flags of a compile command, without its input and output."""
    words = iter(shlex.split(command["command"]))
    next(words)
    flags = []
    for word in words:
        if word == "-o":
            next(words)
        elif word != "-c" and word != command["file"]:
            flags.append(word)
    # Left over from the launcher: the compiler after ccache.
    return tuple(itertools.dropwhile(lambda w: not w.startswith("-"), flags))


def flags_by_source(build, sources):
    commands = json.loads((build / "compile_commands.json").read_text())
    flags = {pathlib.Path(c["file"]): flags_of(c) for c in commands}
    for source in sources:
        if source not in flags:
            sys.exit(f"tidy.py: {source} is compiled by nothing in {build}")
    return {source: flags[source] for source in sources}


def groups_of(flags):
    """Lists of sources that may be read together, with their flags."""
    together = {}
    for source, options in flags.items():
        together.setdefault((source.parent, options), []).append(source)
    for (_, options), files in together.items():
        for begin in range(0, len(files), GROUP):
            yield files[begin:begin + GROUP], options


def joined(files, whole):
    """Writes the sources one after another, as if they were one file: the
    analyser follows paths in the main file only. Returns where each begins."""
    begins = []
    line = 1
    for file in files:
        text = file.read_text()
        begins.append((line, file))
        line += text.count("\n")
        whole.write(text)
    whole.flush()
    return begins


def with_own_places(output, whole, begins):
    """What was found, with the names and lines of the sources."""
    def place(found):
        line = int(found[1])
        begin, file = max(b for b in begins if b[0] <= line)
        return f"{file}:{line - begin + 1}:"
    return re.sub(re.escape(whole) + r":(\d+):", place, output)


def memory_of(source, flags, tool):
    """The file that exists when the source was clean before; None when even
    the preprocessor does not get through."""
    seen = subprocess.run(
        ["clang++-16", "-E", "-C", "-dD", source, *flags], capture_output=True)
    if seen.returncode != 0:
        return None
    digest = hashlib.sha256()
    for part in (version(), CONFIG.read_bytes(), repr(tool[3:]).encode(),
                 repr(flags).replace(str(ROOT), "").encode(),
                 seen.stdout.replace(str(ROOT).encode(), b"")):
        digest.update(part)
    return CACHE / digest.hexdigest()


def compiles(whole, flags):
    """Whether the sources can be read as one, without a warning."""
    return subprocess.run(["clang++-16", "-fsyntax-only", whole, *flags],
                          capture_output=True).returncode == 0


def read_halves(files, flags, tool):  # at most as deep as a group has halves
    half = len(files) // 2
    return all([read_together(files[:half], flags, tool),
                read_together(files[half:], flags, tool)])


def read_together(files, flags, tool):
    """True when nothing was found; what was found is printed."""
    with tempfile.NamedTemporaryFile("w", suffix=".cpp") as whole:
        begins = joined(files, whole)
        own_flags = (f"-iquote{files[0].parent}", *flags)
        if len(files) > 1 and not compiles(whole.name, own_flags):
            return read_halves(files, flags, tool)
        # By itself, a source takes about 20 seconds of CPU time.
        most = 30 * len(files) if len(files) > 1 else 300
        limit = ["prlimit", f"--cpu={most}"]
        done = subprocess.run([*limit, *tool, whole.name, "--", *own_flags],
                              capture_output=True, text=True)
    if done.returncode == 0:
        for file in files:
            if memory := memory_of(file, flags, tool):
                memory.touch()
        return True
    has_crashed = done.returncode < 0
    if len(files) > 1 and (has_crashed or "[clang-diagnostic-" in done.stdout):
        return read_halves(files, flags, tool)
    print(with_own_places(done.stdout, whole.name, begins), end="", flush=True)
    if has_crashed:
        print(f"{files[0]}: clang-tidy crashed, or took more than {most} s of "
              "CPU time; gdb tells which check it is in",
              done.stderr[-4000:], sep="\n")
    return False


def tool_for(source, tool):
    """The headers of the Python package are those of its sources alone, so
    .clang-tidy, a change of which has everything read again, does not name
    them."""
    if "python" in source.relative_to(ROOT).parts:
        return [*tool, "--header-filter=python/native/.*"]
    return tool


def too_many(changed, most, commit):
    """What to do about sources that a gate has no time to read; None where
    there are few. The gate asks before it builds anything."""
    if changed <= most:
        return None
    since = f"since {commit}" if commit else "because no record fits"
    return (f"tidy.py: clang-tidy has {changed} sources to read {since}; the "
            f"gate has time for {most}. Commit your work, run '.ci/nightly "
            "tidy' and commit docs/nightly.md")


def main():
    match sys.argv[1:]:
        case ["--at-most", most, "--since", commit]:
            return too_many(len(changed_since(commit)), int(most), commit)
        case [build, "--since", commit]:
            sources = changed_since(commit)
            print(f"{len(sources)} of {len(all_sources())} sources",
                  flush=True)
        case [build, _, *_]:
            sources = [pathlib.Path(name).resolve() for name in sys.argv[2:]]
        case _:
            sys.exit(__doc__)
    build = pathlib.Path(build)
    CACHE.mkdir(parents=True, exist_ok=True)
    tool = ["clang-tidy-16", "--quiet", f"--config-file={CONFIG}",
            "--checks=-readability-duplicate-include"]
    flags = flags_by_source(build, sources)

    def is_new(source):
        memory = memory_of(source, flags[source], tool_for(source, tool))
        return not (memory and memory.exists())

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        new = [source for source, is_one in
               zip(flags, pool.map(is_new, flags), strict=True) if is_one]
        clean = list(pool.map(
            lambda group: read_together(*group, tool_for(group[0][0], tool)),
            groups_of({source: flags[source] for source in new})))
    return 0 if all(clean) else 1


if __name__ == "__main__":
    sys.exit(main())
