/** The program as a process: exit status, output, signals. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { digestOf } from '../../../src/service/config/api-keys.ts';
import { isDeep, sampleOf } from '../../support/depth.ts';
import { folderWith, post, raw, until } from '../service/server/fixture.ts';
import { endOf, type Process, run } from './process.ts';

// A process that loads the whole program takes its time on a busy machine.
const key = 'a-key-of-some-length';

const standIn = join(import.meta.dirname, 'stand-in.ts');
const serving = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  run(standIn, ['--port', '0', ...args], { ENGINE_KEY: key, ...env });
const portOf = (process: Process) =>
  until(() => Number(/Listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(process.out)?.[1]) || undefined);

describe('wrong usage', () => {
  const wrong = [
    [['srve'], /no verb "srve" \(did you mean "serve"\?\)/],
    [['--prot', '1'], /unknown option '--prot' \(Did you mean --port\?\)/],
    [['--port', 'abc'], /whole number from 0 to 65535/],
    [['key', '--app', 'x'], /ordering, receivables, both/],
    [['demo', '--profile', 'x'], /--profile/],
    [['openapi', 'extra'], /too many arguments/],
  ] as const;
  it.each(sampleOf(wrong, 2, 3))('%j ends with status 2, one line and a hint', async (args, message) => {
    const process = run(standIn, args);
    expect(await endOf(process)).toEqual({ status: 2, signal: null });
    expect(process.err).toMatch(message);
    expect(process.err.trim().split('\n')).toHaveLength(2);
    expect(process.out).toBe('');
  });
});

describe('faults of configuration or profile', () => {
  it('end with status 78, which no restart mends, all on stderr, without a stack', async () => {
    const process = run(standIn, ['--profile', 'acme.yaml'], { FAKE: 'broken', ENGINE_PORT: 'x' });
    expect(await endOf(process)).toEqual({ status: 78, signal: null });
    for (const code of ['CFG502', 'CFG507', 'MAP101']) expect(process.err).toContain(code);
    expect(process.err).not.toMatch(/^\s+at /m);
    expect(process.out).toBe('');
  });

  it.each([
    ['configuration', { ENGINE_PORT: 'x' }],
    ['profile', { FAKE: 'broken' }],
  ])('so does the %s alone', async (_what, env) => {
    const process = run(standIn, ['--profile', 'acme.yaml'], { ENGINE_KEY: key, ...env });
    expect(await endOf(process)).toEqual({ status: 78, signal: null });
  });
});

describe('what another start may find better', () => {
  it('ends with status 1: a port that is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const process = run(standIn, ['--port', port, '--profile', 'acme.yaml'], { ENGINE_KEY: key });
    expect(await endOf(process)).toEqual({ status: 1, signal: null });
    expect(process.err).toContain('another program uses this port');
  });

  if (isDeep)
    it('so does a store that another process has', async () => {
      const cwd = folderWith({ 'acme.yaml': '' });
      const first = run(standIn, ['--port', '0', '--profile', 'acme.yaml'], { ENGINE_KEY: key }, cwd);
      await portOf(first);
      const second = run(standIn, ['--port', '0', '--profile', 'acme.yaml'], { ENGINE_KEY: key }, cwd);
      expect(await endOf(second)).toEqual({ status: 1, signal: null });
      expect(second.err).toContain('in use by another process');
    });

  if (isDeep)
    it('and so does a bug, in one sentence', async () => {
      const process = serving(['--profile', 'acme.yaml'], { FAKE: 'throws' });
      expect(await endOf(process)).toEqual({ status: 1, signal: null });
      expect(process.err).toMatch(/^engine: internal error: a bug\n$/);
    });
});

describe('verbs', () => {
  it('help and version end with status 0', async () => {
    const help = run(standIn, ['--help']);
    expect(await endOf(help)).toEqual({ status: 0, signal: null });
    expect(help.out).toContain('ENGINE_REQUEST_TIMEOUT');
    const version = run(standIn, ['--version']);
    await endOf(version);
    expect(version.out).toMatch(/^\d+\.\d+\.\d+(-dev)?(\+[0-9a-f]{12}(-dirty)?)?\n$/);
  });

  if (isDeep)
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
    for (const signal of isDeep ? (['SIGTERM', 'SIGINT'] as const) : (['SIGTERM'] as const)) {
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

  if (isDeep)
    it('logs a call that failed once: the cause with the answer', async () => {
      const process = serving(['--profile', 'acme.yaml'], { FAKE: 'failing' });
      const port = await portOf(process);
      const head = { Authorization: `Bearer ${key}` };
      const answer = await raw(port, post('/catalog/products/search', '{"schemaVersion":"1"}', head));
      const requestId = answer.headers['x-request-id'];
      const lines = await until(() => {
        const requestLines = process.err
          .split('\n')
          .filter((line) => requestId !== undefined && line.includes(requestId));
        return requestLines.some((line) => line.includes('"event":"request"')) ? requestLines : undefined;
      });
      const failures = lines.map((line) => JSON.parse(line)).filter(({ event }) => event !== 'request');
      expect(failures).toMatchObject([
        { event: 'call_failed', status: 502, endpoint: '/catalog/products/search', message: 'words of the driver' },
      ]);
    });

  if (isDeep)
    it('ends at once on a second signal', async () => {
      const process = serving(['--profile', 'acme.yaml'], { FAKE: 'slow' });
      const request = raw(
        await portOf(process),
        post('/catalog/products/search', '{"schemaVersion":"1"}', { Authorization: `Bearer ${key}` }),
      );
      request.catch(() => undefined);
      await until(() => process.out.includes('called'));
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
