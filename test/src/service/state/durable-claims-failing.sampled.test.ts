/** Durable claims while the store fails: every call rejects, no change is partial, and acknowledged changes remain. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DurableClaim, type DurableClaims, SourceError } from '../../../../engine/index.ts';
import type { Durability } from '../../../../src/service/state/database.ts';
import { createDurableClaims } from '../../../../src/service/state/durable-claims.ts';
import { migrate } from '../../../../src/service/state/migrate.ts';
import { migrations, tables } from '../../../../src/service/state/schema.ts';
import { openServerDatabase } from '../../../../src/service/state/server-database.ts';
import { openAccess } from '../../../../src/service/state/store-access.ts';
import { isDeep } from '../../../support/depth.ts';
import { addressOf } from './address-of.ts';
import { digest, newClaim, openReplica, type Replica } from './claim-bench.ts';
import { type Gate, gateTo } from './gate.ts';
import { dialects, freshPlace, type Place, servers } from './stores.ts';

const minute = 60_000;
const large = 'x'.repeat(200_000);

let place: Place;
let replica: Replica;

/** Every function, on a claim `a` of revision 1 and one `new` that is not there. Each writes so much that it needs room. */
const uses: readonly (readonly [string, (claims: DurableClaims) => Promise<unknown>])[] = [
  ['insert', (claims) => claims.insert(newClaim('new', { lookUp: large }), minute)],
  ...(['absent', 'claimed', 'sent', 'unknown', 'undoing', 'undo lost', 'held', 'done'] as const).map(
    (kind) => [`change to ${kind}`, (claims: DurableClaims) => claims.change(digest('a'), 1, changeTo(kind))] as const,
  ),
];
const reads: typeof uses = [
  ['read', (claims) => claims.read(digest('a'))],
  ['due', (claims) => claims.due('live', 10)],
  ['list', (claims) => claims.list({ limit: 10 })],
];

function changeTo(kind: DurableClaim['state']['kind']): Parameters<DurableClaims['change']>[2] {
  const steps = large;
  switch (kind) {
    case 'absent':
      return { state: { kind }, steps };
    case 'claimed':
      return { state: { kind, leaseMs: minute }, steps };
    case 'sent':
      return { state: { kind, step: 'post', leaseMs: minute }, steps };
    case 'unknown':
      return { state: { kind, step: 'post', lookInMs: minute, empty: 0 }, steps };
    case 'undoing':
      return { state: { kind, step: 'create', refusal: large, attempt: 1, leaseMs: minute } };
    case 'undo lost':
      return { state: { kind, step: 'create', refusal: large, attempt: 1, lookInMs: minute, empty: 0 } };
    case 'held':
      return { state: { kind, reason: large } };
    case 'done':
      return { state: { kind, result: large } };
  }
}

async function failure(work: Promise<unknown>): Promise<SourceError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SourceError)) throw new Error(`It did not fail as a source does: ${String(error)}`);
  return error;
}

const pragma = (sql: string) => replica.access.read({ sql, values: [] });
/** The store is looked for again. */
const back = () => vi.waitFor(() => replica.claims.read(digest('a')), 60_000);

describe('durable claims in a file', () => {
  let before: DurableClaim | undefined;

  beforeEach(async () => {
    place = await freshPlace('sqlite');
    replica = await openReplica(place, true);
    expect(await replica.claims.insert(newClaim('a'), minute)).toBe(true);
    before = (await replica.claims.read(digest('a'))).claim;
  });
  afterEach(async () => {
    await replica.access.close();
    await place.drop();
  });

  it.each(uses)('that is full reject: %s', async (_name, use) => {
    const [row] = await pragma('PRAGMA page_count');
    await pragma(`PRAGMA max_page_count = ${Number(row?.page_count)}`);
    expect((await failure(use(replica.claims))).message).toContain('SQLITE_FULL');
    await pragmaWhenBack('PRAGMA max_page_count = 1000000');
    expect(await back()).toMatchObject({ claim: { ...before, unchangedMs: expect.any(Number) } });
    expect((await replica.claims.read(digest('new'))).claim).toBeUndefined();
    // The same is possible as soon as there is room.
    expect(await use(replica.claims)).toBe(true);
  });

  it.each(uses)('that may only be read reject: %s', async (_name, use) => {
    await pragma('PRAGMA query_only = 1');
    expect(await failure(use(replica.claims))).toMatchObject({ kind: 'denied' });
    expect(await back()).toMatchObject({ claim: { ...before, unchangedMs: expect.any(Number) } });
    expect((await replica.claims.read(digest('new'))).claim).toBeUndefined();
    await pragma('PRAGMA query_only = 0');
    expect(await use(replica.claims)).toBe(true);
  });

  async function pragmaWhenBack(sql: string): Promise<void> {
    await back();
    await pragma(sql);
  }
});

