/** examples/several-companies: its engine.yaml behind its nginx.conf in a real nginx. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { expect, it, onTestFinished, vi } from 'vitest';
import { digestOf } from '../../src/service/config/api-keys.ts';
import { freePort } from '../../src/workbench/testing/servers/local-server.ts';
import { keyFor } from '../src/service/lifecycle/shops.ts';
import { serveHere } from '../src/service/observability/admin/serve-here.ts';
import { folderWith } from '../src/service/server/fixture.ts';
import { completed } from '../support/check-profile.ts';
import { localNginx, nginxArgs, nginxProgram } from './nginx.ts';

const example = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../examples/several-companies', name), 'utf8');

const profile = completed(`
profile: shop
contract: "1"
settings: { database: { env: DEMO_DATABASE } }
sources:
  erp:
    sql: sqlite
    connection: { file: "\${database}", create: [shop.sql] }
    clock: Europe/Berlin
endpoints:
  /catalog/customers/search:
    search: { text: query, in: [erpName] }
    query: SELECT id AS erpId, name AS erpName FROM customer
`);

/** The files of the example, with a small profile and keys that the test knows. */
function companies(): string {
  const digests = ['ordering', 'receivables'].map((app) => Buffer.from(digestOf(keyFor(`ost-${app}`))).toString('hex'));
  const yaml = example('engine.yaml')
    .replace('profile: demo', 'profile: ./shop.yaml')
    .replace('port: 8080', 'port: 0')
    .replace('adminPort: 9090', '')
    .replace(/sha256: [0-9a-f]{64}/g, () => `sha256: ${digests.shift()}`);
  const folder = folderWith({
    'engine.yaml': yaml,
    'nord.env': example('nord.env'),
    'west.env': example('west.env'),
    'shop.yaml': profile,
    'shop.sql':
      "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL); INSERT INTO customer VALUES (7, 'Ada');",
  });
  mkdirSync(join(folder, 'secrets'));
  for (const name of ['nord-ordering', 'nord-receivables', 'west'])
    writeFileSync(join(folder, 'secrets', name), `${keyFor(name)}\n`);
  return folder;
}

async function startNginx(program: string, upstream: string): Promise<number> {
  const folder = folderWith({});
  const pair = await generate([{ name: 'commonName', value: 'engine.example.com' }]);
  writeFileSync(join(folder, 'cert.pem'), pair.cert);
  writeFileSync(join(folder, 'key.pem'), pair.private);
  const port = await freePort();
  const text = example('nginx.conf').replace('127.0.0.1:8080', new URL(upstream).host);
  writeFileSync(join(folder, 'proxy.conf'), localNginx(text, { folder, port }));
  const child: ChildProcess = spawn(program, nginxArgs(folder), { stdio: ['ignore', 'ignore', 'inherit'] });
  onTestFinished(() => void child.kill('SIGTERM'));
  return port;
}

interface Call {
  readonly hostname: string;
  /** As it is sent: not normalised. */
  readonly path: string;
  readonly key: string;
  readonly body?: string;
}

/** The status of a call through the proxy, and the text of the answer. Rejects if the connection fails. */
function post(port: number, { hostname, path, key, body }: Call): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const sent = request(
    {
      host: '127.0.0.1',
      port,
      path,
      method: 'POST',
      servername: hostname,
      rejectUnauthorized: false,
      headers: { host: `${hostname}:${port}`, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    },
    (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    },
  );
  sent.on('error', reject);
  sent.end(body ?? '{"schemaVersion":"1"}');
  return promise;
}

const program = await nginxProgram().catch((error: unknown) => new Error(`needs apt-get of Debian: ${String(error)}`));
const reason = program instanceof Error ? `: ${program.message}` : '';

it.skipIf(program instanceof Error)(`nginx sends each company's requests to its service${reason}`, async () => {
  if (program instanceof Error) return;
  const served = await serveHere(companies(), [], { env: { ENGINE_KEY: '', OST_DEMO_DATABASE: 'ost.sqlite' } });
  const port = await startNginx(program, served.url);
  const common = 'engine.example.com';
  const health = (hostname: string, prefix: string, key: string): Call => ({ hostname, path: `${prefix}/health`, key });
  await vi.waitFor(() => post(port, health(common, '/nord', keyFor('nord-ordering'))), { timeout: 60_000 });
  const statusOf = async (call: Call) => (await post(port, call)).status;

  const rows: readonly (readonly [Call, number])[] = [
    [health(common, '/nord', keyFor('nord-ordering')), 200],
    [health(common, '/west', keyFor('west')), 200],
    [health('ost.example.com', '', keyFor('ost-receivables')), 200],
    [health('OST.Example.com', '', keyFor('ost-ordering')), 200],
    // The key of another company, the address of another company.
    [health(common, '/nord', keyFor('west')), 401],
    [health(common, '/nord', keyFor('ost-ordering')), 401],
    [health('ost.example.com', '', keyFor('west')), 401],
    // No service: neither the common host name alone, nor a path that only looks like one.
    [health(common, '', keyFor('west')), 404],
    [health(common, '/Nord', keyFor('nord-ordering')), 404],
    [health(common, '/nordwest', keyFor('west')), 404],
    [health(common, '//nord', keyFor('nord-ordering')), 404],
    // nginx passes on the path as it was sent: this is a path inside nord, and not west.
    [health(common, '/nord/../west', keyFor('nord-ordering')), 404],
    [health(common, '/nord/../west', keyFor('west')), 401],
    // An encoded letter is the letter (RFC 3986, 6.2.2.2), an encoded slash is no slash.
    [health(common, '/%6eord', keyFor('nord-ordering')), 200],
    [{ ...health(common, '', keyFor('nord-ordering')), path: '/nord%2Fhealth' }, 404],
    [{ ...health(common, '/nord', keyFor('nord-ordering')), body: 'x'.repeat(2 ** 21) }, 413],
  ];
  expect(await Promise.all(rows.map(async ([call]) => [call.path, await statusOf(call)]))).toEqual(
    rows.map(([call, status]) => [call.path, status]),
  );
  const search = {
    hostname: common,
    path: '/west/catalog/customers/search',
    key: keyFor('west'),
    body: '{"schemaVersion":"1","query":"ada","limit":5}',
  };
  expect(await post(port, search)).toEqual({ status: 200, text: expect.stringContaining('"erpName":"Ada"') });
  // A host name that nobody has configured ends in the handshake.
  await expect(post(port, health('other.example.com', '/nord', keyFor('nord-ordering')))).rejects.toThrow();
});
