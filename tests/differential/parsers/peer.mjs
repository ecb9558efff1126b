// SPDX-License-Identifier: MIT
// What JSON.parse reads; see ../client_texts.cpp for the lines.
import {readFileSync} from 'node:fs';

const hex = (text) => Buffer.from(text).toString('hex');

function reading({method = '', id, params}) {
  const spelled = id === undefined || id === null ? '-' :
    typeof id === 'string' ? `s${hex(id)}` : `n${JSON.stringify(id)}`;
  const name = method === 'tools/call' ? params.name : '';
  return `${hex(method)}|${spelled}|${hex(name)}`;
}

const out = [];
for (const line of readFileSync(0, 'latin1').split('\n').slice(0, -1)) {
  let value;
  try {
    value = JSON.parse(Buffer.from(line.split('\t')[0], 'hex').toString());
  } catch {
    out.push('refused');
    continue;
  }
  try {
    out.push([value].flat().map(reading).join(','));
  } catch (problem) {
    out.push(`odd: ${problem}`);
  }
}
console.log(out.join('\n'));
