#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fits the model to half of what was measured, and holds it against the rest.

    simulate.py MEASURED.json [--calls N] [--plot FILE.svg]

Every second point of MEASURED.json (tests/mcp/capacity.mjs writes it) is for
fitting. Of the others, throughput on a number of connections, and the median
latency at a fixed rate, must agree within 20 %; otherwise it fails. Latency
counts only where the machine was calm: the model knows how much of it others
had, not when. --plot also draws them, and what a replica with processors of its
own can take.
"""

import argparse
import json
import pathlib
import sys

import numpy

import model

LIMIT = 0.20
# Of one processor's time, what others may have had of a calm machine.
CALM = 0.25


def is_closed(point):
    return point.get("rate") is None


def counts(point):
    return is_closed(point) or point["others"] <= CALM


class Costs:
    """Processor time per call, as lines over the size of a result."""

    def __init__(self, points, payloads):
        self.bytes = {one["name"]: one["json_bytes"] for one in payloads}
        self.lines = {}
        self.idle = self.best_idle(points)
        self.fit(points, self.idle)
        self.wake = 0.0

    @staticmethod
    def factor(point, idle):
        """Calls that come one by one cost more than those that come together:
        each wakes its threads."""
        return 1 + idle / (point["connections"] if is_closed(point) else 2)

    @staticmethod
    def kind(point, part):
        if part in ("upstream_us", "generator_us"):
            return (part, point["arm"])
        return (part, point["arm"], point["replicas"])

    def fit(self, points, idle):
        groups = {}
        for point in points:
            size = self.bytes[point["payload"]] / 1000
            scale = self.factor(point, idle)
            for part in ("gateway_us", "redis_us", "upstream_us",
                         "generator_us"):
                # Weighted by 1/cost: small calls count as much as large ones.
                weight = 1 / max(point[part], 1.0)
                groups.setdefault(self.kind(point, part), []).append(
                    (scale * weight, scale * size * weight,
                     point[part] * weight))
        error = 0.0
        for kind, rows in groups.items():
            table = numpy.array(rows)
            found, *_ = numpy.linalg.lstsq(table[:, :2], table[:, 2],
                                           rcond=None)
            self.lines[kind] = found
            error += float(((table[:, :2] @ found - table[:, 2]) ** 2).sum())
        return error

    def best_idle(self, points):
        return min((step / 10 for step in range(16)),
                   key=lambda idle: self.fit(points, idle))

    def of(self, point):
        size = self.bytes[point["payload"]]
        scale = self.factor(point, self.idle)

        def seconds(part):
            base, per_kilobyte = self.lines[self.kind(point, part)]
            return max(0.0, scale * (base + per_kilobyte * size / 1000)) / 1e6
        return model.Call(
            gateway=seconds("gateway_us"), upstream=seconds("upstream_us"),
            client=seconds("generator_us"), store=seconds("redis_us"),
            asks_store=0.6 if point["replicas"] > 1 and
            point["arm"] == "state" else 0.0,
            json_bytes=size)


def simulated(point, costs, cores, calls):
    """What was measured at a point, as the model has it."""
    place = model.Place(replicas=point["replicas"],
                        cores=max(0.1, cores - point["others"]),
                        wake=costs.wake)
    fleet = model.Fleet(place)
    if is_closed(point):
        return fleet.closed(costs.of(point), point["connections"], calls)
    fleet.open(costs.of(point), point["rate"], calls)
    return fleet.quantile(0.5) * 1000


def measured(point):
    return point["calls_per_second"] if is_closed(point) else point["p50_ms"]


def errors(points, costs, cores, calls):
    return [simulated(point, costs, cores, calls) / measured(point) - 1
            for point in points]


def fit(figures, calls):
    """Costs of every second point, and the wake-up time that fits them."""
    cores = figures["conditions"]["cores"]
    points = [point for point in figures["points"][::2] if counts(point)]
    costs = Costs(points, figures["payloads"])

    def distance(wake):
        costs.wake = wake
        return sum(abs(error) for error in
                   errors(points, costs, cores, calls // 4))
    costs.wake = min((step * 10e-6 for step in range(0, 12)), key=distance)
    return costs


def table(figures, costs, calls):
    """Prints all points; the largest error of those that were not fitted."""
    cores = figures["conditions"]["cores"]
    found = ([], [])
    print(f"wake-up {costs.wake * 1e6:.0f} us, one by one {costs.idle:+.1f}")
    print(f"{'point':38}{'measured':>10}{'simulated':>12}{'error':>9}")
    for number, point in enumerate(figures["points"]):
        value = simulated(point, costs, cores, calls)
        error = value / measured(point) - 1
        if counts(point):
            found[number % 2].append(abs(error))
        how = (f"{point['connections']} connections" if is_closed(point)
               else f"{point['rate']}/s, p50 ms")
        name = f"{point['arm']} {point['replicas']} {point['payload']}"
        remark = ("" if counts(point) else "  not calm") + (
            "" if number % 2 else "  fitted")
        print(f"{name:20}{how:18}{measured(point):10.2f}{value:12.2f}"
              f"{error:+9.1%}{remark}")
    fitted, held_out = map(numpy.array, found)
    print(f"simulation: largest error {held_out.max():.0%}, median "
          f"{numpy.median(held_out):.0%}, "
          f"{(held_out <= LIMIT).sum()} of {len(held_out)} points that were not "
          f"fitted within {LIMIT:.0%} ({fitted.max():.0%} of the fitted)")
    return held_out.max()


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("measured", type=pathlib.Path)
    words.add_argument("--calls", type=int, default=2000)
    words.add_argument("--plot", type=pathlib.Path)
    options = words.parse_args()
    figures = json.loads(options.measured.read_text())
    costs = fit(figures, options.calls)
    worst = table(figures, costs, options.calls)
    if options.plot:
        import draw  # it needs matplotlib, which the check does not
        draw.draw(figures, costs, options.plot, options.calls)
    if worst > LIMIT:
        sys.exit("simulate.py: the model does not agree with what was measured")


if __name__ == "__main__":
    main()
