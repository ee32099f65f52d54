"""`zeitnot emit`: a time manager as one source file for an engine in C, C++ or Rust."""

import shlex
from pathlib import Path
from typing import Annotated

from zeitnot import emit as emitting
from zeitnot.cli.console import tell
from zeitnot.cli.options import option, policy_option, whole_option
from zeitnot.cli.policy_settings import SettingsOptions
from zeitnot.errors import SettingError
from zeitnot.report import write_atomically

_RULE = "a source file must go to"


def _languages(incomplete: str) -> list[str]:
    return [name for name in emitting.LANGUAGES if name.startswith(incomplete)]


def _profiles(incomplete: str) -> list[str]:
    from zeitnot.models import all_profiles

    return [each.folder.name for each in all_profiles() if each.folder.name.startswith(incomplete)]


def emit(
    lang: Annotated[str, option("LANGUAGE", "c, cpp or rust.", "--lang", autocompletion=_languages)],
    policy: Annotated[str, policy_option("learned, textbook or stockfish.")] = "learned",
    profile: Annotated[
        str | None,
        option(
            "NAME",
            "Profile of an engine, for learned; see `zeitnot learn engine --list`. Default: general.",
            "--profile",
            autocompletion=_profiles,
        ),
    ] = None,
    *,
    output: Annotated[
        Path | None, option("FILE", "Where to write. Default: the output.", "--output", "-o")
    ] = None,
    vectors: Annotated[
        Path | None, option("FILE", "Write test vectors for the file's self-test, too.", "--vectors")
    ] = None,
    turns: Annotated[
        int, whole_option("--turns", "Turns in the test vectors.", least=1, most=1_000_000)
    ] = 2000,
    options: SettingsOptions,
) -> None:
    """Write a time manager as one source file, to be pasted into an engine.

    The file needs nothing but its language. It plans and stops exactly as the policy does here, with its
    settings as named constants, and may be used in any program (licence 0BSD).

    \b
    [bold]Examples[/bold]
    zeitnot emit --lang c -o timeman.h --vectors vectors.txt
    zeitnot emit --profile stockfish-15.1 --lang cpp -o timeman.h
    zeitnot emit --policy textbook --preset listing --lang rust -o timeman.rs
    """
    if lang not in emitting.LANGUAGES:
        raise SettingError(f"--lang must be one of {', '.join(emitting.LANGUAGES)}, got {lang!r}")
    for path in (output, vectors):
        if path is not None and not path.resolve().parent.is_dir():
            raise SettingError(f"{_RULE} an existing folder, got {str(path)!r}")
    name, _, _ = policy.partition(":")
    if name not in emitting.EMITTABLE:
        emitting.emitted_manager(name)
    name, settings = options.read_all().read(policy)
    emitted = emitting.emitted_manager(name, settings, profile=profile or "")
    words = ["zeitnot", "emit", "--policy", policy, *(["--profile", profile] if profile else [])]
    words += ["--preset", options.preset] if options.preset else []
    words += [word for setting in options.settings or () for word in ("--set", setting)]
    text = emitting.source_text(emitted, lang, command=shlex.join([*words, "--lang", lang]))
    if output is None:
        print(text, end="")
    else:
        write_atomically(output, text, rule=_RULE)
        tell(f"{output}: {emitted.about}, {text.count(chr(10)):,} lines")
    if vectors is not None:
        write_atomically(vectors, emitting.vectors_text(emitted, turns=turns), rule="vectors must go to")
        tell(f"{vectors}: {turns:,} turns")
