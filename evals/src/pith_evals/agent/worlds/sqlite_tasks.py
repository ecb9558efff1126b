# SPDX-License-Identifier: MIT
"""16 tasks on a shop's database."""
from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

from pith_evals.agent.worlds import make
from pith_evals.agent.worlds.state import Row, State
from pith_evals.agent.worlds.task import DONE, Call, Solution, Task

AUTHOR = "desk"


def read(table: str, **condition: str) -> Call:
    where = "".join(f" WHERE {name} = '{value}'" for name, value in condition.items())
    return Call("read_query", {"query": f"SELECT * FROM {table}{where}"})


def write(query: str) -> Call:
    return Call("write_query", {"query": query})


def add_note(subject: str, text: str) -> Call:
    return write("INSERT INTO notes (subject, text, author) VALUES "
                 f"('{subject}', '{text}', '{AUTHOR}')")


def expect_note(state: State, subject: str, text: str) -> str:
    state.tables["notes"].append(
        {"id": -1, "subject": subject, "text": text, "author": AUTHOR}
    )
    return DONE


def one(rows: Iterable[Row], **fields: Any) -> Row:
    """The only row with these values."""
    (found,) = (row for row in rows if all(row[k] == v for k, v in fields.items()))
    return found


def only(rows: Iterable[Row], is_it: Callable[[Row], bool]) -> Row:
    (found,) = (row for row in rows if is_it(row))
    return found


def note(subject: str, text: str) -> str:
    return (f"Then add one row to notes: author 'desk', subject {subject}, "
            f"text {text}.")


class SqliteTask(Task):
    family = "sqlite"
    servers: tuple[str, ...] = ("sqlite",)


class InRegion(SqliteTask):
    """Tasks on the orders of a region."""

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        return {"region": dice.choice(make.REGIONS)}

    @staticmethod
    def orders(state: State, region: str) -> list[Row]:
        return [row for row in state.tables["orders"] if row["region"] == region]


class LargestOpenOrder(InRegion):
    name = "sqlite-largest-open-order"
    text = ("Among the orders of region {region}, find the one with status open that has "
            "the highest total. "
            + note("the name of its customer", "the id of the order"))

    def expect(self, state: State, region: str) -> str:
        order = max((row for row in self.orders(state, region) if row["status"] == "open"),
                    key=lambda row: row["total"])
        customer = one(state.tables["customers"], id=order["customer_id"])
        return expect_note(state, customer["name"], str(order["id"]))

    def solve(self, region: str) -> Solution:
        best: Row = {"total": -1}
        for row in (yield read("orders", region=region)):
            if row["status"] == "open" and row["total"] > best["total"]:
                best = row
        customers = {row["id"]: row for row in (yield read("customers"))}
        yield add_note(customers[best["customer_id"]]["name"], best["id"])
        return DONE


class SecondLimit(SqliteTask):
    name = "sqlite-second-limit"
    text = ("Find the customer of segment {segment} with the second highest credit_limit. "
            "Set the credit_limit of that customer to {limit}.")

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        return {"segment": dice.choice(make.SEGMENTS), "limit": dice.randint(9100, 9900)}

    def expect(self, state: State, segment: str, limit: int) -> str:
        rows = [row for row in state.tables["customers"] if row["segment"] == segment]
        sorted(rows, key=lambda row: row["credit_limit"])[-2]["credit_limit"] = limit
        return DONE

    def solve(self, segment: str, limit: int) -> Solution:
        rows = [row for row in (yield read("customers")) if row["segment"] == segment]
        rows.remove(max(rows, key=lambda row: row["credit_limit"]))
        second = max(rows, key=lambda row: row["credit_limit"])
        yield write(f"UPDATE customers SET credit_limit = {limit} WHERE id = {second['id']}")
        return DONE


