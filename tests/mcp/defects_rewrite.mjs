// SPDX-License-Identifier: MIT
// Defects of the reference proxy in what it makes of results: 1, 3 to 7 and
// the third part of 10.

import {with_gateway} from './cases.mjs';
import {
  as_both, as_text, decode, graph, is_gcf, rows, same, shown, tokens, value_of,
} from './payload.mjs';
import {definitions} from './stub_tools.mjs';
import {start_stub} from './stub_server.mjs';
import {gateway, gateway_toml} from './support.mjs';
import {crowd, legacy, modern} from './wire.mjs';

const many = 64;

// A stub, a gateway in front of it, and a client of each era.
export async function through(t, pith, name, body, {client, extra = ''} = {}) {
  const stub = await start_stub();
  const toml = extra + gateway_toml({stub: {url: stub.url}}, client);
  await with_gateway(t, name, gateway(pith, toml), async (served) => {
    const url = served.endpoint('stub');
    await body({
      stub, served, url,
      eras: {legacy: await legacy(url), modern: modern(url)},
    });
  });
  await stub.stop();
}

async function all_tools(client) {
  const found = [];
  for (let cursor, page = 0; page < 10; ++page) {
    const {message} = await client.request('tools/list', {cursor});
    found.push(...message.result.tools);
    cursor = message.result.nextCursor;
    if (cursor === undefined) {
      break;
    }
  }
  return found;
}

function without_schema(tools) {
  return tools.map((tool) => {
    const {outputSchema, ...rest} = tool;
    return JSON.stringify(rest);
  });
}

async function structured(t, pith) {
  const name = '1 structuredContent';
  await through(t, pith, name, async ({eras}) => {
    for (const [era, client] of Object.entries(eras)) {
      const listed = await all_tools(client);
      t.check(`${name}: definitions keep all but outputSchema, ${era}`,
        same(without_schema(listed), without_schema(definitions())));
      const table = {rows: rows(5, 40)};
      const result = await client.result('table', {seed: 5, count: 40});
      t.check(`${name}: the same value, ${era}`,
        same(decode(shown(result)), table), result);
      const before = tokens(pith, JSON.stringify(table));
      const after = tokens(pith, shown(result));
      t.check(`${name}: what the model sees is smaller, ${era}`,
        after < 0.8 * before, `${before} -> ${after}`);
      const has_schema = listed.find((tool) => tool.name === 'table')
        .outputSchema !== undefined;
      t.check(`${name}: no schema without structuredContent, ${era}`,
        !(has_schema && result.structuredContent === undefined));

      // The shapes in which servers say the same thing twice.
      const list = rows(6, 30);
      const compact = JSON.stringify(list);
      for (const [shape, sent] of Object.entries({
        'text is the inner value':
          {...as_text(list), structuredContent: {entities: list}},
        'structured wraps the text': {
          content: [{type: 'text', text: JSON.stringify(list, null, 2)}],
          structuredContent: {content: JSON.stringify(list, null, 2)},
        },
      })) {
        const got = await client.result('result', {result: sent});
        const value = decode(shown(got));
        t.check(`${name}: ${shape}, ${era}`,
          same(value, list) || same(value, {entities: list}) ||
          same(value, {content: list}), got);
        t.check(`${name}: ${shape} is smaller, ${era}`,
          tokens(pith, shown(got)) < tokens(pith, compact));
      }
      const text = as_text(rows(8, 3)).content;
      const differs = {content: text, structuredContent: {rows: rows(9, 30)}};
      const both = await client.result('result', {result: differs});
      const seen = JSON.stringify(both);
      t.check(`${name}: when both differ nothing is lost, ${era}`,
        [8, 9].every((seed) => seen.includes(rows(seed, 3)[2].customer)));
    }
    await crowd(many, async (i) => {
      const client = Object.values(eras)[i % 2];
      const result = await client.result('table', {seed: i, count: 20});
      t.check(`${name}: at once, ${i}`,
        same(decode(shown(result)), {rows: rows(i, 20)}));
    });
  });
}

