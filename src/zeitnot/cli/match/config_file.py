"""Config files of a match: TOML with the options of `zeitnot match`, read into its words and written."""

import difflib
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from zeitnot import lab, report
from zeitnot.cli.console import tell
from zeitnot.cli.match.fastchess import MatchWords
from zeitnot.cli.match.fastchess_config import config_words
from zeitnot.cli.options import ClockedCommand, read_command
from zeitnot.errors import SettingError, ZeitnotError
from zeitnot.untrusted import parse_toml, read_text, shown

PARTICIPANTS = "participants"
_PARTS = ("engine", "policy", "name", "clock", "movetime", "nodes", "depth", "settings", "options")
"""Keys of a participant that is written as a table."""
_FILE = "--match-config"
_THEIRS = "--fastchess"
_ELSEWHERE = ("match-config", "fastchess", "help")
"""Options that a config file cannot have."""


class MatchCommand(ClockedCommand):
    """`zeitnot match`: files and words of other runners become options before the options are parsed.

    They come first, so that what the command line says itself wins.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 (typer's own)
        """Put the words of a config file, or of another runner, before the others."""
        before, own = list[str](), list[str]()
        words = iter(args)
        for word in words:
            option, equals, value = word.partition("=")
            if option not in (_FILE, _THEIRS):
                own.append(word)
                continue
            text = value if equals else next(words, "")
            before += self._file_words(Path(text)) if option == _FILE else _their_words(text)
        return super().parse_args(ctx, [*before, *own])

    def _file_words(self, path: Path) -> list[str]:
        if path.suffix.lower() == ".json":
            return _told(MatchWords.of(config_words(path)))
        text = read_text(path, what="the config file of a match")
        form = parse_toml(text, what=str(path))
        parameters = {
            name.removeprefix("--"): parameter
            for parameter in self.params
            for name in parameter.opts
            if name.startswith("--") and name.removeprefix("--") not in _ELSEWHERE
        }
        try:
            words = [_participant(each) for each in form.pop(PARTICIPANTS, ())]
            for key, value in form.items():
                words += _option_words(key.replace("_", "-"), value, parameters)
        except (TypeError, ZeitnotError) as error:
            raise SettingError(f"{path}: {error}") from error
        return words


def _their_words(text: str) -> list[str]:
    return _told(MatchWords.of(read_command(text, option=_THEIRS)))


def _told(theirs: MatchWords) -> list[str]:
    """Return the words of this program, and print which of another's mean nothing to it."""
    words = theirs.words()
    if theirs.left_out:
        tell(f"zeitnot: left out, because a match here is the same without: {'; '.join(theirs.left_out)}")
    return words


def _participant(form: object) -> str:
    """Return a participant as the command line has it; a table has its parts by name."""
    if isinstance(form, str):
        return form
    if not isinstance(form, dict) or not (form.get("engine") or form.get("policy")):
        raise SettingError(
            f"a participant must be a word, or a table with engine or policy, got {shown(form)}"
        )
    wrong = next((key for key in form if key not in _PARTS), None)
    if wrong is not None:
        raise SettingError(f"a participant must have {', '.join(_PARTS)} only, got {wrong!r}")
    named = [str(form[key]) for key in ("engine", "policy") if form.get(key)]
    if len(named) == 1 and "policy" in form:
        named.insert(0, "zeitnot")
    own = {key: form[key] for key in ("name", "clock", "movetime", "nodes", "depth") if key in form}
    own |= dict(form.get("settings", {}))
    own |= {f"option.{name}": value for name, value in dict(form.get("options", {})).items()}
    pairs = [f"{key}={_text(value)}" for key, value in own.items()]
    return "+".join(named) + (f":{','.join(pairs)}" if pairs else "")


def _option_words(key: str, value: object, parameters: dict[str, Any]) -> list[str]:
    parameter = parameters.get(key)
    if parameter is None:
        near = difflib.get_close_matches(key, [*parameters, PARTICIPANTS], n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise SettingError(f"a config file must have options of `zeitnot match` only, got {key!r}{hint}")
    option = f"--{key}"
    if isinstance(value, bool):
        if not parameter.is_flag:
            raise SettingError(f"{key} must have a value, got {_text(value)}")
        return [option] if value else []
    if parameter.is_flag:
        raise SettingError(f"{key} must be true or false, got {shown(value)}")
    values = value if isinstance(value, list) else [value]
    if not values or not all(isinstance(each, str | int | float) for each in values):
        raise SettingError(f"{key} must be a text or a number, got {shown(value)}")
    if parameter.multiple:
        return [word for each in values for word in (option, _text(each))]
    if len(values) != parameter.nargs:
        raise SettingError(f"{key} must have {parameter.nargs} values, got {shown(value)}")
    return [option, *map(_text, values)]


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def config_text(plan: "lab.MatchPlan", *, openings_file: str) -> str:
    """Return the config file that plans the same match again, with its openings in a file of that name."""
    words = report.match_words(plan, openings_file=openings_file)
    values: dict[str, list[list[str]]] = {PARTICIPANTS: []}
    option = PARTICIPANTS
    for word in words:
        if word.startswith("--"):
            option = word.removeprefix("--")
            values.setdefault(option, []).append([])
        elif option == PARTICIPANTS:
            values[option].append([word])
        else:
            values[option][-1].append(word)
    lines = [f"{PARTICIPANTS} = [", *(f"  {_toml(each)}," for [each] in values.pop(PARTICIPANTS)), "]"]
    for name, given in values.items():
        flat = [word for each in given for word in each]
        single = len(flat) == 1 and name != "set"
        lines.append(f"{name} = {_toml_list(flat, single=single)}")
    return "\n".join([f"# zeitnot match {_FILE} FILE plays it again", *lines, ""])


def _toml_list(words: Sequence[str], *, single: bool) -> str:
    if not words:
        return "true"
    return _toml(words[0]) if single else f"[{', '.join(map(_toml, words))}]"


_WHOLE = re.compile(r"0|[1-9][0-9]{0,17}")


def _toml(word: str) -> str:
    return word if _WHOLE.fullmatch(word) else json.dumps(word, ensure_ascii=False).replace("\x7f", "\\u007f")
