"""Columns: frozen dataclasses as nested Arrow arrays and back, by the annotations of their fields."""

import dataclasses
import types
import typing
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from zeitnot.errors import MissingExtraError


def arrow() -> Any:
    """Import PyArrow, or raise an error with the line that installs it; releases differ in their types."""
    try:
        import pyarrow
        import pyarrow.compute
        import pyarrow.parquet
    except ImportError as error:
        raise MissingExtraError(feature="a data set", extra="learn") from error
    return pyarrow


def to_batch(cls: type, rows: Sequence[object]) -> Any:
    """Return the values of one dataclass as columns."""
    return arrow().RecordBatch.from_struct_array(_array(cls, rows))


def from_batch(cls: type, batch: Any) -> list[Any]:
    """Return columns as values of their dataclass."""
    return _values(cls, batch.to_struct_array())


def _type_of(kind: Any) -> Any:
    pa = arrow()
    if _is_record(kind):
        return pa.struct([_field(name, hint) for name, hint in _fields(kind).items()])
    if _is_list(kind):
        return pa.list_(_field("item", _item(kind)))
    scalars = {int: pa.int64(), float: pa.float64(), str: pa.string(), bool: pa.bool_()}
    return scalars[_without_none(kind)]


def _field(name: str, kind: Any) -> Any:
    return arrow().field(name, _type_of(kind), nullable=_without_none(kind) is not kind)


def _array(kind: Any, values: Sequence[Any]) -> Any:
    pa = arrow()
    if _is_record(kind):
        hints = _fields(kind)
        columns = [_array(hint, [getattr(value, name) for value in values]) for name, hint in hints.items()]
        return pa.StructArray.from_arrays(columns, fields=list(_type_of(kind)))
    if _is_list(kind):
        ends = [0]
        for value in values:
            ends.append(ends[-1] + len(value))
        items = _array(_item(kind), [item for value in values for item in value])
        return pa.ListArray.from_arrays(pa.array(ends, type=pa.int32()), items, type=_type_of(kind))
    return pa.array(values, type=_type_of(kind))


def is_readable(cls: type, schema: Any) -> bool:
    """Return whether columns are those of a dataclass, but for fields with a default: files of earlier
    versions lack the newest ones."""
    return _fits(cls, arrow().struct(list(schema)))


def _fits(kind: Any, found: Any) -> bool:
    pa = arrow()
    if _is_record(kind):
        if not pa.types.is_struct(found):
            return False
        hints, there = _fields(kind), {found.field(n).name: found.field(n) for n in range(found.num_fields)}
        if len(there) != found.num_fields or not there.keys() <= hints.keys():
            return False
        return all(
            _fits(hint, there[name].type) and there[name].nullable == (_without_none(hint) is not hint)
            if name in there
            else name in _optional(kind)
            for name, hint in hints.items()
        )
    if _is_list(kind):
        return bool(pa.types.is_list(found)) and _fits(_item(kind), found.value_type)
    return bool(found.equals(_type_of(kind)))


def _values(kind: Any, array: Any) -> list[Any]:
    if _is_record(kind):
        hints = _fields(kind)
        names = tuple(field.name for field in array.type)
        columns = [_values(hints[name], child) for name, child in zip(names, array.flatten(), strict=True)]
        return [kind(**dict(zip(names, row, strict=True))) for row in zip(*columns, strict=True)]
    if _is_list(kind):
        items = _values(_item(kind), array.flatten())
        first = array.offsets[0].as_py()
        ends = [end - first for end in array.offsets.to_pylist()]
        return [tuple(items[start:end]) for start, end in pairwise(ends)]
    found: list[Any] = array.to_pylist()
    return found


def _is_record(kind: Any) -> bool:
    return dataclasses.is_dataclass(kind)


def _is_list(kind: Any) -> bool:
    return typing.get_origin(kind) is tuple and typing.get_args(kind)[1:] == (Ellipsis,)


def _item(kind: Any) -> Any:
    return typing.get_args(kind)[0]


def _without_none(kind: Any) -> Any:
    """Return the type beside None; any other type as it is."""
    if typing.get_origin(kind) not in (typing.Union, types.UnionType):
        return kind
    (found,) = (choice for choice in typing.get_args(kind) if choice is not type(None))
    return found


@cache
def _optional(cls: type) -> frozenset[str]:
    """Return the names of the fields that have a default."""
    missing = dataclasses.MISSING
    return frozenset(
        field.name
        for field in dataclasses.fields(cls)
        if field.default is not missing or field.default_factory is not missing
    )


@cache
def _fields(cls: type) -> dict[str, Any]:
    hints = typing.get_type_hints(cls)
    return {field.name: hints[field.name] for field in dataclasses.fields(cls)}
