"""The labelled audio folder: one manifest.csv and the files it names.

Any folder works whose manifest has the columns path, class, subclass, source_repo, licence, recording_id,
split and seconds. Only `path` and `class` are essential; the others have defaults, so that own data
needs no more than two columns.
"""
import csv
import os
from dataclasses import dataclass

CLASSES = ["speech", "music", "singing", "noise"]


@dataclass
class Clip:
    """One row of the manifest."""
    path: str
    kind: str          # speech, music, singing, noise or song
    subclass: str
    source: str
    licence: str
    recording: str
    split: str         # train or dev

    @property
    def accompanied(self):
        """Sung with instruments: music is true at the same time."""
        return self.kind == "singing" and self.subclass.startswith("with_accompaniment")

    @property
    def human_noise(self):
        """Laughing, crying, coughing and the like: the teachers are weak there, the label is not."""
        return self.kind == "noise" and (
            self.subclass.startswith("human_nonverbal") or self.subclass in ("esc_baby-cry", "esc_person-sneeze"))

    @property
    def near_silence(self):
        return self.subclass.startswith("near_silence")


def folder_of(argument=None):
    """The data folder: the argument, or the environment variable SOUNDWATCH_DATA."""
    folder = argument or os.environ.get("SOUNDWATCH_DATA")
    if not folder:
        raise SystemExit("Name the data folder with --data or in SOUNDWATCH_DATA.")
    return folder


def load_manifest(folder):
    """All usable clips of the folder, in the order of the manifest."""
    clips = []
    with open(os.path.join(folder, "manifest.csv"), newline="") as file:
        for row in csv.DictReader(file):
            if row["class"] not in CLASSES + ["song"]:
                continue
            clips.append(Clip(
                path=row["path"], kind=row["class"], subclass=row.get("subclass") or "",
                source=row.get("source_repo") or row["path"].split("/")[0],
                licence=row.get("licence") or "not stated",
                recording=row.get("recording_id") or row["path"], split=row.get("split") or "train"))
    return clips


def licence_allowed(licence, allowed):
    """True if one of the words in `allowed` (lower case) opens or occurs in the licence text."""
    return not allowed or any(word in licence.lower() for word in allowed)
