# SPDX-License-Identifier: MIT
"""Sub-interpreters, threads that change what is encoded, and memory."""

from __future__ import annotations

import subprocess
import sys
import threading

import pith
import pytest
from conftest import size


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True,
                          text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_sub_interpreter() -> None:
    """One that shares the GIL has a module of its own."""
    support = pytest.importorskip("_testcapi")
    if not hasattr(support, "run_in_subinterp"):
        pytest.skip("this Python cannot make one")
    assert run('''
import _testcapi, sys
import pith
code = """
import sys
sys.path[:] = %r
import pith
assert pith.decode(pith.encode([{"a": 1}])) == [{"a": 1}]
assert pith.count_tokens("hello world") == 2
try:
    pith.encode({1})
except pith.Error as error:
    assert error.code == "not_supported"
print("inside", flush=True)
""" % sys.path
for _ in range(3):
    assert _testcapi.run_in_subinterp(code) == 0
assert pith.decode(pith.encode([1])) == [1]
''') == "inside\n" * 3


def test_an_interpreter_with_its_own_gil() -> None:
    """Is refused, in words."""
    if sys.version_info < (3, 13):
        pytest.skip("needs Python 3.13")
    assert "refused" in run('''
import _interpreters, sys
made = _interpreters.create("isolated")
code = """
import sys
sys.path[:] = %r
try:
    import pith
except ImportError as problem:
    assert "subinterpreters" in str(problem), problem
else:
    raise AssertionError
""" % sys.path
problem = _interpreters.exec(made, code)
assert problem is None, problem
print("refused")
''')


def test_threads_that_change_the_object() -> None:
    rows: list[dict[str, object]] = [{"a": i} for i in range(2000)]
    stop = threading.Event()

    def change() -> None:
        i = 0
        while not stop.is_set():
            i += 1
            rows[i % len(rows)][f"k{i % 7}"] = i
            rows.append(rows.pop(0))
    other = threading.Thread(target=change)
    other.start()
    try:
        for _ in range(50):
            pith.decode(pith.encode(rows), "gcf")
    finally:
        stop.set()
        other.join()


def resident_bytes() -> int:
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * 4096


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_does_not_grow() -> None:
    """size("calls"): what the gate takes, or ten million by night."""
    calls = size("calls", 60_000)
    value = {"id": 7, "tags": ["a", "b"], "x": 0.5, "when": None}
    text = pith.encode(value)

    def work(count: int) -> None:
        for _ in range(count // 4):
            pith.encode(value)
            pith.decode(text)
            pith.count_tokens("hello world")
            try:
                pith.encode({"a": {1}})
            except pith.Error:
                pass
    work(calls // 5)
    before = resident_bytes()
    work(calls)
    assert resident_bytes() - before < 2 << 20
