"""C, C++ and Rust: what each language has of its own."""

import math
import struct
from collections.abc import Mapping

from zeitnot.emit.program import Constant, Field, Function, Struct, Type
from zeitnot.emit.writer import ATOM, CAST, CHOICE, INT, UNARY, Text, Writer

_MATH_IN_RUST = {
    "exp": "exp",
    "log": "ln",
    "log1p": "ln_1p",
    "log10": "log10",
    "tanh": "tanh",
    "pow": "powf",
    "fabs": "abs",
    "floor": "floor",
    "isnan": "is_nan",
    "isinf": "is_infinite",
    "isfinite": "is_finite",
}
_SINGLE_DIGITS = range(6, 10)


def single_text(value: float) -> str:
    """Return the shortest decimal number that is this number of single precision."""
    packed = struct.pack("f", value)
    text = next(
        text
        for digits in _SINGLE_DIGITS
        if struct.pack("f", float(text := f"{value:.{digits}g}")) == packed or digits == _SINGLE_DIGITS[-1]
    )
    return text if "." in text or "e" in text else f"{text}.0"


class _CFamily(Writer):
    """What C and C++ share."""

    types: Mapping[str, str]

    def type_name(self, kind: Type) -> str:
        return self.types.get(kind.name) or self.struct_name(kind.name)

    def struct_name(self, name: str) -> str:
        """Return the name of a class."""
        return name

    def number(self, value: float, kind: Type) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        if kind.name == "int":
            return str(value)
        if kind.name == "single":
            return f"{single_text(value)}f"
        return repr(float(value)) if math.isfinite(value) else self.not_finite(value)

    def not_finite(self, value: float) -> str:
        """Return infinity, or what is not a number."""
        return "NAN" if math.isnan(value) else "INFINITY" if value > 0 else "-INFINITY"

    def declaration(self, name: str, kind: Type, value: str, *, changes: bool) -> str:
        if kind.is_array:
            return f"{self.type_name(kind)} {name}[{self._size(kind)}] = {self.zeros};"
        return f"{'' if changes else 'const '}{self.type_name(kind)} {name} = {value};"

    zeros = "{0}"

    def _size(self, kind: Type) -> str:
        return kind.size if kind.size.isdigit() else self.constant_name(kind.size)

    def loop_head(self, name: str, first: str, end: str) -> str:
        return f"for ({self.types['int']} {name} = {first}; {name} < {end}; ++{name})"

    def function_head(self, function: Function, changed: Mapping[str, bool]) -> str:
        parameters = [self.parameter(name, kind, changed[name]) for name, kind in function.parameters]
        returns = self.type_name(function.returns)
        return f"{self.linkage} {returns} {self.function_name(function.name)}({', '.join(parameters)})"

    linkage = "static inline"

    def parameter(self, name: str, kind: Type, changes: bool) -> str:
        """Return a parameter of a function."""
        constant = "" if changes else "const "
        if kind.is_number:
            return f"{self.type_name(kind)} {name}"
        return f"{constant}{self.type_name(kind)}{'*' if kind.is_array else self.by} {name}"

    by = "*"


