/** Durable claims on a fresh store of each database, as several replicas see them. */
import { createHash, randomUUID } from 'node:crypto';
import type { DurableClaims, NewDurableClaim } from '../../../../engine/index.ts';
import type { StoreDatabase } from '../../../../src/service/state/database.ts';
import { createDurableClaims } from '../../../../src/service/state/durable-claims.ts';
import { openServerDatabase } from '../../../../src/service/state/server-database.ts';
import { openSharedSqliteDatabase } from '../../../../src/service/state/sqlite-database.ts';
import { openAccess, type StoreAccess } from '../../../../src/service/state/store-access.ts';
import type { Place } from './stores.ts';

/** 64 hexadecimal digits that stand for a name. */
export const digest = (name: string): string => createHash('sha256').update(name).digest('hex');

export function newClaim(name: string, more: Partial<NewDurableClaim> = {}): NewDurableClaim {
  return {
    id: digest(name),
    installation: 'live',
    endpoint: '/sale-draft',
    naturalKey: name,
    lookUp: '{}',
    payload: digest(`payload of ${name}`),
    owner: randomUUID(),
    ...more,
  };
}

export interface Replica {
  readonly access: StoreAccess;
  readonly claims: DurableClaims;
}

/** A way to the store with connections of its own. The first one of a file owns it, as a service does; the others are beside it. */
export async function openReplica(place: Place, first: boolean): Promise<Replica> {
  const { address } = place;
  let database: StoreDatabase | undefined;
  if (first) database = await place.open();
  else
    database = await (address.kind === 'file' ? openSharedSqliteDatabase(address.file) : openServerDatabase(address));
  if (database === undefined) throw new Error('There is no store yet.');
  const access = await openAccess({ database, emit: () => undefined, now: Date.now, retryMs: 30 });
  return { access, claims: createDurableClaims(access, { isSole: false }) };
}
