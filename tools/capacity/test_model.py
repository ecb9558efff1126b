#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests of the model where the answer is known without it."""

import unittest

import model


def closed(call, connections, calls=3000, **place):
    fleet = model.Fleet(model.Place(**place))
    return fleet.closed(call, connections, calls), fleet


class OneMachine(unittest.TestCase):
    def test_is_bounded_by_its_processors(self):
        call = model.Call(gateway=100e-6, upstream=20e-6, client=30e-6)
        rate, fleet = closed(call, 32)
        self.assertAlmostEqual(rate, 2 / 150e-6, delta=0.05 * 2 / 150e-6)
        gateway = fleet.gateways[0][0]
        self.assertAlmostEqual(gateway.busy / 3000, 100e-6, delta=3e-6)

    def test_one_call_at_a_time_takes_the_sum_of_its_parts(self):
        call = model.Call(gateway=100e-6, upstream=20e-6, client=30e-6)
        rate, _ = closed(call, 1, wake=10e-6)
        # Five pieces of work, each of which wakes a thread.
        self.assertAlmostEqual(1 / rate, 200e-6, delta=6e-6)

    def test_part_of_a_processor_takes_longer(self):
        call = model.Call(gateway=100e-6)
        whole, _ = closed(call, 16)
        part, _ = closed(call, 16, cores=1.5)
        self.assertAlmostEqual(part / whole, 0.75, delta=0.04)

    def test_large_results_wait_for_the_slow_lane(self):
        call = model.Call(gateway=1e-3, json_bytes=model.SLOW_BYTES)
        lane = 1e-3 * (1 - model.SHARE_BEFORE) * model.SHARE_SLOW
        one, _ = closed(call, 32, cores=8)
        two, _ = closed(call, 32, cores=8, replicas=2)
        self.assertAlmostEqual(one, 1 / lane, delta=0.05 / lane)
        self.assertAlmostEqual(two, 2 / lane, delta=0.10 / lane)

    def test_a_large_result_is_one_of_that_many_bytes(self):
        call = model.Call(gateway=1e-3, json_bytes=model.SLOW_BYTES - 1)
        rate, _ = closed(call, 32)
        self.assertAlmostEqual(rate, 2000, delta=100)


class OwnMachines(unittest.TestCase):
    def test_replicas_add_up(self):
        call = model.Call(gateway=200e-6)
        one, _ = closed(call, 64, is_shared=False)
        four, _ = closed(call, 256, calls=12000, is_shared=False, replicas=4)
        self.assertAlmostEqual(one, 10000, delta=500)
        self.assertAlmostEqual(four / one, 4, delta=0.3)

    def test_one_shard_bounds_them_all(self):
        call = model.Call(gateway=10e-6, store=500e-6, asks_store=1)
        rate, _ = closed(call, 64, is_shared=False, replicas=8)
        more, _ = closed(call, 64, is_shared=False, replicas=8, shards=4)
        # Each call waits for half of 500 us, and keeps for two thirds of it.
        self.assertLess(rate, 1 / 250e-6)
        self.assertGreater(more, 2 * rate)

    def test_who_does_not_wait_for_the_store_is_not_slowed_by_it(self):
        call = model.Call(gateway=100e-6, store=5e-3)
        fleet = model.Fleet(model.Place(is_shared=False))
        fleet.open(call, rate=100, calls=1000)
        self.assertLess(fleet.quantile(0.99), 1e-3)

    def test_nobody_waits_longer_than_the_timeout(self):
        call = model.Call(gateway=100e-6, store=1.0, asks_store=1)
        fleet = model.Fleet(model.Place(is_shared=False, store_timeout=5e-3))
        fleet.open(call, rate=100, calls=200)
        self.assertGreater(fleet.quantile(0.5), 5e-3)
        self.assertLess(fleet.quantile(0.99), 6e-3)

    def test_waiting_grows_with_load(self):
        call = model.Call(gateway=100e-6)
        waits = []
        for share in (0.3, 0.9):
            fleet = model.Fleet(model.Place(is_shared=False))
            fleet.open(call, rate=share * 20000, calls=8000, is_even=False)
            waits.append(fleet.quantile(0.99))
        self.assertGreater(waits[1], 2 * waits[0])


if __name__ == "__main__":
    unittest.main()