class C(_CFamily):
    """C99."""

    types: Mapping[str, str] = {
        "float": "double",
        "int": "int64_t",
        "bool": "bool",
        "single": "float",
        "none": "void",
    }

    def struct_name(self, name: str) -> str:
        return f"Zeitnot{name}"

    def constant_name(self, name: str) -> str:
        return f"ZEITNOT_{name}"

    def function_name(self, name: str) -> str:
        return f"zeitnot_{name}"

    def constant_lines(self, constant: Constant) -> list[str]:
        name, kind = self.constant_name(constant.name), constant.type
        if kind.is_array:
            head = f"static const {self.type_name(kind)} {name}[{self._size(kind)}] = {{"
            return [head, *self.table(constant), "};"]
        if kind.name == "int":
            return [f"enum {{ {name} = {constant.value} }};"]
        return [f"static const {self.type_name(kind)} {name} = {self.number(constant.value, kind)};"]

    def struct_lines(self, struct: Struct) -> list[str]:
        name = self.struct_name(struct.name)
        lines = [*self.docs(struct.doc), "typedef struct {"]
        for each in struct.fields:
            size = f"[{self._size(each.type)}]" if each.type.is_array else ""
            lines += [
                *self.docs(each.doc, indent="    "),
                f"    {self.type_name(each.type)} {each.name}{size};",
            ]
        lines += [f"}} {name};"]
        first = [line for each in struct.fields if (line := self._first_value(each))]
        if not first:
            return lines
        return [
            *lines,
            "",
            *self.docs(f"Return a {struct.name.lower()} as it is at first."),
            f"static inline {name} {self._maker(struct)}(void) {{",
            f"    {name} made;",
            "    memset(&made, 0, sizeof made);",
            *first,
            "    return made;",
            "}",
        ]

    def _maker(self, struct: Struct) -> str:
        return self.function_name(f"new_{struct.name.lower()}")

    def _first_value(self, field: Field) -> str:
        if field.type.name in self._structs:
            inner = next(each for each in self.program.structs if each.name == field.type.name)
            if any(map(self._first_value, inner.fields)):
                return f"    made.{field.name} = {self._maker(inner)}();"
            return ""
        if isinstance(field.default, str):
            return f"    made.{field.name} = {self.constant_name(field.default)};"
        return f"    made.{field.name} = {self.number(field.default, field.type)};" if field.default else ""

    def field(self, base: str, name: str) -> str:
        return f"{base}->{name}" if base in self.references else f"{base}.{name}"

    def copied(self, name: str) -> str:
        return f"*{name}"

    def reference(self, value: Text, *, is_reference: bool, changes: bool) -> str:
        return value.text if is_reference or value.type.is_array else f"&{value.text}"

    def cast(self, kind: Type, value: Text) -> Text:
        return Text(f"({self.type_name(kind)}){value.at(UNARY)}", kind, UNARY)

    def math_call(self, name: str, arguments: list[Text]) -> str:
        return f"{name}({', '.join(each.text for each in arguments)})"

    def smaller_or_larger(self, name: str, kind: Type, arguments: list[Text]) -> Text:
        helper = f"{name}_int" if kind == INT else name
        self.helpers.add(helper)
        first, second = arguments
        return Text(f"zeitnot_{helper}({first.text}, {second.text})", kind)


class Cpp(_CFamily):
    """C++17, in a namespace."""

    types: Mapping[str, str] = {
        "float": "double",
        "int": "std::int64_t",
        "bool": "bool",
        "single": "float",
        "none": "void",
    }
    zeros = "{}"
    linkage = "inline"
    by = "&"

    def not_finite(self, value: float) -> str:
        name = "quiet_NaN" if math.isnan(value) else "infinity"
        return f"{'-' if value < 0 else ''}std::numeric_limits<double>::{name}()"

    def constant_lines(self, constant: Constant) -> list[str]:
        kind, begin = constant.type, f"inline constexpr {self.type_name(constant.type)} {constant.name}"
        if kind.is_array:
            return [f"{begin}[{self._size(kind)}] = {{", *self.table(constant), "};"]
        return [f"{begin} = {self.number(constant.value, kind)};"]

    def struct_lines(self, struct: Struct) -> list[str]:
        lines = [*self.docs(struct.doc), f"struct {struct.name} {{"]
        for each in struct.fields:
            lines += [*self.docs(each.doc, indent="    "), f"    {self._field_line(each)};"]
        return [*lines, "};"]

    def _field_line(self, field: Field) -> str:
        kind, default = field.type, field.default
        if kind.is_array:
            return f"{self.type_name(kind)} {field.name}[{self._size(kind)}] = {{}}"
        if not kind.is_number:
            return f"{self.type_name(kind)} {field.name}{{}}"
        value = default if isinstance(default, str) else self.number(default, kind)
        return f"{self.type_name(kind)} {field.name} = {value}"

    def reference(self, value: Text, *, is_reference: bool, changes: bool) -> str:
        return value.text

    def cast(self, kind: Type, value: Text) -> Text:
        return Text(f"static_cast<{self.type_name(kind)}>({value.text})", kind)

    def math_call(self, name: str, arguments: list[Text]) -> str:
        return f"std::{name}({', '.join(each.text for each in arguments)})"

    def smaller_or_larger(self, name: str, kind: Type, arguments: list[Text]) -> Text:
        of = f"<{self.type_name(kind)}>" if kind == INT else ""
        return Text(f"std::{name}{of}({arguments[0].text}, {arguments[1].text})", kind)


