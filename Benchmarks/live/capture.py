#!/usr/bin/env python3
"""Captures for some time while both cores are kept busy, and accounts for every frame.

    capture.py LIVE SECONDS [BUSY]

LIVE is the built program `Live`; BUSY how many other processes keep the machine busy (2).
"""

import subprocess
import sys
import threading

import numpy

from sound_card import SoundCard


def play_ramp(player):
    """Frame n has the value 1 + n % 30000 in both channels, for as long as anybody listens."""
    block = numpy.repeat(numpy.arange(1, 30_001, dtype="<i2"), 2).tobytes()
    try:
        while True:
            player.stdin.write(block)
    except (BrokenPipeError, ValueError):
        pass


def main():
    live, seconds = sys.argv[1:3]
    busy = int(sys.argv[3]) if len(sys.argv) > 3 else 2
    with SoundCard() as card:
        player = card.player(latency_ms=2000)
        threading.Thread(target=play_ramp, args=[player], daemon=True).start()
        print(f"{busy} other processes never pause, at the same priority.\n", flush=True)
        load = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(busy)]
        try:
            status = card.start([live, "capture", seconds]).wait()
        finally:
            for process in load + [player]:
                process.kill()
    sys.exit(status)


main()
