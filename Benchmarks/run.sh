#!/bin/sh
# Measures everything and writes Benchmarks/RESULTS.md.
#
#   Benchmarks/run.sh [PART...]     features files analysis streams latency allocations day accuracy recognition live scale
#
# live stands for its four parts: one (what one stream costs), many (how many streams a machine carries),
# onsets and capture (under load, for LIVE_SECONDS, 1800). All but many need pulseaudio and libasound2-plugins.
# Needs ffmpeg, sox, espeak-ng and Python 3.11; peers come from PyPI into Benchmarks/.venv. Accuracy needs
# a folder of labelled clips in SOUNDWATCH_DATA and is skipped without. Recognition then takes composed
# pieces (fluidsynth, fluid-soundfont-gm); QUICK=1 takes a tenth of it,
# CORPORA=songs one corpus, UNINDEXED=1 an hour of unindexed audio, KEEP=FOLDER keeps its queries, and
# fpcalc of libchromaprint-tools is one of its peers. scale needs SOUNDWATCH_DATA, 25 GB and an hour, and is
# measured only when it is named; SCALE_FOLDER keeps its catalog, SCALE_SIZES=1000,10000 ends earlier. SOUNDWATCH, LIVE and PYTHON name a built command, a
# built program of that name and a Python with all requirements, instead of those that are made here.
set -eu
cd "$(dirname "$0")"

parts=${*:-features files analysis streams latency allocations day accuracy recognition live}
parts=$(echo " $parts " | sed 's/ live / one many onsets capture /')

if [ -z "${SOUNDWATCH:-}" ]; then
  swift build --package-path .. -c release --product soundwatch
  SOUNDWATCH="$(swift build --package-path .. -c release --show-bin-path)/soundwatch"
fi

python() {
  if [ -z "${PYTHON:-}" ]; then
    python3 -m venv .venv
    .venv/bin/pip install --quiet -r speed/requirements.lock -r accuracy/requirements.lock -r recognition/requirements.lock
    .venv/bin/pip install --quiet --no-deps -r recognition/peers.lock
    # torchaudio on PyPI brings libraries for CUDA, which a CPU build of PyTorch cannot load. Its
    # spectrogram does not use them, and it works without.
    rm -f .venv/lib/python3*/site-packages/torchaudio/lib/*.so
    PYTHON=.venv/bin/python
  fi
  "$PYTHON" "$@"
}

live_program() {
  [ -z "${LIVE:-}" ] || return 0
  swift build --quiet -c release --product Live >&2
  LIVE="$(swift build -c release --show-bin-path)/Live"
}

# A sound card without hardware.
one() { live_program && python live/cost.py "$LIVE" "$SOUNDWATCH"; }
onsets() { live_program && python live/onsets.py "$LIVE"; }
capture() { live_program && python live/capture.py "$LIVE" "${LIVE_SECONDS:-1800}"; }

# What the cores carry is asked, so that others on the machine step back as far as the user may have it.
many() {
  live_program || return
  printf 'Before other processes: nice -10, where the user may.\n\n'
  setsid --wait sh -c '{ echo -10 > /proc/self/autogroup; } 2>&-; exec nice -n -10 "$0" streams' "$LIVE"
}

speed() {
  swift build --quiet -c release --product Speed >&2
  "$(swift build -c release --show-bin-path)/Speed" "$@"
}

# The tables go through a file, so that a part that fails leaves the old results alone.
tables=$(mktemp)
trap 'rm -f "$tables"' EXIT
failed=""

measure() {
  title=$1
  shift
  echo "measuring $part ..." >&2
  if "$@" > "$tables"; then :; else failed="$failed $part"; fi
  python results.py "$part" "$title" < "$tables"
}

features() { speed features > "$tables.ours" && python speed/peers.py < "$tables.ours"; rm -f "$tables.ours"; }

recognition() {
  swift build --quiet -c release --product FirstMatch >&2
  python recognition/recognition.py "$SOUNDWATCH" --first-match "$(swift build -c release --show-bin-path)/FirstMatch" \
    ${QUICK:+--quick} ${KEEP:+--keep "$KEEP"} ${CORPORA:+--corpora "$CORPORA"} ${UNINDEXED:+--unindexed "$UNINDEXED"}
}

scale() {
  swift build --quiet -c release --product Scale >&2
  python scale/scale.py "$(swift build -c release --show-bin-path)/Scale" --plot scale.svg \
    ${SCALE_FOLDER:+--folder "$SCALE_FOLDER"} ${SCALE_SIZES:+--sizes "$SCALE_SIZES"} &&
    echo && echo "![Time and recall by the number of tracks](scale.svg)"
}

for part in $parts; do
  case $part in
    features) measure "Log-mel spectrogram" features ;;
    files) measure "Files" python speed/files.py "$SOUNDWATCH" ;;
    analysis) measure "The whole analysis" speed analysis ;;
    streams) measure "Memory of one more stream" speed streams ;;
    latency) measure "Latency" speed latency ;;
    allocations) measure "Allocations" speed allocations ;;
    day) measure "A day of sound" speed day ;;
    one) measure "Live: one stream" one ;;
    many) measure "Live: many streams" many ;;
    onsets) measure "Live: from a sound to its label" onsets ;;
    capture) measure "Live: capture on a busy machine" capture ;;
    accuracy)
      if [ -z "${SOUNDWATCH_DATA:-}" ]; then
        echo "accuracy is skipped: name a folder of labelled clips in SOUNDWATCH_DATA." >&2
      else
        measure "Accuracy" python accuracy/accuracy.py "$SOUNDWATCH"
      fi ;;
    recognition) measure "Recognition" recognition ;;
    scale)
      if [ -z "${SOUNDWATCH_DATA:-}" ]; then
        echo "scale is skipped: name a folder of recordings in SOUNDWATCH_DATA." >&2
      else
        measure "Large catalogs" scale
      fi ;;
    *) echo "There is no part $part." >&2; exit 64 ;;
  esac
done

if [ -n "$failed" ]; then
  echo "failed or beyond a threshold:$failed" >&2
  exit 1
fi
