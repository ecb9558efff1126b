# SPDX-License-Identifier: MIT
"""Runs experiments with one model and keeps what comes of it.

Inspect asks the model; nothing here needs a network unless the model does.
"""
from __future__ import annotations

import dataclasses
import datetime
import importlib.metadata
import pathlib
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Literal, TextIO

import pith
from inspect_ai import eval as inspect_eval
from inspect_ai.log import EvalLog
from inspect_ai.model import GenerateConfig, Model, get_model

from pith_evals import costs, mocks, prompts, record
from pith_evals.experiment import Experiment

LOGS = "logs"
Effort = Literal["none", "minimal", "low", "medium", "high"]


@dataclasses.dataclass(frozen=True)
class Settings:
    """How a model is called; all of it goes into the provenance.

    `tier` is decided by the model for mocks; a small local model is
    "pipeline-proof" and only a model that one would use is "evidence".
    """

    tier: str = "evidence"
    temperature: float | None = 0.0
    seed: int = 1
    output_cap: int = 4096
    reasoning: str = "provider's default"
    epochs: int = 1
    max_connections: int = 10
    # A provider that is down fails its calls in the end, and not the run.
    max_retries: int = 5
    call_seconds: int = 600
    reasoning_effort: Effort | None = None
    # Whether replies are kept for a week and not asked for again, and whether
    # they are asked for in batches, which takes longer and costs less.
    cache: bool = False
    batch: bool = False
    base_url: str | None = None
    notes: str = ""


class TooExpensive(ValueError):
    """The estimate is above what the caller allows."""


class RunFailed(RuntimeError):
    """The run could not begin, or ended before everything was asked."""


def run(
    experiments: Sequence[Experiment],
    model: str,
    preset: str,
    directory: pathlib.Path,
    *,
    settings: Settings = Settings(),
    price: costs.Price = costs.PRICES["free"],
    max_dollars: float | None = None,
    output: TextIO | None = None,
    keep_logs: bool = True,
) -> list[record.Item]:
    """Prints the estimate, asks everything and writes the run's directory.

    After each experiment, what there is so far is written. Raises TooExpensive
    before the first call, and RunFailed.
    """
    output = output or sys.stdout
    parts = {one.name: one.estimate for one in experiments}
    print(costs.table(parts, price), file=output)
    total = sum(parts.values(), costs.Estimate())
    if max_dollars is not None and total.dollars(price) > max_dollars:
        raise TooExpensive(
            f"the run would cost {total.dollars(price):.2f} dollars, more than"
            f" {max_dollars:.2f}; take a smaller preset, fewer arms or --limit"
        )
    directory.mkdir(parents=True, exist_ok=True)
    items: list[record.Item] = []
    returned: list[str] = []
    for experiment in experiments:
        log = _evaluate(experiment, model, directory / LOGS, settings)
        for sample in log.samples or []:
            item = experiment.convert(sample, model)
            items.append(item)
            if experiment.twins is not None:
                items.extend(experiment.twins(sample, item))
            # A call that failed has the name that was asked for, and no usage.
            if sample.output.usage and sample.output.model not in returned:
                returned.append(sample.output.model)
        items.extend(experiment.skipped)
        if not keep_logs:
            pathlib.Path(log.location.removeprefix("file://")).unlink()
        items.sort(key=_order)
        record.write_items(directory, items)
        record.write_provenance(
            directory,
            _provenance(experiments, model, preset, settings, items, returned, total),
        )
    print(summary(items), file=output)
    return items


def summary(items: Iterable[record.Item]) -> str:
    """Outcomes by task, arm and primer. The report has the intervals."""
    groups: dict[tuple[str, str, bool], list[record.Item]] = {}
    for item in items:
        groups.setdefault((item.task, item.arm, item.primer), []).append(item)
    lines = [f"{'task':<12}{'arm':<15}{'primer':<8}{'correct':>10}{'of':>7}  others"]
    for (task, arm, primer), members in sorted(groups.items()):
        outcomes = record.count_outcomes(members)
        asked = sum(1 for item in members if item.counts)
        others = ", ".join(
            f"{name} {number}"
            for name, number in outcomes.items()
            if number and name != "correct"
        )
        lines.append(
            f"{task:<12}{arm:<15}{'yes' if primer else 'no':<8}"
            f"{outcomes['correct']:>10,}{asked:>7,}  {others}".rstrip()
        )
    return "\n".join(lines)


