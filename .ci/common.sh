# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# What .ci/run and .ci/nightly share: builds, tests that are counted, and
# stages that are timed. Sourced from the root of the repository.

# Builds with the same flags share their objects, in whatever directory.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
export CCACHE_SLOPPINESS=pch_defines,time_macros
export CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}
export CTEST_PARALLEL_LEVEL=${CTEST_PARALLEL_LEVEL:-$(nproc)}

. .ci/tools.sh
choose_tools

stages=()
stage_begin=0
passed=0
passes() { passed=$((passed + ${1:-1})); }

# configure PRESET: quiet, unless it fails.
configure() {
  cmake --preset "$1" >"build/$1.configure.log" ||
    { cat "build/$1.configure.log"; return 1; }
}

# build PRESET [TARGET...]: everything, or only these.
build() {
  local preset=$1
  shift
  if [[ -n ${ahead[$preset]:-} ]]; then
    # If it failed, what follows fails again and says why.
    wait "${ahead[$preset]}" || true
    unset "ahead[$preset]"
  fi
  configure "$preset"
  cmake --build --preset "$preset" ${1:+--target "$@"}
}

# build_ahead STAGE PRESET [TARGET...]: begins what a later stage builds, if that
# is among those that run. Tests wait for clocks and for one another; this takes
# what time they leave and, being nice, no more. Its output is in a log.
declare -A ahead=()
build_ahead() {
  local stage=$1 preset=$2
  shift 2
  [[ " ${stages[*]} " == *" $stage "* ]] || return 0
  # In a process group of its own, which ends with this script.
  set -m
  (
    renice -n 19 "$BASHPID" >/dev/null
    build "$preset" "$@"
  ) >"build/$preset.ahead.log" 2>&1 &
  ahead[$preset]=$!
  set +m
}

# run_ctest PRESET [ctest arguments]: adds the number of its tests. Tests with
# clocks in them fail when the host of a virtual machine stops it for seconds.
# So what fails while the host takes much processor time runs once more, one
# test at a time, and the log says so. On a quiet host, what fails has failed.
run_ctest() {
  local preset=$1 log=build/$1.ctest.log summary
  local begin=$SECONDS stolen
  shift
  stolen=$(stolen_seconds)
  if ! ctest --preset "$preset" "$@" 2>&1 | tee "$log"; then
    stolen=$(($(stolen_seconds) - stolen))
    is_much_stolen "$stolen" $((SECONDS - begin)) || return 1
    printf '\nthe host took %d s while these ran: what failed runs again\n' \
      "$stolen"
    ctest --preset "$preset" --rerun-failed -j1 2>&1 | tee "$log.again" ||
      return 1
  fi
  summary=$(grep -E '^[0-9]+% tests passed, [0-9]+ tests failed out of [0-9]+' \
    "$log") || return 1
  passes "${summary##* }"
}

# is_much_stolen STOLEN ELAPSED: a tenth of what the processors could give.
is_much_stolen() {
  [[ $(($1 * 10)) -ge $(($2 * $(nproc))) ]]
}

# fuzz_target NAME PRESET SECONDS: runs all seeds, then explores for a while. New
# inputs go to the build directory; a crash is left there and named.
fuzz_target() {
  local program=build/$2/fuzz/$1 seeds=fuzz/seeds/${1#fuzz_}
  local work=build/found/$1
  mkdir -p "$work"
  # What it reaches is not what tests cover.
  export LLVM_PROFILE_FILE=/dev/null
  "$program" -max_total_time="$3" -timeout=20 -rss_limit_mb=4096 \
    -print_final_stats=1 -verbosity=0 -artifact_prefix="$work/crash-" \
    "$work" "$seeds"
}

# fuzz PRESET SECONDS: every target for so long, as many at a time as there are
# cores.
fuzz() {
  build "$1"
  local programs=("build/$1/fuzz/"fuzz_*)
  export -f fuzz_target
  # shellcheck disable=SC2016 # the inner shell expands it
  printf '%s\n' "${programs[@]##*/}" |
    xargs -I '{}' -P "$(nproc)" bash -ec 'fuzz_target "$@"' fuzz '{}' "$@"
  passes "${#programs[@]}"
}

# What the records of clang-tidy begin with: those of another version say
# nothing about this one.
tidy_version() {
  echo "clang-tidy $(version_of clang-tidy-16):"
}

# The last commit all sources of which clang-tidy has read and found clean;
# empty when there is none.
tidy_record() {
  python3 tools/nightly_record.py commit tidy "$(tidy_version)"
}

# The processor seconds of all that has ended.
cpu_seconds() {
  local seconds
  seconds=$(awk '{ print int($16 + $17) }' "/proc/$$/stat")
  echo $((seconds / $(getconf CLK_TCK)))
}

# The processor seconds that the host of a virtual machine took back while
# there was work for them.
stolen_seconds() {
  local ticks
  ticks=$(awk '/^cpu / { print $9 }' /proc/stat)
  echo $((ticks / $(getconf CLK_TCK)))
}

# run_stage NAME: tools/ci_times.py makes a table of its last line.
run_stage() {
  local cpu stolen
  stage_begin=$SECONDS
  cpu=$(cpu_seconds)
  stolen=$(stolen_seconds)
  printf '\n== %s\n' "$1"
  "stage_$1"
  printf '== %s: ok, %d s, %d s of CPU time, %d s stolen\n' "$1" \
    $((SECONDS - stage_begin)) \
    $(($(cpu_seconds) - cpu)) \
    $(($(stolen_seconds) - stolen))
}

on_exit() {
  local status=$? group
  for group in "${ahead[@]}"; do
    kill -- "-$group" 2>/dev/null || true
  done
  if [[ $status -ne 0 ]]; then
    printf '\n%d passed, 1 failed\n' "$passed"
  fi
}

# run_stages NAME...: the last line is "N passed, 0 failed".
run_stages() {
  stages=("$@")
  mkdir -p build
  trap on_exit EXIT
  # Projects that use pith as a part of theirs compile it again and again.
  if command -v ccache >/dev/null; then
    export CMAKE_CXX_COMPILER_LAUNCHER=ccache
  fi
  local name stolen
  stolen=$(stolen_seconds)
  for name in "$@"; do
    run_stage "$name"
  done
  printf '\ntotal: %d s, %d s of CPU time, %d s stolen\n' "$SECONDS" \
    "$(cpu_seconds)" $(($(stolen_seconds) - stolen))
  printf '%d passed, 0 failed\n' "$passed"
}
