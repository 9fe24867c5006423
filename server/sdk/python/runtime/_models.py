"""Base of the generated models: dataclasses with Python names that are read from and written as the API's JSON."""

from __future__ import annotations

import dataclasses
import json
import typing
from typing import Any, Dict, Mapping, Optional, Type, TypeVar

M = TypeVar("M", bound="Model")
_HINTS: Dict[type, Dict[str, Any]] = {}


def _hints_of(cls: type) -> Dict[str, Any]:
    if cls not in _HINTS:
        _HINTS[cls] = typing.get_type_hints(cls)
    return _HINTS[cls]


class Model:
    """A JSON object of the API. Fields that the API adds later are kept in ``raw``."""

    raw: typing.ClassVar[Any] = None

    @classmethod
    def from_wire(cls: Type[M], data: Mapping[str, Any]) -> M:
        """Reads a JSON object. Missing fields become None."""
        hints = _hints_of(cls)
        values = {}
        for one in dataclasses.fields(cls):  # type: ignore[arg-type]
            wire = one.metadata.get("wire", one.name)
            values[one.name] = decode(data.get(wire), hints[one.name])
        made = cls(**values)
        object.__setattr__(made, "raw", data)
        return made

    def to_wire(self) -> Dict[str, Any]:
        """The JSON object of the API. Optional fields that are None are left out."""
        return {
            one.metadata.get("wire", one.name): encode(getattr(self, one.name))
            for one in dataclasses.fields(self)  # type: ignore[arg-type]
            if getattr(self, one.name) is not None or one.default is dataclasses.MISSING
        }


def encode(value: Any) -> Any:
    """JSON of a model, a list or a mapping of them, or a plain value."""
    if isinstance(value, Model):
        return value.to_wire()
    if isinstance(value, Mapping):
        return {key: encode(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [encode(one) for one in value]
    return value


def decode(value: Any, hint: Any) -> Any:
    """Reads JSON as the type that ``hint`` names; what does not fit stays as it came."""
    if value is None:
        return None
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Union:
        return _decode_union(value, args)
    if origin is list and isinstance(value, list):
        return [decode(one, args[0]) for one in value]
    if origin is dict and isinstance(value, dict):
        return {key: decode(one, args[1]) for key, one in value.items()}
    if isinstance(hint, type) and issubclass(hint, Model) and isinstance(value, dict):
        return hint.from_wire(value)
    return value


def _decode_union(value: Any, choices: typing.Tuple[Any, ...]) -> Any:
    """Takes the model whose fields the object has most of."""
    models = [one for one in choices if isinstance(one, type) and issubclass(one, Model)]
    if models and isinstance(value, dict):
        best = max(models, key=lambda one: len(_wire_names(one) & value.keys()))
        return decode(value, best)
    for choice in choices:
        if typing.get_origin(choice) in (list, dict):
            return decode(value, choice)
    return value


def _wire_names(cls: type) -> "set[str]":
    return {one.metadata.get("wire", one.name) for one in dataclasses.fields(cls)}


def wire(name: str, *, default: Any = dataclasses.MISSING) -> Any:
    """A field with the name that it has in the API's JSON."""
    if default is dataclasses.MISSING:
        return dataclasses.field(metadata={"wire": name})
    return dataclasses.field(default=default, metadata={"wire": name})


def to_json(value: Any, indent: Optional[int] = 2) -> str:
    """The API's JSON of a model, a list of models or a plain value, as text."""
    return json.dumps(encode(value), indent=indent)