def _order(item: record.Item) -> tuple[Any, ...]:
    return (item.task, item.document, item.question, item.epoch, item.arm, item.primer)


def _output_cap(experiment: Experiment, settings: Settings) -> int:
    """As it was set, but never so low that it decides which notation is right;
    a proof of the pipeline may be cut off."""
    if settings.tier == "pipeline-proof":
        return settings.output_cap
    return max(settings.output_cap, experiment.least_output_cap)


def _evaluate(
    experiment: Experiment, model: str, logs: pathlib.Path, settings: Settings
) -> EvalLog:
    try:
        made: Model = (
            experiment.mock(model)
            if mocks.is_mock(model)
            else get_model(model, base_url=settings.base_url)
        )
    except Exception as problem:  # each provider has its own
        raise RunFailed(f"cannot use the model {model}: {problem}") from problem
    config = GenerateConfig(
        temperature=settings.temperature,
        seed=settings.seed,
        max_tokens=_output_cap(experiment, settings),
        max_connections=settings.max_connections,
        max_retries=settings.max_retries,
        timeout=settings.call_seconds,
        reasoning_effort=settings.reasoning_effort,
        cache=settings.cache or None,
        batch=settings.batch or None,
    )
    done = inspect_eval(
        experiment.task,
        model=made,
        display="none",
        log_dir=str(logs),
        log_format="eval",
        log_level="warning",
        log_realtime=False,
        log_model_api=False,
        log_samples=True,
        score_display=False,
        # A sample that fails is an item that failed; the others go on.
        fail_on_error=False,
        ctl_server=False,
        acp_server=False,
        **config.model_dump(exclude_none=True),
    )
    log = done[0]
    if log.status != "success":
        raise RunFailed(
            f"{experiment.name} ended with status {log.status}:"
            f" {log.error.message if log.error else 'no message'}"
        )
    return log


def _provenance(
    experiments: Sequence[Experiment],
    model: str,
    preset: str,
    settings: Settings,
    items: Sequence[record.Item],
    returned: Sequence[str],
    estimated: costs.Estimate,
) -> record.Provenance:
    asked = [item for item in items if "same_as" not in item.details]
    commit, is_dirty = record.source_state(pathlib.Path(__file__).parent)
    hashes = {
        f"{one.name}.{name}": value
        for one in experiments
        for name, value in one.hashes.items()
    }
    return record.Provenance(
        date=datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        tier="mock" if mocks.is_mock(model) else settings.tier,
        preset=preset,
        tasks=[one.name for one in experiments],
        arms=list(dict.fromkeys(arm for one in experiments for arm in one.arms)),
        primers=sorted({primer for one in experiments for primer in one.primers}),
        model=model,
        model_returned=", ".join(returned),
        endpoint=model.split("/", 1)[0],
        temperature=settings.temperature,
        seed=settings.seed,
        output_cap=max(_output_cap(one, settings) for one in experiments),
        reasoning=settings.reasoning_effort or settings.reasoning,
        epochs=settings.epochs,
        commit=commit,
        is_dirty=is_dirty,
        versions=versions(),
        hashes={"templates": prompts.digest(), **hashes},
        outcomes=record.count_outcomes(items),
        estimated=dataclasses.asdict(estimated),
        usage={
            "calls": sum(item.steps for item in asked),
            "input_tokens": sum(item.input_tokens for item in asked),
            "output_tokens": sum(item.output_tokens for item in asked),
        },
        notes=settings.notes,
    )


def versions() -> dict[str, str]:
    """Of what has a part in the result."""
    found = {"pith": pith.__version__, "python": sys.version.split()[0]}
    for name in ("inspect_ai", "openai", "anthropic", "bfcl-eval", "llama-cpp-python"):
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found
