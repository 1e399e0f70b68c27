#!/usr/bin/env python3
"""What listening to one microphone costs: 48 kHz, stereo, for some time after the first seconds.

    cost.py LIVE SOUNDWATCH [SECONDS]

LIVE is the built program `Live`, SOUNDWATCH the built command. All programs listen to the same sink, in which
the example goes round, at the same time. The screen is drawn on a terminal of 80 by 24. Processor time is
that of the process, taken in slices of five seconds.
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
SLICE = 5


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


def audio_share(process, used):
    """What of it the threads took that the audio system has started."""
    names = {task: pathlib.Path(f"/proc/{process.pid}/task/{task}/comm").read_text().strip() for task in used}
    # The one of PulseAudio's library, and behind it PortAudio's, which has the name of the program.
    pulse = [int(task) for task in used if names[task].startswith("threaded-ml")]
    later = sorted(int(task) for task in used if pulse and int(task) > max(pulse))
    return sum(used[str(task)] for task in pulse + later[:1])


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
        slices = {name: [] for name in programs}
        before = {name: wakeups(process) for name, process in programs.items()}
        count = max(1, int(seconds / SLICE))
        for _ in range(count):
            began = {name: (time.monotonic(), processor_times(process)) for name, process in programs.items()}
            time.sleep(SLICE)
            for name, process in programs.items():
                then, times = began[name]
                wall, after = time.monotonic() - then, processor_times(process)
                used = {task: (after[task] - times.get(task, 0)) / wall for task in after}
                slices[name].append((sum(used.values()), audio_share(process, used)))
        print(f"Least and median of {count} slices of {SLICE} s.\n")
        print("| one live stream, 48 kHz, stereo | share of a core | of which the audio system's threads | "
              "wake-ups a second | resident | of which shared with nobody | of which written to | target |")
        print("|---|---|---|---|---|---|---|---|")
        for name, process in programs.items():
            shares = sorted(slices[name])
            least, audio = shares[0]
            woken = (wakeups(process) - before[name]) / (count * SLICE)
            sizes = memory(process)
            private = sizes["Private_Clean"] + sizes["Private_Dirty"]
            met = "met" if least <= 0.01 and sizes["Rss"] <= 40 else "**not met**"
            print(f"| {name} | {least * 100:.2f}; {shares[len(shares) // 2][0] * 100:.2f} % | {audio * 100:.2f} % | "
                  f"{woken:.0f} | {sizes['Rss']:.1f} MB | {private:.1f} MB | {sizes['Anonymous']:.1f} MB | "
                  f"<= 1 % and <= 40 MB: {met} |")
        for process in [*programs.values(), player]:
            process.kill()
            process.wait()


main()
