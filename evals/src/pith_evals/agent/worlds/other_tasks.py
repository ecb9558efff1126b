# SPDX-License-Identifier: MIT
"""Two tasks on server-everything, and six across two servers."""
from __future__ import annotations

import random
from typing import Any

from pith_evals.agent.worlds import make
from pith_evals.agent.worlds.filesystem_tasks import (
    TREE, in_folder, listed, number, read_file, write_file,
)
from pith_evals.agent.worlds.memory_tasks import (
    READ, entity, observe, owned_services, owner_of_port, port_of, target, with_observation,
)
from pith_evals.agent.worlds.sqlite_tasks import InRegion, add_note, expect_note, one, read, write
from pith_evals.agent.worlds.state import Entity, State
from pith_evals.agent.worlds.task import DONE, Call, Solution, Task


def weather(city: str, is_refused: bool = False) -> Call:
    return Call("get-structured-content", {"location": city}, is_text=is_refused)


class EverythingTask(Task):
    family = "everything"
    servers = ("everything",)
    turns_on_table = False


class TemperatureSum(EverythingTask):
    """The server knows the weather of three cities, and it never changes."""

    name = "everything-temperature-sum"
    text = ("Get the structured content for {city}, and add {number} to its temperature with "
            "the tool get-sum. Answer with the sum alone, as a number.")
    temperatures = {"New York": 33, "Chicago": 36, "Los Angeles": 73}

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        return {"city": dice.choice(sorted(self.temperatures)),
                "number": dice.randint(1000, 9999)}

    def expect(self, state: State, city: str, number: int) -> str:
        return str(self.temperatures[city] + number)

    def solve(self, city: str, number: int) -> Solution:
        found = yield weather(city)
        said = yield Call("get-sum", {"a": found["temperature"], "b": number}, is_text=True)
        return str(said).rstrip(".").split()[-1]


class RefusedCity(EverythingTask):
    name = "everything-refused-city"
    text = ("Ask for the structured content for {city}. The server will refuse and say which "
            "cities it knows. Then ask for the one that it names second, and answer with the "
            "conditions there, exactly as the server writes them.")

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        return {"city": dice.choice(make.CITIES)}

    def expect(self, state: State, city: str) -> str:
        return "Light rain / drizzle"

    def solve(self, city: str) -> Solution:
        said = yield weather(city, is_refused=True)
        second = sorted(TemperatureSum.temperatures, key=said.index)[1]
        return str((yield weather(second))["conditions"])


class AcrossTask(Task):
    family = "across"


class OrderToFile(InRegion):
    family = "across"
    name = "across-order-to-file"
    servers = ("sqlite", "filesystem")
    text = ("Find the order with status sent that has the highest total in region {region}. "
            "Write the file misc/sent.txt: the id of the order, a blank, the name of its "
            "customer and a line feed.")

    def expect(self, state: State, region: str) -> str:
        order = max((row for row in self.orders(state, region) if row["status"] == "sent"),
                    key=lambda row: row["total"])
        customer = one(state.tables["customers"], id=order["customer_id"])
        state.files["misc/sent.txt"] = f"{order['id']} {customer['name']}\n"
        return DONE

    def solve(self, region: str) -> Solution:
        found = [(row["total"], row) for row in (yield read("orders", region=region))
                 if row["status"] == "sent"]
        order = sorted(found, key=lambda pair: pair[0])[-1][1]
        names = {row["id"]: row["name"] for row in (yield read("customers"))}
        yield write_file("misc/sent.txt", f"{order['id']} {names[order['customer_id']]}\n")
        return DONE


class RequestToStock(AcrossTask):
    name = "across-request-to-stock"
    servers = ("filesystem", "sqlite")
    text = ("misc/request.txt names the sku of a product and a number. Set the stock of that "
            "product to that number.")

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        return {"sku": dice.choice(state.tables["products"])["sku"],
                "stock": dice.randint(300, 999)}

    def prepare(self, state: State, given: dict[str, Any]) -> None:
        state.files["misc/request.txt"] = f"{given['sku']} {given['stock']}\n"

    def expect(self, state: State, sku: str, stock: int) -> str:
        one(state.tables["products"], sku=sku)["stock"] = stock
        return DONE

    def solve(self, **_: Any) -> Solution:
        sku, stock = (yield read_file("misc/request.txt")).split()
        product = one((yield read("products")), sku=sku)
        yield write(f"UPDATE products SET stock = {stock} WHERE id = {product['id']}")
        return DONE


