"""Writer: walks over a program once for all languages; what differs between them is a method of its own."""

import ast
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from zeitnot.emit.program import Constant, Function, Program, Struct, Type, read_type, wrapped

WIDTH = 100
"""Columns of a line."""
_TABLE_INDENT = "    "
_OPERATORS: Mapping[type[ast.AST], tuple[str, int]] = {
    ast.Or: ("||", 1),
    ast.And: ("&&", 2),
    ast.Lt: ("<", 3),
    ast.LtE: ("<=", 3),
    ast.Gt: (">", 3),
    ast.GtE: (">=", 3),
    ast.Eq: ("==", 3),
    ast.NotEq: ("!=", 3),
    ast.Add: ("+", 5),
    ast.Sub: ("-", 5),
    ast.Mult: ("*", 6),
    ast.Div: ("/", 6),
    ast.FloorDiv: ("/", 6),
}
"""Operators with how tightly they bind, which is alike in all languages here."""
CHOICE, CAST, UNARY, ATOM = 0, 4, 7, 8
"""How tightly the other expressions bind; a cast is put into parentheses beside any operator."""
FLOAT, INT, BOOL, SINGLE, NONE = (Type(name) for name in ("float", "int", "bool", "single", "none"))


class Text(NamedTuple):
    """An expression in another language."""

    text: str
    """Its text."""
    type: Type
    """Its type."""
    level: int = ATOM
    """How tightly it binds."""

    def at(self, level: int) -> str:
        """Return the text, in parentheses where it binds less tightly than this."""
        return self.text if self.level >= level else f"({self.text})"


