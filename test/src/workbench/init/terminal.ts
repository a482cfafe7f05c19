/** A terminal in this process: keys are typed when a question is on its screen. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import type { Host } from '../../../../src/service/lifecycle/host.ts';
import { folderWith } from '../../service/server/fixture.ts';
import { sqliteFile } from './init-folder.ts';

/** Keys of a terminal. */
export const keys = {
  enter: '\r',
  down: '\u001b[B',
  esc: '\u001b',
  ctrlC: '\u0003',
  ctrlD: '\u0004',
  erase: '\u0015',
} as const;

/** What is on the screen, and what is typed then. */
export type Typed = readonly [shown: string | RegExp, typed: string];

export interface TestTerminal {
  readonly host: Pick<Host, 'ask' | 'streams' | 'cwd' | 'env' | 'now'>;
  /** Everything that was written to the terminal, without control characters. */
  screen(): string;
  /** The steps that were not reached. */
  left(): readonly Typed[];
}

/** Types each text as soon as its question is shown. The folder has an SQLite file and a folder that is not empty. */
export function terminalWith(steps: readonly Typed[], env: Host['env'] = {}): TestTerminal {
  const cwd = folderWith({ 'notes.txt': 'no database' });
  sqliteFile(join(cwd, 'erp.sqlite'), ['create table customer (id integer primary key, name text)']);
  mkdirSync(join(cwd, 'taken'));
  writeFileSync(join(cwd, 'taken/profile.yaml'), '');
  const input = new PassThrough();
  const left = [...steps];
  let screen = '';
  let from = 0;
  const output = new Writable({
    write(chunk, _encoding, done) {
      screen += stripVTControlCharacters(String(chunk));
      const [step] = left;
      const shown = screen.slice(from);
      if (step !== undefined && (typeof step[0] === 'string' ? shown.includes(step[0]) : step[0].test(shown))) {
        left.shift();
        from = screen.length;
        // The prompt listens once it is shown.
        setImmediate(() => input.write(step[1]));
      }
      done();
    },
  });
  const ask = async (): Promise<string> => '';
  return {
    host: { ask, streams: { input, output }, cwd, env, now: Date.now },
    screen: () => screen,
    left: () => left,
  };
}
