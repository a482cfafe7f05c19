/** The program with broken profiles: it says what is wrong and where, and does not start. */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { type BrokenEdit, edits } from '../support/broken-edits.ts';
import { type Ended, root, runHere } from './here.ts';

// A process that loads the whole program takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const demo = join(root, 'profiles', 'demo');
const text = readFileSync(join(demo, 'profile.yaml'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'engine-broken-'));
cpSync(join(demo, 'fixture'), join(folder, 'fixture'), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const args = (profile: string): readonly string[] => ['--port', '0', '--profile', `./${profile}`];
const variables = (profile: string) => ({
  ENGINE_KEY: 'a-key-of-some-length',
  DEMO_DATABASE: `${profile}.sqlite`,
});

/** The program as it is installed, as a process of its own. */
function runProcess(profile: string, signal: AbortSignal): Promise<Ended> {
  const { promise, resolve, reject } = Promise.withResolvers<Ended>();
  const child = spawn(process.execPath, [join(root, 'src', 'entry.ts'), ...args(profile)], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...variables(profile) },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
    // A service that listens would run for ever.
    if (out.includes('Listening')) child.kill('SIGKILL');
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  child.on('error', reject);
  child.on('close', (status) => resolve({ status, out, err }));
  return promise;
}

/** The broken profile, and where its mistake stands as a pattern. */
function breakIt({ search, replacement, mark }: BrokenEdit): { readonly broken: string; readonly place: string } {
  const at = text.indexOf(search);
  expect(at, `the demo profile holds ${JSON.stringify(search)}`).toBeGreaterThanOrEqual(0);
  const broken = text.slice(0, at) + replacement + text.slice(at + search.length);
  if (mark === undefined) return { broken, place: '\\d+:\\d+' };
  const within = replacement.lastIndexOf(mark);
  const indent = mark === '\t' ? 0 : mark.length - mark.trimStart().length;
  const offset = (within < 0 ? broken.indexOf(`\n${mark}`) + 1 : at + within) + indent;
  const before = broken.slice(0, offset).split('\n');
  return { broken, place: `${before.length}:${(before.at(-1) ?? '').length + 1}` };
}

async function refused(edit: BrokenEdit, run: (profile: string) => Promise<Ended>): Promise<void> {
  const { broken, place } = breakIt(edit);
  const profile = `${edit.name.replaceAll(/\W+/g, '-')}.yaml`;
  writeFileSync(join(folder, profile), broken);
  const { status, out, err } = await run(profile);
  expect(err).toContain(`error[${edit.code}]: `);
  expect(err).toMatch(new RegExp(`--> ${profile}:${place}\n`));
  expect(err).toMatch(/^ *= hint: \S/m);
  expect(err).not.toMatch(/^\s+at /m);
  expect(err.match(/^error\[/gm), 'one mistake, one finding').toHaveLength(1);
  expect(out).toBe('');
  expect(status).toBe(1);
}

describe('a broken profile is refused', () => {
  it.for(edits)('$name: $code', (edit) =>
    refused(edit, (profile) => runHere(args(profile), { env: variables(profile), cwd: folder })),
  );
});

describe('so it is by the program as a process', () => {
  // One that YAML refuses, one that the compiler, and one that the grammar of the database does.
  const some = edits.filter(({ code }) => ['YAML102', 'MAP232', 'SQL405'].includes(code));
  it.for(some)('$name: $code', (edit, { signal }) => refused(edit, (profile) => runProcess(profile, signal)));
});
