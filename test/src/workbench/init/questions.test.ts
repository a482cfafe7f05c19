/** The questions of `engine init` at a terminal. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { databaseKinds } from '../../../../engine/index.ts';
import { askAll } from '../../../../src/cli/init/ask.ts';
import type { InitFlags } from '../../../../src/cli/init/questions.ts';
import { kinds } from '../../../support/kinds.ts';
import { providedUrl } from '../../../support/provided.ts';
import { keys, type TestTerminal, type Typed, terminalWith } from './terminal.ts';

const { enter, down, esc, ctrlC, ctrlD, erase } = keys;
/** Takes the letters back. */
const back = (text: string): string => '\u007f'.repeat(text.length);
const flags = { sample: 20, table: [] };

/** The list of kinds begins with the databases in the order of the program. */
const sqlite: Typed = ['What is the interface', `${down.repeat(databaseKinds.indexOf(kinds.sqlite))}${enter}`];

/** The answers for an ERP whose tables need no question. */
async function asked(host: TestTerminal['host'], given: InitFlags) {
  const erp = { tables: [], read: '0 tables', propose: () => ({ foundTables: new Map(), endpoints: [] }) };
  return (await askAll(host, given, new Map(), async () => erp)).answers;
}

const answers = (cwd: string) => ({ kind: kinds.sqlite, name: 'acme', values: { file: join(cwd, 'erp.sqlite') } });

it('offers lists, takes the usual answer for an empty line, and shows all before it begins', async () => {
  const { host, screen, left } = terminalWith([
    sqlite,
    ['Name of the profile', `acme${enter}`],
    ['File of the database', `erp.sqlite${enter}`],
    ['Name of the ERP', enter],
    ['Time zone', `Europe/Berl${enter}`],
    ['Write the profile', enter],
  ]);
  expect(await asked(host, flags)).toMatchObject({ ...answers(host.cwd), title: 'acme', clock: 'Europe/Berlin' });
  expect(left()).toEqual([]);
  expect(screen()).toMatch(/Summary[\s\S]*clock {5}Europe\/Berlin[\s\S]*folder {4}acme/);
});

it('checks each answer at once: a name, a folder with files, a file that does not exist, one that is no database', async () => {
  const { host, left } = terminalWith([
    sqlite,
    ['Name of the profile', `Acme 9${enter}`],
    ['unlike', `${erase}taken${enter}`],
    ['taken is not empty', `${erase}acme${enter}`],
    ['File of the database', `none.sqlite${enter}`],
    ['Please select a path', `${back('none.sqlite')}notes.txt${enter}`],
    ['cannot be read', `${back('notes.txt')}erp.sqlite${enter}`],
    ['Name of the ERP', `Acme${enter}`],
    ['Time zone', enter],
    ['Write the profile', enter],
  ]);
  expect(await asked(host, flags)).toMatchObject({ ...answers(host.cwd), title: 'Acme', clock: 'UTC' });
  expect(left()).toEqual([]);
});

it('goes back with Escape, keeps what was answered, and changes an answer of the summary', async () => {
  const { host, left } = terminalWith([
    sqlite,
    ['Name of the profile', esc],
    sqlite,
    ['Name of the profile', `beta${enter}`],
    ['File of the database', esc],
    [/Name of the profile[\s\S]*beta/, enter],
    ['File of the database', `erp.sqlite${enter}`],
    ['Name of the ERP', enter],
    ['Time zone', enter],
    // Yes, then the answers in their order: interface, name.
    ['Write the profile', `${down}${down}${enter}`],
    [/Name of the profile[\s\S]*beta/, `${erase}acme${enter}`],
    [/File of the database[\s\S]*erp.sqlite/, enter],
    ['Name of the ERP', `${erase}Acme${enter}`],
    ['Time zone', enter],
    ['Write the profile', enter],
  ]);
  expect(await asked(host, flags)).toMatchObject({ ...answers(host.cwd), title: 'Acme' });
  expect(left()).toEqual([]);
});

it.each([
  ['Ctrl-C', [sqlite, ['Name of the profile', ctrlC]] as const],
  ['the end of the input', [sqlite, ['Name of the profile', ctrlD]] as const],
  [
    'the last choice of the summary',
    [
      sqlite,
      ['Name of the profile', `acme${enter}`],
      ['File of the database', `erp.sqlite${enter}`],
      ['Name of the ERP', enter],
      ['Time zone', enter],
      ['Write the profile', `\u001b[A${enter}`],
    ] as const,
  ],
])('writes nothing after %s', async (_what, steps) => {
  const { host, left } = terminalWith(steps);
  await expect(asked(host, flags)).rejects.toThrow('nothing was written');
  expect(left()).toEqual([]);
});

it('asks nothing that a flag says', async () => {
  const { screen, host } = terminalWith([]);
  const given = { file: 'a.sqlite', name: 'acme', title: 'Acme', clock: 'UTC', sample: 0, table: [] };
  expect(await asked(host, given)).toMatchObject({ kind: kinds.sqlite, values: { file: 'a.sqlite' } });
  expect(screen()).toBe('');
});

it('tries the database before it goes on, with a password that is not shown', async () => {
  const { hostname, port, username, password } = new URL(providedUrl('postgresUrl'));
  const given = { ...flags, source: 'postgres', name: 'acme', host: hostname, port, user: username };
  const { host, screen, left } = terminalWith([
    ['Name of the database', `no_such_17${enter}`],
    ['Password', `secret-word-17${enter}`],
    ['cannot be read', esc],
    [/Name of the database[\s\S]*no_such_17/, `${erase}postgres${enter}`],
    ['Password', `${password}${enter}`],
    ['Name of the ERP', enter],
    ['Time zone', enter],
    ['Write the profile', enter],
  ]);
  expect(await asked(host, given)).toMatchObject({ values: { host: hostname, database: 'postgres' } });
  expect(left()).toEqual([]);
  expect(screen()).not.toContain('secret-word-17');
});

it('takes the password of the environment, and asks for none', async () => {
  const { hostname, port, username, password } = new URL(providedUrl('postgresUrl'));
  const given = {
    ...flags,
    source: 'postgres',
    name: 'acme',
    host: hostname,
    port,
    database: 'postgres',
    title: 'Acme',
  };
  const { host, screen, left } = terminalWith(
    [
      ['User of the database', `no-such-user-17${enter}`],
      ['cannot be read', `${erase}${username}${enter}`],
      ['Time zone', enter],
      ['Write the profile', enter],
    ],
    { ACME_DB_PASSWORD: password },
  );
  expect(await asked(host, given)).toMatchObject({ password: undefined, values: { user: username } });
  expect(left()).toEqual([]);
  expect(screen()).not.toContain('Password?');
});
