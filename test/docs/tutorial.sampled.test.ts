/** The tutorial, followed word for word: each file written, each command run, each output as shown. Pages build on each other. */
import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isDeep } from '../support/depth.ts';
import { blocksOf, root } from './blocks.ts';
import { type Reader, readerIn } from './reader.ts';
import { looksLike, stepsOf } from './steps.ts';

const pages = globSync('docs/tutorial/*.md', { cwd: root }).sort();
const folder = mkdtempSync(join(tmpdir(), 'engine-tutorial-'));
let reader: Reader;

beforeAll(async () => {
  cpSync(join(root, 'examples/tutorial'), join(folder, 'examples/tutorial'), { recursive: true });
  reader = await readerIn(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

it('has five pages', () => {
  expect(pages.length).toBe(5);
});

// Each page goes on where the one before ends.
it.each(isDeep ? pages : pages.slice(0, 1))('%s', { timeout: 240_000 }, async (page) => {
  try {
    for (const step of stepsOf(blocksOf(page))) await reader.follow(step);
  } finally {
    await reader.endServices();
  }
});

it('accepts an output only if it equals the shown one', () => {
  expect(looksLike('a\nb\nc\n', 'a\n...\nc\n')).toBe(true);
  expect(looksLike('took 12 ms\n', 'took ... ms\n')).toBe(true);
  expect(looksLike('a\nb\nc\n', 'a\nc\n')).toBe(false);
  expect(looksLike('a\nb\n', 'a\n')).toBe(false);
});
