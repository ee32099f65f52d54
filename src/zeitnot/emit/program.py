"""Program: the rules of a manager, read from a module that is written in a small part of Python.

Such a module has constants, which are evaluated; dataclasses of numbers, truth values, fixed arrays and other
such classes; and functions over them with `if`, `while`, `for ... in range`, `math` and arithmetic that does
not mix kinds of numbers. It runs as it stands, and `zeitnot.emit.languages` writes it in other languages.
"""

import ast
import inspect
import io
import re
import textwrap
import tokenize
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from zeitnot.policies import parameters_of

ENTRIES = ("new_game", "begin", "iteration", "should_stop", "ponder_hit", "finish", "correct_score")
"""Functions that an engine calls."""
_RULES = "zeitnot.emit.rules."
_MANAGER = "manager"
"""Module of the entries, which needs the rules of a policy."""
_NUMBERS = {"float": "float", "int": "int", "bool": "bool", "Single": "single", "None": "none"}


@dataclass(frozen=True, slots=True)
class Type:
    """The type of a value: a kind of number, `bool`, `none`, or the name of a class."""

    name: str
    """Kind of the value, or of the elements of an array."""
    is_array: bool = False
    """Whether it is an array."""
    size: str = ""
    """Size of the array, as an expression of constants; empty for a parameter."""

    @property
    def is_number(self) -> bool:
        """Whether it is one number or truth value."""
        return not self.is_array and self.name in _NUMBERS.values()


@dataclass(frozen=True, slots=True, kw_only=True)
class Constant:
    """A named figure or table."""

    name: str
    """Name, in capitals."""
    type: Type
    """Type of the value."""
    value: Any
    """Number, truth value, or list of numbers."""
    doc: str
    """What it is for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field of a class."""

    name: str
    """Name of the field."""
    type: Type
    """Type of the field."""
    default: Any
    """First value; the name of the constant where it is one."""
    doc: str
    """What it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Struct:
    """A dataclass."""

    name: str
    """Name of the class."""
    doc: str
    """What it is."""
    fields: tuple[Field, ...]
    """Its fields."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """A function with its body."""

    name: str
    """Name of the function."""
    doc: str
    """What it does."""
    parameters: tuple[tuple[str, Type], ...]
    """Names and types of the parameters."""
    returns: Type
    """Type of the value that it returns."""
    body: tuple[ast.stmt, ...]
    """Statements after the docstring."""
    comments: Mapping[int, str]
    """Comments that have a line of their own, by line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """Everything that an emitted manager consists of, in an order in which it can be declared."""

    constants: tuple[Constant, ...]
    """Constants that are used."""
    structs: tuple[Struct, ...]
    """Classes, with the fields that are used."""
    functions: tuple[Function, ...]
    """Functions that are used, each after those that it calls."""
    run: Mapping[str, Any]
    """The same as Python: the namespace of the module."""


def read_program(module: str, given: Mapping[str, Any]) -> Program:
    """Return the program of a policy's module, with these objects in place of those that it names itself.

    All modules of rules that it imports belong to it, and the manager, which needs it. They run in one
    namespace.
    """
    names = _in_order([module], lambda name: _rules_in(_text(name)))
    texts = {name: _text(name) for name in (*names, _MANAGER)}
    namespace: dict[str, Any] = {}
    for name, text in texts.items():
        tree = ast.parse(text)
        tree.body = [each for each in tree.body if not _assigns(each, given) and not _rules_of(each)]
        # A dataclass with slots looks up its module by this name.
        namespace |= {"__name__": _RULES + name, **given}
        exec(compile(tree, name, "exec"), namespace)  # noqa: S102 (a module of this package)
    sources = [_Source(text, namespace) for text in texts.values()]
    return _used(
        constants=[each for source in sources for each in source.constants()],
        structs=[each for source in sources for each in source.structs()],
        functions=[each for source in sources for each in source.functions()],
        run=namespace,
    )


def _text(name: str) -> str:
    return inspect.getsource(import_module(_RULES + name))


def _rules_in(text: str) -> list[str]:
    return [name for each in ast.parse(text).body if (name := _rules_of(each))]


def _rules_of(statement: ast.stmt) -> str:
    """Return the module of rules that a statement imports from; empty for any other statement."""
    if not isinstance(statement, ast.ImportFrom) or not (statement.module or "").startswith(_RULES):
        return ""
    name = (statement.module or "").removeprefix(_RULES)
    return "" if name == "arrays" else name


def _assigns(statement: ast.stmt, names: Iterable[str]) -> bool:
    return isinstance(statement, ast.Assign) and any(
        isinstance(target, ast.Name) and target.id in names for target in statement.targets
    )


