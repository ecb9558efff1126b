# SPDX-License-Identifier: MIT
"""A discrete-event model of gateways, their server and their store.

Processes have threads, and run on the processors of a machine. A call passes
them in turn: its client sends it, a gateway forwards it, the server answers,
the gateway rewrites the answer, in its slow lane if it is large, and the client
reads it. With state, some calls ask the store while the server works, and what
is kept goes to it without anybody waiting. All times are in seconds.
"""

import dataclasses
import random

import simpy

# Answers of at least so many bytes go to the slow lane
# (src/mcp/interpret/slow_lane.hpp).
SLOW_BYTES = 64 << 10
# Of the gateway's time for a call, what comes before the server is asked.
SHARE_BEFORE = 0.25
# Of the time for a large answer, what the slow lane does.
SHARE_SLOW = 0.8


@dataclasses.dataclass
class Call:
    """What one call costs: processor time of each process, and bytes."""
    gateway: float
    upstream: float = 0.0
    client: float = 0.0
    store: float = 0.0
    asks_store: float = 0.0  # the share of calls that wait for the store
    json_bytes: int = 0


@dataclasses.dataclass
class Place:
    """Where everything runs."""
    replicas: int = 1
    threads: int = 2         # of a gateway
    cores: float = 2         # of the machine, or of each replica's
    shards: int = 1
    is_shared: bool = True   # one machine for all of it
    wake: float = 0.0        # until a thread that slept runs
    upstream_delay: float = 0.0
    store_delay: float = 0.0  # of the network, there and back
    store_timeout: float = 5e-3  # timeout_ms: then the result is sent in full


class Process:
    """Threads that take what comes in turn, on processors they may share."""

    def __init__(self, env, threads, cores, wake):
        self.env = env
        self.threads = simpy.Resource(env, capacity=threads)
        self.cores = cores
        self.wake = wake
        self.busy = 0.0

    def work(self, seconds):
        """Generator of the events of one piece of work."""
        if self.threads.count < self.threads.capacity:
            yield self.env.timeout(self.wake)
        with self.threads.request() as thread:
            yield thread
            with self.cores.request() as core:
                yield core
                yield self.env.timeout(seconds)
        self.busy += seconds


class Fleet:
    """All processes of a place, and calls through them."""

    def __init__(self, place, seed=1):
        self.env = simpy.Environment()
        self.place = place
        self.random = random.Random(seed)
        self.latencies = []
        self.counted_from = 0.0
        whole = max(1, round(place.cores))
        # Part of a processor: everything takes longer.
        self.stretch = whole / place.cores
        shared = simpy.Resource(self.env, capacity=whole)

        def process(threads, cores=None):
            own = shared if place.is_shared else simpy.Resource(
                self.env, capacity=cores or threads)
            return Process(self.env, threads, own, place.wake)

        def gateway():
            own = shared if place.is_shared else simpy.Resource(
                self.env, capacity=whole)
            return (Process(self.env, place.threads, own, place.wake),
                    Process(self.env, 1, own, place.wake))

        self.gateways = [gateway() for _ in range(place.replicas)]
        self.shards = [process(1) for _ in range(place.shards)]
        # Clients and servers of a fleet are many machines.
        self.client = process(1 if place.is_shared else 64)
        self.upstream = process(1 if place.is_shared else 64)

    def spread(self, seconds):
        """A time around `seconds`."""
        return seconds * self.stretch * self.random.uniform(0.5, 1.5)

    def ask_store(self, call):
        yield self.env.timeout(self.place.store_delay)
        yield from self.random.choice(self.shards).work(
            self.spread(call.store / 2))

    def keep(self, call):
        """Nobody waits for it."""
        yield from self.random.choice(self.shards).work(
            self.spread(call.store / (1 + call.asks_store / 2)))

    def call(self, call, number, since):
        """One call from its client's side, that was due at `since`."""
        env = self.env
        yield from self.client.work(self.spread(call.client / 2))
        threads, lane = self.gateways[number % len(self.gateways)]
        yield from threads.work(self.spread(call.gateway * SHARE_BEFORE))
        asked = late = None
        if call.store and self.random.random() < call.asks_store:
            asked = env.process(self.ask_store(call))
            late = env.timeout(self.place.store_timeout)
        yield from self.upstream.work(self.spread(call.upstream))
        yield env.timeout(self.place.upstream_delay)
        if asked is not None:
            yield asked | late
        after = call.gateway * (1 - SHARE_BEFORE)
        if call.json_bytes >= SLOW_BYTES:
            yield from lane.work(self.spread(after * SHARE_SLOW))
            after *= 1 - SHARE_SLOW
        yield from threads.work(self.spread(after))
        if call.store:
            env.process(self.keep(call))
        yield from self.client.work(self.spread(call.client / 2))
        if since >= self.counted_from:
            self.latencies.append(env.now - since)

    def closed(self, call, connections, calls):
        """As fast as it goes on so many connections: calls per second."""
        warm = calls // 5
        done = [0, 0.0]

        def loop(number):
            while done[0] < calls:
                yield from self.call(call, number, self.env.now)
                number += connections + 1  # the next replica
                done[0] += 1
                if done[0] == warm:
                    done[1] = self.counted_from = self.env.now

        for number in range(connections):
            self.env.process(loop(number))
        self.env.run()
        return (done[0] - warm) / (self.env.now - done[1])

    def open(self, call, rate, calls, is_even=True):
        """At this rate, evenly or at random times."""
        def arrivals():
            for number in range(calls):
                self.env.process(self.call(call, number, self.env.now))
                yield self.env.timeout(
                    1 / rate if is_even else self.random.expovariate(rate))
        self.counted_from = calls / rate / 5
        self.env.process(arrivals())
        self.env.run()

    def quantile(self, share):
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
