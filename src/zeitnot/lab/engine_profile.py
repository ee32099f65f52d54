"""Engine profiles: learned from most of an engine's own games, and checked on the others."""

import datetime
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from zeitnot.atomic_file import write_atomically
from zeitnot.chess import ChessRecording, ChessTrace, ScoreCurve, engine_facts
from zeitnot.errors import SettingError, check_least
from zeitnot.lab.data_run import DataRun, recording_task
from zeitnot.lab.fleet.tasks import LocalTasks
from zeitnot.lab.fleet.work_queue import Event
from zeitnot.lab.game_recording import recording_of_games
from zeitnot.lab.general_model import check_figures
from zeitnot.lab.replay.figures import PolicyFigures
from zeitnot.lab.store.shard_store import ShardStore, missing_numbers
from zeitnot.learning import (
    LossTraining,
    in_own_scores,
    learn_general_values,
    loss_rows,
    read_data,
    split_rows,
    traces_of,
    train_loss,
)
from zeitnot.models import (
    GENERAL_INPUTS,
    KeptProfile,
    PackageModels,
    Profile,
    find_profile,
    keep_profile,
    profile_folder,
    read_model,
)
from zeitnot.turns import to_json_form

GAMES_FOLDER = "games.data"
"""Folder of the recorded games, in that of the profile."""
_FEWEST_GAMES = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineRecording:
    """Which engine is learned from, and how much of it is recorded."""

    command: tuple[str, ...]
    """Command that starts the engine; empty: the built-in one."""
    options: tuple[tuple[str, str], ...] = ()
    """UCI options."""
    games: int = 24
    """Games to record."""
    nodes: int = 100_000
    """Nodes of each search. What is learned is relative to a quarter of it, so it need not be what a turn
    gets."""
    seed: int = 1
    """Seed of the openings."""
    curve: ScoreCurve | None = None
    """What a score is worth to the engine; None to fit it to the recorded games, which are few."""

    def __post_init__(self) -> None:
        check_least(self, _FEWEST_GAMES, "games")
        check_least(self, 100, "nodes")

    @property
    def recording(self) -> ChessRecording:
        """How its games are recorded."""
        return ChessRecording(
            seed=self.seed,
            engine=self.command,
            options=self.options,
            nodes=self.nodes,
            judge_nodes=self.nodes,
            whole_games=True,
        )


class EngineLearning:
    """Makes the profile of one engine: `record`, then `learn`."""

    def __init__(self, recording: EngineRecording, *, base: Path | None = None) -> None:
        """Start the engine once: its name and its speed are needed. A base is a file of the general model
        that is calibrated, instead of the package's."""
        self.recording = recording
        self._base = PackageModels().general_model() if base is None else read_model(base)
        self.engine, self.nodes_per_s = engine_facts(recording.recording)
        self.folder = profile_folder(self.engine)

    @property
    def data(self) -> Path:
        """Folder of the recorded games."""
        return self.folder / GAMES_FOLDER

    @property
    def settings(self) -> ChessRecording:
        """How the games are recorded: as in matches, or as an earlier version began."""
        return recording_of_games(self.recording.recording, self.data)

    def record(
        self,
        *,
        processes: int,
        on_begin: Callable[[int], None] | None = None,
        on_event: Callable[[Event], None] | None = None,
        is_stopped: Callable[[], bool] | None = None,
    ) -> bool:
        """Record the games that are missing, and return whether none is left to record; a game is kept as it
        ends. One that the engine cannot play to its end is left out, as long as enough others are there."""
        settings = self.settings
        with ShardStore(self.data, game="chess", settings=to_json_form(settings)) as store:
            missing = missing_numbers(store, self.recording.games)
            if on_begin is not None:
                on_begin(self.recording.games - len(missing))
            if not missing:
                return True
            tasks = LocalTasks(recording_task("chess", settings), processes=min(processes, len(missing)))
            with closing(tasks):
                run = DataRun(
                    store=store,
                    fleet=tasks,
                    positions=self.recording.games,
                    on_event=on_event,
                    is_stopped=is_stopped,
                )
                run.run()
                run.close()
            if run.left_out and len(store.numbers) < _FEWEST_GAMES:
                raise SettingError(f"{len(run.left_out)} games could not be recorded: {run.words}")
            return run.is_complete

    def learn(self, *, processes: int, made_by: str = "") -> tuple[KeptProfile, tuple[PolicyFigures, ...]]:
        """Train on most games, check on the others and keep the profile; return it with the figures."""
        traces = self.recorded_turns()
        rows = loss_rows(traces, inputs=GENERAL_INPUTS)
        training = LossTraining(seed=self.recording.seed)
        trained = train_loss(rows, training, base=self._base, made_by=made_by)
        held_out = set(split_rows(rows, seed=training.seed).held_out.groups.tolist())
        self.folder.mkdir(parents=True, exist_ok=True)
        kept = KeptProfile(profile=self._profile(traces, len(held_out), made_by), folder=self.folder)
        write_atomically(kept.loss_file, trained.model.to_bytes())
        learning_from = [trace for trace in traces if trace.group not in held_out]
        learned = learn_general_values(
            [learning_from], PackageModels(), model=str(kept.loss_file), made_by=made_by
        )
        write_atomically(kept.values_file, learned.values.to_json())
        files = (("chess_model", str(kept.loss_file)), ("chess_values", str(kept.values_file)))
        judging = [trace for trace in traces if trace.group in held_out]
        figures = check_figures(judging, files, processes=processes, seed=self.recording.seed)
        share = next(each.share for each in figures if each.policy == "learned")
        profile = self._profile(
            traces,
            len(held_out),
            made_by,
            ranking=trained.metrics[0].ranking,
            share=None if share is None else share.mean,
            share_error=None if share is None else share.error,
        )
        keep_profile(profile, self.folder)
        found = find_profile(self.engine)
        if found is None:
            raise SettingError(f"the profile of {self.engine!r} was not kept in {str(self.folder)!r}")
        return found, figures

    def recorded_turns(self) -> list[ChessTrace]:
        """Return the turns of the recorded games, with losses by the score curve of the engine."""
        wanted = set(range(self.recording.games))
        recorded, _ = traces_of(in_own_scores(read_data(self.data), curve=self.recording.curve).traces)
        return [trace for trace in recorded if trace.group in wanted]

    def _profile(
        self, traces: Sequence[ChessTrace], held_out: int, made_by: str, **figures: float | None
    ) -> Profile:
        return Profile(
            engine=self.engine,
            options=self.recording.options,
            nodes_per_s=round(self.nodes_per_s, 1),
            games=len({trace.group for trace in traces}),
            turns=len(traces),
            recorded=datetime.datetime.now(datetime.UTC).date().isoformat(),
            made_by=made_by,
            held_out_games=held_out,
            **figures,
        )
