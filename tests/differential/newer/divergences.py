# SPDX-License-Identifier: MIT
"""Where the newer packages and we differ, and why: divergences.md has more.

Each divergence has a document that shows it, and takes its cause out of a
document, in place. A document that does not have the cause stays as it is. The
clauses are those of version 3.5.3 of the specification.
"""
from dataclasses import dataclass
from decimal import Decimal
from typing import Callable


@dataclass(frozen=True)
class Divergence:
    name: str
    example: str
    remove_cause: Callable[[object], None]


def containers(tree):
    """The arrays and objects of a tree, each after those that it holds."""
    found = [tree] if isinstance(tree, (dict, list)) else []
    for node in found:  # grows
        parts = node.values() if isinstance(node, dict) else node
        found += [part for part in parts if isinstance(part, (dict, list))]
    return reversed(found)


def is_scalar(value):
    return not isinstance(value, (dict, list))


def as_rows(values):
    """The values as rows of a table; empty when they cannot be that."""
    rows = list(values)
    return rows if all(isinstance(row, dict) for row in rows) else []


def rows_of(node):
    """The rows that an encoder would put into one table: the elements of an
    array, or the members of a map."""
    if isinstance(node, list):
        return as_rows(node)
    return as_rows(node.values()) if len(node) > 1 else []


def fields_of(rows):
    return list(dict.fromkeys(field for row in rows for field in row))


def column(rows, field):
    return [row[field] for row in rows if field in row]


def tables(tree):
    """Rows and a field, for each field of each table."""
    for node in containers(tree):
        rows = rows_of(node)
        for field in fields_of(rows):
            yield rows, field


def refill(node, members):
    """Replaces what an object holds but not the object, which others hold."""
    kept = list(members)
    node.clear()
    node.update(kept)


# --- constant columns --------------------------------------------------------

def as_written(scalar):
    """1, 1.0 and -0.0 are written as 1, 1 and 0; true is not a number."""
    return isinstance(scalar, bool), isinstance(scalar, str), scalar


def vary_constants(tree):
    """4 (field-decl is a list of field names), 7.4.1, 7.4.3: a field of the
    header is a name, and every row has a cell for it."""
    for node in containers(tree):
        rows = rows_of(node) if isinstance(node, list) else []
        for field in fields_of(rows):
            values = column(rows, field)
            if (len(rows) > 1 and len(values) == len(rows)
                    and all(map(is_scalar, values))
                    and len(set(map(as_written, values))) == 1):
                rows[0][field] = values[0] is not True


# --- numbers -----------------------------------------------------------------

def loses_digits(value):
    """More than 20 digits after the point, where the notation is plain."""
    return (isinstance(value, float) and 1e-6 <= abs(value) < 1
            and -Decimal(repr(value)).as_tuple().exponent > 20)


def is_tied(value):
    """Halfway between two decimal numbers of the shortest length."""
    if not isinstance(value, float):
        return False
    shortest = Decimal(repr(value))
    half = Decimal(5).scaleb(shortest.as_tuple().exponent - 1)
    return abs(Decimal(value) - shortest) == half


def replace_doubles(tree, is_odd):
    for node in containers(tree):
        places = node.items() if isinstance(node, dict) else enumerate(node)
        for place, value in list(places):
            if is_odd(value):
                node[place] = 1.5


def shorten_small_doubles(tree):
    """2.3.1: an encoder must emit enough digits to preserve the exact value."""
    replace_doubles(tree, loses_digits)


def untie_doubles(tree):
    """2.3.1 asks for the exact value and for the same bytes from everybody, and
    does not say which of two digits: no clause decides."""
    replace_doubles(tree, is_tied)


# --- flattening --------------------------------------------------------------

def align_keys(tree):
    """7.4.6.1 rule 1: the same keys in exactly the same order."""
    for rows, field in tables(tree):
        pending = [column(rows, field)]
        while pending:
            objects = [value for value in pending.pop()
                       if isinstance(value, dict)]
            if len(objects) < 2:
                continue
            keys = list(objects[0])
            if any(item.keys() != objects[0].keys() for item in objects):
                continue
            for item in objects:
                refill(item, [(key, item[key]) for key in keys])
            pending += [[item[key] for item in objects] for key in keys]


def fill_repeated_nulls(tree):
    """7.4.6.1: rules 1 to 3 are the whole condition for flattening, and a null
    under the name of its column is a scalar like any other."""
    for rows, field in tables(tree):
        pending = column(rows, field)
        while pending:
            node = pending.pop()
            if isinstance(node, dict):
                if field in node and node[field] is None:
                    node[field] = True
                pending += node.values()


# --- schemas -----------------------------------------------------------------

def shared_elements(rows, field):
    """Elements of arrays whose fields a table would share between its rows."""
    if not isinstance(rows[0].get(field), list):
        return []
    arrays = [value for value in column(rows, field) if value is not None]
    elements = [as_rows(value) if isinstance(value, list) else []
                for value in arrays]
    fields = fields_of(elements[0])
    is_shared = fields and all(
        fields_of(some) == fields
        and all(is_scalar(value) for row in some for value in row.values())
        for some in elements)
    return [row for some in elements for row in some] if is_shared else []


def rename_shared_paths(tree):
    """7.4.6.1 rule 4: a field that contains `>` is not a column. 1.1: the text
    must decode to the value."""
    for rows, field in tables(tree):
        for element in shared_elements(rows, field):
            refill(element, [(key.replace(">", "GT"), value)
                             for key, value in element.items()])


def has_inline_schema(rows, field):
    """Whether the objects of a column would have one, but for nulls."""
    first = rows[0].get(field)
    return isinstance(first, dict) and len(first) >= 3 and all(
        isinstance(value, dict) and list(value) == list(first)
        and all(map(is_scalar, value.values()))
        for value in column(rows, field) if value is not None)


def drop_inline_nulls(tree):
    """7.4.5.1: a present null makes the field ineligible for an inline
    schema."""
    for rows, field in tables(tree):
        if has_inline_schema(rows, field):
            for row in rows:
                if field in row and row[field] is None:
                    del row[field]


BOTH = (
    Divergence("constant-columns", '[{"a":false},{"a":false,"b":1}]',
               vary_constants),
    Divergence("shared-schema-paths",
               '[{"c":[{"a>b":1}]},{"c":[{"a>b":2}]}]', rename_shared_paths),
    Divergence("inline-null", '[{"o":{"a":1,"b":2,"":3}},{"o":null}]',
               drop_inline_nulls),
)

DIVERGENCES = {
    "gcf-python": BOTH + (
        Divergence("small-doubles", "[1.0378457171977286e-06]",
                   shorten_small_doubles),
        Divergence("flatten-order",
                   '[{"o":{"a":1,"b":2}},{"o":{"b":3,"a":4}}]', align_keys),
        Divergence("repeated-name-null", '[{"o":{"o":null,"p":{"x":1}}}]',
                   fill_repeated_nulls),
    ),
    "gcf-rust": BOTH + (
        Divergence("tied-digits", "[1763422279560241.2]", untie_doubles),
    ),
}
