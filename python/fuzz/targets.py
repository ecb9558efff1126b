# SPDX-License-Identifier: MIT
"""What the package does with any bytes.

Each target takes bytes and raises AssertionError when the package is wrong; a
crash is for the sanitizers to find. The first byte chooses the target and the
second what it does. Only `pith.Error` may come out of a call, besides what
`REFUSALS` names for objects.
"""

from __future__ import annotations

import json
import pathlib
from collections.abc import Callable, Iterator
from typing import Any

import pith

#: Those that can be read.
FORMATS = ["gcf", "toon", "tron", "json", "gcb"]
#: The second is for a lone surrogate.
REFUSALS = (pith.Error, UnicodeEncodeError)

Target = Callable[[int, bytes], None]


class Reader:
    """Small numbers from bytes; zero when there are none left."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1] if self.at <= len(self.data) else 0

    def take(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count:self.at]

    def is_done(self) -> bool:
        return self.at >= len(self.data)


def scalar(given: Reader, kind: int) -> Any:
    if kind == 0:
        return None
    if kind == 1:
        return given.byte() % 2 == 1
    if kind == 2:
        return int.from_bytes(given.take(1 + given.byte() % 9), "little",
                              signed=True)
    if kind == 3:
        try:
            return float(given.take(given.byte() % 20).decode("latin-1"))
        except ValueError:
            return given.byte() / 8
    raw = given.take(given.byte() % 24)
    if kind == 4:  # with lone surrogates
        return raw[len(raw) % 2:].decode("utf-16-le", "surrogatepass")
    return raw.decode("utf-8", "replace")


def objects(given: Reader, depth: int = 0) -> Any:
    """Any object, at most eight levels deep."""
    kind = given.byte() % 10
    if kind < 6 or depth == 8:
        return scalar(given, kind % 6)
    count = given.byte() % 6
    if kind == 6:
        return [objects(given, depth + 1) for _ in range(count)]
    if kind == 7:
        return tuple(objects(given, depth + 1) for _ in range(count))
    keys = [str(scalar(given, 5)) + str(i % 3) for i in range(count)]
    if kind == 8:
        return {key: objects(given, depth + 1) for key in keys}
    return [{key: objects(given, depth + 1) for key in keys
             if given.byte() % 8} for _ in range(given.byte() % 5)]


def plain(value: Any) -> Any:
    """As it comes back: a tuple is a list."""
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    return value


def decode(choice: int, data: bytes) -> None:
    """Any text in any format; what it says is said again the same way."""
    form = FORMATS[choice % len(FORMATS)]
    try:
        made = pith.decode(data, form, max_depth=200)
    except pith.Error as error:
        assert error.code and error.offset <= len(data)
        pith.explain(data, form)
        return
    try:
        text = pith.encode(made, form)
    except pith.Error:
        return  # what a text can say and a value of another format cannot
    assert pith.decode(text, form) == made


def convert(choice: int, data: bytes) -> None:
    """Without a Python object it is what it is with them."""
    from_ = FORMATS[choice % len(FORMATS)]
    to = FORMATS[choice // len(FORMATS) % len(FORMATS)]
    try:
        text = pith.convert(data, to, from_)
    except pith.Error:
        return
    assert pith.encode(pith.decode(data, from_), to) == text


def extract(_: int, data: bytes) -> None:
    try:
        found = pith.extract(data)
    except pith.Error as error:
        assert error.code == "invalid_utf8"
        return
    if found is None:
        return
    assert 0 <= found.offset <= len(data)
    assert found.format in ("gcf", "json")
    pith.explain(found.payload, found.format)


def encode(choice: int, data: bytes) -> None:
    """Any object: the bytes of its JSON, and back what it was."""
    value = objects(Reader(data))
    form = FORMATS[choice % len(FORMATS)]
    try:
        text = pith.encode(value, form)
    except REFUSALS:
        return
    if form == "gcf":
        as_json = json.dumps(value, ensure_ascii=False)
        assert pith.convert(as_json, "gcf", "json") == text
    if form != "gcb":
        assert pith.decode(text, form) == plain(value)


def fit(choice: int, data: bytes) -> None:
    value = objects(Reader(data))
    try:
        best = pith.auto(value)
        part = pith.fit(value, budget=choice * 4)
    except REFUSALS:
        return
    assert best.tokens == pith.count_tokens(best.text)
    assert 0 <= part.rows <= part.total_rows
    if part.fits:
        assert part.tokens == pith.count_tokens(part.text) <= choice * 4


def tokens(choice: int, data: bytes) -> None:
    models = ("gpt-4o", "gpt-4", "r50k_base")
    model = models[choice % len(models)]
    found = pith.encode_tokens(data, model)
    assert pith.decode_tokens(found, model) == data
    assert pith.count_tokens(data, model) == len(found)


def stream(choice: int, data: bytes) -> None:
    """In chunks of any size it reads what it reads at once."""
    reader = pith.StreamReader()
    step = 1 + choice % 64
    try:
        for at in range(0, len(data), step):
            reader.feed(data[at:at + step])
        reader.finish()
    except pith.Error as error:
        try:
            pith.decode(data, "gcf")
        except pith.Error as other:
            assert (error.code, error.offset) == (other.code, other.offset)
        else:
            raise AssertionError(error) from error
        return
    pith.decode(data, "gcf")


def states(choice: int, data: bytes) -> None:
    """Deltas and sessions: what is received is what was sent, and what is not
    a delta is refused."""
    given = Reader(data)
    producer, consumer = pith.DeltaProducer("id"), pith.DeltaConsumer()
    for _ in range(1 + choice % 4):
        rows = [{"id": i, "v": objects(given, 6)}
                for i in range(given.byte() % 12) if given.byte() % 4]
        try:
            kind, wire = producer.next(rows)
        except REFUSALS:
            return
        assert consumer.receive(wire) == kind
        assert pith.pack_root(consumer.rows, "id") == pith.pack_root(rows, "id")
    for call in (consumer.receive, pith.SessionConsumer().decode,
                 pith.decode_delta):
        try:
            call(data)
        except pith.Error:
            pass


def arrow_values(given: Reader, kind: Any, count: int) -> Any:
    """An array of this type; half of it is cut off again, for an offset."""
    import pyarrow

    if pyarrow.types.is_struct(kind):
        names = [field.name for field in kind]
        made = pyarrow.StructArray.from_arrays(
            [arrow_values(given, field.type, count) for field in kind], names)
        return made
    if pyarrow.types.is_list(kind) or pyarrow.types.is_large_list(kind):
        lengths = [given.byte() % 4 for _ in range(count)]
        inner = arrow_values(given, kind.value_type, sum(lengths))
        offsets = [0]
        for length in lengths:
            offsets.append(offsets[-1] + length)
        family = (pyarrow.LargeListArray if pyarrow.types.is_large_list(kind)
                  else pyarrow.ListArray)
        return family.from_arrays(offsets, inner)
    cells: list[Any] = []
    for _ in range(count + 2):
        if given.byte() % 5 == 0:
            cells.append(None)
        elif pyarrow.types.is_boolean(kind):
            cells.append(given.byte() % 2 == 1)
        elif pyarrow.types.is_floating(kind):
            cells.append(given.byte() / 8)
        elif pyarrow.types.is_string(kind) or pyarrow.types.is_large_string(
                kind) or kind == pyarrow.string_view():
            cells.append(given.take(given.byte() % 20).decode("utf-8",
                                                              "replace"))
        elif pyarrow.types.is_dictionary(kind):
            cells.append(str(given.byte() % 3))
        else:
            cells.append(given.byte() % 128)
    if pyarrow.types.is_dictionary(kind):
        made = pyarrow.array(cells, pyarrow.string()).dictionary_encode()
    else:
        made = pyarrow.array(cells, kind)
    return made[2:]


def arrow(choice: int, data: bytes) -> None:
    """A table gives what its rows as objects give."""
    try:
        import pyarrow
    except ImportError:
        return
    simple = [
        pyarrow.bool_(), pyarrow.int8(), pyarrow.int16(), pyarrow.int32(),
        pyarrow.int64(), pyarrow.uint8(), pyarrow.uint32(), pyarrow.uint64(),
        pyarrow.float32(), pyarrow.float64(), pyarrow.string(),
        pyarrow.large_string(), pyarrow.string_view(), pyarrow.date32(),
        pyarrow.timestamp("ms"), pyarrow.timestamp("ns", "UTC"),
        pyarrow.dictionary(pyarrow.int32(), pyarrow.string()),
    ]
    given = Reader(data)
    columns = {}
    count = given.byte() % 8
    for i in range(1 + choice % 4):
        shape = given.byte()
        kind = simple[shape % len(simple)]
        nested = given.byte() % 8
        if not pyarrow.types.is_dictionary(kind):
            if nested == 1:
                kind = pyarrow.list_(kind)
            elif nested == 2:
                kind = pyarrow.struct([("x", kind), ("y", pyarrow.string())])
            elif nested == 3:
                kind = pyarrow.large_list(pyarrow.struct([("z", kind)]))
        columns[f"c{i}"] = arrow_values(given, kind, count)
    table = pyarrow.table(columns)
    try:
        text = pith.encode_arrow(table)
    except pith.Error:
        return
    assert len(pith.decode(text)) == table.num_rows
    assert pith.encode_arrow(
        pyarrow.concat_tables([table, table])[table.num_rows:]) == text
    try:
        back = pyarrow.table(pith.decode_arrow(text))
    except pith.Error:
        return  # columns of lists, or of several kinds
    back.validate(full=True)
    assert back.num_rows == table.num_rows


def read_arrow(_: int, data: bytes) -> None:
    """A text as a table that Arrow itself finds valid."""
    try:
        import pyarrow
    except ImportError:
        return
    try:
        made = pith.decode_arrow(data)
    except pith.Error:
        return
    pyarrow.table(made).validate(full=True)


TARGETS: list[Target] = [decode, convert, extract, encode, fit, tokens, stream,
                         states, arrow, read_arrow]


def run(data: bytes) -> None:
    if len(data) >= 2:
        TARGETS[data[0] % len(TARGETS)](data[1], data[2:])


def seeds(folder: pathlib.Path) -> Iterator[bytes]:
    """The seeds of the C++ targets, for the targets that read such a text."""
    texts = {"gcf_decode": "gcf", "graph_decode": "gcf", "json_parse": "json",
             "toon_decode": "toon", "tron_decode": "tron", "gcb_decode": "gcb",
             "delta_apply": "gcf", "incremental_decode": "gcf",
             "extract": "gcf", "round_trip": "json"}
    for name, form in texts.items():
        choice = FORMATS.index(form)
        for path in sorted((folder / name).iterdir()):
            text = path.read_bytes()[:4096]
            for target, _ in enumerate(TARGETS):
                yield bytes([target, choice]) + text
