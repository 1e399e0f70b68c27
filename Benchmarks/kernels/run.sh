#!/usr/bin/env bash
# Prints GFLOP/s of the matrix kernel, oneDNN and OpenBLAS as a table. Needs libdnnl-dev and
# libopenblas-dev; skips with a message where they are missing.
set -euo pipefail
cd "$(dirname "$0")"
if ! dpkg -s libdnnl-dev libopenblas-dev >/dev/null 2>&1; then
  echo "skipped: install libdnnl-dev and libopenblas-dev to compare with them"
  exit 0
fi
kernels=../../Sources/CSoundKernels
binary=$(mktemp)
trap 'rm -f "$binary"' EXIT
"${CC:-clang}" -O2 -I"$kernels/include" -I/usr/include/"$(uname -m)"-linux-gnu/openblas-pthread \
  "$kernels/kernels.c" compare.c -ldnnl -lopenblas -lm -o "$binary"
OMP_NUM_THREADS=1 "$binary"
