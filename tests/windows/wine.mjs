// SPDX-License-Identifier: MIT
// Programs of Windows under wine, as Windows 10, in a prefix of their own.

import {execFileSync, spawnSync} from 'node:child_process';
import {
  existsSync, mkdtempSync, readFileSync, readdirSync, rmSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

// Debian has wine64 outside of PATH.
const wine = ['/usr/lib/wine/wine64', '/usr/bin/wine64', '/usr/bin/wine']
  .find((file) => existsSync(file));

// "Z:\tmp\x" for "/tmp/x".
export const windows_path = (file) =>
  `Z:${path.resolve(file).replaceAll('/', '\\')}`;

function processes() {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number);
}

function read(pid, what) {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch {
    return '';
  }
}

// A prefix: {command, environment, running(), close()}. It takes some seconds.
export function make_prefix() {
  if (wine === undefined) {
    console.log('skipped: there is no wine');
    process.exit(77);
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pith-wine-'));
  const environment = {...process.env, WINEPREFIX: folder, WINEDEBUG: '-all',
    WINEDLLOVERRIDES: 'mscoree=;mshtml=', DISPLAY: '', LC_ALL: 'C.UTF-8'};
  const quietly = (...words) => execFileSync(wine, words,
    {env: environment, stdio: 'ignore', timeout: 240000});
  quietly('wineboot', '-i');
  quietly('winecfg', '-v', 'win10');
  const prefix = {
    command: wine,
    environment,
    folder,
    // Command lines of this prefix's processes that have `word`.
    running: (word) => processes().filter((pid) =>
      read(pid, 'environ').split('\0').includes(`WINEPREFIX=${folder}`))
      .map((pid) => read(pid, 'cmdline').replaceAll('\0', ' '))
      .filter((line) => line.includes(word)),
    close: () => {
      spawnSync('wineserver', ['-k'], {env: environment, timeout: 20000});
      spawnSync('wineserver', ['-w'], {env: environment, timeout: 20000});
      rmSync(folder, {recursive: true, force: true});
    },
  };
  return prefix;
}
