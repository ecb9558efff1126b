#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks which way #include points (docs/architecture.md).

usage: check_arrows.py REPOSITORY
"""

import pathlib
import re
import sys

# A module, and the modules that it may include beside itself.
ALLOWED = {
    "document": set(),
    "text": {"document"},
    "json": {"text", "document"},
    "digest": set(),
    "graph": {"text", "document"},
    "gcf": {"graph", "digest", "text", "document"},
    "gcb": {"graph", "text", "document"},
    "goon": {"json", "text", "document"},
    "markup": {"graph", "json", "text", "document"},
    "codec": {
        "gcf", "toon", "tron", "gcb", "goon", "markup", "json", "graph",
        "text", "document",
    },
    "toon": {"text", "document"},
    "tron": {"text", "document"},
    "tokenizer": {"json", "text", "document"},
    "interchange": {"codec", "json", "text", "document"},
    "mcp": {"codec", "tokenizer", "json", "text", "document"},
}

# Which module a public header belongs to.
PUBLIC = {
    "auto_encode": "codec",
    "builder": "document",
    "codec": "codec",
    "config": "document",
    "document": "document",
    "equality": "document",
    "error": "document",
    "gcb": "gcb",
    "gcf": "gcf",
    "gcf_delta": "gcf",
    "gcf_extract": "gcf",
    "gcf_graph": "gcf",
    "gcf_graph_stream": "gcf",
    "gcf_graph_delta": "gcf",
    "gcf_incremental": "gcf",
    "gcf_session": "gcf",
    "gcf_stream": "gcf",
    "goon": "goon",
    "graph": "graph",
    "json": "json",
    "limits": "document",
    "maybe": "document",
    "numbers": "text",
    "owned_list": "document",
    "markup": "markup",
    "result": "document",
    "sink": "text",
    "tokens": "tokenizer",
    "toon": "toon",
    "tron": "tron",
    "version": "document",
}

# The one module that may include a header that is not of the language.
THIRD_PARTY = {
    "simdjson.h": "json",
    "openssl/evp.h": "digest",
    "fcntl.h": "tokenizer",
    "pcre2.h": "tokenizer",
    "sys/mman.h": "tokenizer",
    "sys/stat.h": "tokenizer",
    "unistd.h": "tokenizer",
    "yaml.h": "interchange",
}

# mcp is where the network, processes and the log are. It is a library of the
# command, never installed, so it may include what the system offers.
SYSTEM_MODULE = "mcp"
SYSTEM_PREFIXES = (
    "boost/", "openssl/", "spdlog/", "toml++/", "arpa/", "netinet/", "sys/",
)
SYSTEM_HEADERS = {
    "fcntl.h", "fstream", "netdb.h", "poll.h", "pthread.h", "signal.h", "spawn.h",
    "unistd.h",
}

# Vector instructions come from the compiler, not from a library; they stay in
# the module that offers the portable form.
INTRINSICS = {
    "emmintrin.h": "text",
    "tmmintrin.h": "text",
    "arm_neon.h": "text",
}

STD = set(
    """
    algorithm any array atomic barrier bit bitset cassert ccomplex cctype
    cerrno cfenv cfloat charconv chrono cinttypes climits clocale cmath codecvt
    compare complex concepts condition_variable coroutine csetjmp csignal
    cstdarg cstddef cstdint cstdio cstdlib cstring ctime cuchar cwchar cwctype
    deque exception execution filesystem forward_list fstream functional
    future initializer_list iomanip ios iosfwd iostream istream iterator latch
    limits list locale map memory memory_resource mutex new numbers numeric
    optional ostream queue random ranges ratio regex scoped_allocator
    semaphore set shared_mutex source_location span sstream stack stdexcept
    stop_token streambuf string string_view strstream syncstream system_error
    thread tuple type_traits typeindex typeinfo unordered_map unordered_set
    utility valarray variant vector version
    """.split()
)
# Not for a library that neither prints nor logs.
PRINTING = {"iostream", "fstream", "cstdio", "syncstream"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def complaint(module, opening, target, directory):
    """What is wrong with one #include of a file of `module`; None if nothing.

    `directory` holds the including file.
    """
    may = {module} | ALLOWED[module]
    if opening == '"':
        other, slash, _ = target.partition("/")
        if not slash or other not in ALLOWED:
            return "write a header of src/ as \"module/file.hpp\""
        if other not in may:
            return f"{module} must not include {other}"
        return None
    if target.startswith("pith/"):
        name = target[len("pith/") :].removesuffix(".hpp")
        owner = PUBLIC.get(name)
        if owner is None:
            return f"no module owns <{target}>"
        if owner not in may:
            return f"{module} must not include {owner}"
        return None
    if module == SYSTEM_MODULE and (
        target.startswith(SYSTEM_PREFIXES) or target in SYSTEM_HEADERS
    ):
        return None
    if target in THIRD_PARTY or target in INTRINSICS:
        owner = THIRD_PARTY.get(target) or INTRINSICS.get(target)
        if owner != module or "include" in directory.parts:
            return f"only src/{owner} may include <{target}>"
        return None
    if target in PRINTING:
        return f"<{target}> is for printing; a library does not"
    if target not in STD:
        return f"<{target}> is no standard header"
    return None


def check_file(path, module):
    found = []
    for number, line in enumerate(
        path.read_text(encoding="utf-8").splitlines(), start=1
    ):
        match = INCLUDE.match(line)
        if not match:
            continue
        words = complaint(module, match[1], match[2], path.parent)
        if words:
            found.append(f"{path}:{number}: {words}")
    return found


def check_app(path, home):
    """Apps see only what users see, the libraries of the command, and their
    own headers by their path below `home`."""
    found = []
    for number, line in enumerate(
        path.read_text(encoding="utf-8").splitlines(), start=1
    ):
        match = INCLUDE.match(line)
        if not match or match[1] != '"':
            continue
        if not match[2].startswith(("interchange/", "mcp/")) and not (
            home / match[2]
        ).exists():
            found.append(
                f"{path}:{number}: an app includes <pith/...>, interchange/, "
                "mcp/ and its own headers only"
            )
    return found


def check(root):
    found = []
    for directory in sorted((root / "src").iterdir()):
        if directory.is_dir() and directory.name not in ALLOWED:
            found.append(f"{directory}: a module without arrows; add it here")
    for module in ALLOWED:
        for path in sorted((root / "src" / module).rglob("*.[ch]pp")):
            found += check_file(path, module)
    for path in sorted((root / "include" / "pith").rglob("*.hpp")):
        if path.stem == "pith":  # includes everything
            continue
        owner = PUBLIC.get(path.stem)
        if owner is None:
            found.append(f"{path}: no module owns this header; add it here")
            continue
        found += check_file(path, owner)
        if re.search(r'#\s*include\s*"', path.read_text(encoding="utf-8")):
            found.append(f"{path}: public headers include <pith/...>")
    for home in sorted((root / "apps").iterdir()):
        for path in sorted(home.rglob("*.[ch]pp")):
            found += check_app(path, home)
    return found


def main():
    found = check(pathlib.Path(sys.argv[1]))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
