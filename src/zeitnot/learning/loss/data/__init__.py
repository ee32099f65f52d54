"""Data sets of expected losses: recorded searches, and what stopping at each step would have lost."""

from zeitnot.learning.loss.data.checkpoints import (
    is_seen,
)
from zeitnot.learning.loss.data.chess_recorder import (
    ChessRecorder,
    ChessRecording,
)
from zeitnot.learning.loss.data.columns import (
    arrow,
)
from zeitnot.learning.loss.data.scrabble_positions import (
    DrawnPosition,
)
from zeitnot.learning.loss.data.scrabble_recorder import (
    ScrabbleRecorder,
    ScrabbleRecording,
)
from zeitnot.learning.loss.data.shards import (
    SHARD_SUFFIX,
    DataSet,
    DataSummary,
    GameName,
    read_data,
    read_head,
    read_shard,
    settings_difference,
    shard_paths,
    summary_of,
    write_shard,
)
from zeitnot.learning.loss.data.traces import (
    ChessTrace,
    JudgedCheck,
    JudgedIteration,
    JudgedPly,
    ScrabbleTrace,
    SimulatedRun,
    Trace,
    traces_of,
)

__all__ = [
    "SHARD_SUFFIX",
    "ChessRecorder",
    "ChessRecording",
    "ChessTrace",
    "DataSet",
    "DataSummary",
    "DrawnPosition",
    "GameName",
    "JudgedCheck",
    "JudgedIteration",
    "JudgedPly",
    "ScrabbleRecorder",
    "ScrabbleRecording",
    "ScrabbleTrace",
    "SimulatedRun",
    "Trace",
    "arrow",
    "is_seen",
    "read_data",
    "read_head",
    "read_shard",
    "settings_difference",
    "shard_paths",
    "summary_of",
    "traces_of",
    "write_shard",
]
