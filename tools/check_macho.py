#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds a program for macOS against what that system asks for, without having
one: 64 bits, the processor, the oldest system, only libraries of the system,
only functions that the oldest system has (macos_imports.txt), no search path,
loadable anywhere, no memory that is writable and executable, and a signature
whose hashes are those of the file. Without a signature, macOS on arm64 runs
nothing; on x64 it needs none, and zig's linker makes none.

usage: check_macho.py FILE arm64|x86_64 OLDEST    (12.0)
"""

import hashlib
import pathlib
import struct
import sys

from inspected_file import Damaged, report

PROCESSORS = {"arm64": 0x0100000C, "x86_64": 0x01000007}
# What every macOS has.
LIBRARIES = {"/usr/lib/libSystem.B.dylib", "/usr/lib/libc++.1.dylib"}
PAGES = {"arm64": 0x4000, "x86_64": 0x1000}
FIRST_ADDRESS = 1 << 32

MAGIC_64 = 0xFEEDFACF
EXECUTABLE = 2
POSITION_INDEPENDENT = 0x200000
LOAD_LIBRARY = {0xC: "", 0x80000018: "weak ", 0x8000001F: "exported again ",
                0x20: "lazy ", 0x80000023: "upward "}
SEGMENT_64 = 0x19
DYLD_INFO = {0x22, 0x80000022}
CHAINED_FIXUPS = 0x80000034
CODE_SIGNATURE = 0x1D
SEARCH_PATH = 0x8000001C
BUILD_VERSION = 0x32
MAIN = 0x80000028
MACOS = 1
# The signature has the other order of bytes.
SUPER_BLOB = 0xFADE0CC0
CODE_DIRECTORY = 0xFADE0C02
ADHOC = 0x2
SHA256 = 2


def take(data, form, offset):
    """The values of a struct that must lie inside."""
    if offset < 0 or offset + struct.calcsize(form) > len(data):
        raise Damaged(f"it ends before offset {offset} can be read")
    return struct.unpack_from(form, data, offset)


def version_of(number):
    """12.0, or 12.3.1."""
    parts = [number >> 16, number >> 8 & 0xFF, number & 0xFF]
    return ".".join(map(str, parts if parts[2] else parts[:2]))


def commands_of(data):
    """(kind, offset, size) of every load command."""
    count, size = take(data, "<II", 16)
    offset, end = 32, 32 + size
    found = []
    for _ in range(count):
        kind, length = take(data, "<II", offset)
        if length < 8 or length % 8 or offset + length > end:
            raise Damaged(f"the load command at {offset} has {length} bytes")
        found.append((kind, offset, length))
        offset += length
    if offset != end:
        raise Damaged("the load commands are shorter than the header says")
    return found


def text_of(data, offset, length):
    """The name that a load command ends with."""
    begin, = take(data, "<I", offset + 8)
    if not 12 <= begin < length:
        raise Damaged(f"the load command at {offset} has no name")
    return data[offset + begin:offset + length].split(b"\0")[0].decode(
        "utf-8", "replace")


def segment_faults(data, commands, page):
    """What is wrong with how the file goes into memory."""
    faults, at, mapped = [], 0, []
    for kind, offset, length in commands:
        if kind != SEGMENT_64:
            continue
        if length < 72:
            raise Damaged(f"the segment at {offset} has {length} bytes")
        name, address, size, begin, bytes_, most, first = take(
            data, "<16sQQQQII", offset + 8)
        name = name.split(b"\0")[0].decode("utf-8", "replace")
        mapped.append(name)
        if address % page or begin % page:
            faults.append(f"segment {name} does not begin with a page")
        if address < at:
            faults.append(f"segment {name} lies in the one before it")
        if bytes_ > size or begin + bytes_ > len(data):
            faults.append(f"segment {name} is longer than its place")
        if (most | first) & 6 == 6:
            faults.append(f"segment {name} is writable and executable")
        if name == "__PAGEZERO" and (address, most) != (0, 0):
            faults.append("null is an address")
        at = address + size
        if name == "__PAGEZERO" and at < FIRST_ADDRESS:
            faults.append("addresses of 32 bits are not all out of reach")
    for name in ("__PAGEZERO", "__TEXT", "__LINKEDIT"):
        if mapped.count(name) != 1:
            faults.append(f"{mapped.count(name)} segments {name}")
    return faults


def number_after(data, at):
    """Where a number of 7 bits per byte ends."""
    while at < len(data) and data[at] & 0x80:
        at += 1
    return at + 1


def imports_of(data):
    """The names that a list of bindings asks other libraries for, also those
    that may be missing: a function that is called without asking crashes."""
    found, at = set(), 0
    while at < len(data):
        code = data[at] & 0xF0
        at += 1
        if code == 0x40:
            end = data.find(b"\0", at)
            if end < 0:
                raise Damaged("a name of the bindings has no end")
            found.add(data[at:end].decode("utf-8", "replace"))
            at = end + 1
        elif code in (0x20, 0x60, 0x70, 0x80, 0xA0):
            at = number_after(data, at)
        elif code == 0xC0:
            at = number_after(data, number_after(data, at))
        elif code > 0xC0:
            raise Damaged(f"bindings have the code {code:#x}")
    return found


def known_imports():
    """What the oldest system has."""
    path = pathlib.Path(__file__).with_name("macos_imports.txt")
    return {line for line in path.read_text().splitlines()
            if line and not line.startswith("#")}


def import_faults(data, commands):
    """(faults, names)"""
    names = set()
    for kind, offset, _ in commands:
        if kind == CHAINED_FIXUPS:
            return ["bindings of a kind that is not read here"], names
        if kind in DYLD_INFO:
            for place in (16, 32):  # bound at the start, and when called
                begin, size = take(data, "<II", offset + place)
                take(data, f"<{size}s", begin)
                names |= imports_of(data[begin:begin + size])
    # realpath$DARWIN_EXTSN: which of its behaviours is meant
    plain = {one.partition("$")[0] for one in names}
    return [f"needs {one}: if the oldest system has it, add it to "
            "tools/macos_imports.txt"
            for one in sorted(plain - known_imports())], names


def signature_faults(data, offset, size):
    """What is wrong with the signature: that of nobody, but of this file."""
    if offset + size != len(data):
        return ["the signature is not at the end of the file"]
    blob = data[offset:]
    magic, length, count = take(blob, ">III", 0)
    if magic != SUPER_BLOB or length > size:
        return ["the signature has no beginning"]
    for number in range(count):
        kind, begin = take(blob, ">II", 12 + 8 * number)
        if kind == 0:
            return directory_faults(data, offset, blob, begin)
    return ["the signature has no list of hashes"]


def directory_faults(data, limit, blob, begin):
    magic, _, _, flags, hashes, _, _, pages, covered = take(
        blob, ">9I", begin)
    width, kind, _, page_bits = take(blob, ">4B", begin + 36)
    if magic != CODE_DIRECTORY or kind != SHA256 or width != 32:
        return ["the list of hashes is not one of SHA-256"]
    faults = []
    if not flags & ADHOC:
        faults.append("the signature is not ad hoc, and nobody could check it")
    if covered != limit:
        faults.append(f"the signature covers {covered} bytes, not {limit}")
    if not 12 <= page_bits <= 16:
        raise Damaged(f"pages have 2^{page_bits} bytes")
    page = 1 << page_bits
    if pages != -(-limit // page):
        faults.append(f"the signature has {pages} pages, not "
                      f"{-(-limit // page)}")
        return faults
    for number in range(pages):
        wanted, = take(blob, ">32s", begin + hashes + 32 * number)
        part = data[number * page:min((number + 1) * page, limit)]
        if hashlib.sha256(part).digest() != wanted:
            faults.append(f"page {number} is not the one that was signed")
            break
    return faults


def judge(data, processor, oldest):
    """(faults, facts) of the bytes of a file."""
    magic, cpu, _, kind = take(data, "<IIII", 0)
    if magic != MAGIC_64:
        return ["not a Mach-O file of 64 bits"], []
    flags, = take(data, "<I", 24)
    faults = []
    if cpu != PROCESSORS[processor]:
        faults.append(f"for processor {cpu:#x}, not for {processor}")
    if kind != EXECUTABLE:
        faults.append(f"of kind {kind}: not a program")
    if not flags & POSITION_INDEPENDENT:
        faults.append("not position-independent")
    libraries, versions, signatures = [], [], []
    entry = False
    commands = commands_of(data)
    for command, offset, length in commands:
        if command in LOAD_LIBRARY:
            name = text_of(data, offset, length)
            libraries.append(name)
            if name not in LIBRARIES:
                faults.append(f"{LOAD_LIBRARY[command]}library {name}: not "
                              "one that every system has")
        elif command == SEARCH_PATH:
            faults.append("search path " + text_of(data, offset, length))
        elif command == BUILD_VERSION:
            versions.append(take(data, "<II", offset + 8))
        elif command == CODE_SIGNATURE:
            signatures.append(take(data, "<II", offset + 8))
        elif command == MAIN:
            entry = True
    faults += segment_faults(data, commands, PAGES[processor])
    more, imports = import_faults(data, commands)
    faults += more
    if not entry:
        faults.append("no entry point")
    if "/usr/lib/libSystem.B.dylib" not in libraries:
        faults.append("does not load libSystem")
    if [one[0] for one in versions] != [MACOS]:
        faults.append("not for macOS alone")
    elif version_of(versions[0][1]) != oldest:
        faults.append(f"for macOS {version_of(versions[0][1])} or newer, not "
                      f"{oldest}")
    if len(signatures) > 1 or not signatures and processor == "arm64":
        faults.append(f"{len(signatures) or 'no'} signature")
    for one in signatures:
        faults += signature_faults(data, *one)
    names = ", ".join(one.rpartition("/")[2] for one in libraries)
    return faults, [f"{processor}, macOS {oldest} or newer",
                    f"{len(imports)} functions of {names}",
                    "every page as signed" if signatures else "not signed",
                    f"{len(data)} bytes"]


def main():
    if len(sys.argv) != 4 or sys.argv[2] not in PROCESSORS:
        sys.exit(__doc__)
    return report(sys.argv[1], judge, *sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
