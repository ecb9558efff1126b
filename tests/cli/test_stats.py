# SPDX-License-Identifier: MIT
"""pith stats: what it says when a gateway gives no numbers."""

from harness import Command, HttpServer, IO


class Stats(Command):
    def test_a_status_that_is_no_answer(self):
        for status, reason in [
            (401, "it requires a token; set PITH_TOKEN"),
            (403, "it refuses this host or origin; see auth.hosts in "
                  "pith.toml"),
            (404, "it answers with status 404"),
        ]:
            with self.subTest(status=status):
                with HttpServer(status, b"{}") as server:
                    self.expect(
                        "stats", server.url, status=IO,
                        err=f"pith: cannot read statistics of {server.url}: "
                            f"{reason}\n",
                    )
