#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds and runs one consumer project against this build of pith.
# usage: run.sh KIND SOURCE_DIR BUILD_DIR CMAKE CXX
set -euo pipefail

kind=$1 source_dir=$2 build_dir=$3 cmake=$4 cxx=$5
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/pith-consumer.XXXXXX")
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix

install_pith() {
  "$cmake" --install "$build_dir" --prefix "$prefix" >"$work/install.log"
}

# Moves the installed tree: nothing in it may know where it was installed.
move_prefix() {
  mv "$prefix" "$work/elsewhere"
  prefix=$work/elsewhere
}

# build_with_cmake PROJECT [ARGUMENT...]
build_with_cmake() {
  local project=$1
  shift
  "$cmake" -S "$project" -B "$work/build" -G Ninja \
    -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_BUILD_TYPE=Debug "$@"
  "$cmake" --build "$work/build" -j2
}

check_output() {
  local got
  got=$("$@")
  printf '%s\n' "$got"
  grep -q '^GCF profile=generic$' <<<"$got"
  grep -q '^pith [0-9][0-9.]*$' <<<"$got"
}

case $kind in
  find_package)
    install_pith
    move_prefix
    # CMake older than 3.23 reads the directory from here, not from a file set.
    grep -r -A3 'set_target_properties(pith::pith ' "$prefix" --include='*.cmake' |
      grep -q INTERFACE_INCLUDE_DIRECTORIES
    build_with_cmake "$here/$kind" -DCMAKE_PREFIX_PATH="$prefix"
    check_output "$work/build/consumer"
    ;;
  examples | c_examples)
    install_pith
    move_prefix
    examples=$source_dir/examples/library prefix_of_name=example_
    if [[ $kind == c_examples ]]; then
      examples=$source_dir/examples/c prefix_of_name=example_c_
    fi
    build_with_cmake "$examples" -DCMAKE_PREFIX_PATH="$prefix"
    for expected in "$examples"/expected/*.txt; do
      name=$(basename "$expected" .txt)
      "$here/../docs/example.sh" "$work/build/$prefix_of_name$name" "$expected"
      echo "$name: as expected"
    done
    ;;
  add_subdirectory)
    shared=$(sed -n 's/^BUILD_SHARED_LIBS:BOOL=//p' "$build_dir/CMakeCache.txt")
    build_with_cmake "$here/$kind" -DPITH_SOURCE_DIR="$source_dir" \
      -DBUILD_SHARED_LIBS="$shared" \
      -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=16 \
      -DCMAKE_CXX_COMPILER_LAUNCHER="$(command -v ccache || true)"
    check_output "$work/build/consumer"
    ;;
  pkg_config)
    install_pith
    move_prefix
    PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name pith.pc)")
    export PKG_CONFIG_PATH
    LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH")
    export LD_LIBRARY_PATH
    for flags in "" --static; do
      make -C "$here/pkg_config" CXX="$cxx" OUT="$work/consumer" \
        PKG_CONFIG_FLAGS="$flags"
      check_output "$work/consumer"
    done
    ;;
  pkg_config_c)
    install_pith
    move_prefix
    PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name pith-c.pc)")
    export PKG_CONFIG_PATH
    LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH")
    export LD_LIBRARY_PATH
    examples=$source_dir/examples/c
    read -r -a flags < <(pkg-config --cflags --libs pith-c)
    cc -std=c11 -o "$work/encode" "$examples/encode.c" "${flags[@]}"
    "$here/../docs/example.sh" "$work/encode" "$examples/expected/encode.txt"
    ;;
  *)
    echo "unknown kind of consumer: $kind" >&2
    exit 2
    ;;
esac
