/** `engine writes` on the demo profile, with a store that a service has open. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { DurableClaim, DurableClaims, NextState } from '../../../engine/index.ts';
import { openStore } from '../../../src/service/state/store.ts';
import { draft } from '../../engine/run/write/documents.ts';
import { type DemoProfile, demoProfile } from '../../support/demo.ts';
import { openDemo, writePaths } from '../../support/demo-engine.ts';
import type { DialectName } from '../../support/kinds.ts';
import { folderWith } from '../service/server/fixture.ts';
import { addressOf } from '../service/state/address-of.ts';
import { newClaim } from '../service/state/claim-bench.ts';
import { freshPlace, type Place } from '../service/state/stores.ts';
import { idOf, minute } from './claims.ts';
import { type Ended, runHere } from './here.ts';

/** The demo with a draft whose claim, IN-ERP, is in the database of the ERP. */
export async function erpWithDraft(): Promise<DemoProfile> {
  const erp = await demoProfile({ dialect: 'sqlite' });
  const engine = await openDemo(erp.writesFile, { only: writePaths });
  const { path, body } = draft('IN-ERP');
  expect(await engine.call(path, body)).toMatchObject({ ok: true });
  await engine.close();
  return erp;
}

/** `engine writes` with these arguments. A question is answered with `reply`; without one nothing may be asked. */
export type Writes = (args: readonly string[], reply?: string | (() => Promise<string>)) => Promise<Ended>;

export const writesWith =
  (erp: DemoProfile, store: string): Writes =>
  (args, reply) =>
    runHere(['writes', ...args, '--profile', erp.writesFile, '--installation', 'test', '--store', store], {
      env: {},
      cwd: folderWith({}),
      ask: typeof reply === 'string' ? () => Promise.resolve(reply) : reply,
    });

export interface OpenedStore {
  readonly claims: DurableClaims;
  readonly writes: Writes;
  /** Makes a claim and takes it to a state. */
  made(key: string, state: NextState | undefined): Promise<void>;
  claimOf(key: string): Promise<DurableClaim>;
  close(): Promise<void>;
}

export async function openedStore(erp: DemoProfile, dialect: DialectName): Promise<OpenedStore> {
  const place: Place = await freshPlace(dialect);
  const opened = await openStore({ address: addressOf(place.text), emit: () => undefined, now: Date.now });
  if (!opened.ok) throw new Error(opened.diagnostic.message);
  const { store } = opened;
  const { claims } = store;
  return {
    claims,
    writes: writesWith(erp, place.text),
    async made(key, state) {
      const claim = newClaim(key, { id: idOf(key), installation: 'test', naturalKey: key });
      expect(await claims.insert(claim, minute)).toBe(true);
      if (state === undefined) throw new Error('There is no such state.');
      const steps = key === 'absent' ? '{}' : '{"create":{"id":"17"}}';
      expect(await claims.change(claim.id, 1, { state, steps })).toBe(true);
      // Lists are in the order of time, which the store keeps in milliseconds.
      await sleep(2);
    },
    async claimOf(key) {
      const { claim } = await claims.read(idOf(key));
      if (claim === undefined) throw new Error(`There is no claim ${key}.`);
      return claim;
    },
    async close() {
      await store.close();
      await place.drop();
    },
  };
}
