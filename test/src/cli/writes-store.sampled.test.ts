import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DurableClaim, DurableClaims, NextState } from '../../../engine/index.ts';
import { openStore, type Store } from '../../../src/service/state/store.ts';
import { draft } from '../../engine/run/write/documents.ts';
import { type DemoProfile, demoProfile } from '../../support/demo.ts';
import { openDemo, writePaths } from '../../support/demo-engine.ts';
import { sampleOf } from '../../support/depth.ts';
import type { DialectName } from '../../support/kinds.ts';
import { folderWith } from '../service/server/fixture.ts';
import { addressOf } from '../service/state/address-of.ts';
import { newClaim } from '../service/state/claim-bench.ts';
import { dialects, freshPlace, type Place } from '../service/state/stores.ts';
import { answer, held, idOf, minute, states, unknown } from './claims.ts';
import { type Ended, runHere } from './here.ts';

let erp: DemoProfile;
let place: Place;
let store: Store;
let claims: DurableClaims;
const cwd = folderWith({});

/** Makes a claim and takes it to a state. */
async function made(key: string, state: NextState | undefined): Promise<void> {
  const claim = newClaim(key, { id: idOf(key), installation: 'test', naturalKey: key });
  expect(await claims.insert(claim, minute)).toBe(true);
  if (state === undefined) throw new Error('There is no such state.');
  const steps = key === 'absent' ? '{}' : '{"create":{"id":"17"}}';
  expect(await claims.change(claim.id, 1, { state, steps })).toBe(true);
  // Lists are in the order of time, which the store keeps in milliseconds.
  await sleep(2);
}

async function claimOf(key: string): Promise<DurableClaim> {
  const { claim } = await claims.read(idOf(key));
  if (claim === undefined) throw new Error(`There is no claim ${key}.`);
  return claim;
}

const writes = (args: readonly string[], said?: string, at = place.text): Promise<Ended> =>
  runHere(['writes', ...args, '--profile', erp.writesFile, '--installation', 'test', '--store', at], {
    env: {},
    cwd,
    ask: said === undefined ? undefined : () => Promise.resolve(said),
  });

/** A service has the store open. */
async function openPlace(dialect: DialectName): Promise<void> {
  place = await freshPlace(dialect);
  const opened = await openStore({ address: addressOf(place.text), emit: () => undefined, now: Date.now });
  if (!opened.ok) throw new Error(opened.diagnostic.message);
  store = opened.store;
  claims = store.claims;
}

async function closePlace(): Promise<void> {
  await store.close();
  await place.drop();
}

beforeAll(async () => {
  erp = await demoProfile({ dialect: 'sqlite' });
  const engine = await openDemo(erp.writesFile, { only: writePaths });
  const { path, body } = draft('IN-ERP');
  expect(await engine.call(path, body)).toMatchObject({ ok: true });
  await engine.close();
});
afterAll(() => erp?.drop());

