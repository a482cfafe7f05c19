/** Claims that a process of the same machine left behind: how long they are unchanged, and whether that process may still be at work. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openOperatorStore, openStore, type Store } from '../../../src/state/index.ts';

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
  const own = (await first.claims.read(id)).claim;
  expect(own).toMatchObject({ isAbandoned: false, state: { kind: 'held', reason: 'Two documents: "7", "8"' } });
  await first.close();
  await sleep(30);
  const second = await open();
  const left = (await second.claims.read(id)).claim;
  expect(left).toMatchObject({ isAbandoned: true, state: own?.state });
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
