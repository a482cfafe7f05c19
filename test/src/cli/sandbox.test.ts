import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Ended, runHere } from './here.ts';

const key = 'erpk_the-key-that-must-not-be-shown';
const open: Server[] = [];
const folders: string[] = [];

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'engine-sandbox-'));
  folders.push(made);
  return made;
}

afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true });
  for (const server of open.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A service that knows nothing of the contract, and repeats the key. */
async function stranger(): Promise<string> {
  const server = createServer(({ headers }, response) => response.end(`Hello, ${headers.authorization}`));
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
}

const sandbox = (args: readonly string[], more: Partial<Parameters<typeof runHere>[1]> = {}): Promise<Ended> =>
  runHere(['sandbox', ...args], { env: { ENGINE_KEY: key }, cwd: folder(), ...more });

describe('engine sandbox', () => {
  it.each<readonly [string, readonly string[], string]>([
    ['without a base URL', [], 'the base URL of the service is missing; for the mock ERP use --mock'],
    ['with something else', ['erp.example'], '"erp.example" is not a base URL: it must begin with http:// or https://'],
    [
      'with a password in the URL',
      ['http://a:b@127.0.0.1'],
      'the base URL must not have a user, a query or a fragment',
    ],
    ['with --mock and a URL', ['http://127.0.0.1', '--mock'], '--mock starts its own service: omit the base URL'],
    ['with --keep alone', ['http://127.0.0.1', '--keep'], '--keep needs --mock'],
    ['with a key that is none', ['http://127.0.0.1', '--key', 'a b'], 'a key is empty, or has characters'],
    [
      'with a format that is none',
      ['http://127.0.0.1', '--format', 'pdf'],
      '--format must be one of text, json, junit, html',
    ],
    [
      'with a deviation from no rule',
      ['http://127.0.0.1', '--deviation', 'line'],
      'there is no rule "line" from which an ERP may deviate. The rules are ',
    ],
    [
      'with an alternative that is none',
      ['http://127.0.0.1', '--deviation', 'lines=net'],
      'no rule "net" can be demanded in the place of "lines"; possible: lines-net',
    ],
    [
      'with a condition that is no expression',
      ['http://127.0.0.1', '--deviation', 'lines if status ='],
      '`only` of "lines" is no JSONata expression',
    ],
    [
      'with a condition where documents are none',
      ['http://127.0.0.1', '--deviation', 'real-numbers if true'],
      'the rule "real-numbers" is not about single documents',
    ],
    ['with no pages', ['http://127.0.0.1', '--max-pages', '0'], 'It must be a whole number, 1 or more.'],
  ])('%s is wrong usage', async (_title, args, message) => {
    const { status, err } = await sandbox(args);
    expect([status, err]).toEqual([2, expect.stringContaining(message)]);
  });

  it('without a key is wrong usage', async () => {
    const { status, err } = await sandbox(['http://127.0.0.1'], { env: {} });
    expect([status, err]).toEqual([2, expect.stringContaining('an API key is missing')]);
  });

  it('has help with examples, and states what it writes', async () => {
    const { status, out } = await sandbox(['--help']);
    expect(status).toBe(0);
    expect(out).toContain('engine sandbox --mock');
    expect(out).toContain('Without --writes, the only write is the sample draft');
  });

  it('fails on a service that does not implement the contract, and prints no key in any format', async () => {
    const url = await stranger();
    for (const format of ['text', 'json', 'junit', 'html']) {
      const { status, out, err } = await sandbox([url, '--format', format]);
      expect([status, err]).toEqual([1, '']);
      expect(out).not.toContain(key);
      expect(out).toContain('/customer-statement/get');
      expect(out).toContain('unauthorized');
    }
  });

  it('writes the report to a file, in the format of its name', async () => {
    const [url, cwd] = [await stranger(), folder()];
    const { status, out } = await sandbox([url, '--output', 'report.html'], { cwd });
    expect(status).toBe(1);
    expect(out).toMatch(/^\d+ passed, \d+ failed, \d+ not tested\. The report is in report\.html\.\n$/);
    expect(readFileSync(join(cwd, 'report.html'), 'utf8')).toMatch(/^<!doctype html>/);
  });

  it('shows its progress at a terminal alone', async () => {
    const url = await stranger();
    const { err } = await sandbox([url], { width: 60 });
    const lines = err.split('\r\u001b[K');
    expect(lines.length).toBeGreaterThan(100);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(60);
    expect(lines.at(-1)).toBe('');
    expect(err).toMatch(/Running checks: 1 of [1-9]\d\d, \/health: /);
  });

  it('--mock serves a mock ERP and finds no fault, independent of the environment variables', {
    timeout: 180_000,
  }, async () => {
    const env = {
      ENGINE_PROFILE: 'nonsense',
      ENGINE_PORT: '1',
      DEMO_DATABASE: '/nowhere/demo.sqlite',
      ENGINE_KEY: 'x',
    };
    const { status, out, err } = await sandbox(['--mock'], { env, onStop: () => undefined });
    expect(err).toBe('');
    expect(out).toMatch(/\n\d+ checks: \d+ passed, 3 not tested\.\nLeft in the ERP:/);
    expect(status).toBe(0);
  });
});
