"""`soundwatch analyze` of long files beside `ffmpeg -threads 1 -f null`, and the memory that it takes.

    python files.py COMMAND [--rounds N]

Makes its sounds from speech by espeak-ng and tunes and noise by sox; needs ffmpeg too.
"""
import argparse
import os
import subprocess
import tempfile
import time

TEXT = ("A sound is a wave of pressure that travels through air, water or walls. What we hear of it is its loudness, "
        "its pitch and its colour, and how all of them change. A voice carries more: who is speaking, and in which mood. ")


def make_hour(folder):
    """Half a minute each of speech, tune and noise, then a mixture, joined to an hour of 44.1 kHz stereo."""
    run = lambda *command: subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    part = lambda name: os.path.join(folder, name)
    common = ["-r", "44100", "-c", "2", "-b", "16"]
    run("espeak-ng", "-s", "150", "-w", part("voice.wav"), TEXT * 3)
    run("sox", part("voice.wav"), *common, part("speech.wav"), "rate", "44100", "trim", "0", "30", "pad", "0", "1")
    notes = []
    for number, note in enumerate(("C3", "E3", "G3", "B3", "A3", "F3", "D3", "G2")):
        notes.append(part(f"note{number}.wav"))
        run("sox", "-n", *common, notes[-1], "synth", "2", "pluck", note, "synth", "2", "pluck", "mix", f"%{number * 2 - 9}",
            "fade", "0", "2", "0.2", "gain", "-6")
    run("sox", *notes, *notes, part("tune.wav"))
    run("sox", "-n", *common, part("noise.wav"), "synth", "30", "pinknoise", "gain", "-15", "tremolo", "0.3", "60")
    run("sox", "-m", part("speech.wav"), part("tune.wav"), part("both.wav"))
    run("sox", part("speech.wav"), part("tune.wav"), part("noise.wav"), part("both.wav"), part("minutes.wav"))
    run("sox", part("minutes.wav"), part("hour.wav"), "repeat", "40", "trim", "0", "3600")
    run("ffmpeg", "-v", "error", "-i", part("hour.wav"), part("hour.flac"))
    run("ffmpeg", "-v", "error", "-i", part("hour.wav"), "-b:a", "192k", part("hour.mp3"))


def measure(command):
    """Wall time, processor time and the most memory (in MB) of a command."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    message = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        raise SystemExit(f"{command} failed: {message.decode()[-500:]}")
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024 / 1e6


def best(rounds):
    """The least of each measure."""
    return [min(column) for column in zip(*rounds)]


def speed(command, folder, rounds):
    contestants = {"ours": lambda f: [command, "analyze", "--quiet", "--format", "csv", f],
                   "ours, windows": lambda f: [command, "analyze", "--quiet", "--windows", "--format", "csv", f],
                   "ffmpeg": lambda f: ["ffmpeg", "-v", "error", "-threads", "1", "-i", f, "-f", "null", "-"]}
    print("| one hour, stereo, 44.1 kHz | segments: wall; processor | windows: wall; processor | ffmpeg: wall; processor |"
          " ratio of wall times | peak memory | target |\n|---|---|---|---|---|---|---|")
    for kind in ("wav", "flac", "mp3"):
        found = {name: [] for name in contestants}
        for _ in range(rounds):
            for name, line in contestants.items():
                found[name].append(measure(line(os.path.join(folder, "hour." + kind))))
        wall, processor, memory = best(found["ours"])
        windows, peer = best(found["ours, windows"]), best(found["ffmpeg"])
        ratio = wall / peer[0]
        print(f"| {kind} | {wall:.2f}; {processor:.2f} s | {windows[0]:.2f}; {windows[1]:.2f} s | {peer[0]:.2f}; {peer[1]:.2f} s |"
              f" {ratio:.2f} | {max(m for *_, m in found['ours']):.1f} MB | <= 1.25: {'met' if ratio <= 1.25 else '**not met**'} |",
              flush=True)


def memory(command, folder):
    """The most memory for 10 minutes, an hour and ten hours of mp3."""
    hour = os.path.join(folder, "hour.mp3")
    names = {"10 minutes": "minutes10.mp3", "1 hour": "hour.mp3", "10 hours": "hours10.mp3"}
    run = lambda *options: subprocess.run(["ffmpeg", "-v", "error", *options], check=True)
    run("-i", hour, "-t", "600", "-c", "copy", os.path.join(folder, names["10 minutes"]))
    run("-stream_loop", "9", "-i", hour, "-c", "copy", os.path.join(folder, names["10 hours"]))
    print("\n| mp3, stereo, 44.1 kHz | peak memory, segments | windows | processor time | target |\n|---|---|---|---|---|")
    peaks = []
    for length, name in names.items():
        rows = [measure([command, "analyze", "--quiet", option, "--format", "csv", os.path.join(folder, name)])
                for option in ("--segments", "--windows")]
        peaks.append(max(row[2] for row in rows))
        print(f"| {length} | {rows[0][2]:.1f} MB | {rows[1][2]:.1f} MB | {rows[0][1]:.1f} s |"
              f" <= 60 MB: {'met' if peaks[-1] <= 60 else '**not met**'} |", flush=True)
    spread = max(peaks) - min(peaks)
    print(f"\nBetween the least and the most: {spread:.1f} MB (the same: {'met' if spread <= 3 else '**not met**'}).")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command", help="the built soundwatch")
    parser.add_argument("--rounds", type=int, default=3)
    a = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="soundwatch-files-") as folder:
        make_hour(folder)
        speed(a.command, folder, a.rounds)
        memory(a.command, folder)


if __name__ == "__main__":
    main()
