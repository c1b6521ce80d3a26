"""Writes a small network for Leela Zero, with the right shape and random weights. Any network plays legal moves.

    python3 leela_zero_weights.py FILE
"""

import random
import sys

BLOCK = [36, 2, 2, 2]
# The first convolution of 18 planes by 2 filters, one residual block, the policy head of 19x19, the value head.
LAYERS = [324, 2, 2, 2, *BLOCK, *BLOCK, 4, 2, 2, 2, 722 * 362, 362, 2, 1, 1, 1, 361 * 256, 256, 256, 1]

if __name__ == "__main__":
    numbers = random.Random(1)
    with open(sys.argv[1], "w") as file:
        print(1, file=file)
        for size in LAYERS:
            print(*("{:.3f}".format(abs(numbers.gauss(0, 0.05)) + 0.001) for _ in range(size)), file=file)
