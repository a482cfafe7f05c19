/** The page for operators knows each event that the log can have, and no others. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './blocks.ts';

it('names each event of the log above debug', () => {
  const sources = globSync(['engine/**/*.ts', 'src/**/*.ts'], { cwd: root });
  const told = new Set(
    sources.flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const events = text.matchAll(/(level: 'debug',\s*)?(?:readonly )?event: '([a-z _-]+)'/g);
      const notes = text.matchAll(/\bnote\(\w+, \w+, '(debug)?\w*', '([a-z _-]+)'/g);
      return [...events, ...notes].flatMap(([, debug, name = '']) => (debug === undefined ? [name] : []));
    }),
  );
  const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const [, watch = ''] = /^\*\*Log\.\*\*([\s\S]*?)^## /m.exec(page) ?? [];
  const named = new Set([...watch.matchAll(/^\| (`.*?) \| /gm)].flatMap(([, cell = '']) => namesIn(cell)));
  const [, others = ''] = /^All other events are for reading along: ([\s\S]*?)\. /m.exec(watch) ?? [];
  expect([...named, ...namesIn(others)].sort()).toEqual([...told].sort());
});

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/`([a-z _-]+)`/g)].map(([, name = '']) => name);
}
