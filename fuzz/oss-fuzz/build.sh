#!/bin/bash -eu
exec "$SRC/superko/fuzz/build.sh"
