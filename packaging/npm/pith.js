#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// Starts the pith of this platform in place of this script: the same standard
// streams, the same signals, the same exit code. Old syntax on purpose: it
// must at least run where it says that Node is too old.
'use strict';

const own = require('../package.json');

// The packages of the platforms are optional: npm installs the one that fits.
function find_program() {
  const name = own.name + '-' + process.platform + '-' + process.arch;
  const file = process.platform === 'win32' ? 'pith.exe' : 'pith';
  try {
    return require.resolve(name + '/bin/' + file);
  } catch (_) {
    const known = Object.keys(own.optionalDependencies || {});
    const is_known = known.indexOf(name) !== -1;
    console.error(is_known ?
      'pith: the package ' + name + ' is not installed. npm leaves it out ' +
      'with --omit=optional, --no-optional, or a node_modules from another ' +
      'system. Install ' + own.name + ' again without that.' :
      'pith: there is no package for ' + process.platform + '-' +
      process.arch + '. There are: ' + known.join(', ') + '.');
    process.exit(127);
  }
}

const program = find_program();
const words = process.argv.slice(2);
// `pith proxy install` writes an entry that starts pith in this way again. npx
// keeps what it installs in a folder of this name.
const env = Object.assign({}, process.env, {
  PITH_LAUNCHER: /[\\/]_npx[\\/]/.test(__dirname) ? 'npx' : 'npm',
  PITH_LAUNCHER_PACKAGE: own.name + '@' + own.version,
});

// A proxy runs as long as its client: where Node can, it makes room for it
// and saves its own memory. Not for other commands, because Node leaves
// SIGPIPE ignored, and they must end when `| head` does.
if (typeof process.execve === 'function' && process.platform !== 'win32' &&
    (words[0] === 'proxy' || words[0] === 'gateway')) {
  process.execve(program, ['pith'].concat(words), env);
}

// Before the start: a signal that comes while it starts is for the child too.
// What arrives is handled when the lines below are done.
let child;
['SIGINT', 'SIGTERM', 'SIGHUP'].forEach(function(signal) {
  process.on(signal, function() { child.kill(signal); });
});
child = require('child_process').spawn(program, words, {
  stdio: 'inherit', env: env,
});
child.on('error', function(error) {
  console.error('pith: cannot start ' + program + ': ' + error.message);
  process.exit(126);
});
child.on('exit', function(code, signal) {
  if (signal === null) process.exit(code);
  // The same end as the child, so that whoever waits sees it.
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