class _Source:
    """The text of one module, and the namespace that it makes."""

    def __init__(self, text: str, namespace: Mapping[str, Any]) -> None:
        self._body = ast.parse(text).body
        self._namespace = namespace
        self._comments = _comments(text)

    def constants(self) -> Iterator[Constant]:
        for place, statement in enumerate(self._body):
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                name = statement.target.id
                doc = _doc_below(self._body, place) or self._doc_of_setting(statement.value)
                kind = read_type(statement.annotation)
                yield Constant(name=name, type=kind, value=self._namespace[name], doc=doc)

    def _doc_of_setting(self, value: ast.expr | None) -> str:
        """Return the docstring of the field that a constant is taken from."""
        match value:
            case ast.Call(func=ast.Name(id="list"), args=[inner]):
                return self._doc_of_setting(inner)
            case ast.Attribute(value=ast.Name(id=name), attr=field):
                known = parameters_of(self._namespace[name])
                return known[field].doc if field in known else ""
        return ""

    def structs(self) -> Iterator[Struct]:
        for statement in self._body:
            if isinstance(statement, ast.ClassDef):
                fields = tuple(self._fields(statement.body))
                yield Struct(name=statement.name, doc=_doc(statement), fields=fields)

    def _fields(self, body: list[ast.stmt]) -> Iterator[Field]:
        for place, statement in enumerate(body):
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                kind = read_type(statement.annotation)
                default: Any = None
                if isinstance(statement.value, ast.Name):
                    default = statement.value.id
                elif isinstance(statement.value, ast.Constant):
                    default = statement.value.value
                yield Field(name=statement.target.id, type=kind, default=default, doc=_doc_below(body, place))

    def functions(self) -> Iterator[Function]:
        for statement in self._body:
            if isinstance(statement, ast.FunctionDef):
                yield Function(
                    name=statement.name,
                    doc=_doc(statement),
                    parameters=tuple((each.arg, read_type(each.annotation)) for each in statement.args.args),
                    returns=read_type(statement.returns),
                    body=tuple(statement.body[1:]),
                    comments=self._comments,
                )


def _comments(text: str) -> dict[int, str]:
    """Return the comments that have a line of their own, by line."""
    lines = text.splitlines()
    return {
        token.start[0]: token.string
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT and lines[token.start[0] - 1].lstrip().startswith("#")
    }


def _doc_below(body: list[ast.stmt], place: int) -> str:
    match body[place + 1 : place + 2]:
        case [ast.Expr(value=ast.Constant(value=str(text)))]:
            return " ".join(text.split())
    return ""


def _doc(node: ast.ClassDef | ast.FunctionDef) -> str:
    return ast.get_docstring(node) or ""


def read_type(annotation: ast.expr | None) -> Type:
    """Return the type of an annotation."""
    match annotation:
        case ast.Constant(value=None):
            return Type("none")
        case ast.Name(id=name):
            return Type(_NUMBERS.get(name, name))
        case ast.Subscript(value=ast.Name(id="list"), slice=ast.Name(id=name)):
            return Type(_NUMBERS[name], is_array=True)
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[kind, size])):
            return replace(read_type(kind), size=ast.unparse(size))
    raise _refused("a type that is translated", annotation)


def _refused(rule: str, node: ast.AST | None) -> NotImplementedError:
    got = "nothing" if node is None else ast.unparse(node)
    return NotImplementedError(f"the rules need {rule}, got {got}")


def _used(
    *,
    constants: list[Constant],
    structs: list[Struct],
    functions: list[Function],
    run: Mapping[str, Any],
) -> Program:
    """Return what the entries need, in an order in which it can be declared."""
    by_name = {each.name: each for each in functions}
    ordered = _in_order(ENTRIES, lambda name: [n for n in _names(by_name[name].body) if n in by_name])
    used = [by_name[name] for name in ordered]
    nodes = [node for each in used for statement in each.body for node in ast.walk(statement)]
    attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    kept = {
        each.name: replace(each, fields=tuple(f for f in each.fields if f.name in attributes))
        for each in structs
    }
    inner = lambda name: [f.type.name for f in kept[name].fields if f.type.name in kept]  # noqa: E731
    first = [kind.name for each in used for _, kind in each.parameters if kind.name in kept]
    structs = [kept[name] for name in _in_order([each.name for each in structs if each.name in first], inner)]
    words = {node.id for node in nodes if isinstance(node, ast.Name)}
    words |= {f.default for each in structs for f in each.fields if isinstance(f.default, str)}
    sizes = [f.type.size for each in structs for f in each.fields]
    sizes += [each.type.size for each in constants if each.name in words]
    words |= {word for size in sizes for word in re.findall(r"[A-Z]\w*", size)}
    return Program(
        constants=tuple(each for each in constants if each.name in words),
        structs=tuple(structs),
        functions=tuple(used),
        run=run,
    )


def _names(body: Iterable[ast.stmt]) -> list[str]:
    """Return the names in a body, in the order in which they stand there."""
    return [
        node.func.id
        for statement in body
        for node in ast.walk(statement)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]


def _in_order(names: Iterable[str], needs: Callable[[str], Iterable[str]]) -> list[str]:
    """Return the names and all that they need, each after what it needs itself."""
    found: list[str] = []

    def add(name: str) -> None:
        if name not in found:
            for each in needs(name):
                add(each)
            found.append(name)

    for name in names:
        add(name)
    return found


def wrapped(text: str, *, width: int) -> list[str]:
    """Return the lines of a docstring, paragraph by paragraph."""
    lines: list[str] = []
    for paragraph in text.split("\n\n"):
        lines += [""] if lines else []
        lines += textwrap.wrap(" ".join(paragraph.split()), width)
    return lines
