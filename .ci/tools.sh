# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Which Python, Node, CMake and Ninja are used. Another one may stand before
# Debian's in the PATH: it is taken when it is new enough, and Debian's when
# not. Sourced from the root of the repository.

# Program, least version, Debian's packages.
required_tools=(
  "python3 3.11 python3"
  "node 18 nodejs npm"
  "cmake 3.25 cmake"
  "ninja 1.10 ninja-build"
)

# version_of PROGRAM: empty when it does not run.
version_of() {
  "$1" --version 2>/dev/null | grep -oE '[0-9]+(\.[0-9]+)+' | head -n 1 || true
}

# fits PROGRAM LEAST: whether it runs and is new enough.
fits() {
  local version
  version=$(version_of "$1")
  [[ -n $version &&
    $(printf '%s\n' "$2" "$version" | sort -V | head -n 1) == "$2" ]]
}

# Node without npm beside it is not enough.
is_usable() {
  fits "$1" "$2" && { [[ ${1##*/} != node ]] ||
    command -v "$(dirname "$(command -v "$1")")/npm" >/dev/null; }
}

# Puts Debian's programs first where the first ones do not fit.
choose_tools() {
  local tool least program entry
  for entry in "${required_tools[@]}"; do
    read -r tool least _ <<<"$entry"
    is_usable "$tool" "$least" && continue
    for program in "$tool" npm; do
      if [[ $program == "$tool" || $tool == node ]] &&
        [[ -x /usr/bin/$program ]]; then
        mkdir -p build/tools
        ln -sf "/usr/bin/$program" "build/tools/$program"
      fi
    done
  done
  if [[ -d build/tools ]]; then
    export PATH=$PWD/build/tools:$PATH
  fi
}

# Says what is used, and fails when something does not fit after all.
report_tools() {
  local tool least entry
  for entry in "${required_tools[@]}"; do
    read -r tool least _ <<<"$entry"
    if ! is_usable "$tool" "$least"; then
      echo "setup: $tool is $(version_of "$tool"), at" \
        "$(command -v "$tool" || echo 'no place in the PATH'); $least or" \
        "newer is needed, and /usr/bin has none" >&2
      return 1
    fi
    echo "setup: $tool $(version_of "$tool") ($(command -v "$tool"))"
  done
}
