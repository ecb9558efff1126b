// SPDX-License-Identifier: MIT
// What the kernel says of a process. Without /proc, only who is whose child.

import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync, readdirSync, readlinkSync} from 'node:fs';

const has_proc = existsSync('/proc/self/stat');

// State, parent and group of every process, as ps of macOS says them.
function listed() {
  const text = execFileSync('ps', ['-A', '-o', 'pid=,stat=,ppid=,pgid=']);
  return new Map(text.toString().trim().split('\n').map((line) => {
    const [pid, state, ...rest] = line.trim().split(/\s+/);
    return [Number(pid), [state[0], ...rest]];
  }));
}

function stat(pid) {
  if (!has_proc) return listed().get(pid);
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name may hold blanks and brackets; fields begin after the last one.
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

// Whether it runs; what only waits to be reaped does not.
export function is_alive(pid) {
  const fields = stat(pid);
  return fields !== undefined && fields[0] !== 'Z';
}

export function parent_of(pid) {
  return Number(stat(pid)?.[1]);
}

export function group_of(pid) {
  return Number(stat(pid)?.[2]);
}

// Seconds of CPU so far, of all threads.
export function cpu_seconds(pid) {
  const fields = stat(pid);
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function all() {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number);
}

// Children that are alive, and with `zombies` also those that are not reaped.
export function children_of(pid, {zombies = false} = {}) {
  if (!has_proc) {
    return [...listed()].filter(([, [state, parent]]) =>
      Number(parent) === pid && (zombies || state !== 'Z')).map(([one]) => one);
  }
  return all().filter((child) => parent_of(child) === pid &&
    (zombies || is_alive(child)));
}

export function status_of(pid) {
  const text = readFileSync(`/proc/${pid}/status`, 'latin1');
  return Object.fromEntries(text.split('\n').filter(Boolean).map(
    (line) => line.split(/:\s+/)));
}

export function resident_bytes(pid) {
  return parseInt(status_of(pid).VmRSS, 10) * 1024;
}

export function peak_bytes(pid) {
  return parseInt(status_of(pid).VmHWM, 10) * 1024;
}

// Open descriptors by what they are: socket, pipe, anon_inode, files by name.
export function descriptors(pid) {
  const out = [];
  for (const fd of readdirSync(`/proc/${pid}/fd`)) {
    try {
      out.push(readlinkSync(`/proc/${pid}/fd/${fd}`));
    } catch {
      // Closed meanwhile.
    }
  }
  return out;
}

export function socket_count(pid) {
  return descriptors(pid).filter((name) => name.startsWith('socket:')).length;
}