class Rust(Writer):
    """Rust of the 2021 edition."""

    doc_comment = "///"
    types: Mapping[str, str] = {"float": "f64", "int": "i64", "bool": "bool", "single": "f32"}

    def type_name(self, kind: Type) -> str:
        return self.types.get(kind.name, kind.name)

    def _whole_type(self, kind: Type) -> str:
        return f"[{self.type_name(kind)}; {self._size(kind)}]" if kind.is_array else self.type_name(kind)

    def _size(self, kind: Type) -> str:
        return kind.size if kind.size.isdigit() else f"{kind.size} as usize"

    def _zeros(self, kind: Type) -> str:
        return f"[{'0' if kind.name == 'int' else '0.0'}_{self.type_name(kind)}; {self._size(kind)}]"

    def constant_lines(self, constant: Constant) -> list[str]:
        kind = constant.type
        if kind.is_array:
            head = f"static {constant.name}: {self._whole_type(kind)} = ["
            return [head, *self.table(constant), "];"]
        value = self.number(constant.value, kind)
        return [f"const {constant.name}: {self.type_name(kind)} = {value};"]

    def struct_lines(self, struct: Struct) -> list[str]:
        lines = [
            *self.docs(struct.doc, mark="///"),
            "#[derive(Clone, Copy, Debug)]",
            f"pub struct {struct.name} {{",
        ]
        for each in struct.fields:
            lines += self.docs(each.doc, indent="    ", mark="///")
            lines += [f"    pub {each.name}: {self._whole_type(each.type)},"]
        lines += ["}", "", f"impl Default for {struct.name} {{", "    fn default() -> Self {"]
        lines += [f"        {struct.name} {{"]
        lines += [f"            {each.name}: {self._first_value(each)}," for each in struct.fields]
        return [*lines, "        }", "    }", "}"]

    def _first_value(self, field: Field) -> str:
        kind, default = field.type, field.default
        if kind.is_array:
            return self._zeros(kind)
        if not kind.is_number:
            return f"{kind.name}::default()"
        return default if isinstance(default, str) else self.number(default, kind)

    def function_head(self, function: Function, changed: Mapping[str, bool]) -> str:
        parameters = [
            f"{name}: {self._parameter_type(kind, changed[name])}" for name, kind in function.parameters
        ]
        returns = "" if function.returns.name == "none" else f" -> {self.type_name(function.returns)}"
        public = "pub " if function.parameters[0][1].name == "Manager" else ""
        return f"{public}fn {function.name}({', '.join(parameters)}){returns}"

    def _parameter_type(self, kind: Type, changes: bool) -> str:
        name = self.type_name(kind)
        if kind.is_number:
            return name
        return f"&{'mut ' if changes else ''}{f'[{name}]' if kind.is_array else name}"

    def declaration(self, name: str, kind: Type, value: str, *, changes: bool) -> str:
        if kind.is_array:
            return f"let mut {name} = {self._zeros(kind)};"
        return f"let {'mut ' if changes else ''}{name} = {value};"

    def loop_head(self, name: str, first: str, end: str) -> str:
        return f"for {name} in {first}..{end}"

    def test(self, word: str, condition: str) -> str:
        return f"{word} {condition}"

    def choice(self, condition: Text, first: Text, second: Text) -> Text:
        return Text(f"if {condition.text} {{ {first.text} }} else {{ {second.text} }}", first.type, CHOICE)

    def cast(self, kind: Type, value: Text) -> Text:
        return Text(f"{value.at(UNARY)} as {self.type_name(kind)}", kind, CAST)

    def math_call(self, name: str, arguments: list[Text]) -> str:
        rest = ", ".join(each.text for each in arguments[1:])
        return f"{arguments[0].at(ATOM)}.{_MATH_IN_RUST[name]}({rest})"

    def smaller_or_larger(self, name: str, kind: Type, arguments: list[Text]) -> Text:
        self.helpers.add(name)
        return Text(f"{name}({arguments[0].text}, {arguments[1].text})", kind)

    def reference(self, value: Text, *, is_reference: bool, changes: bool) -> str:
        return value.text if is_reference else f"&{'mut ' if changes else ''}{value.text}"

    def copied(self, name: str) -> str:
        return f"*{name}"

    def unused(self, name: str) -> str:
        return f"let _ = {name};"

    def index(self, value: Text) -> str:
        return value.text if value.text.isdigit() else f"{value.at(UNARY)} as usize"

    def number(self, value: float, kind: Type) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        if kind.name == "int":
            return str(value)
        if kind.name == "single":
            return single_text(value)
        if math.isnan(value):
            return "f64::NAN"
        if math.isinf(value):
            return "f64::INFINITY" if value > 0 else "f64::NEG_INFINITY"
        return repr(float(value))
