"""The self-test of an emitted file, in its language: reads vectors and compares every answer."""

from string import Template

from zeitnot.emit.program import Program

_C_FAMILY = Template("""\
#ifdef ZEITNOT_SELF_TEST
// The self-test: reads a file of vectors, and compares every budget and every decision.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double next_number(FILE* file) {
    char word[64];
    if (fscanf(file, "%63s", word) != 1) {
        fprintf(stderr, "the vectors end in the middle of a line\\n");
        exit(2);
    }
    return strtod(word, NULL);
}

static long decisions = 0, wrong_decisions = 0, budgets = 0, wrong_budgets = 0;
static double largest_difference = 0.0;

static void compare_decision(int got, FILE* file) {
    const int wanted = next_number(file) != 0.0;
    ++decisions;
    wrong_decisions += got != wanted;
}

static void compare_budget(double got, FILE* file) {
    const double wanted = next_number(file);
    ++budgets;
    if (got == wanted) {
        return;
    }
    const double size = fabs(wanted) > fabs(got) ? fabs(wanted) : fabs(got);
    const double difference = fabs(got - wanted) / size;
    wrong_budgets += !(difference <= 1e-9);
    largest_difference = difference > largest_difference ? difference : largest_difference;
}

int main(int count, char** words) {
    FILE* file = count > 1 ? fopen(words[1], "r") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: %s VECTORS\\n", words[0]);
        return 2;
    }
    ${manager_type} manager${first_manager};
    long turns = 0;
    char word[64];
    while (fscanf(file, "%63s", word) == 1) {
        if (word[0] == '#') {
            for (int c = fgetc(file); c != '\\n' && c != EOF;) {
                c = fgetc(file);
            }
        } else if (strcmp(word, "new_manager") == 0) {
            manager = ${new_manager};
        } else if (strcmp(word, "new_game") == 0) {
            ${prefix}new_game(${ref}manager);
        } else if (strcmp(word, "begin") == 0) {
            ${turn_type} turn${first_turn};
${turn_fields}
            ${prefix}begin(${ref}manager, ${ref}turn);
            compare_budget(manager.guard.target_s, file);
            compare_budget(manager.guard.limit_s, file);
            ++turns;
        } else if (strcmp(word, "iteration") == 0) {
            ${iteration_type} depth${first_iteration};
${iteration_fields}
            compare_decision(${prefix}iteration(${ref}manager, ${ref}depth), file);
            compare_budget(manager.guard.target_s, file);
        } else if (strcmp(word, "should_stop") == 0) {
            const double elapsed_s = next_number(file);
            compare_decision(${prefix}should_stop(${ref}manager, elapsed_s), file);
        } else if (strcmp(word, "ponder_hit") == 0) {
            const double elapsed_s = next_number(file);
            compare_decision(${prefix}ponder_hit(${ref}manager, elapsed_s), file);
        } else if (strcmp(word, "finish") == 0) {
            ${prefix}finish(${ref}manager, next_number(file));
        } else if (strcmp(word, "correct_score") == 0) {
            ${prefix}correct_score(${ref}manager, next_number(file));
        } else {
            fprintf(stderr, "unknown word in the vectors: %s\\n", word);
            return 2;
        }
    }
    fclose(file);
    printf("%ld turns, %ld decisions, %ld differ; %ld budgets, %ld differ, by at most %.2g\\n", turns,
           decisions, wrong_decisions, budgets, wrong_budgets, largest_difference);
    return turns > 0 && wrong_decisions == 0 && wrong_budgets == 0 ? 0 : 1;
}
#endif  // ZEITNOT_SELF_TEST
""")

