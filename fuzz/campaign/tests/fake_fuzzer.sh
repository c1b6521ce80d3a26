#!/bin/sh
# Stands in for a fuzzer: takes its options, writes its lines, leaves an input, counts ten executions and waits.
target=$(basename "$0")
seconds=1
for argument; do
    case $argument in
    -max_total_time=*) seconds=${argument#*=} ;;
    esac
done
echo "$target" >> started
jobs=$TMPDIR/libFuzzerTemp.FuzzWithFork$$.dir
mkdir "$jobs"
echo kept > "corpus/$target/kept"
printf x > "artifacts/$target/crash-of-$target"
counts=$SUPERKO_COUNTS/$target.$(date +%s%3N).$$
printf '{"executions": 10, "useful": 10, "comparisons": 30, "events": {"scored": 4}}\n' > "$counts.new"
mv "$counts.new" "$counts.json"
count=0
while [ $count -lt $((seconds * 10)) ] && [ ! -e "$jobs/STOP" ]; do
    echo "#$count: cov: 12 ft: 34 corp: 2 exec/s: 100 oom/timeout/crash: 0/0/1 time: 1s job: 1 dft_time: 0" >&2 || exit 1
    [ -d "$jobs" ] || exit 1
    sleep 0.1
    count=$((count + 1))
done
rm -r "$jobs"
