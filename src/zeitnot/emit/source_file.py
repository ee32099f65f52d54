"""The source file of an emitted manager: licence, how to use it, constants, types, functions, self-test."""

from zeitnot.emit.languages import C, Cpp, Rust
from zeitnot.emit.manager import EmittedManager
from zeitnot.emit.self_test import self_test
from zeitnot.emit.writer import Writer

LANGUAGES: dict[str, type[Writer]] = {"c": C, "cpp": Cpp, "rust": Rust}
"""Languages that a manager can be emitted in."""

_LICENCE = """\
SPDX-License-Identifier: 0BSD

Permission to use, copy, modify, and/or distribute this file for any purpose with or without fee is hereby
granted.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE
INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR
ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF
USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF
OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE."""

_USE = """\
One value holds everything: there are no globals and no allocation, so each game of a program has a manager
of its own. On every turn: `begin` when `go` comes; `iteration` after each finished depth, which says
whether to stop; `should_stop` where the search looks at the clock; `finish` when the move is sent.
`new_game` begins a game. Times are in seconds, counted from the call of `begin`."""

_SAME = """\
Decisions are the same as those of `zeitnot` if the compiler does not fuse multiplications and additions:
GCC and Clang need -ffp-contract=off on machines that can. Without it nothing goes wrong; some last bits
differ."""

_GUARD = "#ifndef ZEITNOT_TIME_MANAGER_H\n#define ZEITNOT_TIME_MANAGER_H"

_HELPERS_C = {
    name: f"""\
// Return the {word} of two numbers.
static inline {kind} zeitnot_{name}({kind} a, {kind} b) {{
    return b {sign} a ? b : a;
}}"""
    for name, word, kind, sign in (
        ("min", "smaller", "double", "<"),
        ("max", "larger", "double", ">"),
        ("min_int", "smaller", "int64_t", "<"),
        ("max_int", "larger", "int64_t", ">"),
    )
}
_HELPERS_RUST = {
    name: f"""\
/// Return the {word} of two numbers.
fn {name}<T: PartialOrd>(a: T, b: T) -> T {{
    if b {sign} a {{ b }} else {{ a }}
}}"""
    for name, word, sign in (("min", "smaller", "<"), ("max", "larger", ">"))
}


def source_text(emitted: EmittedManager, language: str, *, command: str = "") -> str:
    """Return the file in a language; `command` is the command line that makes it."""
    writer = LANGUAGES[language](emitted.program)
    functions = [_block(writer.function_lines(each)) for each in emitted.program.functions]
    helpers = _HELPERS_RUST if language == "rust" else _HELPERS_C
    parts = [
        _header(writer, emitted, language, command),
        _opening(language),
        *(
            _block([*writer.docs(each.doc), *writer.constant_lines(each)])
            for each in emitted.program.constants
        ),
        *(_block(writer.struct_lines(each)) for each in emitted.program.structs),
        *(helpers[name] for name in sorted(writer.helpers)),
        *functions,
        _closing(language),
        self_test(emitted.program, language),
    ]
    text = "\n\n".join(part.rstrip("\n") for part in parts if part) + "\n"
    return text if language == "rust" else f"{text}\n#endif  // ZEITNOT_TIME_MANAGER_H\n"


def _block(lines: list[str]) -> str:
    return "\n".join(lines)


def _header(writer: Writer, emitted: EmittedManager, language: str, command: str) -> str:
    made = f"Made by `{command}` of zeitnot." if command else "Made by zeitnot."
    same = _SAME if language != "rust" else ""
    paragraphs = [
        f"A time manager for a chess engine: {emitted.about}.",
        made,
        _USE,
        same,
        _self_test_words(language),
        _LICENCE,
    ]
    return _block(writer.docs("\n\n".join(filter(None, paragraphs)), mark="//"))


def _self_test_words(language: str) -> str:
    if language == "rust":
        run = "rustc --test -O FILE -o self_test && ZEITNOT_VECTORS=vectors.txt ./self_test"
    else:
        compiler = "cc -x c" if language == "c" else "c++ -x c++"
        options = "-O2 -ffp-contract=off -DZEITNOT_SELF_TEST"
        run = f"{compiler} {options} FILE -o self_test -lm && ./self_test vectors.txt"
    return f"Self-test, with vectors of `zeitnot emit --vectors vectors.txt`: {run}"


def _opening(language: str) -> str:
    if language == "c":
        names = ("math", "stdbool", "stdint", "string")
        return _GUARD + "\n\n" + "\n".join(f"#include <{name}.h>" for name in names)
    if language == "cpp":
        names = ("algorithm", "cmath", "cstdint", "limits")
        includes = "\n".join(f"#include <{name}>" for name in names)
        return f"{_GUARD}\n\n{includes}\n\nnamespace zeitnot {{"
    return ""


def _closing(language: str) -> str:
    return "}  // namespace zeitnot" if language == "cpp" else ""
