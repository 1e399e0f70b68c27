"""A PulseAudio daemon without hardware, for programs that capture from the default device."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import time

RATE = 48_000


class SoundCard:
    """What is played into its sink can be captured from the default device of `environment`."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="soundwatch-live-", dir="/tmp"))
        for name in ["home", "run"]:
            (self.folder / name).mkdir(mode=0o700)
        self.socket = f"unix:{self.folder}/native"
        device = f'{{ type pulse server "{self.socket}" }}'
        (self.folder / "home/.asoundrc").write_text(
            f"pcm.!default {device}\nctl.!default {device}\npcm.pulse {device}\n")
        self.environment = os.environ | {
            "HOME": f"{self.folder}/home", "XDG_RUNTIME_DIR": f"{self.folder}/run",
            "XDG_CONFIG_HOME": f"{self.folder}/home", "PULSE_SERVER": self.socket,
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=/dev/null"}
        self.daemon = None

    def __enter__(self):
        self.daemon = self.start([
            "pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1",
            "--disable-shm=yes", "--log-level=error",
            "-L", f"module-null-sink sink_name=test format=s16le rate={RATE} channels=2",
            "-L", f"module-native-protocol-unix auth-anonymous=1 socket={self.folder}/native"],
            stderr=subprocess.DEVNULL)
        for _ in range(500):
            if self.start(["pactl", "info"], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL).wait() == 0:
                return self
            time.sleep(0.02)
        raise SystemExit("pulseaudio does not start.")

    def __exit__(self, *_):
        self.daemon.kill()
        self.daemon.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self, command, **options):
        """Starts a program that finds this sound card."""
        return subprocess.Popen(command, env=self.environment, **options)

    def player(self, latency_ms=50):
        """A program that plays what is written to its input: 16 bits, two channels."""
        return self.start(
            ["pacat", "--playback", "--raw", "--format=s16le", f"--rate={RATE}", "--channels=2",
             f"--latency-msec={latency_ms}"], stdin=subprocess.PIPE)

    def recorder(self, latency_ms=10):
        """A program that writes what is heard to its output, in the player's format."""
        return self.start(
            ["parec", "--raw", "--format=s16le", f"--rate={RATE}", "--channels=2",
             f"--latency-msec={latency_ms}"], stdout=subprocess.PIPE)
