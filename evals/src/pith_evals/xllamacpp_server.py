# SPDX-License-Identifier: MIT
"""Serves a model with xllamacpp until it is told to end.

A program of its own: it runs in the environment of the engine, which does not
have this package. usage: xllamacpp_server.py MODEL NAME PORT CONTEXT THREADS
"""
from __future__ import annotations

import signal
import sys
import threading


def main(model: str, name: str, port: str, context: str, threads: str) -> None:
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = model
    parameters.model_alias = {name}
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = int(port)
    parameters.n_ctx = int(context)
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = int(threads)
    parameters.cpuparams_batch.n_threads = int(threads)
    parameters.warmup = False
    ended = threading.Event()
    signal.signal(signal.SIGTERM, lambda number, frame: ended.set())
    server = xllamacpp.Server(parameters)
    print(server.listening_address, flush=True)
    ended.wait()
    del server


if __name__ == "__main__":
    main(*sys.argv[1:])
