# SPDX-License-Identifier: MIT
"""The runner keeps every ask in its items, and the estimate is what is counted."""
import io
import pathlib

import pytest

from pith_evals import costs, experiment, formats, mocks, record, run
from pith_evals.ask import Ask
from pith_evals.questions.answers import Answer, judge_answer


def make_asks(count: int, arm: str = "json") -> list[Ask]:
    made = []
    for number in range(count):
        answer = Answer("integer", number)
        made.append(
            Ask(
                task="generic",
                arm=arm,
                primer=False,
                document=f"d{number // 5}",
                question=f"q{number % 5}",
                kind="count",
                rows=3,
                system="",
                prefix=f"Data {arm} {number // 5}: 1, 2, 3 and more words of it.\n",
                suffix=f"What is number {number}?\n",
                target=answer.text,
                right=answer.text,
                wrong=str(number + 1),
                other=f'{{"answer": {number}}}',
                judge=lambda text, answer=answer: judge_answer(answer, text),
            )
        )
    return made


def run_mock(name: str, asks: list[Ask], directory: pathlib.Path, **how):
    model = mocks.PREFIX + name
    made = experiment.from_asks("generic", asks, model=model, **how)
    output = io.StringIO()
    items = run.run([made], model, "smoke", directory, output=output)
    return items, output.getvalue()


def test_a_run_is_kept_whole(tmp_path: pathlib.Path) -> None:
    asks = make_asks(20)
    items, said = run_mock("oracle", asks, tmp_path / "run")
    assert len(items) == 20 and all(item.correct for item in items)
    assert list(record.read_items(tmp_path / "run")) == items
    provenance = record.read_provenance(tmp_path / "run")
    assert provenance.tier == "mock" and provenance.model_returned == "mock/oracle"
    assert provenance.outcomes["correct"] == 20
    counted = sum(formats.count(ask.prompt) for ask in asks)
    assert provenance.usage["input_tokens"] == counted
    assert abs(provenance.estimated["input_tokens"] / counted - 1) <= 0.05
    assert said.index("dollars") < said.index("correct")
    assert list((tmp_path / "run" / run.LOGS).glob("*.eval"))


def test_a_failing_provider_keeps_the_denominator(tmp_path: pathlib.Path) -> None:
    asks = make_asks(20)
    items, _ = run_mock("failing", asks, tmp_path)
    failed = [item for item in items if item.outcome == "failed"]
    assert len(items) == 20
    assert len(failed) == sum(
        mocks.share(ask, "failing") < mocks.FAILING_RATE for ask in asks
    )
    assert 0 < len(failed) < 20 and all(item.counts for item in failed)
    assert "503" in failed[0].details["failure"]


def test_what_does_not_fit_is_skipped_and_counted(tmp_path: pathlib.Path) -> None:
    asks = make_asks(5) + [
        Ask(**{**vars(ask), "prefix": "word " * 500, "arm": "toon"})
        for ask in make_asks(5)
    ]
    items, _ = run_mock("oracle", asks, tmp_path, context=100, epochs=2)
    skipped = [item for item in items if item.outcome == "skipped"]
    assert len(items) == 20 and len(skipped) == 10
    assert {item.arm for item in skipped} == {"toon"}
    assert not any(item.counts for item in skipped)


def test_a_run_that_is_too_expensive_does_not_start(tmp_path: pathlib.Path) -> None:
    made = experiment.from_asks("generic", make_asks(5), model="mock/oracle")
    with pytest.raises(run.TooExpensive):
        run.run(
            [made],
            "mock/oracle",
            "smoke",
            tmp_path / "run",
            price=costs.Price("x", 1e6, 1e6),
            max_dollars=1.0,
            output=io.StringIO(),
        )
    assert not (tmp_path / "run").exists()


def test_asks_have_their_own_names() -> None:
    with pytest.raises(ValueError, match="same key"):
        experiment.from_asks("generic", make_asks(1) * 2, model="mock/oracle")


def test_order_is_shuffled_by_the_seed_and_keeps_documents_together() -> None:
    asks = make_asks(50)

    def order(seed: int) -> list[str]:
        made = experiment.from_asks("generic", asks, model="m", seed=seed)
        return [str(sample.id) for sample in made.task.dataset]

    assert order(1) == order(1) != order(2)
    assert sorted(order(1)) == sorted(ask.key for ask in asks)
    documents = [key.split("/")[1] for key in order(1)]
    changes = sum(a != b for a, b in zip(documents, documents[1:]))
    assert changes == 9


