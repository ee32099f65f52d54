"""How to play the match again: the command line that makes the same plan."""

import shlex
from collections.abc import Iterator

from zeitnot.games import Participant, RefereeRules
from zeitnot.lab import NO_CLOCK, SEQUENTIAL, MatchPlan, Sprt, Tournament, chosen_openings, engine_commands
from zeitnot.report.match_page.markup import HtmlTable, paragraph, text
from zeitnot.report.match_page.run_data import RunData

OPENINGS_FILE = "FILE"
"""Stands for a list of openings that is not the built-in one."""


def reproduce_section(data: RunData) -> str:
    """Show how to play it again."""
    if data.plan.source:
        return paragraph(f"The games were played elsewhere, and imported from {data.plan.source}.")
    words = "Play it again:"
    if data.plan.work_per_s is not None:
        words = "In work time the same version plays the same games, move by move:"
    built_in = _has_built_in_openings(data.plan)
    line = shlex.join(["zeitnot", "match", *_match_words(data.plan, built_in, OPENINGS_FILE)])
    parts = [_programs(data.plan), paragraph(words), f"<pre><code>{text(line)}</code></pre>"]
    if not built_in:
        parts.append(
            paragraph(
                f"{OPENINGS_FILE} stands for the list of {len(data.plan.openings):,} openings that it was "
                "begun with; the run holds them in its plan.",
                "note",
            )
        )
    if len(data.games) < data.plan.total_games and not data.standings.is_decided:
        parts.append(paragraph("Games are missing. Go on with the run:"))
        parts.append(f"<pre><code>zeitnot resume {text(shlex.quote(data.file_name))}</code></pre>")
    return "".join(parts)


def _programs(plan: MatchPlan) -> str:
    """Show what is really run for participants that are other engines: a name alone says little."""
    commands = engine_commands(plan)
    if not commands:
        return ""
    table = HtmlTable(heads=["participant", "command that is run", ""], left=3, label="Programs")
    for each in commands:
        remark = f"<strong>{text(each.difference)}</strong>" if each.difference else ""
        table.add(text(each.participant), f"<code>{text(each.text)}</code>", remark)
    return f"<h3>Programs</h3>{table.html()}"


def match_words(plan: MatchPlan, *, openings_file: str) -> list[str]:
    """Return the words of `zeitnot match` that make the same plan, with its openings in a file, in order."""
    built_in = _has_built_in_openings(plan)
    words = _match_words(plan, built_in, openings_file)
    return words if built_in or not plan.openings else [*words, "--openings-order", SEQUENTIAL]


def _match_words(plan: MatchPlan, built_in_openings: bool, openings_file: str) -> list[str]:
    """Return the words of the command; only what differs from the defaults is said."""
    words = list(map(_entry, plan.participants))
    words += ["--game", plan.game]
    words += [] if plan.control == NO_CLOCK else ["--clock", plan.control]
    words += ["--games", str(plan.games)]
    words += ["--seed", str(plan.seed)]
    for differs, *option in (*_plan_options(plan), *_rules_options(plan.rules)):
        words += map(str, option if differs else ())
    for name, value in plan.settings:
        words += [f"--{name}", value] if name in plan.played_game.options else ["--set", f"{name}={value}"]
    return words if built_in_openings else [*words, "--openings", openings_file]


def _plan_options(plan: MatchPlan) -> Iterator[tuple[object, ...]]:
    """Yield options of a plan, each behind whether it differs from the default."""
    yield plan.tournament is Tournament.GAUNTLET, "--gauntlet"
    yield plan.work_per_s is not None, "--work", f"{plan.work_per_s or 0:.10g}"
    if (sprt := plan.sprt) is not None:
        plain = Sprt(elo0=sprt.elo0, elo1=sprt.elo1)
        yield True, "--sprt", f"{sprt.elo0:g}", f"{sprt.elo1:g}"
        yield sprt.alpha != plain.alpha, "--alpha", f"{sprt.alpha:g}"
        yield sprt.beta != plain.beta, "--beta", f"{sprt.beta:g}"
        yield sprt.model != plain.model, "--elo-model", sprt.model
    yield plan.hash_mb != MatchPlan.__dataclass_fields__["hash_mb"].default, "--hash", plan.hash_mb
    yield plan.threads != 1, "--threads", plan.threads
    yield plan.ponder, "--ponder"
    yield plan.nodes, "--nodes", plan.nodes
    yield plan.depth, "--depth", plan.depth
    yield plan.affinity, "--affinity", plan.affinity


def _rules_options(rules: RefereeRules) -> Iterator[tuple[object, ...]]:
    plain, decided = RefereeRules(), rules.adjudication
    margins_ms = (f"{margin_s * 1000:g}" for margin_s in rules.margins_s)
    yield rules.margins_s != plain.margins_s, "--margin", ",".join(margins_ms)
    yield rules.stall_s != plain.stall_s, "--stall", f"{rules.stall_s:g}"
    yield decided.resign_moves, "--resign", f"{decided.resign_moves}/{decided.resign_cp:g}"
    yield decided.resign_one_sided, "--one-sided"
    later = (
        "" if decided.draw_from_move == plain.adjudication.draw_from_move else f"/{decided.draw_from_move}"
    )
    yield decided.draw_moves, "--draw", f"{decided.draw_moves}/{decided.draw_cp:g}{later}"
    yield decided.syzygy, "--syzygy", decided.syzygy
    yield rules.most_plies != plain.most_plies, "--max-moves", -(-rules.most_plies // 2)


def _has_built_in_openings(plan: MatchPlan) -> bool:
    """Return whether the openings are those that the program chooses by itself."""
    count = min(plan.rounds, len(plan.openings))
    built_in = plan.played_game.openings()
    return plan.openings[:count] == chosen_openings(built_in, rounds=count, seed=plan.seed)


def _entry(participant: Participant) -> str:
    """Write a participant with the settings that a file or the environment gave it."""
    _, colon, tail = participant.text.partition(":")
    said = {word.partition("=")[0].strip() for word in tail.split(",")}
    more = [f"{name}={value}" for name, value in participant.settings if name not in said]
    if not more:
        return participant.text
    return f"{participant.text}{',' if tail else '' if colon else ':'}{','.join(more)}"