describe.each(sampleOf(dialects, 2))('engine writes with a store on %s', (dialect) => {
  beforeEach(() => openPlace(dialect));
  afterEach(closePlace);

  it('lists both kinds of claims, in readable sentences', async () => {
    for (const [key, state] of Object.entries(states)) await made(key, state);
    const { status, out, err } = await writes(['list']);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const words = new Map(
      out.split('\n').map((line) => [line.split(/ {2,}/)[2], line.split(/ {2,}/).slice(3).join(' ')]),
    );
    const time = '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z';
    for (const [key, pattern] of Object.entries({
      'IN-ERP': 'saleId \\d+, .*status draft, receivedAt .*',
      absent: `none: free since ${time}`,
      begun: `none: begun at ${time}, the next request continues`,
      writing: `none yet: the write is in progress, until ${time} at the latest`,
      interrupted: `none: interrupted at ${time}, the next request continues`,
      sending: `none yet: the write is in progress, until ${time} at the latest`,
      sent: `unknown whether the ERP executed "create": next lookup at ${time}`,
      unknown: `unknown whether the ERP executed "create": next lookup at ${time}`,
      undoing: `refused, undoing "create", next lookup at ${time}: R 17 is sold out`,
      held: 'held, needs a decision: two documents have this key',
      done: 'saleId 17, status draft, receivedAt 2026-05-01T10:00:00.000Z',
    }))
      expect(words.get(key), key).toMatch(new RegExp(`^${pattern}$`));
    const json = JSON.parse((await writes(['list', '--format', 'json', '--limit', '3'])).out);
    expect(json).toMatchObject({ more: true, unread: [] });
    expect(json.writes.map(({ key }: { key: string }) => key)).toEqual(['done', 'held', 'unknown']);
    expect(JSON.parse((await writes(['list', '--format', 'json', '--endpoint', '/payments/push'])).out)).toEqual({
      writes: [],
      more: false,
      unclaimed: [],
      unread: [],
      store: null,
    });
  });

  it('names no step where none is known: a held write that is looked up again', async () => {
    await made('again', { kind: 'unknown', step: '', empty: 0, lookInMs: minute });
    const { out } = await writes(['list']);
    expect(out).toMatch(/ again +unknown whether the ERP has the document: next lookup at /);
    expect(JSON.parse((await writes(['list', '--format', 'json'])).out).writes[0]).toMatchObject({
      key: 'again',
      state: 'unknown',
      step: null,
    });
  });

  it('resolves an unknown write as not written', async () => {
    await made('PO-1', states.unknown);
    const resolved = await writes(['resolve', '/sale-draft', 'PO-1', '--not-written'], 'y');
    expect(resolved).toMatchObject({ status: 0, err: '' });
    expect(resolved.out).toContain('the next request with this key writes the document');
    expect(resolved.out).toMatch(/\nResolved\.\n$/);
    // The document is not there, so neither is what its steps gave; and its sender's epoch is over.
    expect(await claimOf('PO-1')).toMatchObject({ state: { kind: 'absent' }, epoch: 2, steps: '{}', released: [] });
  });

  it('resolves a held write with its answer', async () => {
    await made('PO-1', states.held);
    const given = '{"receivedAt": "2026-05-01T12:00:00+02:00", "saleId": 17}';
    const resolved = await writes(['resolve', '/sale-draft', 'PO-1', '--answer', given, '--yes', '--format', 'json']);
    expect(resolved).toMatchObject({ status: 0, err: '' });
    expect(JSON.parse(resolved.out)).toMatchObject({
      outcome: 'resolved',
      write: { state: 'done', answer: { saleId: '17', status: 'draft', receivedAt: '2026-05-01T10:00:00.000Z' } },
    });
    expect(await claimOf('PO-1')).toMatchObject({ state: { kind: 'done', result: answer }, epoch: 1 });
  });

  it('has a held write looked up again, without a confirmation, because that changes nothing in the ERP', async () => {
    await made('PO-1', states.held);
    const asked = await writes(['resolve', '/sale-draft', 'PO-1', '--look']);
    expect(asked).toMatchObject({ status: 0, err: '' });
    expect(asked.out).toMatch(/\nThe running service looks the document up within seconds\. .*\n$/);
    expect(await claimOf('PO-1')).toMatchObject({ state: { kind: 'unknown', empty: 0 }, epoch: 1 });
    await made('PO-2', states.sent);
    const unneeded = await writes(['resolve', '/sale-draft', 'PO-2', '--look', '--format', 'json']);
    expect(JSON.parse(unneeded.out)).toMatchObject({ outcome: 'unneeded', write: { state: 'unknown' } });
    expect((await claimOf('PO-2')).state).toMatchObject({ kind: 'sent' });
  });

  it('releases a completed write, and keeps its answer', async () => {
    await made('PO-1', states.done);
    const { createdAt } = await claimOf('PO-1');
    expect(await writes(['release', '/sale-draft', 'PO-1'], 'n')).toMatchObject({ status: 1 });
    expect((await claimOf('PO-1')).revision).toBe(2);
    const released = await writes(['release', '/sale-draft', 'PO-1', '--yes', '--format', 'json']);
    expect(released).toMatchObject({ status: 0, err: '' });
    const kept = { createdAt: new Date(createdAt).toISOString(), releasedAt: expect.stringMatching(/Z$/) };
    expect(JSON.parse(released.out)).toMatchObject({
      outcome: 'released',
      write: { state: 'free', released: [{ ...kept, answer: { saleId: '17' } }] },
    });
    expect(await claimOf('PO-1')).toMatchObject({
      state: { kind: 'absent' },
      epoch: 2,
      steps: '{}',
      released: [{ ...kept, result: answer }],
    });
    const again = await writes(['release', '/sale-draft', 'PO-1', '--yes']);
    expect(again).toMatchObject({ status: 0 });
    expect(again.out).toContain('The key is already free.');
  });
});

