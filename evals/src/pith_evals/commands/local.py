# SPDX-License-Identifier: MIT
"""The command local."""
from __future__ import annotations

import argparse
import os
import pathlib
import signal
import sys

from pith_evals import experiment, local, record, smollm2, vocabularies
from pith_evals import run as runner
from pith_evals.agent import asking, bfcl_data, native, places, prompt
from pith_evals.ask import Ask
from pith_evals.tasks import generation, generic, graph, published

SUMMARY = "prove the pipeline with a small model on this machine"
PRESET = "local"
# A slow machine is not a failed call.
CALL_SECONDS = 1800
AGENT_TASK = "sqlite-largest-open-order"


class OutOfTime(RuntimeError):
    """The run took longer than it may."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--python",
        default=sys.executable,
        help="an interpreter that has what requirements-local.txt names, or "
        "requirements-prebuilt.txt for xllamacpp",
    )
    parser.add_argument("--engine", choices=local.ENGINES, default=local.ENGINES[0])
    parser.add_argument(
        "--cache",
        type=pathlib.Path,
        default=pathlib.Path("build/evals/model"),
        help="where the file of the model is kept",
    )
    parser.add_argument("--results", type=pathlib.Path, default=pathlib.Path("results"))
    parser.add_argument(
        "--items", type=int, default=1, help="questions for each task and notation"
    )
    parser.add_argument("--output-cap", type=int, default=256)
    parser.add_argument(
        "--minutes", type=int, default=60, help="the run fails if it takes longer"
    )
    parser.add_argument("--seed", type=int, default=1)


def asks_of(items: int, seed: int) -> dict[str, list[Ask]]:
    """So many items of each task in each notation; primers only to write it.

    The published documents are longer than the context, so that prompts that do
    not fit are there to be counted.
    """
    made = {
        generic.NAME: generic.asks("smoke", None, (False,), items, seed),
        graph.NAME: graph.asks("smoke", None, (False,), items, seed),
        generation.NAME: generation.asks("smoke", None, (True,), items, seed),
    }
    try:
        made[generic.NAME] += published.generic_asks(None, (False,), 1)
    except FileNotFoundError as missing:
        print(f"the published orders are left out: {missing}")
    made[graph.NAME] += published.graph_asks(None, (False,), 1)
    return made


def tools_in_prompts(items: int) -> dict[str, list[Ask]]:
    """Tasks of bfcl-eval, or nothing with a line that says why."""
    try:
        entries = prompt.entries_of(["simple"], items)
    except bfcl_data.Absent as missing:
        print(f"tools in the prompt are left out: {missing}")
        return {}
    return {prompt.SINGLE_NAME: prompt.asks(entries, prompt.STANDARD)}


def tools_of_servers(items: int, context: int) -> list[experiment.Experiment]:
    """Tasks on a real server behind the gateway, or nothing and why."""
    try:
        places.pith_command()
        places.node()
    except places.Absent as missing:
        print(f"tools of real servers are left out: {missing}")
        return []
    return [
        native.experiment(native.places("smoke", names=[AGENT_TASK])),
        asking.experiment(
            asking.places("smoke", limit=items), local.MODEL, context=context
        ),
    ]


def run(options: argparse.Namespace) -> int:
    try:
        model = smollm2.fetch(options.cache)
        vocabulary = vocabularies.small_model(options.cache)
    except (smollm2.Unavailable, vocabularies.Unavailable) as problem:
        print(f"pith-evals: {problem}", file=sys.stderr)
        return 2
    made = asks_of(options.items, options.seed) | tools_in_prompts(options.items)
    context = local.usable_context(
        [ask for asks in made.values() for ask in asks],
        str(vocabulary),
        smollm2.CONTEXT,
        options.output_cap,
    )
    experiments = [
        experiment.from_asks(
            name, asks, model=local.MODEL, seed=options.seed, context=context
        )
        for name, asks in made.items()
    ] + tools_of_servers(options.items, context)
    port = local.free_port()
    command = local.command_line(
        options.engine, options.python, model, port, smollm2.CONTEXT
    )
    directory = record.run_directory(options.results, local.MODEL, PRESET)
    os.environ.setdefault(local.KEY_VARIABLE, "none")
    signal.signal(signal.SIGALRM, _out_of_time)
    # Without this, the server would outlive a run that is told to end.
    signal.signal(signal.SIGTERM, _terminated)
    signal.alarm(options.minutes * 60)
    try:
        with local.serve(command, port, options.cache / "server.log") as server:
            _ask(experiments, directory, server, options)
    except (local.ServerFailed, runner.RunFailed, OutOfTime) as problem:
        print(f"pith-evals: {problem}", file=sys.stderr)
        return 1
    finally:
        signal.alarm(0)
    print(f"written: {directory}")
    print(summary(directory))
    return 0


def summary(directory: pathlib.Path) -> str:
    """The line that the record of long runs keeps."""
    items = list(record.read_items(directory))
    outcomes = record.count_outcomes(items)
    asked = sum(item.counts for item in items)
    arms = len({(item.task, item.arm, item.primer) for item in items})
    others = ", ".join(
        f"{number} {name.replace('_', ' ')}"
        for name, number in outcomes.items()
        if number and name != "correct"
    )
    return (
        f"asked {asked} in {arms} arms of {len({item.task for item in items})} tasks: "
        f"{outcomes['correct']} correct, {others}"
    )


def _ask(
    experiments: list[experiment.Experiment],
    directory: pathlib.Path,
    server: local.Server,
    options: argparse.Namespace,
) -> None:
    settings = runner.Settings(
        tier="pipeline-proof",
        temperature=0.0,
        seed=options.seed,
        output_cap=options.output_cap,
        max_connections=1,
        base_url=server.base_url,
        notes=f"{smollm2.PACKAGE}, served by {options.engine}, context "
        f"{smollm2.CONTEXT}, one thread; the chat template of the model leaves out "
        "tools, so it never sees those of servers",
        call_seconds=CALL_SECONDS,
    )
    runner.run(
        experiments, local.MODEL, PRESET, directory, settings=settings, keep_logs=False
    )


def _out_of_time(number: int, frame: object) -> None:
    raise OutOfTime("the run took longer than --minutes")


def _terminated(number: int, frame: object) -> None:
    raise SystemExit(128 + number)
