#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks which way #include points, between modules and between the rooms of
the large ones (docs/architecture.md).

usage: check_arrows.py REPOSITORY
"""

import pathlib
import re
import sys

import check_sources

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
    "c_api": {
        "codec", "gcf", "graph", "tokenizer", "text", "document",
    },
    "interchange": {"codec", "json", "text", "document"},
    "mcp": {
        "codec", "gcf", "graph", "tokenizer", "json", "text", "document",
    },
}

# A room is a folder of a large module or app. The rooms that it may include
# beside itself; "." are the files beside the rooms. A room comes after all that
# it includes, so there is no circle.
ROOMS = {
    "src/gcf": {
        "lex": "",
        "identity": "",
        "encode": "lex",
        "extract": "lex",
        "graph": "lex",
        "rows": "lex",
        "decode": "identity lex rows",
        "session": "graph",
        "stream": "decode encode graph lex",
        "delta": "decode encode graph identity lex",
        ".": "decode encode graph lex",
    },
    "src/toon": {
        ".": "",
        "encode": ".",
        "decode": ".",
    },
    "src/tokenizer": {
        "model": "",
        "unicode": "",
        "pieces": "model unicode",
        "ranked": "model pieces",
        "tokenizer_json": "model pieces ranked unicode",
        ".": "model ranked tokenizer_json unicode",
    },
    "src/mcp": {
        "raw_json": "",
        "system": "",
        "system/windows": "system",
        "http": "system",
        "net": "system",
        "net/client": "http net",
        "net/server": "http net system",
        "process": "net system",
        "protocol": "http raw_json system",
        "jwt": "http raw_json",
        "issuer": "http jwt net net/client",
        "words": "",
        "redis": "http net net/client protocol system",
        "state": "protocol redis system",
        "query": "state system words",
        "changes": "protocol raw_json",
        "rewrite/pages": "protocol raw_json state",
        "rewrite": "changes protocol query raw_json rewrite/pages state",
        "search": "raw_json",
        "discover": "protocol raw_json rewrite search",
        "observe": "raw_json rewrite state system",
        "trace": "http observe protocol raw_json system",
        "config": "discover http jwt process redis rewrite state system trace "
        "words",
        "trace/export": "config http net net/client observe protocol trace",
        "access": "config http jwt protocol raw_json rewrite",
        "tenants": "config http net net/server protocol",
        "interpret": "access changes http observe protocol raw_json rewrite "
        "state tenants trace",
        "link": "http net net/client process protocol raw_json trace",
        "merge": "access config discover interpret link protocol raw_json rewrite",
        "proxy": "access changes config interpret link merge observe process "
        "raw_json state system",
        "relay": "access http interpret net/client net/server protocol "
        "raw_json state tenants trace",
        "hub": "access config http interpret link net net/server observe process "
        "protocol raw_json tenants",
        "gateway": "access changes config http hub interpret issuer link merge "
        "net net/server observe protocol relay state system tenants "
        "trace/export",
    },
    "apps/pith": {
        "system": "",
        "terminal": "system",
        "files": "",
        "rows": "",
        "select": "",
        "line": "terminal",
        "console": "line system terminal",
        "work": "console files line rows select system terminal",
        "compare": "console line system terminal work",
        "install": "console line system terminal work",
        "stats": "console line terminal work",
        "view": "console line system terminal work",
        "settings": "console line system terminal",
        "doctor": "console install line system terminal work",
        ".": "console install line rows settings system terminal work",
    },
}

# Which module a public header belongs to.
PUBLIC = {
    "auto_encode": "codec",
    "builder": "document",
    "code_point": "text",
    "codec": "codec",
    "config": "document",
    "document": "document",
    "encode_within": "codec",
    "equality": "document",
    "error": "document",
    "format_error": "text",
    "fwd": "document",
    "gcb": "gcb",
    "gcf": "gcf",
    "gcf_cell": "gcf",
    "gcf_delta": "gcf",
    "gcf_extract": "gcf",
    "gcf_graph": "gcf",
    "gcf_graph_stream": "gcf",
    "gcf_graph_delta": "gcf",
    "gcf_incremental": "gcf",
    "gcf_rows": "gcf",
    "gcf_session": "gcf",
    "gcf_stream": "gcf",
    "goon": "goon",
    "graph": "graph",
    "json": "json",
    "limits": "document",
    "maybe": "document",
    "numbers": "text",
    "ostream": "json",
    "owned_list": "document",
    "pith.h": "c_api",
    "markup": "markup",
    "result": "document",
    "sink": "text",
    "tokens": "tokenizer",
    "tool_result": "codec",
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
    "windows.h": "tokenizer",
    "sys/stat.h": "tokenizer",
    "unistd.h": "tokenizer",
    "yaml.h": "interchange",
}

# What users hold: the headers in include/pith/adapt take it, and only they.
# Nothing of the library includes them.
ADAPTED = ("boost/describe/", "boost/json/", "nlohmann/json.hpp", "simdjson.h")

# mcp is where the network, processes and the log are. It is a library of the
# command, never installed, so it may include what the system offers.
SYSTEM_MODULE = "mcp"
SYSTEM_PREFIXES = (
    "boost/", "hiredis/", "openssl/", "spdlog/", "toml++/", "arpa/", "netinet/",
    "sys/",
)
SYSTEM_HEADERS = {
    "fcntl.h", "fstream", "netdb.h", "poll.h", "pthread.h", "signal.h", "spawn.h",
    "sqlite3.h", "unistd.h", "zstd.h",
}
# What only one system has; src/mcp/system hides that from the others.
ONE_SYSTEM_FOLDER = "system"
ONE_SYSTEM_PREFIXES = ("mach-o/", "mach/")
ONE_SYSTEM_HEADERS = {
    "bcrypt.h", "crt_externs.h", "io.h", "libproc.h", "psapi.h", "sys/syscall.h",
    "wincrypt.h", "windows.h", "winsock2.h", "ws2tcpip.h",
}

# What a public header of C may include.
C_HEADERS = {"stddef.h", "stdint.h"}

# Vector instructions come from the compiler, not from a library; they stay in
# the module that offers the portable form.
INTRINSICS = {
    "cpuid.h": "text",
    "emmintrin.h": "text",
    "wasm_simd128.h": "text",
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
    if directory.parts[-2:] == ("include", "pith") and module == "c_api":
        if target in C_HEADERS:
            return None
        return f"a header of C includes {' and '.join(sorted(C_HEADERS))} only"
    if target.startswith(ONE_SYSTEM_PREFIXES) or target in ONE_SYSTEM_HEADERS:
        if ONE_SYSTEM_FOLDER in directory.parts and module == SYSTEM_MODULE:
            return None
        if THIRD_PARTY.get(target) == module:
            return None
        return f"only src/{SYSTEM_MODULE}/{ONE_SYSTEM_FOLDER} includes <{target}>"
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
        return f"<{target}> is not a standard header"
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


def check_adapter(path):
    """Headers of include/pith/adapt: what users see, and what they hold."""
    found = []
    for number, line in enumerate(
        path.read_text(encoding="utf-8").splitlines(), start=1
    ):
        match = INCLUDE.match(line)
        if not match:
            continue
        target = match[2]
        known = target.startswith(("pith/", *ADAPTED)) or (
            target in STD - PRINTING
        )
        if match[1] == '"' or not known:
            found.append(
                f"{path}:{number}: an adapter includes <pith/...>, the "
                "standard library and what it adapts only"
            )
    return found


def room_of(rooms, path):
    """The room of a file, by its path below its module; None if it has none."""
    folder = pathlib.PurePosixPath(path).parent.as_posix()
    return folder if folder in rooms else None


def own_includes(base, path, root):
    """Yields (line, target) for the includes of a file's own module; the target
    is a path below it."""
    prefix = "" if base.startswith("apps/") else base.removeprefix("src/") + "/"
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        match = INCLUDE.match(line)
        if match and match[1] == '"' and match[2].startswith(prefix):
            target = match[2].removeprefix(prefix)
            if (root / base / target).exists():
                yield number, target


def check_rooms(base, root):
    """What is wrong with the includes between the rooms of one module. An arrow
    that nothing needs is wrong too: it would let one back in."""
    rooms = ROOMS[base]
    arrows = {room: set(may.split()) for room, may in rooms.items()}
    found = []
    before = set()
    for room, may in arrows.items():
        if not may <= before:
            found.append(f"{base}/{room}: list it after {sorted(may - before)}")
        before.add(room)
    unused = {(room, other) for room, may in arrows.items() for other in may}
    for path in sorted((root / base).rglob("*.[ch]pp")):
        room = room_of(rooms, path.relative_to(root / base))
        if room is None:
            found.append(f"{path}: a room without arrows; add it here")
            continue
        for number, target in own_includes(base, path, root):
            other = room_of(rooms, target)
            unused.discard((room, other))
            if other != room and other not in arrows[room]:
                found.append(
                    f"{path}:{number}: room {room} must not include {other}"
                )
    found += [f"{base}: room {room} does not include {other}; remove it here"
              for room, other in sorted(unused)]
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


# What the bindings include of src/.
BINDINGS = {
    "python/native": ("document/", "gcf/delta/members.hpp"),
    "typescript/native": ("c_api/", "document/", "gcf/delta/members.hpp"),
}


def check_binding(path, home, modules):
    """A binding sees what users see, its own headers, and the tape, which it
    writes itself: a builder's call per value would cost more."""
    found = []
    for number, line in enumerate(
        path.read_text(encoding="utf-8").splitlines(), start=1
    ):
        match = INCLUDE.match(line)
        if not match:
            continue
        if match[1] == "<":
            if not match[2].startswith("pith/") and match[2] not in (
                STD | {"Python.h"}
            ):
                found.append(f"{path}:{number}: <{match[2]}> is not a header "
                             "of the language, of pith or of Python")
        elif not match[2].startswith(modules) and not (
            home / match[2]
        ).exists():
            found.append(
                f"{path}:{number}: a binding includes <pith/...>, "
                f"{' '.join(modules)} and its own headers only"
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
        if path.parent.name == "adapt":
            found += check_adapter(path)
            continue
        owner = PUBLIC.get(path.stem)
        if owner is None:
            found.append(f"{path}: no module owns this header; add it here")
            continue
        found += check_file(path, owner)
        if re.search(r'#\s*include\s*"', path.read_text(encoding="utf-8")):
            found.append(f"{path}: public headers include <pith/...>")
    for path in sorted((root / "include" / "pith").rglob("*.h")):
        owner = PUBLIC.get(path.name)
        if owner is None:
            found.append(f"{path}: no module owns this header; add it here")
            continue
        found += check_file(path, owner)
    for base in ROOMS:
        found += check_rooms(base, root)
    for binding, modules in BINDINGS.items():
        for path in sorted((root / binding).glob("*.[ch]pp")):
            found += check_binding(path, path.parent, modules)
    for home in sorted((root / "apps").iterdir()):
        for path in sorted(home.rglob("*.[ch]pp")):
            found += check_app(path, home)
    return found


if __name__ == "__main__":
    sys.exit(check_sources.report(check(pathlib.Path(sys.argv[1]))))
