# SPDX-License-Identifier: MIT
"""A run over HTTP, with an endpoint like OpenAI's on this machine."""
import http.server
import json
import pathlib
import threading
from collections.abc import Iterator

import pytest

from pith_evals import cli, record
from pith_evals.tasks import generic

ASKS = {
    ask.prompt: ask
    for ask in generic.asks("smoke", arms=["json", "gcf"], primers=[False], limit=4)
}
IN_GCF = [prompt for prompt, ask in ASKS.items() if ask.arm == "gcf"]


class Endpoint(http.server.BaseHTTPRequestHandler):
    """Right for JSON; for GCF one reply each is wrong, cut off, filtered, or
    none at all. Bills another number of tokens than pith counts."""

    asked: dict[str, int] = {}

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        request = json.loads(self.rfile.read(length))
        ask = ASKS[request["messages"][-1]["content"]]
        self.asked[ask.key] = self.asked.get(ask.key, 0) + 1
        assert request["max_tokens"] == 4096 and request["temperature"] == 0
        place = IN_GCF.index(ask.prompt) if ask.arm == "gcf" else None
        if place == 3:
            self.reply(400, {"error": {"message": "too long", "type": "invalid"}})
            return
        reason = {1: "length", 2: "content_filter"}.get(place or 0, "stop")
        text = ask.wrong if place == 0 else ask.right
        self.reply(
            200,
            {
                "id": "1",
                "object": "chat.completion",
                "created": 0,
                "model": "named-by-server",
                "choices": [
                    {
                        "index": 0,
                        "finish_reason": reason,
                        "message": {"role": "assistant", "content": text},
                    }
                ],
                "usage": {
                    "prompt_tokens": 1000,
                    "completion_tokens": 7,
                    "total_tokens": 1007,
                },
            },
        )

    def reply(self, status: int, value: object) -> None:
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words: object) -> None:
        pass


@pytest.fixture
def endpoint() -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    thread.join()
    server.server_close()


def test_an_endpoint_is_asked_once_for_each_item(
    endpoint: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOMEBODY_API_KEY", "none")
    words = ["generic", "--model", "openai-api/somebody/model", "--base-url", endpoint]
    words += ["--arms", "json,gcf", "--primer", "off", "--limit", "4"]
    words += ["--directory", str(tmp_path), "--tier", "pipeline-proof"]
    assert cli.main(words) == 0
    items = list(record.read_items(tmp_path))
    assert len(items) == len(ASKS) == 8
    assert all(item.correct for item in items if item.arm == "json")
    found = sorted(item.outcome for item in items if item.arm == "gcf")
    assert found == ["failed", "refused", "truncated", "wrong"]
    assert set(Endpoint.asked.values()) == {1}
    for item in items:
        if item.outcome != "failed":
            # What is billed, and what pith counts beside it.
            assert (item.input_tokens, item.output_tokens) == (1000, 7)
        assert 0 < item.details["counted_input"] != 1000
    provenance = record.read_provenance(tmp_path)
    assert provenance.model_returned == "named-by-server"
    assert provenance.tier == "pipeline-proof" and not provenance.is_evidence
    assert provenance.endpoint == "openai-api"


def test_a_run_goes_on_where_it_was(
    endpoint: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOMEBODY_API_KEY", "none")
    Endpoint.asked.clear()
    runs = []
    for name in ("a", "b"):
        words = ["generic", "--model", "openai-api/somebody/model"]
        words += ["--base-url", endpoint, "--cache", "--limit", "4"]
        words += ["--arms", "json,gcf", "--primer", "off"]
        assert cli.main([*words, "--directory", str(tmp_path / name)]) == 0
        assert cli.main([*words, "--directory", str(tmp_path / name)]) == 2
        runs.append(list(record.read_items(tmp_path / name)))
    # What failed or was refused is asked again, and nothing else.
    again = [item for item in runs[0] if item.outcome in ("failed", "refused")]
    assert sum(Endpoint.asked.values()) == len(ASKS) + len(again) == 10
    assert [item.outcome for item in runs[0]] == [item.outcome for item in runs[1]]
    assert [item.input_tokens for item in runs[0]] == [
        item.input_tokens for item in runs[1]
    ]
