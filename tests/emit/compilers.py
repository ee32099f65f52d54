"""Compilers that emitted files are built with, warnings being errors."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

_WARNINGS = ("-Wall", "-Wextra", "-Werror", "-Wconversion", "-Wshadow", "-pedantic")
_SAME = ("-ffp-contract=off", "-DZEITNOT_SELF_TEST")


@dataclass(frozen=True)
class Compiler:
    """A compiler, and the language that it is for."""

    program: str
    language: str

    def self_test(self, source: Path, vectors: Path, *, level: int = 1) -> "subprocess.CompletedProcess[str]":
        """Build a file with its self-test and run it on vectors; what does not compile is an error."""
        made = source.with_name(f"{source.stem}_{self.program.replace('+', 'p')}")
        if self.language == "rust":
            build = [
                self.program,
                "--edition",
                "2021",
                "-D",
                "warnings",
                "--test",
                "-C",
                f"opt-level={level}",
            ]
            run = [str(made), "--nocapture", "--quiet"]
        else:
            standard = "c99" if self.language == "c" else "c++17"
            kind = "c" if self.language == "c" else "c++"
            build = [self.program, f"-std={standard}", f"-O{level}", *_WARNINGS, *_SAME, "-x", kind]
            run = [str(made), str(vectors)]
        libraries = [] if self.language == "rust" else ["-lm"]
        built = subprocess.run(
            [*build, str(source), "-o", str(made), *libraries], capture_output=True, text=True, check=False
        )
        assert built.returncode == 0, built.stderr
        variables = {"ZEITNOT_VECTORS": str(vectors), "RUST_BACKTRACE": "0"}
        return subprocess.run(run, capture_output=True, text=True, check=False, env=variables)


COMPILERS = tuple(
    Compiler(program, language)
    for program, language in (
        ("gcc", "c"),
        ("clang", "c"),
        ("g++", "cpp"),
        ("clang++", "cpp"),
        ("rustc", "rust"),
    )
)
"""All compilers."""
BY_PROGRAM = {each.program: each for each in COMPILERS}
SUFFIX = {"c": ".h", "cpp": ".hpp", "rust": ".rs"}