class BestCustomer(AcrossTask):
    name = "across-best-customer"
    servers = ("sqlite", "memory")
    text = ("Find the customer of segment {segment} with the highest credit_limit. Create an "
            "entity with the name 'customer ' followed by the id of the customer, of type "
            "customer, whose only observation is the customer's city.")

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        return {"segment": dice.choice(make.SEGMENTS)}

    def expect(self, state: State, segment: str) -> str:
        best = max((row for row in state.tables["customers"] if row["segment"] == segment),
                   key=lambda row: row["credit_limit"])
        state.entities[f"customer {best['id']}"] = Entity("customer", [best["city"]])
        return DONE

    def solve(self, segment: str) -> Solution:
        rows = sorted((yield read("customers")), key=lambda row: row["credit_limit"])
        best = [row for row in rows if row["segment"] == segment][-1]
        yield entity(f"customer {best['id']}", "customer", best["city"])
        return DONE


class SlowOwner(AcrossTask):
    name = "across-slow-owner"
    servers = ("memory", "sqlite")
    text = ("Find the name of the service that listens on port {port}, and the person who owns "
            "it. Among the events of that service, find the one that took the most "
            "milliseconds. Then add one row to notes: author 'desk', subject the name of the "
            "person, text the code of that event.")

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        return {"port": port_of(state, dice.choice(owned_services(state)))}

    def expect(self, state: State, port: int) -> str:
        service, owner = owner_of_port(state, port)
        slowest = max((row for row in state.tables["events"] if row["service"] == service),
                      key=lambda row: row["milliseconds"])
        return expect_note(state, owner, slowest["code"])

    def solve(self, port: int) -> Solution:
        graph = yield READ
        (service,) = with_observation(graph, f"listens on port {port}")
        events = sorted((yield read("events", service=service)),
                        key=lambda row: row["milliseconds"])
        yield add_note(target(graph, service, "owned_by"), events[-1]["code"])
        return DONE


class OwnersOfPorts(AcrossTask):
    name = "across-owners-of-ports"
    servers = ("memory", "filesystem")
    text = ("Write the file misc/owners.txt: for the services on the ports {first}, {second} "
            "and {third}, in this order, one line each with the name of the person who owns "
            "the service. End each line with a line feed.")

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        first, second, third = (port_of(state, name)
                                for name in dice.sample(owned_services(state), 3))
        return {"first": first, "second": second, "third": third}

    def expect(self, state: State, **ports: int) -> str:
        state.files["misc/owners.txt"] = "".join(
            f"{owner_of_port(state, port)[1]}\n" for port in ports.values())
        return DONE

    def solve(self, first: int, second: int, third: int) -> Solution:
        graph = yield READ
        services = [with_observation(graph, f"listens on port {port}")[0]
                    for port in (first, second, third)]
        yield write_file("misc/owners.txt", "".join(
            target(graph, service, "owned_by") + "\n" for service in services))
        return DONE


class FileToHost(AcrossTask):
    name = "across-file-to-host"
    servers = ("filesystem", "memory")
    text = ("Find the file in inbox with the lowest number. Add its whole name as an "
            "observation to the host that {service} runs on.")

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        return {"service": dice.choice(make.SERVICES)}

    def expect(self, state: State, service: str) -> str:
        name = min(in_folder(state, "inbox"), key=number)
        (host,) = (end for start, end, kind in state.relations
                   if start == service and kind == "runs_on")
        state.entities[host].observations.append(name)
        return DONE

    def solve(self, service: str) -> Solution:
        name = min(listed((yield TREE), "inbox"))
        yield observe(target((yield READ), service, "runs_on"), name)
        return DONE


TASKS: tuple[Task, ...] = (
    TemperatureSum(), RefusedCity(), OrderToFile(), RequestToStock(), BestCustomer(),
    SlowOwner(), OwnersOfPorts(), FileToHost(),
)