class Writer:
    """Writes a program in one language."""

    comment = "//"
    """How a comment begins."""
    doc_comment = "//"
    """How the description of a function begins."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._constants = {each.name: each for each in program.constants}
        self._structs = {each.name: {f.name: f.type for f in each.fields} for each in program.structs}
        self.functions = {each.name: each for each in program.functions}
        self._changed = changed_parameters(program.functions)
        self._scopes: list[dict[str, Type]] = []
        self._reassigned: set[str] = set()
        self.references: set[str] = set()
        self.helpers: set[str] = set()

    # What a language has of its own.

    def type_name(self, kind: Type) -> str:
        """Return the name of a type."""
        raise NotImplementedError

    def function_head(self, function: Function, changed: Mapping[str, bool]) -> str:
        """Return the line that begins a function, without the brace."""
        raise NotImplementedError

    def struct_lines(self, struct: Struct) -> list[str]:
        """Return the declaration of a class."""
        raise NotImplementedError

    def constant_lines(self, constant: Constant) -> list[str]:
        """Return the declaration of a constant."""
        raise NotImplementedError

    def declaration(self, name: str, kind: Type, value: str, *, changes: bool) -> str:
        """Return the declaration of a variable; an array begins with zeros."""
        raise NotImplementedError

    def loop_head(self, name: str, first: str, end: str) -> str:
        """Return the line that begins a loop over numbers, without the brace."""
        raise NotImplementedError

    def test(self, word: str, condition: str) -> str:
        """Return the line that begins an `if` or `while`, without the brace."""
        return f"{word} ({condition})"

    def choice(self, condition: Text, first: Text, second: Text) -> Text:
        """Return the expression that is one of two."""
        text = f"{condition.at(CHOICE + 1)} ? {first.at(CHOICE + 1)} : {second.at(CHOICE + 1)}"
        return Text(text, first.type, CHOICE)

    def cast(self, kind: Type, value: Text) -> Text:
        """Return a number as another kind of number."""
        raise NotImplementedError

    def call(self, name: str, arguments: list[str]) -> str:
        """Return the call of a function of the program."""
        return f"{self.function_name(name)}({', '.join(arguments)})"

    def math_call(self, name: str, arguments: list[Text]) -> str:
        """Return the call of a function of `math`."""
        raise NotImplementedError

    def smaller_or_larger(self, name: str, kind: Type, arguments: list[Text]) -> Text:
        """Return the call of `min` or `max`: the second number where it is really smaller or larger."""
        raise NotImplementedError

    def reference(self, value: Text, *, is_reference: bool, changes: bool) -> str:
        """Return an argument that is a class or an array."""
        raise NotImplementedError

    def index(self, value: Text) -> str:
        """Return a place in an array."""
        return value.text

    def unused(self, name: str) -> str:
        """Return a statement that keeps a compiler from warning of a parameter that is not used."""
        return f"(void){name};"

    def field(self, base: str, name: str) -> str:
        """Return a field."""
        return f"{base}.{name}"

    def copied(self, name: str) -> str:
        """Return a copy of a parameter that is a class."""
        return name

    def number(self, value: float, kind: Type) -> str:
        """Return a literal."""
        raise NotImplementedError

    def constant_name(self, name: str) -> str:
        """Return the name of a constant."""
        return name

    def function_name(self, name: str) -> str:
        """Return the name of a function."""
        return name

    # Statements.

    def docs(self, text: str, *, indent: str = "", mark: str = "") -> list[str]:
        """Return a docstring as comments."""
        mark = indent + (mark or self.comment)
        text = text.replace("\\", "/")  # at the end of a line, C would go on with the comment
        return [f"{mark} {line}".rstrip() for line in wrapped(text, width=WIDTH - len(mark) - 1)]

    def function_lines(self, function: Function) -> list[str]:
        """Return a function."""
        self._scopes = [dict(function.parameters)]
        self.references = {name for name, kind in function.parameters if not kind.is_number}
        self._reassigned = _reassigned(function)
        changed = dict(zip([n for n, _ in function.parameters], self._changed[function.name], strict=True))
        lines = [
            *self.docs(function.doc, mark=self.doc_comment),
            *folded(f"{self.function_head(function, changed)} {{", ""),
        ]
        used = {node.id for each in function.body for node in ast.walk(each) if isinstance(node, ast.Name)}
        unused = [f"    {self.unused(name)}" for name, _ in function.parameters if name not in used]
        return [*lines, *unused, *self._block(function.body, function, "    "), "}"]

    def _block(
        self, body: tuple[ast.stmt, ...] | list[ast.stmt], function: Function, indent: str
    ) -> list[str]:
        self._scopes.append({})
        lines: list[str] = []
        for statement in body:
            line = statement.lineno - 1
            above: list[str] = []
            while line in function.comments:
                above.insert(0, function.comments[line].removeprefix("#").strip())
                line -= 1
            if above:
                lines += self.docs(" ".join(above), indent=indent)
            lines += self._statement(statement, function, indent)
        self._scopes.pop()
        return lines

    def _statement(self, node: ast.stmt, function: Function, indent: str) -> list[str]:
        match node:
            case ast.If():
                return self._if(node, function, indent)
            case ast.While(test=test, body=body):
                head = self.test("while", self.expression(test).text)
                return self._nested(head, body, function, indent)
            case ast.For(target=ast.Name(id=name), iter=ast.Call(args=ends), body=body):
                texts = [self.expression(end) for end in ends]
                first = texts[0].text if len(texts) > 1 else "0"
                self._scopes.append({name: INT})
                lines = self._nested(self.loop_head(name, first, texts[-1].at(1)), body, function, indent)
                self._scopes.pop()
                return lines
            case ast.Return(value=None):
                return [f"{indent}return;"]
            case ast.Return(value=ast.expr() as value):
                return folded(f"return {self.expression(value).text};", indent)
        return folded(self._simple(node), indent)

    def _simple(self, node: ast.stmt) -> str:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                kind = read_type(annotation)
                self._scopes[-1][name] = kind
                return self.declaration(name, kind, "", changes=True)
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if self._type_of(name) is None:
                made = self.expression(value)
                self._scopes[-1][name] = made.type
                return self.declaration(name, made.type, made.text, changes=name in self._reassigned)
            case ast.Assign(targets=[target], value=value):
                return f"{self.expression(target).text} = {self.expression(value).text};"
            case ast.AugAssign(target=target, op=op, value=value):
                sign = _OPERATORS[type(op)][0]
                return f"{self.expression(target).text} {sign}= {self.expression(value).text};"
            case ast.Expr(value=ast.Call() as value):
                return f"{self.expression(value).text};"
        raise _untranslated(node)

    def _if(self, node: ast.If, function: Function, indent: str) -> list[str]:
        head = self.test("if", self.expression(node.test).text)
        lines = self._nested(head, node.body, function, indent)
        match node.orelse:
            case []:
                return lines
            case [ast.If() as other]:
                rest = self._if(other, function, indent)
                return [*lines[:-1], f"{indent}}} else {rest[0].strip()}", *rest[1:]]
            case other_body:
                rest = self._block(other_body, function, indent + "    ")
                return [*lines[:-1], f"{indent}}} else {{", *rest, f"{indent}}}"]

    def _nested(self, head: str, body: list[ast.stmt], function: Function, indent: str) -> list[str]:
        inside = self._block(body, function, indent + "    ")
        return [*folded(f"{head} {{", indent), *inside, f"{indent}}}"]

    # Expressions.

    def _type_of(self, name: str) -> Type | None:
        for scope in reversed(self._scopes):
            if name in scope:
                return scope[name]
        return self._constants[name].type if name in self._constants else None

    def expression(self, node: ast.expr) -> Text:
        """Return an expression."""
        match node:
            case ast.Constant(value=bool() | int() | float() as value):
                kind = {bool: BOOL, int: INT, float: FLOAT}[type(value)]
                return Text(self.number(value, kind), kind)
            case ast.Name(id=name):
                kind = self._type_of(name) or _raise(_untranslated(node))
                return Text(self.constant_name(name) if name in self._constants else name, kind)
            case ast.Attribute(value=ast.Name(id="math"), attr="inf" | "nan" as name):
                return Text(self.number(float(name), FLOAT), FLOAT)
            case ast.Attribute(value=base, attr=name):
                inner = self.expression(base)
                return Text(self.field(inner.text, name), self._structs[inner.type.name][name])
            case ast.Subscript(value=base, slice=place):
                inner = self.expression(base)
                return Text(f"{inner.text}[{self.index(self.expression(place))}]", Type(inner.type.name))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.choice(self.expression(test), self.expression(body), self.expression(orelse))
            case ast.Call():
                return self._call(node)
        return self._operation(node)

    def _operation(self, node: ast.expr) -> Text:
        match node:
            case ast.UnaryOp(op=op, operand=operand):
                value, sign = self.expression(operand), "-" if isinstance(op, ast.USub) else "!"
                return Text(f"{sign}{value.at(UNARY)}", value.type, UNARY)
            case ast.BoolOp(op=op, values=values):
                sign, level = _OPERATORS[type(op)]
                # In parentheses beside any other: compilers warn of `a && b || c`.
                parts = [self.expression(each).at(3) for each in values]
                return Text(f" {sign} ".join(parts), BOOL, level)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return self._binary(node, left, op, right)._replace(type=BOOL)
            case ast.BinOp(left=left, op=op, right=right):
                return self._binary(node, left, op, right)
        raise _untranslated(node)

    def _binary(self, node: ast.expr, left: ast.expr, op: ast.AST, right: ast.expr) -> Text:
        first, second = self.expression(left), self.expression(right)
        if first.type != second.type or not first.type.is_number:
            raise NotImplementedError(f"the rules must not mix kinds of numbers, got {ast.unparse(node)}")
        sign, level = _OPERATORS[type(op)]
        return Text(f"{first.at(level)} {sign} {second.at(level + 1)}", first.type, level)

    def _call(self, node: ast.Call) -> Text:
        match node.func:
            case ast.Attribute(value=ast.Name(id="math"), attr=name):
                text = self.math_call(name, [self.expression(each) for each in node.args])
                return Text(text, BOOL if name.startswith("is") else FLOAT)
            case ast.Name(id="float"):
                return self.cast(FLOAT, self.expression(node.args[0]))
            case ast.Name(id="single") if isinstance(literal := node.args[0], ast.Constant):
                return Text(self.number(float(ast.literal_eval(literal)), SINGLE), SINGLE)
            case ast.Name(id="single"):
                value = self.expression(node.args[0])
                # Arithmetic on numbers of single precision is rounded by the other languages themselves.
                return value if value.type == SINGLE else self.cast(SINGLE, value)
            case ast.Name(id="replace"):
                value = self.expression(node.args[0])
                return Text(self.copied(value.text), value.type)
            case ast.Name(id="min" | "max" as name):
                first, *others = (self.expression(each) for each in node.args)
                for other in others:
                    first = self.smaller_or_larger(name, first.type, [first, other])
                return first
            case ast.Name(id=name) if name in self.functions:
                texts = [
                    self._argument(each, changes)
                    for each, changes in zip(node.args, self._changed[name], strict=True)
                ]
                return Text(self.call(name, texts), self.functions[name].returns)
        raise _untranslated(node)

    def _argument(self, node: ast.expr, changes: bool) -> str:
        value = self.expression(node)
        if value.type.is_number:
            return value.text
        is_reference = isinstance(node, ast.Name) and node.id in self.references
        return self.reference(value, is_reference=is_reference, changes=changes)

    def table(self, constant: Constant) -> list[str]:
        """Return the numbers of a table, as lines."""
        kind = Type(constant.type.name)
        lines, line = [], ""
        for number in constant.value:
            text = f"{self.number(number, kind)},"
            if len(line) + len(text) + 1 > WIDTH - len(_TABLE_INDENT):
                lines.append(_TABLE_INDENT + line)
                line = ""
            line = f"{line} {text}".lstrip()
        return [*lines, _TABLE_INDENT + line]


def _raise(error: Exception) -> Type:
    raise error


def _untranslated(node: ast.AST) -> NotImplementedError:
    return NotImplementedError(f"the rules need an expression that is translated, got {ast.unparse(node)}")


def _reassigned(function: Function) -> set[str]:
    """Return the local numbers that are assigned more than once."""
    times: dict[str, int] = {}
    for statement in function.body:
        for node in ast.walk(statement):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)]) | ast.AugAssign(target=ast.Name(id=name)):
                    times[name] = times.get(name, 0) + 1
    return {name for name, count in times.items() if count > 1}


def changed_parameters(functions: tuple[Function, ...]) -> dict[str, tuple[bool, ...]]:
    """Return for each parameter of each function whether what it refers to is changed; callees come first."""
    found: dict[str, tuple[bool, ...]] = {}
    for function in functions:
        changed: set[str] = set()
        for node in (node for statement in function.body for node in ast.walk(statement)):
            match node:
                case ast.Assign(targets=[target]) | ast.AugAssign(target=target):
                    if not isinstance(target, ast.Name):
                        changed.add(_root(target))
                case ast.Call(func=ast.Name(id=name), args=arguments) if name in found:
                    pairs = zip(arguments, found[name], strict=True)
                    changed |= {_root(each) for each, is_changed in pairs if is_changed}
        found[function.name] = tuple(name in changed for name, _ in function.parameters)
    return found


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


_BREAKS: tuple[tuple[str, Callable[[int], int]], ...] = (
    (", ", lambda at: at + 2),
    (" = ", lambda at: at + 3),
    *((f" {sign} ", lambda at: at + 1) for sign in ("&&", "||", "?", ":", "+", "-", "*", "/", "else")),
)
"""Where a line may be broken: behind a comma, before an operator."""


def folded(line: str, indent: str) -> list[str]:
    """Return a statement in lines that are not too long, broken where the fewest brackets are open."""
    lines: list[str] = []
    while len(indent) + len(line) > WIDTH:
        places = [
            (_open(line[: after(found.start())]), -after(found.start()))
            for sign, after in _BREAKS
            for found in re.finditer(re.escape(sign), line)
            if 20 < after(found.start()) < WIDTH - len(indent)  # noqa: PLR2004 (not right at the beginning)
        ]
        if not places:
            break
        place = -min(places)[1]
        lines.append(indent + line[:place].rstrip())
        line = line[place:]
        indent = indent if len(lines) > 1 else indent + "    "
    return [*lines, indent + line]


def _open(text: str) -> int:
    return text.count("(") + text.count("[") - text.count(")") - text.count("]")
