#!/usr/bin/env bash
# Makes example.ogg: a minute of speech, a tune, noise and silence, all of our own making, so that
# everybody may use it for anything. Needs espeak-ng, fluidsynth with a General MIDI sound font,
# python3 and ffmpeg.
#
# Usage: make-example-sound.sh [OUTPUT]
set -euo pipefail

output=${1:-$(dirname "$0")/example.ogg}
soundfont=${SOUNDFONT:-/usr/share/sounds/sf2/default-GM.sf2}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for tool in espeak-ng fluidsynth python3 ffmpeg; do
  command -v "$tool" >/dev/null || { echo "$0: $tool is missing." >&2; exit 1; }
done
[[ -r $soundfont ]] || { echo "$0: There is no sound font $soundfont. Set SOUNDFONT." >&2; exit 1; }

say() { # say FILE VOICE TEXT
  espeak-ng -v "$2" -s 150 -w "$work/$1.wav" "$3"
}

say first en-gb "Good morning. This is a minute of sound for a program that listens. First somebody
speaks, as you hear. Then there is a little music, then nothing but noise, and in between it is
quiet. At the end somebody speaks again."
say last en-us+f3 "That was the music, and that was the noise. Thank you for listening, and goodbye."

# The tune: eight bars in A minor at 100 beats a minute, for vibraphone, piano, bass and drums.
python3 - "$work/tune.mid" <<'PYTHON'
import struct
import sys

TICKS = 480  # per quarter note
events = []  # (tick, order, bytes)


def note(channel, pitch, beat, length, velocity):
    start, end = round(beat * TICKS), round((beat + length * 0.95) * TICKS)
    events.append((start, 1, bytes([0x90 | channel, pitch, velocity])))
    events.append((end, 0, bytes([0x80 | channel, pitch, 0])))


VIBRAPHONE, PIANO, BASS, DRUMS = 0, 1, 2, 9
for channel, program in [(VIBRAPHONE, 11), (PIANO, 0), (BASS, 33)]:
    events.append((0, 0, bytes([0xC0 | channel, program])))

# Roots of the bass and chords of the piano, one for each bar.
bars = [
    (45, (57, 60, 64)), (41, (57, 60, 65)), (36, (55, 60, 64)), (43, (55, 59, 62)),
    (45, (57, 60, 64)), (38, (57, 62, 65)), (40, (56, 59, 64)), (45, (57, 60, 64)),
]
melody = [  # (pitch, beats), None being a rest
    (76, 1), (74, 0.5), (72, 0.5), (69, 2), (72, 1), (77, 1.5), (76, 0.5), (72, 1),
    (79, 1), (76, 0.5), (74, 0.5), (72, 1), (67, 1), (71, 1.5), (74, 0.5), (67, 2),
    (76, 1), (74, 0.5), (72, 0.5), (69, 1), (76, 1), (77, 1), (74, 1), (69, 1.5), (None, 0.5),
    (71, 1), (74, 0.5), (71, 0.5), (68, 1), (64, 1), (69, 4),
]
for index, (root, chord) in enumerate(bars):
    beat = 4 * index
    for offset, pitch in [(0, root), (1.5, root), (2, root + 7), (3, root + 12)]:
        note(BASS, pitch, beat + offset, 0.5 if offset == 1.5 else 0.9, 88)
    for offset in (0, 1, 2.5, 3):
        for pitch in chord:
            note(PIANO, pitch, beat + offset, 0.6, 62)
    if index == len(bars) - 1:
        break
    for offset in range(4):
        note(DRUMS, 36 if offset % 2 == 0 else 38, beat + offset, 0.2, 92)
    for eighth in range(8):
        note(DRUMS, 42, beat + eighth / 2, 0.1, 70 if eighth % 2 == 0 else 48)
beat = 0
for pitch, length in melody:
    if pitch is not None:
        note(VIBRAPHONE, pitch, beat, length, 100)
    beat += length


def variable_length(value):
    parts = [value & 0x7F]
    while value := value >> 7:
        parts.append(0x80 | value & 0x7F)
    return bytes(reversed(parts))


track = b"\x00\xff\x51\x03" + struct.pack(">I", 600_000)[1:]  # microseconds a beat
now = 0
for tick, _, data in sorted(events):
    track += variable_length(tick - now) + data
    now = tick
track += b"\x00\xff\x2f\x00"
with open(sys.argv[1], "wb") as file:
    file.write(b"MThd" + struct.pack(">IHHH", 6, 0, 1, TICKS))
    file.write(b"MTrk" + struct.pack(">I", len(track)) + track)
PYTHON

fluidsynth -q -n -i -r 48000 -g 0.7 -F "$work/tune.wav" "$soundfont" "$work/tune.mid" >/dev/null

# One after another, with silence in between; mono, because the speech is.
ffmpeg -v error -y \
  -i "$work/first.wav" -i "$work/tune.wav" -i "$work/last.wav" \
  -f lavfi -i "anoisesrc=color=pink:sample_rate=48000:duration=8:seed=1:amplitude=0.2" \
  -filter_complex "
    [0]aresample=48000,aformat=channel_layouts=mono,volume=0.8,adelay=1500[first];
    [1]aformat=channel_layouts=mono,volume=1.4,afade=out:st=20.5:d=1.5,atrim=end=22,adelay=2500[tune];
    [3]highpass=80,tremolo=f=0.3:d=0.5,afade=in:d=0.3,afade=out:st=7.7:d=0.3,adelay=3000[noise];
    [2]aresample=48000,aformat=channel_layouts=mono,volume=0.8,adelay=2000,apad=pad_dur=1.5[last];
    [first][tune][noise][last]concat=n=4:v=0:a=1,alimiter=limit=0.9[sound]" \
  -map "[sound]" -map_metadata -1 -fflags +bitexact -flags:a +bitexact \
  -metadata title="soundwatch example" -c:a libopus -b:a 40k "$output"
