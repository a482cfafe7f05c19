/** Durable claims on each database: one winner of every change, times by the store's clock, no lost and no partial change. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClaimState, DurableClaim, DurableClaims, NextState } from '../../../../engine/index.ts';
import { storeClaimAdmin } from '../../../../engine/tools/writes/store-claims.ts';
import { digest, newClaim, openReplica, type Replica } from './claim-bench.ts';
import { dialects, freshPlace, type Place } from './stores.ts';

const minute = 60_000;
/** By a clock that nothing in these tests sets. */
const realNow = (): number => performance.timeOrigin + performance.now();
/** For a server on this machine, whose clock may be read some milliseconds off on a busy one. */
const tolerance = 2_000;

let place: Place;
let replicas: Replica[] = [];
let claims: DurableClaims;

async function another(): Promise<Replica> {
  const made = await openReplica(place, replicas.length === 0);
  replicas.push(made);
  return made;
}

async function closeAll(): Promise<void> {
  for (const { access } of replicas) await access.close();
  replicas = [];
}

async function claimOf(name: string): Promise<DurableClaim> {
  const { claim } = await claims.read(digest(name));
  if (claim === undefined) throw new Error(`There is no claim ${name}.`);
  return claim;
}

/** Makes a claim and takes it to a state. */
async function made(name: string, state?: NextState, more: Parameters<typeof newClaim>[1] = {}): Promise<void> {
  expect(await claims.insert(newClaim(name, more), minute)).toBe(true);
  if (state !== undefined) expect(await claims.change(digest(name), 1, { state })).toBe(true);
}

const states: readonly (readonly [NextState, object])[] = [
  [{ kind: 'absent' }, { kind: 'absent' }],
  [
    { kind: 'claimed', leaseMs: minute },
    { kind: 'claimed', leaseUntil: expect.any(Number) },
  ],
  [
    { kind: 'sent', step: 'post', leaseMs: minute },
    { kind: 'sent', step: 'post', leaseUntil: expect.any(Number) },
  ],
  [
    { kind: 'unknown', step: 'post', lookInMs: minute, empty: 1 },
    { kind: 'unknown', step: 'post', lookAt: expect.any(Number), empty: 1 },
  ],
  [
    { kind: 'undoing', step: 'order', refusal: 'Fermé \u0000 ü😀"', attempt: 2, leaseMs: minute },
    { kind: 'undoing', step: 'order', refusal: 'Fermé \u0000 ü😀"', attempt: 2, leaseUntil: expect.any(Number) },
  ],
  [
    { kind: 'undo lost', step: 'order', refusal: 'Fermé', attempt: 1, lookInMs: minute, empty: 1 },
    { kind: 'undo lost', step: 'order', refusal: 'Fermé', attempt: 1, lookAt: expect.any(Number), empty: 1 },
  ],
  [
    { kind: 'held', reason: 'zwei Belege \u0000 ü😀"\\' },
    { kind: 'held', reason: 'zwei Belege \u0000 ü😀"\\' },
  ],
  [
    { kind: 'done', result: '"saleId":"ü😀\\u0000"' },
    { kind: 'done', result: '"saleId":"ü😀\\u0000"' },
  ],
];

