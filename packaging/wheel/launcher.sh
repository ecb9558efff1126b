#!/bin/sh
# SPDX-License-Identifier: MIT
# Becomes the program of this package, in bin/../libexec/. A script of the
# shell, because Python takes ten times as long to start as pith.
self=$0
while [ -L "$self" ]; do
  link=$(readlink "$self")
  case $link in
    /*) self=$link ;;
    *) self=${self%/*}/$link ;;
  esac
done
case $self in
  */*) ;;
  *) self=./$self ;;
esac
program=${self%/*}/../libexec/@PACKAGE@/pith
if [ ! -x "$program" ]; then
  printf '%s: %s is missing: install @PACKAGE@ again\n' pith "$program" >&2
  exit 127
fi
# `pith proxy install` writes an entry that starts pith in this way again. uvx
# keeps environments in a folder of this name, and removes them at will.
case $self in
  */archive-v[0-9]*/*) PITH_LAUNCHER=uvx ;;
  *) PITH_LAUNCHER=pip ;;
esac
PITH_LAUNCHER_PACKAGE='@PACKAGE@==@VERSION@'
export PITH_LAUNCHER PITH_LAUNCHER_PACKAGE
exec "$program" "$@"
