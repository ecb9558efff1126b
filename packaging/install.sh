#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs pith @VERSION@ below a prefix; needs no root.
# usage: sh install.sh [--prefix DIR] [--from DIR|URL] [--uninstall]
#   --prefix DIR   where bin/ and share/ are; ~/.local if not given
#   --from PLACE   a folder or an address with the archives; the release if not
#                  given
#   --uninstall    remove what this script installed
# Running it again changes nothing. The SHA-256 of the archives are in this
# file, so that a wrong archive is not installed wherever it comes from.
set -eu

version='@VERSION@'
from='@DOWNLOADS@'
prefix=${HOME:-}/.local
remove=no
# SHA-256, archive, and what `uname -sm` says
archives='@ARCHIVES@'

fail() {
  printf 'install.sh: %s\n' "$1" >&2
  exit 1
}

while [ $# -gt 0 ]; do
  case $1 in
    --prefix | --from)
      [ $# -ge 2 ] || fail "$1 needs a value"
      if [ "$1" = --prefix ]; then prefix=$2; else from=$2; fi
      shift 2
      ;;
    --uninstall)
      remove=yes
      shift
      ;;
    -h | --help)
      sed -n '3,11s/^# \{0,1\}//p' "$0"
      exit 0
      ;;
    *) fail "unknown option: $1 (see --help)" ;;
  esac
done
case $prefix in
  /.local | '') fail 'HOME is not set: name a folder with --prefix' ;;
  /*) ;;
  *) prefix=$PWD/$prefix ;;
esac
list=$prefix/share/pith/installed-files

# Removes what the list names, and folders that are empty then.
uninstall() {
  [ -f "$list" ] || return 0
  while IFS= read -r file; do
    rm -f "$prefix/$file"
  done <"$list"
  rm -f "$list"
  for folder in share/pith share/doc/pith share/man/man1 share/man \
    share/bash-completion/completions share/bash-completion \
    share/zsh/site-functions share/zsh share/fish/vendor_completions.d \
    share/fish share/doc share bin; do
    rmdir "$prefix/$folder" 2>/dev/null || :
  done
}

if [ "$remove" = yes ]; then
  [ -f "$list" ] || fail "nothing in $prefix was installed by this script"
  uninstall
  printf 'removed pith from %s\n' "$prefix"
  exit 0
fi

system=$(uname -sm)
line=$(printf '%s\n' "$archives" | grep " $system\$") ||
  fail "there is no archive for $system; there are archives for:
$(printf '%s\n' "$archives" | cut -d ' ' -f 3-)"
checksum=${line%% *}
archive=${line#* }
archive=${archive%% *}

work=$(mktemp -d "${TMPDIR:-/tmp}/pith.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

case $from in
  http://* | https://*)
    if command -v curl >/dev/null; then
      curl -fsSL -o "$work/$archive" "$from/$archive" ||
        fail "cannot download $from/$archive"
    elif command -v wget >/dev/null; then
      wget -q -O "$work/$archive" "$from/$archive" ||
        fail "cannot download $from/$archive"
    else
      fail 'neither curl nor wget is installed: install one, or use --from DIR'
    fi
    ;;
  *)
    [ -f "$from/$archive" ] || fail "no file $from/$archive"
    cp "$from/$archive" "$work/$archive"
    ;;
esac

if command -v sha256sum >/dev/null; then
  actual=$(sha256sum "$work/$archive" | cut -d ' ' -f 1)
elif command -v shasum >/dev/null; then
  actual=$(shasum -a 256 "$work/$archive" | cut -d ' ' -f 1)
else
  actual=$(openssl dgst -sha256 -r "$work/$archive" | cut -d ' ' -f 1) ||
    fail 'cannot compute SHA-256: install sha256sum, shasum or openssl'
fi
[ "$actual" = "$checksum" ] ||
  fail "$archive has the SHA-256
  $actual, not
  $checksum: do not use it. Nothing was changed."

tar -xzf "$work/$archive" -C "$work"
tree=$work/${archive%.tar.gz}
(cd "$tree" && find . -type f | sed 's|^\./||' | sort) >"$work/list"

# Files of another version that this one does not have must not stay.
if [ -f "$list" ] && ! cmp -s "$list" "$work/list"; then
  uninstall
fi
while IFS= read -r file; do
  mkdir -p "$prefix/${file%/*}"
  cmp -s "$tree/$file" "$prefix/$file" && continue
  # A program that runs cannot be written, but its name can be given away.
  cp "$tree/$file" "$prefix/$file.new"
  mv -f "$prefix/$file.new" "$prefix/$file"
done <"$work/list"
mkdir -p "${list%/*}"
cp "$work/list" "$list"

printf 'installed pith %s in %s\n' "$version" "$prefix"
case :${PATH:-}: in
  *:"$prefix/bin":*) ;;
  *) printf 'To use it, add %s/bin to PATH.\n' "$prefix" ;;
esac
