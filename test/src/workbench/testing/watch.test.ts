/** `engine test --watch`, in a separate process: what runs again when a file is saved, and how it ends. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../cli/here.ts';
import { endOf, run } from '../../cli/process.ts';
import { until } from '../../service/server/fixture.ts';
import { caseOf, makeShop } from './shop.ts';

// SQLite works in processes of its own, which take their time on a busy machine.
const there = (name: string): string => `cases:\n${caseOf('Anna is there', `part: { hits: [{ erpName: ${name} }] }`)}`;

it('runs a changed file of cases, or all when anything else changes, until Ctrl-C', async () => {
  const shop = makeShop();
  shop.cases('a.yaml', there('Anna'));
  shop.cases('b.yaml', there('Anna'));
  const process = run(join(root, 'dist', 'src', 'entry.js'), ['test', './shop.yaml', '--watch'], {}, shop.folder);
  const waiting = 'Waiting for changes. Press Ctrl-C to stop.\n';
  let told = '';
  /** What it says until it waits again. */
  const untilWaiting = (): Promise<string> =>
    until(() => {
      const more = process.out.slice(told.length);
      if (!more.endsWith(waiting)) return undefined;
      told = process.out;
      return more;
    });
  expect(await untilWaiting()).toBe(
    `cases/a.yaml\n  ok   Anna is there\ncases/b.yaml\n  ok   Anna is there\n2 passed, 0 failed.\n${waiting}`,
  );
  shop.cases('b.yaml', there('Hanna'));
  const changed = await untilWaiting();
  expect(changed).toMatch(/^\nChanged: cases\/b\.yaml\ncases\/b\.yaml\n {2}FAIL Anna is there\n/);
  expect(changed).toContain('\n0 passed, 1 failed.\n');
  // What editors and services leave beside a profile is nothing to run again for: the next run is about the fixture.
  for (const name of ['.shop.yaml.swp', 'store.sqlite', join('cases', 'notes.txt')])
    writeFileSync(join(shop.folder, name), '');
  const schema = join(shop.folder, 'fixture', 'schema.sql');
  writeFileSync(schema, readFileSync(schema, 'utf8').replace('Anna', 'Hanna'));
  const all = await untilWaiting();
  expect(all).toMatch(/^\nChanged: fixture\/schema\.sql\ncases\/a\.yaml\n {2}FAIL Anna is there\n/);
  expect(all).toContain('cases/b.yaml\n  ok   Anna is there\n1 passed, 1 failed.\n');
  process.child.kill('SIGINT');
  expect(await endOf(process)).toEqual({ status: 0, signal: null });
  expect(process.err).toBe('');
});
