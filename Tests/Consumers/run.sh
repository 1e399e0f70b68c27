#!/usr/bin/env bash
# Lets the programs that people use read what `soundwatch analyze` writes.
#
# Usage: run.sh [SOUNDWATCH]
# CONSUMERS_VENV names a folder for the Python environment, to be kept; without it, one is made and
# removed. Where PyPI cannot be reached, the check is skipped with a message and status 0.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
command=${1:-$(ls -t "$root"/.build/{release,debug}/soundwatch 2>/dev/null | head -n 1 || true)}
[[ -x $command ]] || { echo "$0: Build soundwatch first, or name it." >&2; exit 1; }

if [[ -n ${CONSUMERS_VENV:-} ]]; then
  venv=$CONSUMERS_VENV
else
  venv=$(mktemp -d)
  trap 'rm -rf "$venv"' EXIT
fi
if [[ ! -x $venv/bin/python ]]; then python3 -m venv "$venv"; fi
if ! cmp -s "$here/requirements.txt" "$venv/installed.txt"; then
  if ! "$venv/bin/pip" install --quiet --disable-pip-version-check --retries 1 --timeout 15 \
    -r "$here/requirements.txt" 2>"$venv/pip.log"; then
    tail -n 3 "$venv/pip.log" >&2
    echo "SKIPPED: the consumers of our formats could not be installed from PyPI." >&2
    exit 0
  fi
  cp "$here/requirements.txt" "$venv/installed.txt"
fi
"$venv/bin/python" "$here/check.py" "$command" "$root/Examples/example.ogg"
