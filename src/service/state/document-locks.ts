/** Locks of documents in the store: which write has taken a lock last. A change is on disk before the call returns. */

import { prepared } from '../../../engine/host/index.ts';
import { type DatabaseKind, type DocumentLocks, type LockHolder, SourceError } from '../../../engine/index.ts';
import { tables } from './schema.ts';
import type { StoreAccess } from './store-access.ts';

/** Time-out of one statement, in milliseconds: as long as for the claims, which a write changes before and after. */
const timeoutMs = 5_000;

/** All statements by purpose. */
export function lockStatements({ dialect, store }: DatabaseKind) {
  const { builder } = dialect;
  const table = () => builder(tables.lock);
  const insert = table().insert({ name: 'name', claim: 'claim', owner: 'owner' });
  return {
    find: prepared(dialect, table().select('claim', 'owner').where('name', 'name')),
    insert: prepared(dialect, store.ignoresConflicts ? insert.onConflict('name').ignore() : insert),
    /** Owners are unique, so that no revision is needed. */
    replace: prepared(
      dialect,
      table().where({ name: 'name', claim: 'oldClaim', owner: 'oldOwner' }).update({ claim: 'claim', owner: 'owner' }),
    ),
  };
}

/** Locks in a migrated store. All functions reject with `SourceError`. */
export function createDocumentLocks(access: Pick<StoreAccess, 'databaseKind' | 'read' | 'transaction'>): DocumentLocks {
  const statements = lockStatements(access.databaseKind);

  async function holder(name: string): Promise<LockHolder | undefined> {
    const [row] = await access.read(statements.find({ name }), timeoutMs);
    if (row === undefined) return undefined;
    const { claim, owner } = row;
    if (typeof claim !== 'string' || typeof owner !== 'string')
      throw new SourceError('broken', 'A lock in the store has no holder: this program did not write it.');
    return { claim, owner };
  }

  return {
    holder,
    async take(name, before, next) {
      const statement =
        before === undefined
          ? statements.insert({ name, ...next })
          : statements.replace({ name, oldClaim: before.claim, oldOwner: before.owner, ...next });
      try {
        const { affected } = await access.transaction((session) => session.execute(statement), 'durable', timeoutMs);
        return affected === 1;
      } catch (error) {
        const isDuplicate = error instanceof SourceError && error.kind === 'constraint';
        if (isDuplicate && (await holder(name)) !== undefined) return false;
        throw error;
      }
    },
  };
}