class RestockSupplier(SqliteTask):
    name = "sqlite-restock"
    text = ("Of all products that the supplier called {supplier} delivers, find the one with "
            "the lowest stock. Set its stock to {stock}.")

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        products = [row["supplier_id"] for row in state.tables["products"]]
        several = sorted({key for key in products if products.count(key) >= 2})
        supplier = one(state.tables["suppliers"], id=dice.choice(several))
        return {"supplier": supplier["name"], "stock": dice.randint(300, 900)}

    def expect(self, state: State, supplier: str, stock: int) -> str:
        key = one(state.tables["suppliers"], name=supplier)["id"]
        rows = [row for row in state.tables["products"] if row["supplier_id"] == key]
        min(rows, key=lambda row: row["stock"])["stock"] = stock
        return DONE

    def solve(self, supplier: str, stock: int) -> Solution:
        names = {row["name"]: row["id"] for row in (yield read("suppliers"))}
        found = [(row["stock"], row["id"]) for row in (yield read("products"))
                 if row["supplier_id"] == names[supplier]]
        yield write(f"UPDATE products SET stock = {stock} WHERE id = {min(found)[1]}")
        return DONE


class OfService(SqliteTask):
    """Tasks on the events of a service."""

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        return {"service": dice.choice(make.SERVICES)}

    @staticmethod
    def events(state: State, service: str) -> list[Row]:
        return [row for row in state.tables["events"] if row["service"] == service]


class SlowestError(OfService):
    name = "sqlite-slowest-error"
    text = ("Among the events of service {service}, find the one with level error that took "
            "the most milliseconds. "
            + note("the name of the service", "the code of that event"))

    def expect(self, state: State, service: str) -> str:
        errors = [row for row in self.events(state, service) if row["level"] == "error"]
        slowest = max(errors, key=lambda row: row["milliseconds"])
        return expect_note(state, service, slowest["code"])

    def solve(self, service: str) -> Solution:
        rows = yield read("events", service=service)
        rows.sort(key=lambda row: (row["level"] == "error", row["milliseconds"]))
        yield add_note(service, rows[-1]["code"])
        return DONE


class DeleteLostOrders(InRegion):
    name = "sqlite-delete-lost"
    text = ("Delete every order of region {region} that has status lost and a quantity of "
            "{quantity} or more.")

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        options = [
            {"region": region, "quantity": quantity}
            for region in make.REGIONS for quantity in (9, 10, 11)
            if 2 <= len(self._lost(state, region, quantity)) <= 4
        ]
        return dice.choice(options)

    def _lost(self, state: State, region: str, quantity: int) -> list[Row]:
        return [row for row in self.orders(state, region)
                if row["status"] == "lost" and row["quantity"] >= quantity]

    def expect(self, state: State, region: str, quantity: int) -> str:
        lost = self._lost(state, region, quantity)
        state.tables["orders"] = [row for row in state.tables["orders"] if row not in lost]
        return DONE

    def solve(self, region: str, quantity: int) -> Solution:
        keys = [str(row["id"]) for row in (yield read("orders", region=region))
                if row["status"] == "lost" and row["quantity"] >= quantity]
        yield write(f"DELETE FROM orders WHERE id IN ({', '.join(keys)})")
        return DONE


class OverTheLimit(InRegion):
    name = "sqlite-over-the-limit"
    text = ("Exactly one open order of region {region} has a total above the credit_limit of "
            "its customer. Find it. "
            + note("the name of the customer", "the id of the order"))

    def expect(self, state: State, region: str) -> str:
        limits = {row["id"]: row["credit_limit"] for row in state.tables["customers"]}
        order = only(self.orders(state, region), lambda row: row["status"] == "open"
                     and row["total"] > limits[row["customer_id"]])
        customer = one(state.tables["customers"], id=order["customer_id"])
        return expect_note(state, customer["name"], str(order["id"]))

    def solve(self, region: str) -> Solution:
        customers = {row["id"]: row for row in (yield read("customers"))}
        for row in (yield read("orders", region=region)):
            customer = customers[row["customer_id"]]
            if row["status"] == "open" and row["total"] > customer["credit_limit"]:
                yield add_note(customer["name"], row["id"])
        return DONE


