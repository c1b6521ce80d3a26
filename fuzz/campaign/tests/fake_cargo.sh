#!/bin/sh
# Stands in for `cargo +nightly fuzz run`: takes its options, leaves an input, counts ten executions and waits.
seconds=1
for argument; do
    case $argument in
    --version) exit 0 ;;
    -max_total_time=*) seconds=${argument#*=} ;;
    -artifact_prefix=*) artifacts=${argument#*=} ;;
    esac
done
target=$(basename "$artifacts")
folder=$(dirname "$(dirname "$artifacts")")
echo "$target" >> "$folder/started"
if [ "$target" = setup ]; then
    echo 'no such library' >&2
    exit 1
fi
echo kept > "$folder/corpus/$target/kept"
printf x > "$artifacts/crash-of-$target"
counts=$SUPERKO_COUNTS/$target.$(date +%s%3N).$$
printf '{"executions": 10, "useful": 10, "comparisons": 30, "time": {"secs": 1, "nanos": 0}, "events": {"scored": 4}}\n' \
    > "$counts.new"
mv "$counts.new" "$counts.json"
exec sleep "$seconds"
