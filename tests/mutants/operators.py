"""What a mutant of the core may change: cosmic-ray's operators, fewer of them, and one for figures."""

import ast
import re
from collections.abc import Iterator
from typing import Any

import cosmic_ray.plugins
from cosmic_ray.ast import is_number
from parso.python.tree import Number

FIGURE = "figure"
# Of cosmic-ray's two hundred operators those whose mutants differ: an operator becomes its opposite, a bound
# includes what it excluded, a condition is turned round.
CHOSEN = re.compile(
    r"core/(AddNot|ReplaceTrueWithFalse|ReplaceFalseWithTrue|ReplaceAndWithOr|ReplaceOrWithAnd"
    r"|ReplaceBreakWithContinue|ReplaceContinueWithBreak|ExceptionReplacer|ZeroIterationForLoop"
    r"|ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_Div|Div_Mul|FloorDiv_Div|Mod_Mul|Pow_Mul)"
    r"|ReplaceUnaryOperator_(Delete_Not|USub_UAdd)"
    r"|ReplaceComparisonOperator_(Lt_LtE|LtE_Lt|Gt_GtE|GtE_Gt|Eq_NotEq|NotEq_Eq|Is_IsNot|IsNot_Is))"
)


class FigureReplacer:
    """Makes a whole number one larger and a fraction a tenth larger; cosmic-ray makes 1.05 of 0.05."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[object, object]]:
        """One mutant for every number."""
        if is_number(node):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, _index: int) -> Any:
        """Make the number larger."""
        value = ast.literal_eval(node.value)
        larger = value + 1 if isinstance(value, int) else value * 1.1 or 0.1
        return Number(f" {larger!r}", node.start_pos)


def operators() -> dict[str, Any]:
    """Make the operators, by name."""
    names = filter(CHOSEN.fullmatch, sorted(cosmic_ray.plugins.operator_names()))
    return {FIGURE: FigureReplacer(), **{name: cosmic_ray.plugins.get_operator(name)() for name in names}}
