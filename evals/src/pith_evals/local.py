# SPDX-License-Identifier: MIT
"""A real model on this machine, as a proof that the pipeline works.

llama-cpp-python serves the small model of `smollm2` on loopback, with one
thread; xllamacpp is the same engine without a compiler. What such a model
answers says nothing about notations.
"""
from __future__ import annotations

import contextlib
import dataclasses
import http.client
import json
import math
import os
import pathlib
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence

import pith

from pith_evals import formats
from pith_evals.ask import Ask

# An endpoint like OpenAI's, whichever engine serves it.
MODEL = "openai-api/local/SmolLM2-135M-Instruct-Q4_1"
# Inspect's provider wants a key, and asks this variable for it.
KEY_VARIABLE = "LOCAL_API_KEY"
ENGINES = ("llama-cpp-python", "xllamacpp")
# The template of a chat adds its own tokens.
TEMPLATE_TOKENS = 64


class ServerFailed(RuntimeError):
    """The server did not start, or did not say that it was ready in time."""


@dataclasses.dataclass(frozen=True)
class Server:
    pid: int
    port: int

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"


def free_port() -> int:
    """A port of loopback that nobody listens on now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def command_line(
    engine: str, python: str, model: pathlib.Path, port: int, context: int
) -> list[str]:
    """One thread, because two on shared cores are slower than one."""
    threads = "1"
    if engine == "xllamacpp":
        program = str(pathlib.Path(__file__).with_name("xllamacpp_server.py"))
        return [python, program, str(model), model.name, str(port), str(context), threads]
    return [
        python,
        "-m",
        "llama_cpp.server",
        "--model",
        str(model),
        # Otherwise answers name the path, which is nobody's business.
        "--model_alias",
        model.name,
        "--n_ctx",
        str(context),
        "--n_threads",
        threads,
        "--n_threads_batch",
        threads,
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
    ]


@contextlib.contextmanager
def serve(
    command: Sequence[str], port: int, log: pathlib.Path, seconds: float = 120
) -> Iterator[Server]:
    """Runs the command until the block ends; it is stopped by its process id.

    Raises ServerFailed if it does not answer within so many seconds.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    # The binding is for the interpreter that runs this, not for that one.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    with log.open("wb") as output:
        try:
            process = subprocess.Popen(
                list(command),
                stdout=output,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                env=environment,
            )
        except OSError as error:
            raise ServerFailed(f"{command[0]} does not start: {error}") from error
        try:
            _wait_until_ready(process, port, log, seconds)
            yield Server(process.pid, port)
        finally:
            _stop(process)


def _wait_until_ready(
    process: subprocess.Popen[bytes], port: int, log: pathlib.Path, seconds: float
) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise ServerFailed(
                f"the server ended with code {process.returncode}; {log} says why"
            )
        if _answers(port):
            return
        time.sleep(0.2)
    raise ServerFailed(f"the server did not answer within {seconds:g} s; see {log}")


def _answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/v1/models")
        response = connection.getresponse()
        return response.status == 200 and "data" in json.loads(response.read())
    except (OSError, http.client.HTTPException, ValueError):
        return False
    finally:
        connection.close()


def _stop(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
    process.wait()


def usable_context(
    asks: Sequence[Ask], vocabulary: str, context: int, output_cap: int
) -> int:
    """Tokens of o200k_base that surely fit into the context of the model.

    Prompts are counted with o200k_base everywhere; the model's own vocabulary is
    smaller, so the longest of its counts for one of them decides.
    """
    worst = 1.0
    for text in {ask.system + ask.prompt for ask in asks}:
        counted = formats.count(text)
        if counted:
            worst = max(worst, pith.count_tokens(text, vocabulary) / counted)
    return max(0, math.floor((context - output_cap - TEMPLATE_TOKENS) / worst))