_RUST = Template("""\
/// The self-test: reads the vectors that ZEITNOT_VECTORS names, and compares every answer.
#[cfg(test)]
mod self_test {
    use super::*;

    struct Numbers<'a>(std::str::SplitWhitespace<'a>);

    impl Numbers<'_> {
        fn next(&mut self) -> f64 {
            let word = self.0.next().expect("a line of the vectors has too few numbers");
            word.parse().expect("a line of the vectors has a word that is no number")
        }
    }

    #[derive(Default)]
    struct Count {
        decisions: u64,
        wrong_decisions: u64,
        budgets: u64,
        wrong_budgets: u64,
        largest_difference: f64,
    }

    impl Count {
        fn decision(&mut self, got: bool, wanted: f64) {
            self.decisions += 1;
            self.wrong_decisions += u64::from(got != (wanted != 0.0));
        }

        fn budget(&mut self, got: f64, wanted: f64) {
            self.budgets += 1;
            if got != wanted {
                let difference = (got - wanted).abs() / got.abs().max(wanted.abs());
                self.wrong_budgets += u64::from(difference.is_nan() || difference > 1e-9);
                self.largest_difference = self.largest_difference.max(difference);
            }
        }
    }

    #[test]
    fn agrees_with_the_vectors() {
        let path = std::env::var("ZEITNOT_VECTORS").expect("ZEITNOT_VECTORS must name the vectors");
        let text = std::fs::read_to_string(path).expect("the vectors must be readable");
        let mut manager = Manager::default();
        let mut count = Count::default();
        let mut turns = 0;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.split_whitespace();
            let word = words.next().unwrap_or("");
            let mut from = Numbers(words);
            match word {
                "" => {}
                "new_manager" => manager = Manager::default(),
                "new_game" => new_game(&mut manager),
                "begin" => {
                    let turn = Turn {
${turn_fields}
                    };
                    begin(&mut manager, &turn);
                    count.budget(manager.guard.target_s, from.next());
                    count.budget(manager.guard.limit_s, from.next());
                    turns += 1;
                }
                "iteration" => {
                    let depth = Iteration {
${iteration_fields}
                    };
                    count.decision(iteration(&mut manager, &depth), from.next());
                    count.budget(manager.guard.target_s, from.next());
                }
                "should_stop" => count.decision(should_stop(&manager, from.next()), from.next()),
                "ponder_hit" => count.decision(ponder_hit(&mut manager, from.next()), from.next()),
                "finish" => finish(&mut manager, from.next()),
                "correct_score" => correct_score(&mut manager, from.next()),
                other => panic!("unknown word in the vectors: {other}"),
            }
        }
        println!(
            "{} turns, {} decisions, {} differ; {} budgets, {} differ, by at most {:.2e}",
            turns,
            count.decisions,
            count.wrong_decisions,
            count.budgets,
            count.wrong_budgets,
            count.largest_difference
        );
        assert!(turns > 0 && count.wrong_decisions == 0 && count.wrong_budgets == 0);
    }
}
""")


def self_test(program: Program, language: str) -> str:
    """Return the self-test of a file in a language."""
    if language == "rust":
        return _RUST.substitute(
            turn_fields=_rust_fields(program, "Turn"), iteration_fields=_rust_fields(program, "Iteration")
        )
    is_c = language == "c"
    names = {
        name: f"Zeitnot{name}" if is_c else f"zeitnot::{name}" for name in ("Manager", "Turn", "Iteration")
    }
    whole = "(int64_t)next_number(file)" if is_c else "static_cast<std::int64_t>(next_number(file))"
    return _C_FAMILY.substitute(
        prefix="zeitnot_" if is_c else "zeitnot::",
        ref="&" if is_c else "",
        manager_type=names["Manager"],
        turn_type=names["Turn"],
        iteration_type=names["Iteration"],
        first_manager=" = zeitnot_new_manager()" if is_c else "",
        new_manager="zeitnot_new_manager()" if is_c else "zeitnot::Manager()",
        first_turn=" = {0}" if is_c else "",
        first_iteration=" = {0}" if is_c else "",
        turn_fields=_c_fields(program, "Turn", "turn", whole),
        iteration_fields=_c_fields(program, "Iteration", "depth", whole),
    )


def _c_fields(program: Program, struct: str, variable: str, whole: str) -> str:
    reads = {"float": "next_number(file)", "bool": "next_number(file) != 0.0", "int": whole}
    return "\n".join(
        f"            {variable}.{each.name} = {reads[each.type.name]};"
        for found in program.structs
        if found.name == struct
        for each in found.fields
    )


def _rust_fields(program: Program, struct: str) -> str:
    reads = {"float": "from.next()", "int": "from.next() as i64", "bool": "from.next() != 0.0"}
    return "\n".join(
        f"                        {each.name}: {reads[each.type.name]},"
        for found in program.structs
        if found.name == struct
        for each in found.fields
    )
