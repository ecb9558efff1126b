# SPDX-License-Identifier: MIT
"""The options that all commands with a model share, and what they do."""
from __future__ import annotations

import argparse
import pathlib
import sys
from collections.abc import Callable, Mapping, Sequence

from pith_evals import controls, costs, experiment, mocks, record, run
from pith_evals.ask import Ask

PRESETS = ("smoke", "quick", "standard", "complete", "published")
PRIMERS: dict[str, tuple[bool, ...]] = {
    "off": (False,),
    "on": (True,),
    "both": (False, True),
}

# The asks of a task for these options. Raises ValueError or FileNotFoundError.
MakeAsks = Callable[[argparse.Namespace], list[Ask]]


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--model",
        required=True,
        help="a model of Inspect, for example openai/NAME or openai-api/local/NAME,"
        f" or a mock: {', '.join(mocks.PREFIX + name for name in mocks.MOCKS)}",
    )
    parser.add_argument("--preset", choices=PRESETS, default="smoke")
    parser.add_argument(
        "--limit",
        type=_positive,
        help="ask only so many questions, the same in every arm",
    )
    parser.add_argument(
        "--arms",
        type=_arms,
        help=f"separated by commas; of {', '.join(controls.names())}",
    )
    parser.add_argument("--primer", choices=list(PRIMERS), default=None)
    parser.add_argument("--results", type=pathlib.Path, default=pathlib.Path("results"))
    parser.add_argument(
        "--directory",
        type=pathlib.Path,
        help="of this run; otherwise it is named in --results",
    )
    parser.add_argument(
        "--price",
        type=_price,
        help=f"a class ({', '.join(costs.PRICES)}) or IN/OUT in dollars per million tokens",
    )
    parser.add_argument(
        "--max-dollars", type=float, help="do not start if the estimate is above this"
    )
    parser.add_argument(
        "--estimate", action="store_true", help="print the estimate and ask nothing"
    )
    parser.add_argument(
        "--context",
        type=_positive,
        help="tokens that the model takes; longer prompts are skipped",
    )
    parser.add_argument("--epochs", type=_positive, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--temperature",
        type=_temperature,
        default=0.0,
        help="0 unless said; none for models that do not take it",
    )
    parser.add_argument(
        "--reasoning-effort", choices=["none", "minimal", "low", "medium", "high"]
    )
    parser.add_argument("--output-cap", type=_positive, default=4096)
    parser.add_argument(
        "--reasoning-tokens",
        type=int,
        default=0,
        help="tokens of reasoning for each reply, for the estimate",
    )
    parser.add_argument("--max-connections", type=_positive, default=10)
    parser.add_argument(
        "--cache",
        action="store_true",
        help="keep replies, so that a run that ended early goes on where it was",
    )
    parser.add_argument(
        "--batch", action="store_true", help="ask in batches, where a provider has them"
    )
    parser.add_argument("--base-url", help="of an endpoint like OpenAI's")
    parser.add_argument(
        "--tier",
        choices=record.TIERS,
        default="evidence",
        help="pipeline-proof for a model that is too small to be evidence",
    )
    parser.add_argument("--notes", default="", help="for the provenance")


def execute(options: argparse.Namespace, tasks: Mapping[str, MakeAsks]) -> int:
    """Runs the tasks, or only estimates them. Returns the exit code."""
    try:
        made = {name: make(options) for name, make in tasks.items()}
    except (ValueError, FileNotFoundError) as problem:
        print(f"pith-evals: {problem}", file=sys.stderr)
        return 2
    for name in [name for name, asks in made.items() if not asks]:
        print(f"pith-evals: {name} has nothing for these arms", file=sys.stderr)
        del made[name]
    if not made:
        return 2
    experiments = [_experiment(options, name, asks) for name, asks in made.items()]
    price = options.price or _default_price(options.model)
    if options.estimate:
        print(costs.table({one.name: one.estimate for one in experiments}, price))
        return 0
    directory = options.directory or record.run_directory(
        options.results, options.model, options.preset
    )
    if (directory / record.ITEMS_FILE).exists():
        print(f"pith-evals: {directory} has a run already", file=sys.stderr)
        return 2
    try:
        run.run(
            experiments,
            options.model,
            options.preset,
            directory,
            settings=settings(options),
            price=price,
            max_dollars=options.max_dollars,
        )
    except run.TooExpensive as problem:
        print(f"pith-evals: {problem}", file=sys.stderr)
        return 2
    except run.RunFailed as problem:
        print(f"pith-evals: {problem}", file=sys.stderr)
        return 3
    print(f"written: {directory}")
    return 0


def settings(options: argparse.Namespace) -> run.Settings:
    return run.Settings(
        tier=options.tier,
        temperature=options.temperature,
        seed=options.seed,
        output_cap=options.output_cap,
        epochs=options.epochs,
        max_connections=options.max_connections,
        base_url=options.base_url,
        reasoning_effort=options.reasoning_effort,
        cache=options.cache,
        batch=options.batch,
        notes=options.notes,
    )


def _experiment(
    options: argparse.Namespace, name: str, asks: Sequence[Ask]
) -> experiment.Experiment:
    return experiment.from_asks(
        name,
        asks,
        model=options.model,
        epochs=options.epochs,
        seed=options.seed,
        context=options.context,
        reasoning_tokens=options.reasoning_tokens,
    )


def _default_price(model: str) -> costs.Price:
    return costs.PRICES["free" if mocks.is_mock(model) else "medium"]


def _arms(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        try:
            controls.arm_of(name)
        except ValueError as problem:
            raise argparse.ArgumentTypeError(str(problem)) from None
    return names


def _price(text: str) -> costs.Price:
    try:
        return costs.Price.parse(text)
    except ValueError as problem:
        raise argparse.ArgumentTypeError(str(problem)) from None


def _temperature(text: str) -> float | None:
    return None if text == "none" else float(text)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not above 0")
    return number
