/** Claims that a process of the same machine left behind: how long they are unchanged, and whether that process may still be at work. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SourceError } from '../../../../engine/index.ts';
import { createDurableClaims } from '../../../../src/service/state/durable-claims.ts';
import { openOperatorStore } from '../../../../src/service/state/operator-store.ts';
import { openSharedSqliteDatabase } from '../../../../src/service/state/sqlite-database.ts';
import { openStore, type Store } from '../../../../src/service/state/store.ts';
import { openAccess } from '../../../../src/service/state/store-access.ts';

let folder: string;
let address: { readonly kind: 'file'; readonly file: string };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'engine-restarted-'));
  address = { kind: 'file', file: join(folder, 'store.sqlite') };
});
afterEach(() => rmSync(folder, { recursive: true }));

const id = 'a'.repeat(64);
const claim = { id, installation: 'i', endpoint: '/sale-draft', naturalKey: 'PO-1', lookUp: '{}', payload: id };

async function open(): Promise<Store> {
  const opened = await openStore({ address, emit: () => undefined, now: Date.now });
  if (!opened.ok) throw new Error(opened.diagnostic.message);
  return opened.store;
}

it('are known by the clock of the machine, and are abandoned for the next process', async () => {
  const first = await open();
  await first.claims.insert({ ...claim, owner: 'first' }, 60_000);
  await first.claims.change(id, 1, { state: { kind: 'held', reason: 'Two documents: "7", "8"' } });
  const heldClaim = (await first.claims.read(id)).claim;
  expect(heldClaim).toMatchObject({ isAbandoned: false, state: { kind: 'held', reason: 'Two documents: "7", "8"' } });
  await first.close();
  await sleep(30);
  const second = await open();
  const left = (await second.claims.read(id)).claim;
  expect(left).toMatchObject({ isAbandoned: true, state: heldClaim?.state });
  // Timers may end a millisecond early.
  expect(left?.unchangedMs).toBeGreaterThanOrEqual(29);
  await second.claims.change(id, 2, { state: { kind: 'claimed', leaseMs: 60_000 } });
  expect((await second.claims.read(id)).claim).toMatchObject({ isAbandoned: false });
  const operator = await openOperatorStore(address);
  if (!operator.ok || operator.claims === undefined) throw new Error('It is no store.');
  // The command runs next to the service.
  expect((await operator.claims.read(id)).claim).toMatchObject({ isAbandoned: false });
  await operator.close();
  await second.close();
});

/** A process that is killed when `sent` is on disk, and before it knows that. */
async function killedWhileStoring(isFirst: boolean): Promise<void> {
  const store = await open();
  await store.claims.insert({ ...claim, owner: 'killed' }, 60_000);
  await store.close();
  const database = await openSharedSqliteDatabase(address.file);
  if (database === undefined) throw new Error('There is no store.');
  const access = await openAccess({ database, emit: () => undefined, now: Date.now });
  const transaction: typeof access.transaction = (work, durability, timeoutMs) =>
    durability === 'relaxed'
      ? Promise.reject(new SourceError('unreachable', 'killed'))
      : access.transaction(work, durability, timeoutMs);
  const claims = createDurableClaims({ ...access, transaction }, { isSole: true });
  await claims
    .change(id, 1, { state: { kind: 'sent', step: 'create', leaseMs: 60_000, ...(isFirst ? { isFirst } : {}) } })
    .catch(() => false);
  await access.close();
}

async function stateAfterRestart(): Promise<unknown> {
  const store = await open();
  const leftClaim = (await store.claims.read(id)).claim;
  await store.close();
  return { kind: leftClaim?.state.kind, isAbandoned: leftClaim?.isAbandoned };
}

it('were sent, if the process went on after it had stored that', async () => {
  const store = await open();
  await store.claims.insert({ ...claim, owner: 'first' }, 60_000);
  await store.claims.change(id, 1, { state: { kind: 'sent', step: 'create', leaseMs: 60_000, isFirst: true } });
  expect((await store.claims.read(id)).claim?.state.kind).toBe('sent');
  await store.close();
  expect(await stateAfterRestart()).toEqual({ kind: 'sent', isAbandoned: true });
});

it('were not sent, if the process ended while it stored that', async () => {
  await killedWhileStoring(true);
  expect(await stateAfterRestart()).toEqual({ kind: 'claimed', isAbandoned: true });
});

it('may have been sent, if the process ended while it stored a further request of the step', async () => {
  await killedWhileStoring(false);
  expect(await stateAfterRestart()).toEqual({ kind: 'sent', isAbandoned: true });
});

it('may have been sent, if the machine was started since: it may have lost the last change', async () => {
  await killedWhileStoring(true);
  const database = new Database(address.file);
  database.exec(`update engine_claim set reason = replace(reason, '"boot":"', '"boot":"earlier ')`);
  database.close();
  expect(await stateAfterRestart()).toEqual({ kind: 'sent', isAbandoned: true });
});