class LeadOfScarcest(SqliteTask):
    name = "sqlite-lead-of-scarcest"
    text = ("Among the products with a price above {price}, find the one with the lowest "
            "stock. Set the lead_days of its supplier to {days}.")

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        return {"price": dice.randint(80, 250), "days": dice.randint(91, 99)}

    def expect(self, state: State, price: int, days: int) -> str:
        product = min((row for row in state.tables["products"] if row["price"] > price),
                      key=lambda row: row["stock"])
        one(state.tables["suppliers"], id=product["supplier_id"])["lead_days"] = days
        return DONE

    def solve(self, price: int, days: int) -> Solution:
        rows = sorted((yield read("products")), key=lambda row: row["stock"])
        supplier = next(row["supplier_id"] for row in rows if row["price"] > price)
        yield write(f"UPDATE suppliers SET lead_days = {days} WHERE id = {supplier}")
        return DONE


class EarliestPaid(InRegion):
    name = "sqlite-earliest-paid"
    text = ("Find the order of region {region} with status paid and the earliest placed_on. "
            "Set its status to sent.")

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        def is_clear(region: str) -> bool:
            days = sorted(row["placed_on"] for row in self.orders(state, region)
                          if row["status"] == "paid")
            return bool(days[0] != days[1])
        return {"region": dice.choice([r for r in make.REGIONS if is_clear(r)])}

    def expect(self, state: State, region: str) -> str:
        paid = [row for row in self.orders(state, region) if row["status"] == "paid"]
        min(paid, key=lambda row: row["placed_on"])["status"] = "sent"
        return DONE

    def solve(self, region: str) -> Solution:
        found = [(row["placed_on"], row["id"]) for row in (yield read("orders", region=region))
                 if row["status"] == "paid"]
        yield write(f"UPDATE orders SET status = 'sent' WHERE id = {min(found)[1]}")
        return DONE


class DearestScarce(SqliteTask):
    name = "sqlite-dearest-scarce"
    text = ("Find the most expensive product with a stock below {stock}. "
            + note("its sku", "its title"))

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        return {"stock": dice.randint(60, 150)}

    def expect(self, state: State, stock: int) -> str:
        scarce = [row for row in state.tables["products"] if row["stock"] < stock]
        product = max(scarce, key=lambda row: row["price"])
        return expect_note(state, product["sku"], product["title"])

    def solve(self, stock: int) -> Solution:
        rows = sorted((yield read("products")), key=lambda row: -row["price"])
        product = next(row for row in rows if row["stock"] < stock)
        yield add_note(product["sku"], product["title"])
        return DONE


class LastWarning(OfService):
    name = "sqlite-last-warning"
    text = ("Among the events of service {service}, find the latest one (by at) with level "
            "warn. Set its level to error.")

    def expect(self, state: State, service: str) -> str:
        warnings = [row for row in self.events(state, service) if row["level"] == "warn"]
        max(warnings, key=lambda row: row["at"])["level"] = "error"
        return DONE

    def solve(self, service: str) -> Solution:
        rows = sorted((yield read("events", service=service)), key=lambda row: row["at"])
        last = [row for row in rows if row["level"] == "warn"][-1]
        yield write(f"UPDATE events SET level = 'error' WHERE id = {last['id']}")
        return DONE


class OrderedTwice(InRegion):
    name = "sqlite-ordered-twice"
    text = ("In region {region}, one customer has ordered the same product twice. Delete the "
            "order of the two that has the higher id.")

    def expect(self, state: State, region: str) -> str:
        rows = self.orders(state, region)
        twice = [row for row in rows for other in rows
                 if row["id"] > other["id"] and row["customer_id"] == other["customer_id"]
                 and row["product_id"] == other["product_id"]]
        (later,) = twice
        state.tables["orders"].remove(later)
        return DONE

    def solve(self, region: str) -> Solution:
        seen: dict[tuple[int, int], int] = {}
        for row in (yield read("orders", region=region)):
            pair = row["customer_id"], row["product_id"]
            if pair in seen:
                key = max(seen[pair], row["id"])
                yield write(f"DELETE FROM orders WHERE id = {key}")
            seen[pair] = row["id"]
        return DONE


