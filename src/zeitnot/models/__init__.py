"""Models: trained files of the package, read and checked, as estimators for policies.

Neither the native code nor numpy is loaded before a model is needed.
"""

from zeitnot.facades import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
