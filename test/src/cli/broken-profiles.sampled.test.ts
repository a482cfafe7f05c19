/** The program with broken profiles: it reports the faults with their places, and does not start. */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { databaseMutations } from '../../mutations/databases.ts';
import { type Mutation, mutate } from '../../mutations/mutation.ts';
import { statementMutations } from '../../mutations/statements.ts';
import { yamlMutations } from '../../mutations/yaml.ts';
import { compileCache } from '../../support/compile-cache.ts';
import { byDepth } from '../../support/depth.ts';
import { type Ended, root, runHere } from './here.ts';

// A process that loads the whole program takes its time on a busy machine.
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
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, ...variables(profile) },
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

async function refused(mutation: Mutation, run: (profile: string) => Promise<Ended>): Promise<void> {
  const mutated = mutate(text, mutation);
  const profile = `${mutation.name.replaceAll(/\W+/g, '-')}.yaml`;
  writeFileSync(join(folder, profile), mutated.text);
  const { status, out, err } = await run(profile);
  const { line, column } = mutated.spot;
  expect(err).toContain(`error[${mutation.code}]: `);
  expect(err).toContain(`--> ${profile}:${line}:${column}\n`);
  expect(err).toMatch(/^ *= hint: \S/m);
  expect(err).not.toMatch(/^\s+at /m);
  expect(err.match(/^error\[/gm), 'one mistake, one finding').toHaveLength(1);
  expect(out).toBe('');
  // What a database has found out may be otherwise at the next start; all else no restart mends.
  expect(status).toBe(mutation.code === 'SQL406' ? 1 : 78);
}

/** One that YAML refuses, one that the grammar of the database does, one that the database does. test/mutations has the others. */
const some = [
  ...yamlMutations.filter(({ code }) => code === 'YAML102').slice(0, 1),
  ...statementMutations.filter(({ code }) => code === 'SQL405').slice(0, 1),
  ...databaseMutations.filter(({ code }) => code === 'SQL406').slice(0, 1),
];

describe('a service with a broken profile does not start', () => {
  it.for(some)('$name: $code', (mutation) =>
    refused(mutation, (profile) => runHere(args(profile), { env: variables(profile), cwd: folder })),
  );
});

describe('so it is by the program as a process', () => {
  it.for(byDepth({ sample: some.slice(0, 1), all: some }))('$name: $code', (mutation, { signal }) =>
    refused(mutation, (profile) => runProcess(profile, signal)),
  );
});