// A client that shows texts keeps its structuredContent.
async function text_clients(t, pith) {
  const name = '1 clients that show text';
  await through(t, pith, name, async ({eras}) => {
    const table = {rows: rows(5, 40)};
    const result = await eras.legacy.result('table', {seed: 5, count: 40});
    t.check(`${name}: the text carries the value`,
      same(value_of(result), table));
    t.check(`${name}: the text is smaller`,
      tokens(pith, result.content[0].text) <
      tokens(pith, JSON.stringify(table)));
    t.check(`${name}: structuredContent is absent or whole`,
      result.structuredContent === undefined ||
      same(result.structuredContent, table));
  }, {client: {shows: 'text'}});
}

async function concurrency(t, pith) {
  const name = '3 concurrent calls';
  await through(t, pith, name, async ({url, stub}) => {
    let wrong = 0;
    await crowd(many, async (i) => {
      const client = i % 2 === 0 ? await legacy(url) : modern(url);
      for (let j = 0; j < 8; ++j) {
        const seed = i * 100 + j;
        const result = await client.result('rows', {seed});
        wrong += same(value_of(result), rows(seed)) ? 0 : 1;
      }
    });
    t.check(`${name}: all answers are their own`, wrong === 0, wrong);
    t.check(`${name}: each call arrived once`,
      stub.calls_of('rows').length === many * 8);
  });
}

async function isolation(t, pith) {
  const name = '4 a second client';
  await through(t, pith, name, async ({url}) => {
    const first = await legacy(url);
    const earlier = await first.result('graph', {});
    let wrong = 0;
    await crowd(many, async (i) => {
      const client = i % 2 === 0 ? await legacy(url) : modern(url);
      const result = await client.result('graph', {});
      wrong += same(value_of(result), graph()) ? 0 : 1;
      wrong += shown(result).includes('previously transmitted') ? 1 : 0;
    });
    t.check(`${name}: gets everything in full`, wrong === 0, wrong);
    const again = await first.result('graph', {});
    t.check(`${name}: and so does the first`,
      same(value_of(again), graph()) && shown(again) === shown(earlier));
  });
}

async function changes(t, pith) {
  const name = '5 changed attributes';
  await through(t, pith, name, async ({eras}) => {
    for (const [era, client] of Object.entries(eras)) {
      for (const args of [{}, {score: 0.99}, {append: 1}, {}]) {
        const result = await client.result('graph', args);
        t.check(`${name}: ${JSON.stringify(args)}, ${era}`,
          same(value_of(result), graph(args)), result);
      }
    }
  });
}

async function unknown_fields(t, pith) {
  const name = '6 unknown fields';
  await through(t, pith, name, async ({eras}) => {
    for (const [era, client] of Object.entries(eras)) {
      const result = await client.result('graph', {});
      const text = shown(result);
      t.check(`${name}: extraField, file and line are kept, ${era}`,
        same(value_of(result), graph()) && text.includes('IMPORTANT') &&
        text.includes('src/module_7.ts'), text);
      // Members that a later revision may add, around what is rewritten.
      const meta = {'vendor/x': [1, {y: null}]};
      const got = await client.result('result', {result: {
        'x-first': 1, ...as_text(rows(1, 30)), _meta: meta, 'x-last': {a: []},
      }});
      t.check(`${name}: of results, ${era}`, got['x-first'] === 1 &&
        same(got['x-last'], {a: []}) && same(got._meta['vendor/x'],
        meta['vendor/x']) && same(value_of(got), rows(1, 30)), got);
      const block = {...as_text(rows(2, 30)).content[0],
        annotations: {audience: ['user'], priority: 0.5}, _meta: {k: 'v'}};
      const kept = await client.result('result', {result: {content: [block]}});
      t.check(`${name}: of blocks, ${era}`,
        same(kept.content[0].annotations, block.annotations) &&
        same(kept.content[0]._meta, block._meta), kept);
    }
  });
}

