/** `engine init` at a pseudo terminal of the operating system: `script` of util-linux, which every Debian has. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { folderWith } from '../service/server/fixture.ts';
import { sqliteFile } from '../workbench/init/init-folder.ts';
import { keys, type Typed } from '../workbench/init/terminal.ts';
import { root } from './here.ts';

const { enter, down, ctrlC } = keys;

const tables = `create table customer (id integer primary key, name text not null, city text, email text);
  insert into customer values (17, 'Nordwind GmbH', 'Kiel', 'post@nordwind.example'), (18, 'Bergland AG', 'Graz', 'post@bergland.example');`;

/** Runs the command in a folder with an SQLite file, and types each text when its question is shown. */
async function typed(args: string, steps: readonly Typed[]) {
  const cwd = folderWith({});
  sqliteFile(join(cwd, 'erp.sqlite'), [tables]);
  // Without `exec` the shell of `script` would receive Ctrl-C too, and dash reports the signal as the status.
  const command = `exec ${process.execPath} ${join(root, 'dist/program/entry.js')} init ${args}`;
  const child = spawn('script', ['-qfec', command, '/dev/null'], { cwd, env: { ...process.env, TERM: 'xterm' } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const left = [...steps];
  let raw = '';
  let screen = '';
  let from = 0;
  child.stdout.on('data', (chunk) => {
    raw += String(chunk);
    screen = stripVTControlCharacters(raw);
    const [step] = left;
    if (step === undefined || !screen.slice(from).includes(String(step[0]))) return;
    left.shift();
    from = screen.length;
    setTimeout(() => child.stdin.write(step[1]), 50);
  });
  // A dialogue that waits for other keys would never end.
  const expiry = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearTimeout(expiry);
  return { cwd, status, screen, left };
}

it('writes a profile from what is typed', async () => {
  const { cwd, status, screen, left } = await typed('--source sqlite --sample 0', [
    ['Name of the profile', `acme${enter}`],
    ['File of the database', `erp.sqlite${enter}`],
    ['Name of the ERP', `Acme 9${enter}`],
    ['Time zone', `Europe/Berl${enter}`],
    ['Which table has the products', `${down}${enter}`],
    ['Which table has the sales orders', `${down}${enter}`],
    ['Which table has the invoices', `${down}${enter}`],
    ['Which table has the payments', `${down}${enter}`],
    ['Which table has the entries', `${down}${down}${enter}`],
    ['Write the profile', enter],
  ]);
  expect([status, left]).toEqual([0, []]);
  expect(screen).toContain('Written: acme/profile.yaml');
  // A chosen table is an answer, also where the names alone would have led to it.
  expect(screen).not.toContain('changed nothing');
  const profile = readFileSync(join(cwd, 'acme/profile.yaml'), 'utf8');
  expect(profile).toContain('title: "Acme 9"');
  expect(profile).toContain('clock: Europe/Berlin');
  expect(profile).toContain('unavailable: this ERP has no sales orders');
});

it.each([
  ['while it asks', 'Name of the ERP'],
  ['while it asks for tables', 'Which table has the products'],
])('Ctrl-C %s leaves nothing behind', async (_when, last) => {
  const all: readonly Typed[] = [
    ['Name of the profile', `acme${enter}`],
    ['File of the database', `erp.sqlite${enter}`],
    ['Name of the ERP', enter],
    ['Time zone', enter],
  ];
  const { cwd, status, screen } = await typed('--source sqlite', [
    ...all.slice(0, all.findIndex(([shown]) => shown === last) >>> 0),
    [last, ctrlC],
  ]);
  expect([status, existsSync(join(cwd, 'acme'))]).toEqual([2, false]);
  expect(screen).toContain('nothing was written');
  expect(readdirSync(cwd)).toEqual(['erp.sqlite']);
});

it('Ctrl-C while the cases are filled leaves nothing behind', async () => {
  const { cwd, status } = await typed('--file erp.sqlite --name acme --title Acme --clock UTC --yes', [
    ['tables read', ctrlC],
  ]);
  expect([status, readdirSync(cwd)]).toEqual([2, ['erp.sqlite']]);
});
