#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the gateway forwards, read by the parsers of servers.

usage: parsers.py CLIENT_TEXTS [--seed N] [--count N] [--node NODE]
                  [--all] [--scratch DIRECTORY]

Every text that the gateway would forward must mean the same to each parser
that is installed, or be refused by it. Parsers that are not installed are
named and left out; with --all they fail the test, and crates may be fetched.
What has to be compiled is kept in the scratch directory.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "parsers")


def peers(node, scratch, may_fetch):
    """Name and words of each parser; no words when it cannot be asked."""
    script = lambda ending: os.path.join(HERE, "peer." + ending)
    yield "Python json", [sys.executable, script("py")]
    yield "Node JSON.parse", [node, script("mjs")] if node else None
    for name, program, ending, check in (
        ("Perl JSON::PP", "perl", "pl", ["-MJSON::PP", "-e1"]),
        ("Ruby json", "ruby", "rb", ["-rjson", "-e", "1"]),
        ("PHP json_decode", "php", "php", ["-r", "json_decode('1');"]),
    ):
        path = shutil.which(program)
        if path and subprocess.run([path, *check], capture_output=True).returncode:
            path = None
        yield name, [path, script(ending)] if path else None
    jq = shutil.which("jq")
    yield "jq", [jq, "-R", "-c", "-f", script("jq")] if jq else None
    yield "Go encoding/json", build_go(scratch, script("go"))
    yield "serde_json", build_serde(scratch, may_fetch)
    yield "Jackson", build_jackson(scratch)


def run_quietly(words, **options):
    return subprocess.run(words, capture_output=True, **options).returncode == 0


def build_go(scratch, source):
    go = shutil.which("go")
    if not go:
        return None
    program = os.path.join(scratch, "peer_go")
    environment = dict(os.environ, GOCACHE=os.path.join(scratch, "cache"),
                       GO111MODULE="off", CGO_ENABLED="0")
    is_built = run_quietly([go, "build", "-o", program, source],
                           env=environment)
    return [program] if is_built else None


def build_serde(scratch, may_fetch):
    """Without leave to fetch, only from crates that are on this machine."""
    cargo = shutil.which("cargo")
    if not cargo:
        return None
    # cargo writes beside its manifest.
    place = os.path.join(scratch, "serde")
    shutil.copytree(os.path.join(HERE, "serde"), place, dirs_exist_ok=True)
    words = [cargo, "build", "--release", "--manifest-path",
             os.path.join(place, "Cargo.toml"), "--target-dir",
             os.path.join(place, "target")]
    if not run_quietly(words + ([] if may_fetch else ["--offline"])):
        return None
    return [os.path.join(place, "target", "release", "peer_serde")]


def build_jackson(scratch):
    """With the archives that Debian's libjackson2-databind-java brings."""
    javac, java = shutil.which("javac"), shutil.which("java")
    jars = [f"/usr/share/java/jackson-{part}.jar"
            for part in ("annotations", "core", "databind")]
    if not javac or not java or not all(map(os.path.exists, jars)):
        return None
    classes = os.path.join(scratch, "java")
    path = ":".join([classes, *jars])
    is_built = run_quietly([javac, "-cp", path, "-d", classes,
                            os.path.join(HERE, "Peer.java")])
    return [java, "-cp", path, "Peer"] if is_built else None


def lines_for_jq(lines):
    for line in lines:
        text = bytes.fromhex(line.split("\t")[0])
        yield text.replace(b"\n", b" ").replace(b"\r", b" ")


def reading_of_jq(line):
    value = json.loads(line)
    if value == "refused":
        return value
    encode = lambda text: text.encode("utf-8", "surrogatepass").hex()
    readings = []
    for method, key, name in value:
        if not isinstance(method, str) or not isinstance(name, str):
            return "odd: " + line
        identity = ("-" if key is None else
                    "s" + encode(key) if isinstance(key, str) else f"n{key}")
        readings.append(f"{encode(method)}|{identity}|{encode(name)}")
    return ",".join(readings)


def ask(name, words, lines):
    if name == "jq":
        given = b"\n".join(lines_for_jq(lines)) + b"\n"
    else:
        given = ("\n".join(lines) + "\n").encode()
    said = subprocess.run(words, input=given, stdout=subprocess.PIPE,
                          check=True).stdout.decode()
    answers = said.split("\n")[:-1]
    if name == "jq":
        answers = [reading_of_jq(line) for line in answers]
    if len(answers) != len(lines):
        raise RuntimeError(f"{name}: {len(answers)} answers to {len(lines)}")
    return answers


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("client_texts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20000)
    parser.add_argument("--node", default=shutil.which("node"))
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--scratch")
    options = parser.parse_args()
    made = subprocess.run(
        [options.client_texts, str(options.seed), str(options.count)],
        stdout=subprocess.PIPE, check=True).stdout.decode()
    lines = made.split("\n")[:-1]
    print(f"{options.count} texts, seed {options.seed}: {len(lines)} forwarded")
    if len(lines) * 50 < options.count:
        print("too few are forwarded to show anything")
        return 1
    expected = [line.split("\t")[1] for line in lines]
    failures = 0
    with tempfile.TemporaryDirectory() as passing:
        scratch = os.path.abspath(options.scratch or passing)
        os.makedirs(scratch, exist_ok=True)
        for name, words in peers(options.node, scratch, options.all):
            if not words:
                print(f"{name}: not installed")
                failures += options.all
                continue
            answers = ask(name, words, lines)
            differing = [i for i, answer in enumerate(answers)
                         if answer not in ("refused", expected[i])]
            refused = answers.count("refused")
            print(f"{name}: {len(lines) - refused - len(differing)} the same, "
                  f"{refused} refused, {len(differing)} different")
            failures += len(differing)
            for i in differing[:5]:
                text = bytes.fromhex(lines[i].split("\t")[0])
                print(f"  {text!r}\n    here:  {expected[i]}\n"
                      f"    there: {answers[i]}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
