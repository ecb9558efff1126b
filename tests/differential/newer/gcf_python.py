# SPDX-License-Identifier: MIT
"""The package gcf-python as a peer of newer.py: see there."""
import json
import sys

import gcf


def answer(order, body):
    if order == b"encode":
        return gcf.encode_generic(json.loads(body)).encode()
    return json.dumps(gcf.decode_generic(body.decode()),
                      ensure_ascii=False).encode()


def main():
    sys.setrecursionlimit(100_000)
    source, target = sys.stdin.buffer, sys.stdout.buffer
    while head := source.readline():
        order, size = head.split()
        body = source.read(int(size))
        try:
            word, text = b"ok", answer(order, body)
        except Exception as problem:  # whatever the package raises
            word, text = b"refused", f"{type(problem).__name__}: {problem}".encode()
        target.write(b"%s %d\n%s" % (word, len(text), text))
        target.flush()


main()
