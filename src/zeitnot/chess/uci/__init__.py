"""UCI: the engine as chess interfaces speak to it."""
