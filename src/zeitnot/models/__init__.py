"""Models: trained files of the package, read and checked, as the estimators that policies take."""
