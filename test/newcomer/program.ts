/** The program as a newcomer starts it: in processes of its own. */
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

const root = join(import.meta.dirname, '../..');
const program = join(root, 'dist/program/entry.js');

/** Creates a folder with the database of the tutorial. */
export function createDatabase(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const database = new Database(join(folder, 'comptoir.sqlite'));
  for (const script of ['schema.sql', 'data.sql'])
    database.exec(readFileSync(join(root, 'examples/tutorial', script), 'utf8'));
  database.close();
}

interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command to its end. */
export function run(cwd: string, args: readonly string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...args], { cwd }, (_error, out, err) =>
      resolve({ status: child.exitCode ?? 1, out, err }),
    );
  });
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
  const address = await new Promise<string>((resolve, failed) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const printed = /http:\S+/.exec(text)?.[0];
      if (printed !== undefined) resolve(printed);
    });
    child.on('exit', () => failed(new Error('The studio has ended.')));
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGINT');
    await ended;
  };
  return { address, stop };
}
