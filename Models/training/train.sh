#!/bin/sh
# From a data folder to the model file, in one command:
#   SOUNDWATCH_DATA=/path/to/data ./train.sh [OUTPUT] [more options of train.py, e.g. --licences "cc0,cc by 4.0"]
# Interrupted runs go on where they were. Needs Python with requirements.lock, and ffmpeg for the codecs.
set -e
here=$(cd "$(dirname "$0")" && pwd)
output=${1:-$here/../../build/model}
[ $# -gt 0 ] && shift
mkdir -p "$output"
cache=${SOUNDWATCH_CACHE:-$output/cache}
python=${PYTHON:-python3}
export OMP_NUM_THREADS=${OMP_NUM_THREADS:-1}
"$python" "$here/train.py" --cache "$cache" --output "$output/run" --seed 1 "$@"
"$python" "$here/tune.py" "$output/run/model.pt" "$output/tuned.json" --cache "$cache"
"$python" "$here/export.py" "$output/run/model.pt" "$output" --calibration "$output/tuned.json" --format float16
"$python" "$here/goldens.py" "$output/version1.soundmodel" "$output/goldens.json" || echo "no goldens (librosa is missing?)"
"$python" "$here/evaluate.py" "$output/run/model.pt" --cache "$cache" --tuned "$output/tuned.json" --json "$output/dev.json"
echo "the model is $output/version1.soundmodel"
