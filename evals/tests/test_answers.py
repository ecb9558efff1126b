# SPDX-License-Identifier: MIT
"""The normaliser takes an answer in any dress and nothing else."""
import pytest

from pith_evals.ask import judge_reply
from pith_evals.questions.answers import Answer, judge_answer, understand

INTEGER = Answer("integer", 1250)
CENTS = Answer("decimal", "464.32")
TEXT = Answer("text", "Ada Byron")
YES = Answer("boolean", True)
LIST = Answer("list", ("new", "open", "paid"))
SET = Answer("set", ("open", "new", "paid"))
CHOICE = Answer("choice", "missing", ("null", "missing", "value"))
ALL = (INTEGER, CENTS, TEXT, YES, LIST, SET, CHOICE)


@pytest.mark.parametrize("answer", ALL, ids=lambda answer: answer.type)
def test_a_perfect_reply_is_right(answer: Answer) -> None:
    for reply in (
        answer.text,
        f" {answer.text}\n",
        f"**{answer.text}**",
        f"`{answer.text}`",
        f"```\n{answer.text}\n```",
        f"Answer: {answer.text}",
        f"The answer is {answer.text}.",
        f"<think>maybe 3, or 4?</think>\n{answer.text}",
        f"Let me count.\nThere are several.\nFinal answer: {answer.text}",
    ):
        assert judge_answer(answer, reply).outcome == "correct", reply


@pytest.mark.parametrize(
    ("answer", "reply"),
    [
        (INTEGER, "1,250"),
        (INTEGER, "1250.0"),
        (CENTS, "$464.32"),
        (CENTS, "464.320"),
        (YES, "True"),
        (YES, "Yes."),
        (LIST, '["new", "open", "paid"]'),
        (LIST, "- new\n- open\n- paid"),
        (SET, "paid, new, open"),
        (CHOICE, "Missing."),
        (TEXT, "Ada Byron."),
        (TEXT, '"Ada Byron"'),
        (Answer("list", ()), "none"),
    ],
)
def test_the_same_in_other_dress(answer: Answer, reply: str) -> None:
    assert judge_answer(answer, reply).outcome == "correct"


@pytest.mark.parametrize(
    ("answer", "reply"),
    [
        (INTEGER, "1251"),
        (INTEGER, "125"),
        (INTEGER, "12500"),
        (INTEGER, "-1250"),
        (INTEGER, "1250.1"),
        (CENTS, "464.33"),
        (CENTS, "464"),
        (CENTS, "464.3"),
        (TEXT, "ada byron"),
        (TEXT, "Ada"),
        (TEXT, "Mrs Ada Byron"),
        (YES, "no"),
        (LIST, "open, new, paid"),
        (LIST, "new, open"),
        (LIST, "new, open, paid, paid"),
        (LIST, "none"),
        (SET, "open, new"),
        (SET, "open, new, paid, gone"),
        (CHOICE, "null"),
    ],
)
def test_another_value_is_wrong(answer: Answer, reply: str) -> None:
    assert judge_answer(answer, reply).outcome == "wrong"


@pytest.mark.parametrize(
    ("answer", "reply"),
    [
        # Each contains the answer, which is how others count it as right.
        (INTEGER, "There are 1250 orders in the table"),
        (INTEGER, "between 1250 and 1300"),
        (INTEGER, "1250\n1251"),
        (INTEGER, "1250 orders"),
        (INTEGER, "12,50"),
        (CENTS, "464.32 or 464.33"),
        (YES, "yes and no"),
        (YES, "I think yes"),
        (TEXT, "Ada Byron\nAlan Turing"),
        (
            TEXT,
            "It is Ada Byron, as the data shows in its third row" + " and so on" * 20,
        ),
        (LIST, "new, , paid"),
        (LIST, "first new\nthen open\nthen paid"),
        (CHOICE, "it is missing"),
        (CHOICE, "absent"),
        (INTEGER, ""),
        (TEXT, "<think>Ada Byron</think>"),
    ],
)
def test_what_is_not_an_answer_is_invalid(answer: Answer, reply: str) -> None:
    assert judge_answer(answer, reply).outcome == "invalid"
    assert understand(answer, reply) is None


@pytest.mark.parametrize(
    "reply",
    [
        '{"answer": 1250}',
        "```json\n[1250]\n```",
        "GCF profile=generic\nanswer=1250\n",
    ],
)
def test_a_document_is_not_an_answer(reply: str) -> None:
    for answer in (INTEGER, TEXT, CHOICE):
        assert judge_answer(answer, reply).outcome == "other_notation"


def test_a_list_may_not_be_an_object() -> None:
    assert judge_answer(LIST, '{"a": ["new"]}').outcome == "other_notation"
    assert judge_answer(LIST, '["new", "open"]').outcome == "wrong"
    assert judge_answer(LIST, '["new",').outcome == "invalid"


def test_what_a_call_can_come_to() -> None:
    def judge(text):
        return judge_answer(INTEGER, text)

    assert judge_reply(judge, "1250").outcome == "correct"
    assert judge_reply(judge, "1250", "max_tokens").outcome == "truncated"
    assert judge_reply(judge, "1250", "model_length").outcome == "truncated"
    assert judge_reply(judge, "1250", "content_filter").outcome == "refused"
    assert judge_reply(judge, "I'm sorry, I can't do that.").outcome == "refused"
    assert judge_reply(judge, "1250", failure="503").outcome == "failed"
    assert judge_reply(judge, "", failure="503").details == {"failure": "503"}


def test_answers_are_well_formed() -> None:
    with pytest.raises(ValueError):
        Answer("number", 1)
    with pytest.raises(ValueError):
        Answer("choice", "c", ("a", "b"))
    assert Answer("list", ()).text == "none"
    assert CHOICE.instruction.endswith("null, missing, value.")