class CustomerMoves(SqliteTask):
    name = "sqlite-customer-moves"
    text = "The customer called {name} has moved. Set the city of that customer to {city}."

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        return {"name": dice.choice(state.tables["customers"])["name"], "city": "Ghent"}

    def expect(self, state: State, name: str, city: str) -> str:
        one(state.tables["customers"], name=name)["city"] = city
        return DONE

    def solve(self, name: str, city: str) -> Solution:
        keys = {row["name"]: row["id"] for row in (yield read("customers"))}
        yield write(f"UPDATE customers SET city = '{city}' WHERE id = {keys[name]}")
        return DONE


class NewPrice(SqliteTask):
    name = "sqlite-new-price"
    text = "Set the price of the product with sku {sku} to {price}."

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        return {"sku": dice.choice(state.tables["products"])["sku"],
                "price": dice.randint(501, 900)}

    def expect(self, state: State, sku: str, price: int) -> str:
        one(state.tables["products"], sku=sku)["price"] = price
        return DONE

    def solve(self, sku: str, price: int) -> Solution:
        keys = {row["sku"]: row["id"] for row in (yield read("products"))}
        yield write(f"UPDATE products SET price = {price} WHERE id = {keys[sku]}")
        return DONE


class TimeOfCode(OfService):
    name = "sqlite-time-of-code"
    text = ("Among the events of service {service}, find the one with code {code}. "
            + note("the code", "the milliseconds of that event"))

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        event = dice.choice(state.tables["events"])
        return {"service": event["service"], "code": event["code"]}

    def expect(self, state: State, service: str, code: str) -> str:
        event = one(state.tables["events"], code=code)
        return expect_note(state, code, str(event["milliseconds"]))

    def solve(self, service: str, code: str) -> Solution:
        event = one((yield read("events", service=service)), code=code)
        yield add_note(code, event["milliseconds"])
        return DONE


class CityOfOrder(InRegion):
    name = "sqlite-city-of-order"
    text = ("Order {order} is in region {region}. Find its customer. "
            + note("the name of the customer", "the city of the customer"))

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        order = dice.choice(state.tables["orders"])
        return {"order": order["id"], "region": order["region"]}

    def expect(self, state: State, order: int, region: str) -> str:
        key = one(state.tables["orders"], id=order)["customer_id"]
        customer = one(state.tables["customers"], id=key)
        return expect_note(state, customer["name"], customer["city"])

    def solve(self, order: int, region: str) -> Solution:
        row = one((yield read("orders", region=region)), id=order)
        customer = one((yield read("customers")), id=row["customer_id"])
        yield add_note(customer["name"], customer["city"])
        return DONE


class SupplierOfLargest(InRegion):
    name = "sqlite-supplier-of-largest"
    text = ("Find the order with the highest total in region {region}, its product, and the "
            "supplier of that product. "
            + note("the name of the supplier", "the sku of the product"))

    def expect(self, state: State, region: str) -> str:
        order = max(self.orders(state, region), key=lambda row: row["total"])
        product = one(state.tables["products"], id=order["product_id"])
        supplier = one(state.tables["suppliers"], id=product["supplier_id"])
        return expect_note(state, supplier["name"], product["sku"])

    def solve(self, region: str) -> Solution:
        orders = yield read("orders", region=region)
        largest = sorted(orders, key=lambda row: row["total"])[-1]
        product = one((yield read("products")), id=largest["product_id"])
        supplier = one((yield read("suppliers")), id=product["supplier_id"])
        yield add_note(supplier["name"], product["sku"])
        return DONE


TASKS: tuple[Task, ...] = (
    LargestOpenOrder(), SecondLimit(), RestockSupplier(), SlowestError(),
    DeleteLostOrders(), OverTheLimit(), LeadOfScarcest(), EarliestPaid(),
    DearestScarce(), LastWarning(), OrderedTwice(), CustomerMoves(), NewPrice(),
    TimeOfCode(), CityOfOrder(), SupplierOfLargest(),
)
