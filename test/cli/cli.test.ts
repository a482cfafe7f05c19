/** The program as a process: exit status, output, signals. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { digestOf } from '../../src/server/keys.ts';
import { folderWith, post, raw, until } from '../server/fixture.ts';

// A process that loads the whole program takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const root = join(import.meta.dirname, '..', '..');
const key = 'a-key-of-some-length';

interface Process {
  readonly child: ChildProcess;
  out: string;
  err: string;
  ended: { readonly status: number | null; readonly signal: NodeJS.Signals | null } | undefined;
}

function run(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd = folderWith({ 'acme.yaml': '' }),
): Process {
  const child = spawn(
    process.execPath,
    [...args.filter((arg) => arg.startsWith('--import')), file, ...args.filter((arg) => !arg.startsWith('--import'))],
    {
      cwd,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const state: Process = { child, out: '', err: '', ended: undefined };
  child.stdout?.on('data', (chunk) => {
    state.out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    state.err += chunk;
  });
  child.on('close', (status, signal) => {
    state.ended = { status, signal };
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return state;
}

const standIn = join(import.meta.dirname, 'stand-in.ts');
const serving = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  run(standIn, ['--port', '0', ...args], { ENGINE_KEY: key, ...env });
const portOf = (process: Process) =>
  until(() => Number(/Listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(process.out)?.[1]) || undefined);
const endOf = (process: Process) => until(() => process.ended);

describe('wrong usage', () => {
  it.each([
    [['srve'], /no verb "srve" \(did you mean "serve"\?\)/],
    [['--prot', '1'], /unknown option '--prot' \(Did you mean --port\?\)/],
    [['--port', 'abc'], /whole number from 0 to 65535/],
    [['key', '--app', 'x'], /ordering, receivables, both/],
    [['demo', '--profile', 'x'], /--profile/],
    [['openapi', 'extra'], /too many arguments/],
  ])('%j ends with status 2, one line and a hint', async (args, message) => {
    const process = run(standIn, args);
    expect(await endOf(process)).toEqual({ status: 2, signal: null });
    expect(process.err).toMatch(message);
    expect(process.err.trim().split('\n')).toHaveLength(2);
    expect(process.out).toBe('');
  });
});

describe('faults of configuration or profile', () => {
  it('end with status 1, all on stderr, without a stack', async () => {
    const process = run(standIn, ['--profile', 'acme.yaml'], { FAKE: 'broken', ENGINE_PORT: 'x' });
    expect(await endOf(process)).toEqual({ status: 1, signal: null });
    for (const code of ['CFG502', 'CFG507', 'MAP101']) expect(process.err).toContain(code);
    expect(process.err).not.toMatch(/^\s+at /m);
    expect(process.out).toBe('');
  });

  it('so does a bug, in one sentence', async () => {
    const process = serving(['--profile', 'acme.yaml'], { FAKE: 'throws' });
    expect(await endOf(process)).toEqual({ status: 1, signal: null });
    expect(process.err).toMatch(/^engine: something went wrong inside the program: a bug\n$/);
  });
});

describe('verbs', () => {
  it('help and version end with status 0', async () => {
    const help = run(standIn, ['--help']);
    expect(await endOf(help)).toEqual({ status: 0, signal: null });
    expect(help.out).toContain('ENGINE_REQUEST_TIMEOUT');
    const version = run(standIn, ['--version']);
    await endOf(version);
    expect(version.out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('key prints a key and its digest', async () => {
    const process = run(standIn, ['key', '--name', 'shop', '--app', 'ordering']);
    expect(await endOf(process)).toEqual({ status: 0, signal: null });
    const made = /erpk_\S+/.exec(process.out)?.[0] ?? '';
    expect(process.out).toContain(
      `- name: shop\n    app: ordering\n    sha256: ${Buffer.from(digestOf(made)).toString('hex')}`,
    );
  });

  it('openapi prints the document', async () => {
    const process = run(standIn, ['openapi']);
    expect(await endOf(process)).toEqual({ status: 0, signal: null });
    expect(Object.keys(JSON.parse(process.out).paths)).toHaveLength(18);
  });
});

describe('a running service', () => {
  it('says where it listens, logs JSON lines without the key, and ends with 0 on SIGTERM and SIGINT', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const process = serving(['--profile', 'acme.yaml']);
      const answer = await raw(
        await portOf(process),
        post('/health', '{"schemaVersion":"1"}', { Authorization: `Bearer ${key}` }),
      );
      expect(answer.status).toBe(200);
      process.child.kill(signal);
      expect(await endOf(process)).toEqual({ status: 0, signal: null });
      expect(process.out.trim().split('\n')).toHaveLength(1);
      const events = process.err
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(events.map(({ event }) => event)).toEqual(['listening', 'request', 'stopping', 'stopped']);
      expect(process.err + process.out).not.toContain(key);
    }
  });

  it('ends at once on a second signal', async () => {
    const process = serving(['--profile', 'acme.yaml'], { FAKE: 'slow' });
    const request = raw(
      await portOf(process),
      post('/catalog/products/search', '{"schemaVersion":"1"}', { Authorization: `Bearer ${key}` }),
    );
    request.catch(() => undefined);
    process.child.kill('SIGTERM');
    await until(() => process.err.includes('stopping'));
    // The repeat of the same key press is let pass; a later signal is not.
    await until(() => {
      process.child.kill('SIGTERM');
      return process.ended;
    });
    // 128 + 15; or the signal itself, when one more comes while Node is already on its way out.
    expect([
      { status: 143, signal: null },
      { status: null, signal: 'SIGTERM' },
    ]).toContainEqual(process.ended);
  });

  it('in the demo prints a key that works and a curl command', async () => {
    const cwd = folderWith({});
    const process = run(standIn, ['demo', '--port', '0'], {}, cwd);
    const port = await portOf(process);
    const made = /API key: (\S+)/.exec(process.out)?.[1] ?? '';
    expect(process.out).toContain(`curl -sS http://127.0.0.1:${port}/`);
    const answer = await raw(
      port,
      post('/catalog/products/search', '{"schemaVersion":"1"}', { Authorization: `Bearer ${made}` }),
    );
    expect(answer.status).toBe(200);
    expect(process.err).not.toContain(made);
  });
});

describe('the entry guard', () => {
  /** The entry file as it is installed, with a main that shows its process and waits for the end of its parent. */
  function install(withBundle: boolean): string {
    const folder = folderWith({ 'package.json': '{"type":"module"}' });
    writeFileSync(
      join(folder, 'entry.js'),
      stripTypeScriptTypes(readFileSync(join(root, 'src', 'entry.ts'), 'utf8')).replace('main.ts', 'main.js'),
    );
    writeFileSync(
      join(folder, 'main.js'),
      `export function main() {
        if (process.argv[2] === 'exit') {
          console.log(process.pid, process.versions.node, process.argv.slice(2).join());
          process.exit(7);
        }
        process.on('SIGTERM', () => { console.log('term'); process.exit(5); });
        process.on('disconnect', () => { console.log('orphan'); process.exit(0); });
        console.log(process.pid, process.versions.node, process.argv.slice(2).join());
        setInterval(() => undefined, 1000);
      }`,
    );
    if (withBundle) {
      const bundle = dirname(createRequire(import.meta.url).resolve(`node-linux-${process.arch}/package.json`));
      mkdirSync(join(folder, 'node_modules'));
      symlinkSync(bundle, join(folder, 'node_modules', `node-linux-${process.arch}`));
    }
    return join(folder, 'entry.js');
  }
  const pretend18 =
    "--import=data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'18.20.0'}})";
  const real = process.versions.node.split('.')[0];

  it('runs the program in place on a Node that can', async () => {
    const process = run(install(false), ['exit', 'b']);
    expect(await endOf(process)).toEqual({ status: 7, signal: null });
    expect(process.out).toMatch(new RegExp(`^${process.child.pid} ${real}\\.\\S+ exit,b`));
  });

  it('runs it with the bundled Node otherwise, passes arguments and signals on, and takes its exit status', async () => {
    const one = run(install(true), [pretend18, 'exit', 'b']);
    expect(await endOf(one)).toEqual({ status: 7, signal: null });
    expect(one.out).toMatch(/^\d+ 24\.\S+ exit,b/);
    const other = run(install(true), [pretend18, 'stay']);
    await until(() => other.out.includes('stay'));
    other.child.kill('SIGTERM');
    expect(await endOf(other)).toEqual({ status: 5, signal: null });
    expect(other.out).toContain('term');
  });

  it('does not leave the program behind when it is killed', async () => {
    const process = run(install(true), [pretend18, 'stay']);
    await until(() => process.out.includes('stay'));
    process.child.kill('SIGKILL');
    await until(() => process.out.includes('orphan'));
  });

  it('says what is missing', async () => {
    const process = run(install(false), [pretend18]);
    expect(await endOf(process)).toEqual({ status: 1, signal: null });
    expect(process.err).toMatch(/^engine: this program needs Node 24, this is Node 18\.20\.0, [^\n]*\n$/);
  });
});
