/** The generated reference has every key of the grammar, each section once. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { profileJsonSchema } from '../../engine/profile/grammar/json-schema.ts';
import { createProgram } from '../../src/cli/verbs.ts';
import { testHost } from '../src/service/state/host.ts';
import { root } from './blocks.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const reference = read('docs/reference.md');

/** The names of all keys below a schema, whatever it is that they are keys of. */
function keysBelow(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) => [
    ...(name === 'properties' && typeof value === 'object' && value !== null ? Object.keys(value) : []),
    ...keysBelow(value),
  ]);
}

it('has every key of the grammar', () => {
  const keys = new Set(keysBelow(profileJsonSchema()));
  expect(keys.size).toBeGreaterThan(100);
  expect([...keys].filter((key) => !reference.includes(`\n| \`${key}\` | `))).toEqual([]);
});

it('says what a key takes, whether it must be there, and where else it stands', () => {
  expect(reference).toMatch(/\n\| `sources` \| names with: .*, required \|/);
  expect(reference).toMatch(/\n\| `match` \| `words`, `prefix`, `exact` \|/);
  expect(reference).toMatch(/\n## `endpoints\.<name>\.attach\.<name>`\n/);
});

it('has each heading once, so that links lead to one place', () => {
  const headings = [...reference.matchAll(/^## .*$/gm)].map(([heading]) => heading);
  expect(headings.filter((heading, index) => headings.indexOf(heading) !== index)).toEqual([]);
});

it('the page of commands has every verb with all of its flags', () => {
  const page = read('docs/commands.md');
  const { commands } = createProgram(testHost(root), () => undefined);
  for (const verb of commands) {
    expect(page).toContain(`\n## engine ${verb.name()}\n`);
    for (const { flags, hidden } of verb.options) expect(page.includes(`| \`${flags}\` |`)).toBe(!hidden);
  }
});
