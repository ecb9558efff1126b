# SPDX-License-Identifier: MIT
"""The thirteen published questions on 500 orders, in our words.

They are here to be compared with, not because they tell much: nine of them are
answered by every model in every notation, and all are on one document. The
document is data set 17, which is not part of the package.
"""
from __future__ import annotations

import json
import os
import pathlib

from pith_evals.documents.facts import Document
from pith_evals.questions.answers import Answer
from pith_evals.questions.question import Question

FILE = "17-comprehension-eval-500orders.json"
_ORDERS = "json_each(:doc, '$.orders') o"


def find() -> pathlib.Path | None:
    """The data set in the folder PITH_SHARED_DIR, or None."""
    folder = os.environ.get("PITH_SHARED_DIR")
    path = pathlib.Path(folder) / "datasets" / FILE if folder else None
    return path if path is not None and path.is_file() else None


def document() -> Document:
    """Raises FileNotFoundError with what to do."""
    path = find()
    if path is None:
        raise FileNotFoundError(
            f"{FILE} is not in datasets/ of the folder that PITH_SHARED_DIR names;"
            " the published questions need it"
        )
    value = json.loads(path.read_text("utf-8"))
    return Document("published-orders", "published", len(value["orders"]), value)


def _of(member: str) -> str:
    return f"json_extract(o.value, '$.{member}')"


def questions() -> list[Question]:
    by_id = f"FROM {_ORDERS} WHERE {_of('orderId')} ="
    last = f"FROM {_ORDERS} LIMIT 1 OFFSET 499"
    shipped = f"FROM {_ORDERS} WHERE {_of('status')} = 'shipped'"
    return [
        Question(
            "orders",
            "count",
            "How many orders are there?",
            Answer("integer", 500),
            f"SELECT count(*) FROM {_ORDERS}",
        ),
        Question(
            "first-customer",
            "positional",
            "What is the name of the customer of the first order?",
            Answer("text", "Alice Chen"),
            f"SELECT {_of('customer.name')} FROM {_ORDERS} LIMIT 1",
        ),
        Question(
            "last-status",
            "positional",
            "What is the status of the last order?",
            Answer("text", "cancelled"),
            f"SELECT {_of('status')} {last}",
        ),
        Question(
            "first-items",
            "nested_count",
            "How many items has the first order?",
            Answer("integer", 1),
            f"SELECT json_array_length(o.value, '$.items') FROM {_ORDERS} LIMIT 1",
        ),
        Question(
            "email",
            "lookup",
            'What is the e-mail address of the customer of the order "ORD-0005"?',
            Answer("text", "eva.johansson@example.com"),
            f"SELECT {_of('customer.email')} {by_id} 'ORD-0005'",
        ),
        Question(
            "shipped",
            "filter",
            'How many orders have the status "shipped"?',
            Answer("integer", 100),
            f"SELECT count(*) {shipped}",
        ),
        Question(
            "premium",
            "filter",
            'How many orders are of customers of the tier "premium"?',
            Answer("integer", 200),
            f"SELECT count(*) FROM {_ORDERS} WHERE {_of('customer.tier')} = 'premium'",
        ),
        Question(
            "highest-total",
            "max",
            "What is the highest total of an order?",
            Answer("decimal", "464.32"),
            f"SELECT max({_of('total')}) FROM {_ORDERS}",
        ),
        Question(
            "first-sku",
            "nested_lookup",
            'What is the SKU of the first item of the order "ORD-0003"?',
            Answer("text", "SKU-HP07"),
            f"SELECT {_of('items[0].sku')} {by_id} 'ORD-0003'",
        ),
        Question(
            "shipped-sum",
            "sum",
            'What is the sum of the totals of all orders with the status "shipped"?',
            Answer("decimal", "21325.50"),
            f"SELECT round(sum({_of('total')}), 2) {shipped}",
        ),
        Question(
            "statuses",
            "distinct",
            "Which different statuses do orders have? Sort them alphabetically.",
            Answer(
                "list", ("cancelled", "delivered", "pending", "processing", "shipped")
            ),
            f"SELECT DISTINCT {_of('status')} FROM {_ORDERS} ORDER BY 1",
        ),
        Question(
            "many-items",
            "filter",
            "How many orders have three or more items?",
            Answer("integer", 250),
            f"SELECT count(*) FROM {_ORDERS} WHERE json_array_length(o.value, '$.items') >= 3",
        ),
        Question(
            "last-tier",
            "positional",
            "Of which tier is the customer of the last order?",
            Answer("text", "premium"),
            f"SELECT {_of('customer.tier')} {last}",
        ),
    ]
