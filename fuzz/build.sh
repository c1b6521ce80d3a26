#!/usr/bin/env bash
# Fills a folder with what ClusterFuzzLite and OSS-Fuzz run: each fuzzer, its seeds, its options.
#
#   OUT=/tmp/fuzzers fuzz/build.sh
#
# SANITIZER is what these systems set: address unless told, or coverage, which their `cargo` looks after.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${OUT:?the folder to fill, in the variable OUT}"
mkdir -p "$OUT"

for tool in cargo-fuzz zip; do
    command -v "$tool" >/dev/null || { echo "fuzz/build.sh: $tool is not installed" >&2; exit 2; }
done
# The images of OSS-Fuzz have a nightly toolchain as their default.
rustc --version | grep -q nightly || export RUSTUP_TOOLCHAIN=nightly

# The seeds of every target, in a folder with its name; with the flags of this machine, not those of a fuzzer.
seeds=$(mktemp -d)
trap 'rm -rf "$seeds"' EXIT
env -u RUSTFLAGS -u CFLAGS -u CXXFLAGS cargo xtask seeds "$seeds"

flags=(-O)
# Games are played three times as fast if the fuzzer is not told of every comparison of two numbers.
[ "${SANITIZER:-address}" = coverage ] || flags+=(--no-trace-compares)
cargo fuzz build "${flags[@]}"

host=$(rustc --version --verbose | sed -n 's/^host: //p')
built=$(cargo metadata --no-deps --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
for folder in "$seeds"/*; do
    target=$(basename "$folder")
    cp "$built/$host/release/$target" "$OUT/"
    rm -f "$OUT/${target}_seed_corpus.zip"
    zip --quiet --junk-paths "$OUT/${target}_seed_corpus.zip" "$folder"/*
    printf '[libfuzzer]\nmax_len = 4096\n' > "$OUT/$target.options"
done