describe.each(dialects)('durable claims on %s', (dialect) => {
  beforeEach(async () => {
    place = await freshPlace(dialect);
    claims = (await another()).claims;
  });
  afterEach(async () => {
    vi.useRealTimers();
    await closeAll();
    await place.drop();
  });

  it('are kept as they were given, also after the store was closed', async () => {
    const odd = `it's "ü😀"\\ \u0000 \ud800 ${'x'.repeat(100_000)} `;
    const claim = newClaim('a', { naturalKey: odd, lookUp: JSON.stringify({ odd }), installation: 'Übung ' });
    expect(await claims.insert(claim, minute)).toBe(true);
    await closeAll();
    claims = (await another()).claims;
    expect(await claimOf('a')).toEqual({
      ...claim,
      state: { kind: 'claimed', leaseUntil: expect.any(Number) },
      epoch: 1,
      revision: 1,
      steps: '{}',
      released: [],
      createdAt: expect.any(Number),
      changedAt: expect.any(Number),
      unchangedMs: expect.any(Number),
      isAbandoned: false,
    });
  });

  it.each(states)('change to %j', async (next, state) => {
    await made('a', next);
    expect(await claimOf('a')).toMatchObject({ state, revision: 2, epoch: 1 });
    // What the state before had is gone with it.
    expect(await claims.change(digest('a'), 2, { state: { kind: 'absent' } })).toBe(true);
    expect((await claimOf('a')).state).toEqual({ kind: 'absent' });
  });

  it('change what is given, and nothing else', async () => {
    await made('a');
    const first = await claimOf('a');
    const state: ClaimState = { kind: 'absent' };
    const released = [{ result: '"saleId":"1"', createdAt: '2026-01-01', releasedAt: '2026-01-02' }];
    const given = { epoch: 7, owner: 'other', payload: digest('b'), lookUp: '{"a":1}', steps: '{"post":1}', released };
    let wanted: DurableClaim = { ...first, state };
    let revision = 1;
    for (const change of [{}, ...Object.entries(given).map(([name, value]) => ({ [name]: value })), given]) {
      expect(await claims.change(first.id, revision, { state, ...change })).toBe(true);
      revision += 1;
      wanted = { ...wanted, ...change, revision, changedAt: expect.any(Number), unchangedMs: expect.any(Number) };
      expect(await claimOf('a')).toEqual(wanted);
    }
  });

  it('change by their newest revision alone', async () => {
    await made('a', { kind: 'held', reason: 'first' });
    for (const revision of [0, 1, 3]) {
      expect(await claims.change(digest('a'), revision, { state: { kind: 'absent' } })).toBe(false);
    }
    expect(await claims.change(digest('b'), 1, { state: { kind: 'absent' } })).toBe(false);
    expect(await claimOf('a')).toMatchObject({ revision: 2, state: { kind: 'held', reason: 'first' } });
  });

  it('exist once, in every state', async () => {
    for (const [index, [state]] of states.entries()) {
      const name = `claim ${index}`;
      await made(name, state);
      const before = await claimOf(name);
      expect(await claims.insert(newClaim(name, { owner: 'a rival' }), 2 * minute)).toBe(false);
      expect(await claimOf(name)).toEqual({ ...before, unchangedMs: expect.any(Number) });
    }
  });

  it('use the clock of the store, independent of the clock of the process', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2001, 0, 1) });
    const before = realNow();
    await made('a');
    const { claim, now } = await claims.read(digest('a'));
    const spent = realNow() - before;
    if (claim?.state.kind !== 'claimed') throw new Error('It is not claimed.');
    for (const time of [claim.createdAt, claim.changedAt, now, claim.state.leaseUntil - minute]) {
      expect(Number.isInteger(time)).toBe(true);
      expect(time).toBeGreaterThan(before - tolerance);
      expect(time).toBeLessThan(before + spent + tolerance);
    }
    expect((await claims.read(digest('nobody'))).now).toBeGreaterThanOrEqual(now);
    expect((await claims.due('live', 1)).now).toBeGreaterThanOrEqual(now);
    await sleep(20);
    expect(await claims.change(claim.id, 1, { state: { kind: 'unknown', step: 's', lookInMs: 5_000, empty: 0 } })).toBe(
      true,
    );
    const later = await claimOf('a');
    if (later.state.kind !== 'unknown') throw new Error('It is not unknown.');
    expect(later.createdAt).toBe(claim.createdAt);
    expect(later.changedAt).toBeGreaterThan(claim.changedAt);
    expect(Math.abs(later.state.lookAt - later.changedAt - 5_000)).toBeLessThanOrEqual(100);
  });

  it('are due when their outcome is open, those that wait longest first', async () => {
    const sent = (leaseMs: number): NextState => ({ kind: 'sent', step: 'post', leaseMs });
    const unknown = (lookInMs: number): NextState => ({ kind: 'unknown', step: 'post', lookInMs, empty: 0 });
    await made('unknown, due', unknown(-30));
    await made('sent, lease over', sent(-20_000));
    await made('unknown, long due', unknown(-40_000));
    await made('unknown, later', unknown(2 * minute));
    await made('sent, under way', sent(minute));
    await made('claimed, lease over', { kind: 'claimed', leaseMs: -minute });
    await made('held', { kind: 'held', reason: 'x' });
    await made('done', { kind: 'done', result: '' });
    await made('absent', { kind: 'absent' });
    await made('of another', unknown(-minute), { installation: 'LIVE' });
    const names = async (limit: number) => (await claims.due('live', limit)).claims.map(({ naturalKey }) => naturalKey);
    expect(await names(10)).toEqual([
      'unknown, long due',
      'sent, lease over',
      'unknown, due',
      'sent, under way',
      'unknown, later',
    ]);
    expect(await names(2)).toEqual(['unknown, long due', 'sent, lease over']);
    const { claims: others } = await claims.due('LIVE', 10);
    expect(others.map(({ naturalKey }) => naturalKey)).toEqual(['of another']);
  });

  it('are listed newest first, by endpoint, time and state', async () => {
    await made('a', { kind: 'done', result: '' });
    await sleep(5);
    await made('b', { kind: 'held', reason: '' }, { endpoint: '/payments/push' });
    await sleep(5);
    await made('c', { kind: 'absent' }, { endpoint: '/Sale-Draft' });
    await sleep(5);
    await made('d', undefined, { installation: 'test' });
    const names = async (query: Omit<Parameters<DurableClaims['list']>[0], 'limit'>, limit = 10) =>
      (await claims.list({ ...query, limit })).map(({ naturalKey }) => naturalKey).join('');
    expect(await names({})).toBe('dcba');
    expect(await names({}, 2)).toBe('dc');
    expect(await names({ endpoint: '/sale-draft' })).toBe('da');
    expect(await names({ since: (await claimOf('b')).createdAt })).toBe('dcb');
    expect(await names({ since: (await claimOf('b')).createdAt + 1 })).toBe('dc');
    expect(await names({ kinds: ['done', 'held'] })).toBe('ba');
    expect(await names({ kinds: [] })).toBe('');
    expect(await names({ kinds: ['claimed'], endpoint: '/payments/push' })).toBe('');
  });

  it.each([
    ['kind', `kind = 'Done'`],
    ['answer', `kind = 'done', result = '"saleId":"4'`],
    ['steps', `steps = '{"create":'`],
    ['lookup values', `look_up = '[]x'`],
    ['released answers', `released = '[{"result":1}]'`],
    ['times', 'created_at = 9007199254740991'],
  ])(
    'are listed and completed although one has damaged %s, and an operator resolves that one',
    async (_name, change) => {
      for (const name of ['a', 'b']) await made(name, { kind: 'unknown', step: 'post', lookInMs: 0, empty: 0 });
      await place.run(`update engine_claim set ${change} where id = '${digest('a')}'`);
      const damaged = expect.objectContaining({ id: digest('a'), state: { kind: 'held', reason: expect.any(String) } });
      const sound = expect.objectContaining({ id: digest('b'), state: expect.objectContaining({ kind: 'unknown' }) });
      const listed = await claims.list({ limit: 10 });
      expect(listed).toHaveLength(2);
      expect(listed).toEqual(expect.arrayContaining([damaged, sound]));
      expect((await claims.due('live', 10)).claims).toContainEqual(sound);
      expect(await claimOf('a')).toEqual(damaged);
      const admin = storeClaimAdmin(claims, 'live');
      const write = await admin.read(digest('a'));
      if (write === undefined) throw new Error('There is no write.');
      const resolved = await admin.resolve(write, { kind: 'written', result: '"saleId":"17"' });
      expect(resolved).toMatchObject({ kind: 'changed' });
      if (!change.includes('created_at'))
        expect((await claimOf('a')).state).toEqual({ kind: 'done', result: '"saleId":"17"' });
    },
  );

  it('are made once by 50 rivals on three replicas', async () => {
    const all = [claims, (await another()).claims, (await another()).claims];
    for (const name of ['a', 'b', 'c']) {
      const rivals = Array.from({ length: 50 }, (_, index) => newClaim(name, { owner: `rival ${index}` }));
      const won = await Promise.all(rivals.map((claim, index) => all[index % 3]?.insert(claim, minute)));
      expect(won.filter((one) => one === true)).toHaveLength(1);
      expect(won.filter((one) => one === false)).toHaveLength(49);
      expect((await claimOf(name)).owner).toBe(`rival ${won.indexOf(true)}`);
    }
  });

  it('are changed by one of 50 rivals on three replicas, revision by revision', async () => {
    const all = [claims, (await another()).claims, (await another()).claims];
    await made('a');
    for (let revision = 1; revision <= 5; revision += 1) {
      const rivals = Array.from({ length: 50 }, (_, index) => `rival ${index}`);
      const won = await Promise.all(
        rivals.map((owner, index) =>
          all[index % 3]?.change(digest('a'), revision, { state: { kind: 'claimed', leaseMs: minute }, owner }),
        ),
      );
      expect(won.filter((one) => one === true)).toHaveLength(1);
      expect(await claimOf('a')).toMatchObject({ revision: revision + 1, owner: rivals[won.indexOf(true)] });
    }
  });

  it('are changed by one process after the other', async () => {
    await made('a', { kind: 'absent' });
    const child = join(import.meta.dirname, 'claim-child.ts');
    const args = [child, place.text, digest('a'), '25'];
    const ended = await Promise.all([1, 2, 3].map(() => promisify(execFile)(process.execPath, args)));
    expect(ended.map(({ stderr }) => stderr)).toEqual(['', '', '']);
    // Each of the 75 changes that were told to have happened has counted, and no other.
    expect(await claimOf('a')).toMatchObject({ epoch: 76, revision: 77 });
  });

  it('have a lock that one of 50 rivals on three replicas takes, again and again', async () => {
    const all = [claims, (await another()).claims, (await another()).claims];
    const name = digest('lock');
    expect(await claims.locks.holder(name)).toBeUndefined();
    for (let round = 0; round < 5; round += 1) {
      const before = await claims.locks.holder(name);
      const rivals = Array.from({ length: 50 }, (_, index) => ({ claim: digest('a'), owner: `${round}.${index}` }));
      const won = await Promise.all(rivals.map((next, index) => all[index % 3]?.locks.take(name, before, next)));
      expect(won.filter((one) => one === true)).toHaveLength(1);
      expect(await claims.locks.holder(name)).toEqual(rivals[won.indexOf(true)]);
    }
  });
});
