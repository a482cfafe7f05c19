/** The program as a newcomer starts it: in processes of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';

const root = join(import.meta.dirname, '../..');
const program = join(root, 'dist/program/entry.js');

/** A new folder with the database of the tutorial. */
export function newDatabase(given: string | undefined): string {
  const folder = given === undefined ? mkdtempSync(join(tmpdir(), 'engine-newcomer-')) : resolve(given);
  if (given !== undefined) mkdirSync(folder);
  const database = new Database(join(folder, 'comptoir.sqlite'));
  for (const script of ['schema.sql', 'data.sql'])
    database.exec(readFileSync(join(root, 'examples/tutorial', script), 'utf8'));
  database.close();
  return folder;
}

export interface Ran {
  readonly status: number;
  readonly out: string;
}

/** Runs a command to its end. Its messages go to the terminal. */
export function run(cwd: string, args: readonly string[]): Ran {
  const { status, stdout } = spawnSync(process.execPath, [program, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 100_000_000,
  });
  return { status: status ?? 1, out: stdout };
}

/** Starts the studio, and waits until it has printed its address. */
export async function startStudio(
  cwd: string,
  profile: string,
): Promise<{ readonly address: string; readonly stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [program, 'studio', profile, '--no-open'], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done) => child.on('exit', () => done()));
  const address = await new Promise<string>((found, failed) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const printed = /http:\S+/.exec(text)?.[0];
      if (printed !== undefined) found(printed);
    });
    child.on('exit', () => failed(new Error('The studio has ended.')));
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGINT');
    await ended;
  };
  return { address, stop };
}
