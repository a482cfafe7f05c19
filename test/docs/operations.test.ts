/** The page for operators knows each event that the log can have, and no others. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { engineEvents } from '../../engine/index.ts';
import { root } from './blocks.ts';

it('names each event of the log above debug', () => {
  const ofEngine = Object.entries(engineEvents).flatMap(([name, { levels }]) =>
    levels.some((level) => level !== 'debug') && name !== 'stand_in_gap' ? [name] : [],
  );
  const ofService = globSync('src/**/*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/event: '([a-z_]+)'/g)].map(([, name = '']) => name),
  );
  const told = new Set([...ofEngine, ...ofService]);
  const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const [, watch = ''] = /^\*\*Log\.\*\*([\s\S]*?)^## /m.exec(page) ?? [];
  const named = new Set([...watch.matchAll(/^\| (`.*?) \| /gm)].flatMap(([, cell = '']) => namesIn(cell)));
  const [, others = ''] = /^All other events are for reading along: ([\s\S]*?)\. /m.exec(watch) ?? [];
  expect([...named, ...namesIn(others)].sort()).toEqual([...told].sort());
});

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name);
}
