#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds pith against newer reference packages, on random documents.

usage: newer.py PROGRAM --name NAME [--count N] [--seed S] [--show K] PEER...

PROGRAM is the executable differential_documents. PEER is a command that reads
`encode SIZE` or `decode SIZE`, a line feed and so many bytes of JSON or GCF,
and answers `ok SIZE` or `refused SIZE` and its text, again and again. The peer
encodes every document, and decodes what pith wrote.

divergences.py has the differences in encoding that are known, each with the
clause that decides it. One of them excuses a difference only if the document
has its cause, and if the document without the cause gives the same bytes on
both sides. Any other difference is a failure, and so is a divergence whose
example has become the same on both sides: then it must go.
"""
import argparse
import json
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass

from divergences import DIVERGENCES


class Peer:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)

    def ask(self, order, body):
        """Whether the peer did it, and its text or complaint."""
        self.process.stdin.write(b"%s %d\n%s" % (order, len(body), body))
        self.process.stdin.flush()
        head = self.process.stdout.readline()
        if not head:
            sys.exit("newer: the peer ended")
        word, size = head.split()
        return word == b"ok", self.process.stdout.read(int(size))

    def close(self):
        self.process.stdin.close()
        if self.process.wait() != 0:
            sys.exit("newer: the peer failed")


def read_records(stream):
    """JSON and GCF of each document."""
    while head := stream.readline():
        json_size, wire_size = map(int, head.split())
        yield stream.read(json_size), stream.read(wire_size)


def draw(program, seed, count):
    words = [program, "--seed", str(seed), "--count", str(count)]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as drawn:
        yield from read_records(drawn.stdout)
        if drawn.wait() != 0:
            sys.exit(f"newer: {program} failed")


def encode_here(program, texts):
    """GCF of each JSON text. The pipe cannot fill: the texts are sent whole
    while the answers are read."""
    sent = b"".join(b"%d\n%s" % (len(text), text) for text in texts)
    with subprocess.Popen([program, "--encode"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as encoder:
        answer, _ = encoder.communicate(sent)
        if encoder.returncode != 0:
            sys.exit(f"newer: {program} --encode failed")
    wires, at = [], 0
    while at < len(answer):
        end = answer.index(b"\n", at)
        json_size, wire_size = map(int, answer[at:end].split())
        at = end + 1 + json_size + wire_size
        wires.append(answer[at - wire_size:at])
    return wires


def same(a, b):
    """Equal; a row has its members in the order of its table. 1 and 1.0 are the
    same number."""
    pending = [(a, b)]
    while pending:
        x, y = pending.pop()
        if isinstance(x, bool) or isinstance(y, bool):
            if x is not y:
                return False
        elif isinstance(x, dict):
            if not isinstance(y, dict) or x.keys() != y.keys():
                return False
            pending += [(x[key], y[key]) for key in x]
        elif isinstance(x, list):
            if not isinstance(y, list) or len(x) != len(y):
                return False
            pending += zip(x, y)
        elif isinstance(x, (int, float)) and isinstance(y, (int, float)):
            if x != y:
                return False
        elif type(x) is not type(y) or x != y:
            return False
    return True


@dataclass
class Difference:
    seed: int
    text: bytes
    wire: bytes
    answer: bytes


@dataclass
class Variant:
    """A document without the causes of some divergences."""
    names: tuple
    text: bytes


def write(tree):
    return json.dumps(tree, ensure_ascii=False, separators=(",", ":")).encode()


def variants_without(divergences, text):
    """Without the one or the other cause, and without all of them."""
    original = write(json.loads(text))
    variants = []
    for known in divergences:
        alone = json.loads(text)
        known.remove_cause(alone)
        if write(alone) != original:
            variants.append(Variant((known.name,), write(alone)))
    # One cause may hide another, so all of them once more until none is left.
    rest, applied = json.loads(text), []
    for _ in divergences:
        before = write(rest)
        for known in divergences:
            last = write(rest)
            known.remove_cause(rest)
            if write(rest) != last and known.name not in applied:
                applied.append(known.name)
        if write(rest) == before:
            break
    if len(applied) > 1:
        variants.append(Variant(tuple(applied), write(rest)))
    return variants


class Report:
    def __init__(self, show):
        self.show = show
        self.failures = 0
        self.alone = Counter()
        self.together = Counter()

    def excuse(self, names):
        (self.alone if len(names) == 1 else self.together).update(names)

    def complain(self, direction, case):
        self.failures += 1
        if self.failures <= self.show:
            print(f"{direction}: seed {case.seed}\n"
                  f"  json  {case.text.decode()}\n"
                  f"  pith  {case.wire.decode()!r}\n"
                  f"  peer  {case.answer.decode()!r}")

    def print_counts(self, divergences):
        print(f"{'divergence':24} {'alone':>8} {'with others':>12}")
        for known in divergences:
            print(f"{known.name:24} {self.alone[known.name]:8} "
                  f"{self.together[known.name]:12}")


def explain(program, peer, divergences, differing, report):
    """Excuses the documents that are the same on both sides without the one or
    the other cause, and complains about the rest."""
    tries = [variants_without(divergences, case.text) for case in differing]
    wires = iter(encode_here(program, [variant.text for variants in tries
                                       for variant in variants]))
    for case, variants in zip(differing, tries):
        excuses = [variant for variant in variants
                   if peer.ask(b"encode", variant.text) == (True, next(wires))]
        if excuses:
            report.excuse(excuses[0].names)
        else:
            report.complain("encoded differently", case)


def stale(program, peer, divergences):
    """The divergences whose examples do not show them, and them alone."""
    names = []
    for known in divergences:
        text = known.example.encode()
        wire, = encode_here(program, [text])
        _, answer = peer.ask(b"encode", text)
        trial = Report(show=0)
        explain(program, peer, divergences,
                [Difference(0, text, wire, answer)], trial)
        if answer == wire or trial.alone != {known.name: 1}:
            names.append(known.name)
    return names


def compare(program, peer, seed, count, report):
    """Yields the documents that the peer encodes differently."""
    for at, (text, wire) in enumerate(draw(program, seed, count), seed):
        is_good, answer = peer.ask(b"encode", text)
        if not is_good or answer != wire:
            yield Difference(at, text, wire, answer)
        is_good, answer = peer.ask(b"decode", wire)
        if not is_good or not same(json.loads(text), json.loads(answer)):
            report.complain("decoded differently",
                            Difference(at, text, wire, answer))


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program")
    options.add_argument("--name", required=True, choices=sorted(DIVERGENCES))
    options.add_argument("--count", type=int, default=100_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--show", type=int, default=5)
    options.add_argument("peer", nargs="+")
    chosen = options.parse_args()
    sys.setrecursionlimit(100_000)
    divergences = DIVERGENCES[chosen.name]
    peer = Peer(chosen.peer)
    report = Report(chosen.show)
    differing = list(compare(chosen.program, peer, chosen.seed, chosen.count,
                             report))
    explain(chosen.program, peer, divergences, differing, report)
    obsolete = stale(chosen.program, peer, divergences)
    peer.close()
    report.print_counts(divergences)
    for name in obsolete:
        print(f"{name}: the example is the same on both sides; remove it")
    equal = chosen.count - len(differing)
    print(f"{chosen.name}: {chosen.count} documents, {equal} equal, "
          f"{len(differing)} different, {report.failures} unexplained, "
          f"{len(obsolete)} divergences obsolete")
    return 1 if report.failures or obsolete or not equal else 0


if __name__ == "__main__":
    sys.exit(main())
