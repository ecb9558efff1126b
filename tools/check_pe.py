#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds a program for Windows against what it must be, without having one: 64
bits, a console program, loadable anywhere, no data that runs, only libraries of
the system and those only from its own directory, and a manifest that makes
UTF-8 the code page.

usage: check_pe.py FILE
"""

import struct
import sys

from inspected_file import Damaged, report

X64 = 0x8664
PE32_PLUS = 0x20B
CONSOLE = 3
# Addresses of 64 bits that nobody can guess; no data that runs.
CHARACTERISTICS = {0x20: "addresses of 64 bits are not random",
                   0x40: "it is not loaded anywhere",
                   0x100: "data can be executed"}
IMPORTS, RESOURCES, LOAD_CONFIG = 1, 2, 10
SEARCH_SYSTEM = 0x800
MANIFEST = 24
# What every Windows 10 has. Names with "api-ms-win-" are the loader's own.
LIBRARIES = {"advapi32.dll", "bcrypt.dll", "bcryptprimitives.dll",
             "crypt32.dll", "kernel32.dll", "mswsock.dll", "ntdll.dll",
             "shell32.dll", "user32.dll", "ws2_32.dll"}


def unpack(form, data, at):
    """As struct.unpack_from(), for a file that may be cut."""
    try:
        return struct.unpack_from("<" + form, data, at)
    except struct.error as fault:
        raise Damaged(f"the file ends before byte {at}") from fault


def text_at(data, at):
    end = data.find(b"\0", at, at + 256)
    if at < 0 or end < 0:
        raise Damaged(f"no name ends after byte {at}")
    return data[at:end].decode("ascii", "replace")


class Image:
    """The headers of a program."""

    def __init__(self, data):
        self.data = data
        if data[:2] != b"MZ":
            raise Damaged("not a program for Windows")
        (start,) = unpack("I", data, 0x3C)
        if data[start:start + 4] != b"PE\0\0":
            raise Damaged("not a program for Windows")
        self.machine, sections, _, _, _, size, _ = unpack(
            "HHIIIHH", data, start + 4)
        header = start + 24
        (self.magic,) = unpack("H", data, header)
        if self.magic != PE32_PLUS:
            raise Damaged("not a program of 64 bits")
        self.subsystem, self.characteristics = unpack("HH", data, header + 68)
        (count,) = unpack("I", data, header + 108)
        self.directories = [unpack("II", data, header + 112 + 8 * i)
                            for i in range(min(count, 16))]
        self.sections = [unpack("8sIIII", data, header + size + 40 * i)
                         for i in range(sections)]

    def place(self, address):
        """Where in the file an address is."""
        for _, size, begin, stored, at in self.sections:
            if begin <= address < begin + max(size, stored):
                return at + address - begin
        raise Damaged(f"no section has the address {address:#x}")

    def directory(self, number):
        """Where a directory is in the file; nothing when there is none."""
        if number >= len(self.directories) or not self.directories[number][0]:
            return None
        return self.place(self.directories[number][0])

    def libraries(self):
        at = self.directory(IMPORTS)
        names = []
        while at is not None and len(names) < 1000:
            name = unpack("5I", self.data, at)[3]
            if name == 0:
                return names
            names.append(text_at(self.data, self.place(name)).lower())
            at += 20
        return names

    def load_flags(self):
        at = self.directory(LOAD_CONFIG)
        return 0 if at is None else unpack("H", self.data, at + 78)[0]

    def manifest(self):
        base = self.directory(RESOURCES)
        if base is None:
            return b""
        at = base
        # Type, name, language; the first of each is taken, after the type.
        for level in range(3):
            named, numbered = unpack("HH", self.data, at + 12)
            for i in range(named + numbered):
                key, target = unpack("II", self.data, at + 16 + 8 * i)
                if level or key == MANIFEST:
                    break
            else:
                return b""
            if (level < 2) != bool(target & 0x80000000):
                raise Damaged("the resources are not three levels deep")
            at = base + (target & 0x7FFFFFFF)
        address, size = unpack("II", self.data, at)
        at = self.place(address)
        if at + size > len(self.data):
            raise Damaged("the file ends in its manifest")
        return self.data[at:at + size]


def judge(data):
    """Faults, and facts to print when there are none."""
    image = Image(data)
    faults = []
    if image.machine != X64:
        faults.append(f"for the processor {image.machine:#x}, not x64")
    if image.subsystem != CONSOLE:
        faults.append("not a console program")
    for bit, fault in CHARACTERISTICS.items():
        if not image.characteristics & bit:
            faults.append(fault)
    libraries = image.libraries()
    own = [one for one in libraries if not one.startswith("api-ms-win-")]
    for one in own:
        if one not in LIBRARIES:
            faults.append(f"needs {one}, which not every Windows 10 has")
    if image.load_flags() != SEARCH_SYSTEM:
        faults.append("libraries are also looked for beside the program")
    manifest = image.manifest()
    for wanted in (b">UTF-8</activeCodePage>", b">true</longPathAware>",
                   b'level="asInvoker"'):
        if wanted not in manifest:
            faults.append(f"its manifest lacks {wanted.decode()}")
    return faults, ["x64", ", ".join(sorted(own)), f"{len(data)} bytes"]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    return report(sys.argv[1], judge)


if __name__ == "__main__":
    sys.exit(main())
