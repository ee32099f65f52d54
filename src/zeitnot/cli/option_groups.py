"""Option groups: options that several commands share, as one dataclass."""

import inspect
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from typing import Any


def with_option_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Return the command with every dataclass among its parameters replaced by the fields, for typer."""
    parameters = inspect.signature(command).parameters.values()
    groups: dict[str, Any] = {
        each.name: each.annotation for each in parameters if is_dataclass(each.annotation)
    }
    options = [option for each in parameters for option in _options(each)]

    @wraps(command)
    def grouped(**given: Any) -> None:  # noqa: ANN401 (whatever the options hold)
        for name, group in groups.items():
            given[name] = group(**{field.name: given.pop(field.name) for field in fields(group)})
        command(**given)

    grouped.__signature__ = inspect.Signature(options)  # type: ignore[attr-defined]
    grouped.__annotations__ = {option.name: option.annotation for option in options}
    return grouped


def _options(parameter: inspect.Parameter) -> list[inspect.Parameter]:
    kind = inspect.Parameter.KEYWORD_ONLY
    if not is_dataclass(parameter.annotation):
        return [parameter.replace(kind=kind)]
    return [
        inspect.Parameter(
            field.name,
            kind,
            annotation=field.type,
            default=inspect.Parameter.empty if field.default is MISSING else field.default,
        )
        for field in fields(parameter.annotation)
    ]