describe.each(isDeep ? servers : servers.slice(0, 1))('durable claims on %s', (dialect) => {
  let gate: Gate;
  beforeEach(async () => {
    place = await freshPlace(dialect);
    gate = await gateTo(place.text);
    const address = addressOf(gate.url);
    if (address.kind === 'file') throw new Error('This is no server.');
    const access = await openAccess({
      database: await openServerDatabase(address),
      emit: () => undefined,
      now: Date.now,
      retryMs: 30,
    });
    replica = { access, claims: createDurableClaims(access, { isSole: false }) };
    expect(await replica.claims.insert(newClaim('a'), minute)).toBe(true);
  });
  afterEach(async () => {
    await gate.open();
    await replica.access.close();
    await gate.cut();
    await place.drop();
  });

  it('reject while the store is unreachable, at once and without an effect, and work again when it responds', async () => {
    const { claim: before } = await replica.claims.read(digest('a'));
    await gate.cut();
    await failure(replica.claims.read(digest('a')));
    for (const [, use] of [...uses, ...reads]) {
      let failed: SourceError | undefined;
      void failure(use(replica.claims)).then((error) => {
        failed = error;
      });
      // Nothing is sent and nothing waited for.
      await new Promise((resolve) => setImmediate(resolve));
      expect(failed).toMatchObject({ kind: 'unreachable', effect: 'none' });
    }
    await gate.open();
    expect(await back()).toMatchObject({ claim: { ...before, unchangedMs: expect.any(Number) } });
    expect(await replica.claims.change(digest('a'), 1, { state: { kind: 'absent' } })).toBe(true);
  });

  it.each([...uses, ...reads])('reject where the connection breaks: %s', async (name, use) => {
    gate.block();
    const failing = failure(use(replica.claims));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await gate.cut();
    expect((await failing).effect).toBe('unknown');
    await gate.open();
    const { claim } = await back();
    // Nothing of it came through the gate.
    expect({ name, revision: claim?.revision }).toEqual({ name, revision: 1 });
    expect((await replica.claims.read(digest('new'))).claim).toBeUndefined();
  });
});

describe.each(dialects)('a store on %s', (dialect) => {
  beforeEach(async () => {
    place = await freshPlace(dialect);
  });
  afterEach(() => place.drop());

  it('is configured to write every change to the disk', async () => {
    replica = await openReplica(place, true);
    const asked: Durability[] = [];
    const { access } = replica;
    const claims = createDurableClaims(
      {
        ...access,
        transaction: (work, durability, longest) => {
          asked.push(durability);
          return access.transaction(work, durability, longest);
        },
      },
      { isSole: false },
    );
    await claims.insert(newClaim('a'), minute);
    await claims.change(digest('a'), 1, { state: { kind: 'absent' } });
    expect(asked).toEqual(['durable', 'durable']);
    await access.close();
  });

  it('of version 2 with rows in it gets its claims, also where replicas start together', async () => {
    const old = await place.open();
    await migrate(old, Date.now, migrations.slice(0, 2));
    await old.close();
    const name = digest('a page');
    await place.run(`insert into ${tables.bookmark} (name, value, written) values ('${name}', '[1]', 17)`);
    await place.run(`insert into ${tables.versionMark} (name, taken, version) values ('${name}', 18, 'ff')`);
    const first = await openReplica(place, true);
    const rivals = dialect === 'sqlite' ? [] : [1, 2, 3].map(() => openReplica(place, false));
    const all = [first, ...(await Promise.all(rivals))];
    const rows = async (sql: string) =>
      (await first.access.read({ sql, values: [] })).map((row) => Object.values(row).map(String));
    expect(await rows(`select name, value, written from ${tables.bookmark}`)).toEqual([[name, '[1]', '17']]);
    expect(await rows(`select name, taken, version from ${tables.versionMark}`)).toEqual([[name, '18', 'ff']]);
    expect(await rows(`select version from ${tables.version} order by version`)).toEqual(
      migrations.map((_, index) => [String(index + 1)]),
    );
    const made = await Promise.all(all.map(({ claims }) => claims.insert(newClaim('a'), minute)));
    expect(made.filter(Boolean)).toHaveLength(1);
    for (const { access } of all) await access.close();
  });
});
