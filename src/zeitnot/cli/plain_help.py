"""Plain help: options and arguments without the types of the programming language."""

from typing import Any


def without_types(command: Any) -> None:  # noqa: ANN401 (typer has its own classes since 0.21, click's before)
    """Take `<bool>`, `<path>` and the like off the help of a command and of all below it.

    A flag takes no value, and every other option has a word of its own for what it takes.
    """
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            _name_alone(parameter)
        elif parameter.is_flag:
            parameter.metavar = ""
    make = command.get_help_option

    def help_option(context: Any) -> Any:  # noqa: ANN401 (typer's own)
        option = make(context)
        if option is not None:
            option.metavar = ""
        return option

    command.get_help_option = help_option
    for each in getattr(command, "commands", {}).values():
        without_types(each)


def _name_alone(argument: Any) -> None:  # noqa: ANN401 (typer's own)
    """Show an argument by its name, in brackets where it may be left out."""
    name = argument.metavar or argument.name.upper()
    more = "..." if argument.nargs != 1 and not name.endswith("...") else ""
    piece = f"{name}{more}" if argument.required else f"[{name}{more}]"
    argument.metavar = name
    argument.get_usage_pieces = lambda _context: [piece]
    argument.display_type_rich = lambda **_: None
