# SPDX-License-Identifier: MIT
"""What stands for objects that are not None, bool, int, float, str, list,
tuple or dict themselves. The native part calls plain() for them."""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import enum
import uuid
from typing import Any, Callable, Optional


def plain(obj: Any, default: Optional[Callable[[Any], Any]]) -> Any:
    """An object of the plain types, or one that is a step nearer to them.

    NotImplemented when nothing is known of the type.
    """
    kind = type(obj)
    if isinstance(obj, enum.Enum):
        return obj.value
    if isinstance(obj, str):
        return str.__str__(obj)
    if isinstance(obj, int):
        return int.__int__(obj)
    if isinstance(obj, dict):
        return dict(obj)
    if isinstance(obj, (list, tuple)):
        return list(obj)
    if isinstance(obj, (datetime.date, datetime.time)):
        return obj.isoformat()
    if isinstance(obj, uuid.UUID):
        return str(obj)
    if isinstance(obj, decimal.Decimal):
        # The only form that keeps every digit, trailing zeros included.
        return str(obj)
    if kind.__module__ == "numpy":
        if hasattr(obj, "tolist"):  # scalars and arrays
            made = obj.tolist()
            if type(made) is not kind:
                return made
    elif isinstance(obj, float):  # after numpy.float64, which is one
        return float.__float__(obj)
    if dataclasses.is_dataclass(kind):
        return {
            field.name: getattr(obj, field.name)
            for field in dataclasses.fields(kind)
        }
    dump = getattr(kind, "model_dump", None)
    if dump is not None and hasattr(kind, "model_fields"):
        return dump(obj)
    if default is not None:
        return default(obj)
    return NotImplemented
