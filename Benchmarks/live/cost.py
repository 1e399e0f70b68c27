#!/usr/bin/env python3
"""What listening to one microphone costs: 48 kHz, stereo, for some time after the first seconds.

    cost.py LIVE SOUNDWATCH [SECONDS]

LIVE is the built program `Live`, SOUNDWATCH the built command. All programs listen to the same sink, in which
the example goes round, at the same time. The screen is drawn on a terminal of 80 by 24.
"""

import fcntl
import os
import pathlib
import pty
import struct
import subprocess
import sys
import termios
import threading
import time

from sound_card import RATE, SoundCard

EXAMPLE = pathlib.Path(__file__).parents[2] / "Examples/example.ogg"
# PortAudio asks again and again until the sink gives its first sound.
SETTLING = 5


def play(player):
    """Plays the example again and again, for as long as anybody listens."""
    sound = subprocess.run(
        ["ffmpeg", "-v", "error", "-nostdin", "-i", str(EXAMPLE), "-f", "s16le", "-ar", str(RATE), "-ac", "2", "-"],
        check=True, capture_output=True).stdout
    try:
        while True:
            player.stdin.write(sound)
    except (BrokenPipeError, ValueError):
        pass


def on_a_terminal(card, command):
    """Starts a command on a terminal of its own, whose output is thrown away."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = card.environment | {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    process = subprocess.Popen(command, env=environment, stdin=its, stdout=its, stderr=its)
    os.close(its)

    def drain():
        try:
            while os.read(ours, 1 << 16):
                pass
        except OSError:
            pass

    threading.Thread(target=drain, daemon=True).start()
    return process


def processor_times(process):
    """Seconds of each thread, by its number."""
    times = {}
    for task in pathlib.Path(f"/proc/{process.pid}/task").iterdir():
        times[task.name] = int((task / "schedstat").read_text().split()[0]) / 1e9
    return times


def wakeups(process):
    count = 0
    for task in pathlib.Path(f"/proc/{process.pid}/task").iterdir():
        for line in (task / "status").read_text().splitlines():
            if line.startswith("voluntary_ctxt_switches"):
                count += int(line.split()[1])
    return count


def memory(process):
    """Megabytes by the names of /proc/PID/smaps_rollup."""
    sizes = {}
    for line in pathlib.Path(f"/proc/{process.pid}/smaps_rollup").read_text().splitlines()[1:]:
        name, size = line.split()[:2]
        sizes[name.rstrip(":")] = int(size) * 1024 / 1e6
    return sizes


def main():
    live, soundwatch = sys.argv[1:3]
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 60
    verdict = lambda met: "met" if met else "**not met**"
    with SoundCard() as card:
        player = card.player(latency_ms=500)
        threading.Thread(target=play, args=[player], daemon=True).start()
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        programs = {
            "library: labels and segments": card.start([live, "listen"], **quiet),
            "`soundwatch mic --json`": card.start([soundwatch, "mic", "--rate", str(RATE), "--json"], **quiet),
            "`soundwatch mic`, with its screen":
                on_a_terminal(card, [soundwatch, "mic", "--rate", str(RATE)]),
        }
        time.sleep(SETTLING)
        before = {name: (time.monotonic(), processor_times(process), wakeups(process))
                  for name, process in programs.items()}
        time.sleep(seconds)
        print("| one live stream, 48 kHz, stereo | share of a core | of which the audio system's threads | "
              "wake-ups a second | resident | of which shared with nobody | of which written to | target |")
        print("|---|---|---|---|---|---|---|---|")
        for name, process in programs.items():
            began, times, count = before[name]
            now, after, woken = time.monotonic(), processor_times(process), wakeups(process)
            sizes = memory(process)
            wall = now - began
            used = {task: after[task] - times.get(task, 0) for task in after}
            names = {task: pathlib.Path(f"/proc/{process.pid}/task/{task}/comm").read_text().strip()
                     for task in after}
            # PortAudio's thread has the program's name; it is the last one that was started before listening
            # began, right behind the one of PulseAudio's library.
            pulse = [task for task in after if names[task].startswith("threaded-ml")]
            audio = sum(used[task] for task in pulse)
            follower = sorted((int(task) for task in after if pulse and int(task) > int(pulse[-1])))
            if follower:
                audio += used[str(follower[0])]
            share = sum(used.values()) / wall
            private = sizes["Private_Clean"] + sizes["Private_Dirty"]
            print(f"| {name} | {share * 100:.2f} % | {audio / wall * 100:.2f} % | {(woken - count) / wall:.0f} | "
                  f"{sizes['Rss']:.1f} MB | {private:.1f} MB | {sizes['Anonymous']:.1f} MB | "
                  f"<= 1 % and <= 40 MB: {verdict(share <= 0.01 and sizes['Rss'] <= 40)} |")
        for process in [*programs.values(), player]:
            process.kill()
            process.wait()


main()
