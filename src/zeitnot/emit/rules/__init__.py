"""The rules of emitted managers, in the part of Python that is translated; see `zeitnot.emit.program`."""
