"""A report in which the first finding is in a game of 2,000 turns: long_game.py SUMMARY.JSON"""

import json
import random
import sys

with open(sys.argv[1]) as file:
    report = json.load(file)
finding = report["findings"][0]
draw = random.Random(1)
points = [column + str(row) for column in "ABCDEFGHJKLMNOPQRST" for row in range(1, 20)]
# Some points are occupied, which is forbidden; some turns capture, and some are suicides.
turns = [draw.choice(points) for _ in range(2000)]
finding["size"] = "19x19"
finding["turns"] = [f"{'BW'[place % 2]} {turn}" for place, turn in enumerate(turns)]
finding["record"] = "19x19 repetition=none: " + ", ".join(turns)
report["findings"] = [finding]
print(json.dumps(report))
