/** An excerpt of a file in the documents is in that file: a part of its data, with `...` for omitted text. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { blocksIn, root } from './blocks.ts';

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const oneLine = (text: unknown): string => String(text).replaceAll(/\s+/g, ' ').trim();

/** The pieces of a text between `...` stand in the other one, in this order; one without any is the other one. */
function isTextOf(shown: string, whole: string): boolean {
  const pieces = shown.split('...').map(oneLine);
  if (pieces.length === 1) return shown === whole;
  let at = 0;
  for (const piece of pieces) {
    const pieceStart = whole.indexOf(piece, at);
    if (pieceStart < 0) return false;
    at = pieceStart + piece.length;
  }
  return true;
}

/** Where what is shown differs from the whole; undefined where it is a part of it. Items of lists stand in their order. */
function faultIn(shown: unknown, whole: unknown, at: string): string | undefined {
  if (isMap(shown)) {
    if (!isMap(whole)) return `${at} is no map there`;
    const faults = Object.entries(shown).map(([key, value]) =>
      Object.hasOwn(whole, key) ? faultIn(value, whole[key], `${at}/${key}`) : `${at}/${key} is not there`,
    );
    return faults.find((fault) => fault !== undefined);
  }
  if (Array.isArray(shown)) {
    if (!Array.isArray(whole)) return `${at} is no list there`;
    let next = 0;
    for (const [index, item] of shown.entries()) {
      if (item === '...') continue;
      const itemIndex = whole.findIndex((other, place) => place >= next && faultIn(item, other, '') === undefined);
      if (itemIndex < 0) return `${at}/${index} is not there`;
      next = itemIndex + 1;
    }
    return undefined;
  }
  return isTextOf(oneLine(shown), oneLine(whole)) ? undefined : `${at} is ${oneLine(whole)}`;
}

const taken = blocksIn('yaml').flatMap(([place, { mark = '', text }]) => {
  const [, file] = /^from: (.*)$/.exec(mark) ?? [];
  return file === undefined ? [] : [{ place, file, text }];
});

it.each(taken)('$place is a part of $file', ({ file, text }) => {
  const whole: unknown = parse(readFileSync(join(root, file), 'utf8'), { merge: true });
  const shown: unknown = parse(text);
  const isEndpoints = isMap(shown) && Object.keys(shown).every((key) => key.startsWith('/'));
  expect(faultIn(isEndpoints ? { endpoints: shown } : shown, whole, '')).toBeUndefined();
});

it('takes a part for one, and nothing else', () => {
  const whole = { a: { b: 'SELECT x, y FROM t', list: [{ n: 1 }, { n: 2, m: 3 }, 'end'] } };
  expect(faultIn({ a: { b: 'SELECT ... FROM t', list: [{ m: 3 }, 'end'] } }, whole, '')).toBeUndefined();
  expect(faultIn({ a: { b: 'SELECT y ... x' } }, whole, '')).toBe('/a/b is SELECT x, y FROM t');
  expect(faultIn({ a: { list: ['end', { n: 1 }] } }, whole, '')).toBe('/a/list/1 is not there');
  expect(faultIn({ a: { c: 1 } }, whole, '')).toBe('/a/c is not there');
});
