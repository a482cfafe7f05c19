/** The service's own store as a replica opens it, with faults that the harness can inject. */
import type { DurableClaims } from '../../../../engine/run/write/durable/claims.ts';
import { storeAddress } from '../../../../src/service/config/store-address.ts';
import type { Emit } from '../../../../src/service/events/events.ts';
import type { StoreDatabase } from '../../../../src/service/state/database.ts';
import { createDurableClaims } from '../../../../src/service/state/durable-claims.ts';
import { openServerDatabase } from '../../../../src/service/state/server-database.ts';
import { openSqliteDatabase } from '../../../../src/service/state/sqlite-database.ts';
import { openAccess } from '../../../../src/service/state/store-access.ts';
import type { StoreTrouble } from './task.ts';

interface ReplicaStore {
  readonly claims: DurableClaims;
  /** For a store in a file alone. */
  setTrouble(trouble: StoreTrouble | undefined): void;
  close(): Promise<void>;
}

/** What SQLite is told while a transaction goes on, and what it is told at its end. A limit below the size of the file is its size. */
const ailments: Readonly<Record<StoreTrouble, { readonly begin: string; readonly end: string }>> = {
  full: { begin: 'PRAGMA max_page_count = 1', end: 'PRAGMA max_page_count = 1000000' },
  'read-only': { begin: 'PRAGMA query_only = 1', end: 'PRAGMA query_only = 0' },
};

export async function openReplicaStore(text: string, emit: Emit): Promise<ReplicaStore> {
  const address = storeAddress(text, '/');
  if (address === undefined) throw new Error('This is no address of a store.');
  let trouble: StoreTrouble | undefined;
  const open = address.kind === 'file' ? openSqliteDatabase(address.file) : openServerDatabase(address);
  const real = await open;
  const database: StoreDatabase = {
    ...real,
    transaction: (call, work, durability) =>
      real.transaction(
        call,
        async (session) => {
          const ailment = trouble && ailments[trouble];
          if (ailment === undefined) return work(session);
          await session.execute({ sql: ailment.begin, values: [] });
          try {
            return await work(session);
          } finally {
            await session.execute({ sql: ailment.end, values: [] });
          }
        },
        durability,
      ),
  };
  const access = await openAccess({ database, emit, now: Date.now, retryMs: 200 });
  return {
    claims: createDurableClaims(access, { isSole: address.kind === 'file' }),
    setTrouble(next) {
      trouble = next;
    },
    close: () => access.close(),
  };
}