describe('engine writes with a store', () => {
  beforeEach(() => openPlace('sqlite'));
  afterEach(closePlace);

  it('shows one as JSON', async () => {
    await made('PO-1', unknown);
    const { state, createdAt, payload } = await claimOf('PO-1');
    const shown = await writes(['show', '/sale-draft', 'PO-1', '--format', 'json']);
    expect(shown).toMatchObject({ status: 0, err: '' });
    expect(JSON.parse(shown.out)).toEqual({
      outcome: 'found',
      message: '',
      write: {
        claim: idOf('PO-1'),
        source: null,
        installation: 'test',
        endpoint: '/sale-draft',
        key: 'PO-1',
        payload,
        createdAt: new Date(createdAt).toISOString(),
        state: 'unknown',
        answer: null,
        since: null,
        until: null,
        step: 'create',
        lookAt: state.kind === 'unknown' ? new Date(state.lookAt).toISOString() : '',
        reason: null,
        released: [],
      },
    });
    const byId = await writes(['show', '/sale-draft', idOf('PO-1'), '--format', 'json']);
    expect(byId.out).toBe(shown.out);
    const absent = await writes(['show', '/sale-draft', 'po-1', '--format', 'json']);
    expect(absent).toMatchObject({ status: 1, err: '' });
    expect(JSON.parse(absent.out)).toMatchObject({ outcome: 'absent', write: null });
  });

  it('does not resolve a write that has changed since it was shown', async () => {
    await made('PO-1', unknown);
    const meanwhile = async (): Promise<string> => {
      expect(await claims.change(idOf('PO-1'), 2, { state: { ...held } })).toBe(true);
      return 'y';
    };
    const args = ['writes', 'resolve', '/sale-draft', 'PO-1', '--not-written', '--profile', erp.writesFile];
    const at = ['--installation', 'test', '--store', place.text];
    const ended = await runHere([...args, ...at], { env: {}, cwd, ask: meanwhile });
    expect(ended.status).toBe(1);
    expect(ended.err).toContain('The write has changed since it was shown');
    expect((await claimOf('PO-1')).state).toEqual(held);
  });

  it('says why it does not resolve or release, and changes nothing', async () => {
    await made('PO-1', states.writing);
    const before = await claimOf('PO-1');
    const refused = await writes(['resolve', '/sale-draft', 'PO-1', '--not-written', '--yes']);
    expect(refused.status).toBe(1);
    expect(refused.err).toMatch(/A request is at work on it, until .*\nNothing was changed\.\n$/);
    const kept = await writes(['release', '/sale-draft', 'PO-1', '--yes', '--format', 'json']);
    expect(kept).toMatchObject({ status: 1, err: '' });
    expect(JSON.parse(kept.out)).toMatchObject({ outcome: 'refused', write: { key: 'PO-1' } });
    expect(await claimOf('PO-1')).toEqual({ ...before, unchangedMs: expect.any(Number) });
  });

  it('does not resolve a claim in the database of the ERP', async () => {
    const refused = await writes(['resolve', '/sale-draft', 'IN-ERP', '--not-written', '--yes']);
    expect(refused.status).toBe(1);
    expect(refused.err).toContain('To free the key, release it.');
  });

  it('refuses an answer that breaks the contract before anything is opened', async () => {
    const given = '{"saleID":"1","receivedAt":"2026-05-01T10:00:00Z"}';
    const refused = await writes(['resolve', '/sale-draft', 'PO-1', '--answer', given, '--yes']);
    expect(refused).toMatchObject({ status: 2, out: '' });
    expect(refused.err).toContain('did you mean "saleId"?');
  });

  it.each([
    [[], /--not-written, --answer '{\.\.\.}' and --look/],
    [['--not-written', '--answer', '{}'], /--not-written, --answer/],
    [['--look', '--not-written', '--yes'], /--not-written, --answer/],
    [['--not-written'], /add --yes/],
    [['--not-written', '--format', 'json'], /asks no questions; add --yes/],
  ])('resolve with %j is wrong usage', async (args, message) => {
    const refused = await writes(['resolve', '/sale-draft', 'PO-1', ...args]);
    expect(refused).toMatchObject({ status: 2, out: '' });
    expect(refused.err).toMatch(message);
  });
});

describe('engine writes', () => {
  beforeEach(async () => {
    place = await freshPlace('sqlite');
  });
  afterEach(() => place.drop());

  it('gives one JSON document where the configuration is at fault, too', async () => {
    const ended = await runHere(['writes', 'list', '--format', 'json', '--profile', './none.yaml'], { env: {}, cwd });
    expect(ended).toMatchObject({ status: 1, err: '' });
    expect(JSON.parse(ended.out)).toMatchObject({ errors: 1, diagnostics: [{ code: 'CFG508' }] });
  });

  it('makes no store where there is none', async () => {
    const { status, err } = await writes(['list']);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(existsSync(place.text)).toBe(false);
  });

  it('shows the writes in the ERP where the store cannot be read, says so, and is no success', async () => {
    const folder = join(place.text, '..');
    const listed = await writes(['list'], undefined, folder);
    expect(listed.status).toBe(1);
    expect(listed.err).toContain('CFG514');
    expect(listed.out).toContain('IN-ERP');
    const json = JSON.parse((await writes(['list', '--format', 'json'], undefined, folder)).out);
    expect(json).toMatchObject({ unread: [{ place: 'the store' }], writes: [{ key: 'IN-ERP', source: 'erp' }] });
  });

  it('does not say that there is no write where the store, which may have it, cannot be read', async () => {
    const folder = join(place.text, '..');
    for (const verb of [['show'], ['release', '--yes'], ['resolve', '--not-written', '--yes']]) {
      const [name = '', ...flags] = verb;
      const ended = await writes([name, '/sale-draft', 'PO-1', ...flags, '--format', 'json'], undefined, folder);
      expect(ended.status).toBe(1);
      expect(JSON.parse(ended.out)).toMatchObject({ outcome: 'failed', write: null });
      expect((await writes([name, '/sale-draft', 'PO-1', ...flags], undefined, folder)).err).toContain(
        'Without the store it is not known whether',
      );
    }
    expect((await writes(['show', '/sale-draft', 'IN-ERP'], undefined, folder)).status).toBe(0);
  });
});