async function no_mixing(t, pith) {
  const name = '7 results of other calls';
  await through(t, pith, name, async ({eras}) => {
    for (const [era, client] of Object.entries(eras)) {
      const texts = new Map();
      for (const seed of [1, 2, 1, 3, 2, 1]) {
        const result = await client.result('rows', {seed});
        t.check(`${name}: seed ${seed}, ${era}`,
          same(value_of(result), rows(seed)));
        const text = shown(result);
        t.check(`${name}: the same text each time, ${era}`,
          (texts.get(seed) ?? text) === text);
        texts.set(seed, text);
      }
    }
  });
}

const small = {
  'the object of the research': {
    temperature: 22.5, conditions: 'Partly cloudy', humidity: 65},
  'an empty object': {},
  'an empty list': [],
  'one row': [{id: 1, name: 'a'}],
  'a scalar': 17,
  'entities': {entities: rows(4, 3).map(({customer, city}, i) => ({
    name: customer, entityType: 'person',
    observations: [`lives in ${city}`, `number ${i}`, 'likes | and ,'],
  }))},
};

async function never_larger(t, pith) {
  const name = '10 never larger';
  await through(t, pith, name, async ({eras: {legacy: client}}) => {
    for (const [what, value] of Object.entries(small)) {
      for (const [form, sent] of [['text', as_text(value)],
        ['compact', as_text(value, 0)], ['both', as_both(value)]]) {
        const result = await client.result('result', {result: sent});
        const [before, after] =
          [sent, result].map((r) => tokens(pith, shown(r)));
        t.check(`${name}: ${what}, ${form}`, after <= before &&
          same(decode(shown(result)), value), `${before} -> ${after}`);
        const least = tokens(pith, JSON.stringify(value));
        t.check(`${name}: ${what}, ${form}: GCF only where it is smaller`,
          !is_gcf(shown(result)) || after < least, `${least} -> ${after}`);
      }
    }
  });
}

const block = (text) => ({type: 'text', text});
const untouched = {
  'plain text': {content: [block('Hello, world. '.repeat(60))]},
  'an error': {isError: true, ...as_text(rows(3, 30))},
  'an image': {content: [{type: 'image', data: 'iVBORw0KGgo=',
    mimeType: 'image/png'}]},
  'input required': {resultType: 'input_required', requestState: '{"a":[1]}',
    inputRequests: {x: {method: 'roots/list'}}, ...as_text(rows(3, 30))},
  'encrypted': {content: [{...as_text(rows(3, 30)).content[0],
    _meta: {'codex/encryptedContent': 'AAAA'}}]},
  'a resource': {content: [{type: 'resource', resource: {uri: 'x:y',
    mimeType: 'application/json', text: JSON.stringify(rows(3, 30))}}]},
  'an unknown block': {content: [{type: 'hologram', x: rows(3, 30)}]},
  'no content at all': {},
  'a broken content': {content: 'text'},
};

async function passes(t, pith) {
  const name = '6 what must pass';
  await through(t, pith, name, async ({eras: {legacy: client}}) => {
    for (const [what, sent] of Object.entries(untouched)) {
      const result = await client.result('result', {result: sent});
      t.check(`${name}: ${what}`,
        JSON.stringify(result) === JSON.stringify(sent), result);
    }
  });
}

export const rewrite_cases = [
  ['1 structuredContent', structured],
  ['1 clients that show text', text_clients],
  ['3 concurrent calls', concurrency],
  ['4 a second client', isolation],
  ['5 changed attributes', changes],
  ['6 unknown fields', unknown_fields],
  ['6 what must pass', passes],
  ['7 results of other calls', no_mixing],
  ['10 never larger', never_larger],
];
