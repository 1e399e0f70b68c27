"""Labelled clips: a folder with manifest.csv (columns path and class; subclass and split where there are)."""
import csv
import os
import subprocess
from dataclasses import dataclass

import numpy as np

RATE = 44100
CLASSES = ["speech", "music", "singing", "noise"]
LABELS = CLASSES + ["silence"]


@dataclass(frozen=True)
class Clip:
    path: str
    label: str
    subclass: str
    seconds: float

    @property
    def is_room_tone(self):
        """Next to silence: there is no right answer between noise and silence."""
        return self.subclass.startswith("near_silence")

    @property
    def kind(self):
        """The group whose recall is reported."""
        s = self.subclass
        if self.label == "singing":
            return "singing, with accompaniment" if s.startswith("with_accompaniment") else "singing, a cappella"
        if self.label == "music":
            solo = s.startswith(("solo_", "instrument_notes", "duo_", "piano_solo"))
            return "music, solo instruments" if solo else "music, bands and tracks"
        if self.label == "noise":
            if not s.startswith(("human_nonverbal", "esc_baby-cry", "esc_person-sneeze")):
                return "noise, animals" if s.startswith("animals") or "dog" in s or "rooster" in s else "noise, environment"
            voiced = any(w in s for w in ("laugh", "cry", "scream", "moan", "groan", "yawn", "affective"))
            return "noise, human and voiced" if voiced else "noise, human, not voiced"
        if "8k" in s:
            return "speech, telephone and 8 kHz radio"
        spontaneous = ("spontan", "interview", "conversation", "lecture", "court", "spoken", "broadcast", "archive",
                       "public", "radio", "meeting")
        return "speech, spontaneous" if any(w in s for w in spontaneous) else "speech, read or acted"


def load(folder, split="dev"):
    """The clips of one split; all of them where the manifest has no splits."""
    clips = []
    with open(os.path.join(folder, "manifest.csv"), newline="") as file:
        for row in csv.DictReader(file):
            if row["class"] not in CLASSES or row.get("split", split) != split:
                continue
            clips.append(Clip(os.path.join(folder, row["path"]), row["class"], row.get("subclass") or "",
                              float(row.get("seconds") or 10)))
    return [c for c in clips if not c.is_room_tone]


def samples(clip, limit=None):
    """The clip's first channel at 44.1 kHz."""
    command = ["ffmpeg", "-v", "error", "-i", clip.path, "-ac", "1", "-ar", str(RATE)]
    command += ["-t", str(limit)] if limit else []
    out = subprocess.run(command + ["-f", "f32le", "-"], capture_output=True, check=True).stdout
    return np.frombuffer(out, np.float32).copy()


def rms(x):
    return float(np.sqrt(np.mean(x.astype(np.float64) ** 2))) + 1e-12
