# SPDX-License-Identifier: MIT
"""What has grown too large: folders, headers, classes. check_sources.py asks.

Below src, apps, include and python, a folder has at most 40 files of its own, a header
at most 300 lines, and a class declared in a header at most 30 member functions.
What is larger stands in LONG_HEADERS or LARGE_CLASSES with its reason; what no
longer needs to stand there must be removed.

How member functions are counted, without a parser of C++: comments, literals,
preprocessor lines, attributes and template arguments are dropped. What is left
between the braces of a class is cut into declarations, each up to a semicolon
or the end of a body. A declaration counts when it has a parenthesis before any
'=' or '{'. So constructors, operators and overloads count each; data, types,
friends, and functions that are defaulted or deleted do not. A nested class
counts for itself.
"""

import collections
import pathlib
import re

HOMES = ("src/", "apps/", "include/", "python/")
MOST_FILES = 40
MOST_LINES = 300
MOST_FUNCTIONS = 30

# Header: why it is longer.
LONG_HEADERS = {
    "include/pith/document.hpp":
        "a value, its views and its lookups are defined by one another",
    "src/gcf/encode/line_writer.hpp":
        "the encoder inlines all of it; a call per scalar would cost more",
    "src/toon/encode/line_writer.hpp":
        "the encoder inlines all of it; a call per scalar would cost more",
}
# Header and class: why it has more.
LARGE_CLASSES = {
    ("src/gcf/encode/walk.hpp", "encode_walk"):
        "objects, arrays and rows open one another on one stack of frames; "
        "parts would have to call each other for every container",
    ("src/mcp/net/server/connection.hpp", "server_connection"):
        "one state machine: the socket, the sweep and the exchange each may "
        "move it to another phase",
    ("src/mcp/rewrite/rewriting.hpp", "rewriting"):
        "one decision: 16 functions tell what it is, the others make it or "
        "take it back",
}

NOISE = re.compile(r"""
    //[^\n]* | /\*.*?\*/                     # comments
  | R"(?P<d>[^(\s]*)\(.*?\)(?P=d)"           # literals
  | "(?:[^"\\\n]|\\.)*" | (?<!\w)'(?:[^'\\\n]|\\.)+'
  | ^[ ]*\#(?:[^\n]*\\\n)*[^\n]*             # the preprocessor
  | \[\[.*?\]\] | \balignas\([^()]*\)        # attributes
""", re.VERBOSE | re.DOTALL | re.MULTILINE)
OPERATOR = re.compile(r"\boperator\s*(?:\(\)|\[\]|[^\s\w(]+)")
HEAD = re.compile(
    r"(?<!enum )\b(?:class|struct)\s+(?:[A-Z][A-Z_]+\s+)?(\w+)[^;{}()=]*\{"
)
NOT_FUNCTIONS = re.compile(
    r"(?:template\s*)?(?:using|typedef|friend|static_assert|class|struct|enum"
    r"|union)\b"
)
LABEL = re.compile(r"^\s*(?:public|protected|private)\s*:(?!:)")


def code_of(text):
    """The text without what only distracts."""
    text = NOISE.sub(" ", text)
    text = OPERATOR.sub("operator_", text).replace("->", " ")
    before = None
    while before != text:
        before = text
        text = re.sub(r"<[^<>;{}]*>", " ", text)
    return text


def declarations(code, at):
    """Yields the declarations of the class whose body begins at `at`, bodies
    and initialisers shown as {}."""
    depth = 0
    said = ""
    for i in range(at, len(code)):
        c = code[i]
        if c == "{":
            if depth == 0:
                said += "{}"
            depth += 1
        elif c == "}":
            depth -= 1
            if depth < 0:
                return
            # After the body of a function; not after a member's initialiser.
            after = code[i + 1:i + 200].lstrip()[:1]
            if depth == 0 and after not in {",", "{", ";", ")"}:
                yield said
                said = ""
        elif depth == 0 and c == ";":
            yield said
            said = ""
        elif depth == 0:
            said = LABEL.sub("", said + c)


def is_function(declaration):
    said = " ".join(declaration.split())
    if NOT_FUNCTIONS.match(said) or re.search(r"= ?(?:default|delete)$", said):
        return False
    return "(" in re.split(r"[={]", said, maxsplit=1)[0]


def functions_of(text):
    """Yields (class, number of member functions) of a header."""
    code = code_of(text)
    for head in HEAD.finditer(code):
        yield head[1], sum(map(is_function, declarations(code, head.end())))


def full_folders(names):
    """Complaints about folders, of the names of all files."""
    folders = collections.Counter(
        pathlib.PurePosixPath(name).parent.as_posix()
        for name in names if name.startswith(HOMES)
    )
    for folder, count in sorted(folders.items()):
        if count > MOST_FILES:
            yield f"{folder}: {count} files, {MOST_FILES} are allowed"


def large_headers(texts, long_headers=None, large_classes=None):
    """Complaints about headers, a dictionary of texts by name, and about
    reasons that nothing needs."""
    unused_headers = dict(LONG_HEADERS if long_headers is None
                          else long_headers)
    unused_classes = dict(LARGE_CLASSES if large_classes is None
                          else large_classes)
    for name, text in texts.items():
        lines = text.count("\n")
        if lines > MOST_LINES and not unused_headers.pop(name, ""):
            yield (f"{name}: {lines} lines, {MOST_LINES} are allowed without "
                   "a reason in tools/source_sizes.py")
        for owner, count in functions_of(text):
            if count > MOST_FUNCTIONS and not unused_classes.pop(
                    (name, owner), ""):
                yield (f"{name}: {owner} has {count} member functions, "
                       f"{MOST_FUNCTIONS} are allowed without a reason in "
                       "tools/source_sizes.py")
    for what in [*unused_headers, *map(" ".join, unused_classes)]:
        yield f"tools/source_sizes.py: {what} needs no reason; remove it"


def complaints(root, names):
    """All complaints about a repository, of the names of all its files."""
    yield from full_folders(names)
    yield from large_headers({
        name: (root / name).read_text(encoding="utf-8")
        for name in names
        if name.startswith(HOMES) and name.endswith(".hpp")
        and (root / name).is_file()
    })
