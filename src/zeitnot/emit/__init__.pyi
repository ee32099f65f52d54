"""Emit: a manager as one source file in another language, to be pasted into an engine."""

from zeitnot.emit.manager import (
    EMITTABLE as EMITTABLE,
    EmittedManager as EmittedManager,
    emitted_manager as emitted_manager,
)
from zeitnot.emit.source_file import (
    LANGUAGES as LANGUAGES,
    source_text as source_text,
)
from zeitnot.emit.vectors import (
    vectors_text as vectors_text,
)
