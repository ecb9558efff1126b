// SPDX-License-Identifier: MIT
// All suites, with a package that was imported and fixtures of collect.mjs.
import {Checks} from './checks.mjs';
import {datasetSuite, tokenSuite} from './datasets.mjs';
import {limitsSuite, toonSuite, tronSuite} from './formats.mjs';
import {gcfSuite} from './gcf.mjs';
import {memorySuite} from './memory.mjs';
import {objectSuite} from './objects.mjs';
import {streamSuite} from './streams.mjs';

/**
 * `vocabularies`: URLs of images by name. Returns the checks; `say` gets a line
 * when a suite is over.
 */
export async function runAll(pith, fixtures, vocabularies, say = () => {}) {
  const checks = new Checks();
  const run = async (name, suite) => {
    const before = checks.passed;
    await suite();
    say(`${name}: ${checks.passed - before}`);
  };
  await run('gcf', () => gcfSuite(pith, fixtures.gcf, checks));
  await run('toon', () => toonSuite(pith, fixtures.toon, checks));
  await run('tron', () => tronSuite(pith, fixtures.tron, checks));
  await run('limits', () => limitsSuite(pith, fixtures.limits, checks));
  await run('data sets', () => datasetSuite(pith, fixtures.datasets, checks));
  await run('objects', () => objectSuite(pith, checks));
  await run('streams', () => streamSuite(pith, checks));
  await run('memory', () => memorySuite(pith, checks));
  for (const [name, url] of Object.entries(vocabularies)) {
    await pith.loadTokenizer({name, url});
  }
  await run('tokens', () => tokenSuite(pith, fixtures.datasets, checks));
  return checks;
}
