// SPDX-License-Identifier: MIT
// Whether a result that came through pith says what the server said: it is
// the same, or it carries the same data in another form and costs no more.

import {isDeepStrictEqual} from 'node:util';
import {decode, is_gcf, is_tron, same, shown, tokens} from './payload.mjs';
import {run} from './support.mjs';

function brief(value) {
  const text = JSON.stringify(value);
  return text.length > 800 ? `${text.slice(0, 800)}...` : text;
}

// The value of a text that is JSON, GCF or TRON, wrapped; nothing for plain
// text.
function parsed(text) {
  const value = decode(text);
  return value === null || typeof value !== 'object' ? undefined : {value};
}

// A value with JSON inside its strings written out, because a file listing is
// JSON within a JSON string; and, to compare the text of a result with its
// structuredContent, without members that are null, because servers leave
// those out of one of the two.
function plain(value, keeps_null) {
  if (typeof value === 'string') {
    const inside = parsed(value);
    return inside === undefined || is_gcf(value) || is_tron(value) ? value :
      plain(inside.value, keeps_null);
  }
  if (Array.isArray(value)) {
    return value.map((inner) => plain(inner, keeps_null));
  }
  if (value === null || typeof value !== 'object') {
    return value;
  }
  const members = value instanceof Map ? [...value] : Object.entries(value);
  return Object.fromEntries(
    members.filter(([, inner]) => keeps_null || inner !== null)
      .map(([key, inner]) => [key, plain(inner, keeps_null)]));
}

// Whether two values carry the same data: they are equal, or one is the only
// member of the other.
function carries(one, other, keeps_null = true) {
  const left = plain(one, keeps_null);
  const right = plain(other, keeps_null);
  const only = (value) => value !== null && typeof value === 'object' &&
    !Array.isArray(value) && Object.keys(value).length === 1 ?
    Object.values(value)[0] : undefined;
  return same(left, right) || same(only(left), right) ||
    same(left, only(right));
}

const texts_of = (result) => (result.content ?? [])
  .filter(({type}) => type === 'text').map(({text}) => text);

// What a result says, piece by piece: its texts and its structured content.
function pieces(result) {
  const found = texts_of(result).map((text) => parsed(text)?.value ?? text);
  return result.structuredContent === undefined ? found :
    [...found, result.structuredContent];
}

// What is wrong with a result in another form; nothing if all is well.
function problem_with(direct, through) {
  const {content: _, structuredContent: before, ...members} = direct;
  const {content: __, structuredContent: after, ...others} = through;
  if (direct.thrown !== undefined || through.thrown !== undefined ||
      direct.isError || !isDeepStrictEqual(members, others)) {
    return 'changed';
  }
  if (after !== undefined && !isDeepStrictEqual(after, before)) {
    return 'has another structuredContent';
  }
  const rest = (result) => result.content.filter(({type}) => type !== 'text')
    .concat(result.content.filter(({type}) => type === 'text')
      .map(({text, ...block}) => block).filter(
        (block) => Object.keys(block).length > 1));
  if (!isDeepStrictEqual(rest(direct), rest(through))) {
    return 'has other blocks, or annotations';
  }
  // Beside structuredContent, a text need not keep its nulls.
  const lost = pieces(direct).find((piece) => !pieces(through).some(
    (other) => carries(piece, other,
      before === undefined || piece === before)));
  if (lost !== undefined) {
    return `has lost ${brief(lost)}`;
  }
  const invented = pieces(through).find((piece) => !pieces(direct).some(
    (other) => carries(piece, other)));
  return invented === undefined ? undefined :
    `has added ${brief(invented)}`;
}

// Our own decoder must read what the independent one reads.
async function own_problem(pith, text) {
  const {code, stdout, stderr} = await run(pith, ['decode'], {input: text});
  return code === 0 && same(JSON.parse(stdout), decode(text)) ? undefined :
    `is read differently by pith decode: ${stdout}${stderr}`;
}

// What a client puts in front of the model.
function shown_by(shows, result) {
  const texts = texts_of(result).join('\n');
  return shows === 'structured' ? shown(result) :
    shows === 'text' || result.structuredContent === undefined ? texts :
      `${texts}\n${JSON.stringify(result.structuredContent)}`;
}

// {is_rewritten, problem, format, saves} of a result, for a client that shows
// this.
export async function compare_results(pith, direct, through,
  shows = 'structured') {
  if (isDeepStrictEqual(direct, through)) {
    return {is_rewritten: false};
  }
  let problem = problem_with(direct, through);
  for (const text of texts_of(through).filter(
    (one) => is_gcf(one) || is_tron(one))) {
    problem ??= await own_problem(pith, text);
  }
  const [before, after] = [direct, through].map(
    (result) => tokens(pith, shown_by(shows, result)));
  if (problem === undefined && after > before) {
    problem = 'costs more';
  }
  const [first = ''] = texts_of(through);
  return {
    is_rewritten: true,
    format: is_gcf(first) ? 'gcf' : is_tron(first) ? 'tron' : 'other',
    saves: after < before,
    problem: problem && `${problem}\n  direct: ${brief(direct)}` +
      `\n  through: ${brief(through)}`,
  };
}

// The definitions must be those of the server, but for an output schema that
// no result would match any more. Undefined if all is well.
export function tools_problem(direct, through) {
  if (direct.length !== through.length) {
    return `${through.length} tools instead of ${direct.length}`;
  }
  for (const [i, tool] of direct.entries()) {
    const other = through[i];
    const {outputSchema: before, ...members} = tool;
    const {outputSchema: after, ...others} = other;
    if (!isDeepStrictEqual(members, others) ||
        (after !== undefined && !isDeepStrictEqual(after, before))) {
      return `${brief(tool)} became ${brief(other)}`;
    }
  }
  return undefined;
}

// A copy of a value in which every string went through a function.
export function map_strings(value, change) {
  if (typeof value === 'string') {
    return change(value);
  }
  if (Array.isArray(value)) {
    return value.map((inner) => map_strings(inner, change));
  }
  return value === null || typeof value !== 'object' ? value :
    Object.fromEntries(Object.entries(value).map(
      ([key, inner]) => [key, map_strings(inner, change)]));
}