def test_prices() -> None:
    assert costs.Price.parse("large").output == 15.0
    assert costs.Price.parse("0.1/0.4") == costs.Price("0.1/0.4", 0.1, 0.4)
    for text in ("huge", "1", "1/2/3", "a/b", "-1/2"):
        with pytest.raises(ValueError):
            costs.Price.parse(text)
    part = costs.Estimate(2, 1_000_000, 100_000, 500_000)
    assert part.dollars(costs.PRICES["medium"]) == pytest.approx(1.5)
    assert part.cached_dollars(costs.PRICES["medium"]) == pytest.approx(1.05)
    assert part.times(3) == part + part + part
    assert "total" in costs.table({"a": part}, costs.PRICES["medium"])


def test_there_is_no_such_mock() -> None:
    with pytest.raises(ValueError, match="oracle"):
        mocks.mock_model("mock/none", [])


def test_what_prompts_have_in_common_can_be_cached() -> None:
    asks = make_asks(10)
    assert costs.estimate(asks).cacheable_tokens == 0  # too short
    long = [Ask(**{**vars(ask), "prefix": ask.prefix * 200}) for ask in asks]
    lengths = {ask.prefix: formats.count(ask.prefix) for ask in long}
    assert len(lengths) == 2
    # The first question on each of two documents pays for it.
    found = costs.estimate(long, epochs=2).cacheable_tokens
    assert found == 2 * 4 * sum(lengths.values())


def test_two_rounds_are_one_item(tmp_path: pathlib.Path) -> None:
    """A second reply is asked for only where the first was not valid."""
    asks = [
        Ask(**{**vars(ask), "repair": lambda reply: "Again, please."})
        for ask in make_asks(4)
    ]
    items, _ = run_mock("wrong_notation", asks, tmp_path / "a")
    assert [item.steps for item in items] == [2] * 4
    assert all(item.outcome == "other_notation" for item in items)
    assert not any(item.details["repaired"] for item in items)
    asked = formats.count(asks[0].prompt) + formats.count(asks[0].prompt)
    assert min(item.input_tokens for item in items) > asked
    items, _ = run_mock("mistaken", asks, tmp_path / "b")
    assert [item.steps for item in items] == [1] * 4


def test_a_cap_does_not_cut_off_good_replies() -> None:
    asks = [Ask(**{**vars(ask), "right": "word " * 50}) for ask in make_asks(3)]
    made = experiment.from_asks("generic", asks, model="mock/oracle")
    assert made.least_output_cap >= 100
    more = experiment.from_asks("generic", asks, model="m", output_cap=2000)
    assert more.least_output_cap == 2000
    low = run.Settings(output_cap=10)
    assert run._output_cap(made, low) == made.least_output_cap
    assert run._output_cap(made, run.Settings()) == 4096
    proof = run.Settings(output_cap=10, tier="pipeline-proof")
    assert run._output_cap(made, proof) == 10


def test_the_same_prompt_is_asked_once(tmp_path: pathlib.Path) -> None:
    asks = make_asks(4)
    twins = [Ask(**{**vars(ask), "arm": "auto"}) for ask in asks]
    near = [
        Ask(**{**vars(ask), "arm": "toon", "prefix": ask.prefix + "!"}) for ask in asks
    ]
    items, _ = run_mock("guesser", asks + twins + near, tmp_path, epochs=2)
    assert len(items) == 3 * 4 * 2
    by_arm = {
        arm: {item.pair: item for item in items if item.arm == arm}
        for arm in ("json", "auto", "toon")
    }
    for pair, item in by_arm["json"].items():
        twin = by_arm["auto"][pair]
        assert (twin.outcome, twin.input_tokens) == (item.outcome, item.input_tokens)
        copied = [one for one in (item, twin) if "same_as" in one.details]
        assert len(copied) == 1
        assert copied[0].details["same_as"] in ("json", "auto")
    assert not any("same_as" in item.details for item in by_arm["toon"].values())
    provenance = record.read_provenance(tmp_path)
    assert provenance.usage["calls"] == provenance.estimated["calls"] == 16
    assert sum(provenance.outcomes.values()) == 24
