/** `engine auth set`, and how the service uses the token: from standard input to an authenticated request to the ERP. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openEngine, Secret } from '../../../engine/index.ts';
import { contract } from '../../../src/contract/index.ts';
import { openStore } from '../../../src/service/state/store.ts';
import { type Double, double } from '../../engine/sources/http/auth/double.ts';
import { rotating } from '../../engine/sources/http/auth/rotating.ts';
import { folderWith } from '../service/server/fixture.ts';
import { type Ended, runHere } from './here.ts';

const key = randomBytes(32).toString('base64');
let erp: Double | undefined;
afterEach(() => erp?.close());

const profileOf = (url: string): string => `
profile: exact
contract: "1"
settings:
  secret: { env: EXACT_SECRET, secret: true }
sources:
  other: { sql: sqlite, connection: { file: other.db } }
  exact:
    http: ${url}/api
    auth:
      refreshToken: { url: "${url}/token", client: app, secret: "\${secret}", secretIn: header, earliest: 1s }
    request: { rows: value }
endpoints:
  /catalog/customers/search:
    use: exact
    get: /customers
    fields: { erpId: code, erpName: name }
`;

interface Given {
  readonly token?: string | undefined;
  readonly source?: string;
  readonly env?: Readonly<Record<string, string>>;
}

function set(cwd: string, { token, source = 'exact', env = { ENGINE_STORE_KEY: key } }: Given): Promise<Ended> {
  const input = token === undefined ? undefined : async () => token;
  const all = { EXACT_SECRET: 'canary-secret', ...env };
  return runHere(['auth', 'set', source, '--profile', './p.yaml', '--store', './s.sqlite'], { env: all, cwd, input });
}

async function ask(cwd: string, storeKey: string | undefined) {
  const emitted: unknown[] = [];
  const secret = storeKey === undefined ? undefined : new Secret(storeKey);
  const address = { kind: 'file', file: join(cwd, 's.sqlite') } as const;
  const opened = await openStore({ address, key: secret, emit: (event) => emitted.push(event), now: Date.now });
  if (!opened.ok) throw new Error(opened.diagnostic.message);
  const { store } = opened;
  const endpoints = contract.endpoints.filter(({ path }) => path === '/catalog/customers/search');
  const engine = await openEngine({
    contract: { ...contract, endpoints },
    profileFile: join(cwd, 'p.yaml'),
    profileName: 'p.yaml',
    environment: { EXACT_SECRET: 'canary-secret' },
    versions: store.versions,
    tokens: store.tokens,
    emit: (event) => emitted.push(event),
  });
  if (!engine.ok) throw new Error(engine.diagnostics.map(({ message }) => message).join('\n'));
  const started = await engine.engine.start();
  const call = { requestId: 'r', deadline: Date.now() + 60_000 };
  const outcome = await engine.engine.call('/catalog/customers/search', { schemaVersion: '1', query: '' }, call);
  await engine.engine.close();
  await store.close();
  return { started, outcome, emitted };
}

describe('engine auth set', () => {
  it('stores a token that authenticates requests, and does not print it', async () => {
    const { answer, renewals } = rotating();
    erp = await double(async (request) => {
      const given = await answer(request);
      const isRead = request.target.startsWith('/api/customers') && (given.status ?? 200) < 300;
      return isRead ? { json: { value: [{ code: 'C1', name: 'Acme' }] } } : given;
    });
    const cwd = folderWith({ 'p.yaml': profileOf(erp.url), 'other.db': '' });
    const ended = await set(cwd, { token: 'r1\n' });
    expect(ended).toEqual({
      status: 0,
      out: 'The refresh token of exact is stored. A running service uses it within a minute.\n',
      err: '',
    });
    expect(readFileSync(join(cwd, 's.sqlite')).includes('"refresh"')).toBe(false);
    const first = await ask(cwd, key);
    expect(first.outcome).toMatchObject({ ok: true, json: expect.stringContaining('"erpId":"C1"') });
    // The next service finds the token of this one.
    expect((await ask(cwd, key)).outcome.ok).toBe(true);
    expect(renewals()).toBe(1);
    expect(JSON.stringify([first, ended])).not.toContain('canary');
  });

  it('is required by a service before it starts', async () => {
    erp = await double(() => ({ json: {} }));
    const cwd = folderWith({ 'p.yaml': profileOf(erp.url), 'other.db': '' });
    const { started } = await ask(cwd, undefined);
    expect(started.map(({ code, place }) => [code, place?.line])).toContainEqual(['CFG516', 11]);
    const ended = await set(cwd, { token: 'r1', env: {} });
    expect([ended.status, ended.err.includes('CFG516')]).toEqual([1, true]);
  });

  it.each([
    ['a source that has none', { token: 'r1', source: 'other' }, 'sources with a refreshToken: exact'],
    ['a source that is none', { token: 'r1', source: 'exakt' }, 'sources with a refreshToken: exact'],
    ['a terminal', {}, 'standard input'],
    ['nothing', { token: '\n' }, 'a refresh token and nothing else'],
    ['several words', { token: 'Error: no token' }, 'a refresh token and nothing else'],
  ])('refuses %s', async (_name, given, said) => {
    const cwd = folderWith({ 'p.yaml': profileOf('http://127.0.0.1:9'), 'other.db': '' });
    const { status, err } = await set(cwd, given);
    expect([status, err.includes(said)]).toEqual([2, true]);
    expect(err).not.toContain('Error: no');
  });

  it('refuses a key that is none without showing it', async () => {
    const cwd = folderWith({ 'p.yaml': profileOf('http://127.0.0.1:9'), 'other.db': '' });
    const { status, err } = await set(cwd, { token: 'r1', env: { ENGINE_STORE_KEY: 'canary-key' } });
    expect([status, err.includes('a key of 32 bytes'), err.includes('canary')]).toEqual([1, true, false]);
  });

  it('with another key than before makes the old token unreadable, and says what to do', async () => {
    erp = await double(rotating().answer);
    const cwd = folderWith({ 'p.yaml': profileOf(erp.url), 'other.db': '' });
    await set(cwd, { token: 'r1' });
    const { outcome, emitted } = await ask(cwd, randomBytes(32).toString('hex'));
    expect(outcome.ok).toBe(false);
    expect(JSON.stringify(emitted)).toContain('encrypted with another key');
  });
});
