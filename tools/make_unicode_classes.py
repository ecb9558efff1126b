#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes src/tokenizer/unicode/unicode16.inc from a list of character classes.

usage: make_unicode_classes.py CLASSES >src/tokenizer/unicode/unicode16.inc

CLASSES has one line for each of the classes L (letters), N (numbers), S (white
space), U (upper, title, modifier and other letters, and marks) and W (lower,
modifier and other letters, and marks): the letter, a space, and inclusive
ranges of code points in hexadecimal, "41-5A,61-7A". Lines with # are comments.

The result is one entry per place where the classes change.
"""

import sys

BITS = {"L": 1, "N": 2, "S": 4, "U": 8, "W": 16}
PER_LINE = 7


def read(path):
    classes = [0] * 0x110000
    with open(path, encoding="ascii", errors="ignore") as lines:
        for line in lines:
            if line.startswith("#") or not line.strip():
                continue
            letter, ranges = line.split()
            for one in ranges.split(","):
                first, _, last = one.partition("-")
                for code in range(int(first, 16), int(last or first, 16) + 1):
                    classes[code] |= BITS[letter]
    return classes


def main():
    classes = read(sys.argv[1])
    entries = []
    previous = None
    for code, bits in enumerate(classes):
        if bits != previous:
            entries.append(f"0x{code << 8 | bits:07X},")
            previous = bits
    print("// Written by tools/make_unicode_classes.py: first code point << 8"
          " | classes.")
    print("// Unicode 16.0.0, derived from the Unicode Character Database.")
    for at in range(0, len(entries), PER_LINE):
        print(" ".join(entries[at : at + PER_LINE]))


if __name__ == "__main__":
    main()
