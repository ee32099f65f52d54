"""The expected loss: data sets of recorded searches, and the network trained on them."""
