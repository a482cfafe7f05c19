/** Durable claims in the store. They change by compare-and-set, and a change is on disk before the call returns. */

import type { BoundStatement, Row } from '../../../engine/host/index.ts';
import { type ClaimChange, type DurableClaim, type DurableClaims, SourceError } from '../../../engine/index.ts';
import { createChangeMarks } from './change-mark.ts';
import { claimOf, detailsText, stateValues } from './claim-row.ts';
import { claimStatements, optionalFields } from './claim-statements.ts';
import type { Durability } from './database.ts';
import { createDocumentLocks } from './document-locks.ts';
import type { StoreAccess } from './store-access.ts';

/**
 * Time-out of one statement, in milliseconds. Longer than for bookmarks: a claim that times out may leave a document whose outcome has to
 * be looked up, and a server's disk may stall for a second.
 */
const timeoutMs = 5_000;

/** The optional fields that a change sets, in addition to its state. */
function optionalValues(change: ClaimChange) {
  const { released, ...rest } = change;
  const values = { ...rest, released: released === undefined ? undefined : JSON.stringify(released) };
  return optionalFields.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [[name, value] as const];
  });
}

/**
 * Claims in a migrated store. All functions reject with `SourceError`; while the store is known to be unreachable, immediately. `isSole`: no other
 * process can write claims at the same time.
 */
export function createDurableClaims(
  access: Pick<StoreAccess, 'databaseKind' | 'read' | 'transaction'>,
  { isSole }: { readonly isSole: boolean },
): DurableClaims {
  const marks = createChangeMarks(isSole);
  const claimIn = (row: Row): DurableClaim => claimOf(row, marks);
  const statements = claimStatements(access.databaseKind);
  const rows = (statement: BoundStatement) => access.read(statement, timeoutMs);
  const affected = (statement: BoundStatement, durability: Durability = 'durable'): Promise<number> =>
    access.transaction(async (session) => (await session.execute(statement)).affected, durability, timeoutMs);

  async function first(statement: BoundStatement) {
    const [row] = await rows(statement);
    if (row === undefined) throw new SourceError('broken', 'The store does not return its time.');
    return { row, now: Number(row.now) };
  }

  async function read(id: string) {
    const { row, now } = await first(statements.read({ id }));
    return { claim: row.id === null ? undefined : claimIn(row), now };
  }

  return {
    locks: createDocumentLocks(access),
    read,
    async insert(claim, leaseMs) {
      const statement = statements.insert({
        ...claim,
        naturalKey: JSON.stringify(claim.naturalKey),
        ...stateValues({ kind: 'claimed', leaseMs }, marks.make()),
        leaseMs,
      });
      try {
        return (await affected(statement)) === 1;
      } catch (error) {
        const isDuplicate = error instanceof SourceError && error.kind === 'constraint';
        if (isDuplicate && (await read(claim.id)).claim !== undefined) return false;
        throw error;
      }
    },
    async change(id, revision, change) {
      const given = optionalValues(change);
      const statement = statements.change(given.map(([name]) => name));
      const { state } = change;
      // The process may be killed while the disk is written to. What shows that it was not is kept by the machine without the disk.
      const isOpen = isSole && state.kind === 'sent' && state.isFirst === true;
      const mark = marks.make();
      const values = { id, revision, ...stateValues(state, { ...mark, isOpen }), ...Object.fromEntries(given) };
      if ((await affected(statement(values))) !== 1) return false;
      const closed = { id, revision: revision + 1, details: detailsText(state, mark) };
      return !isOpen || (await affected(statements.details(closed), 'relaxed')) === 1;
    },
    async due(installation, limit) {
      const { now } = await first(statements.now({}));
      const dueRows = await rows(statements.due(limit)({ installation }));
      return { claims: dueRows.map(claimIn), now };
    },
    async list({ installation, endpoint, kinds, since, limit }) {
      if (kinds?.length === 0) return [];
      const conditions = {
        installation: installation !== undefined,
        endpoint: endpoint !== undefined,
        since: since !== undefined,
        kinds: kinds?.length ?? 0,
      };
      const named = Object.fromEntries((kinds ?? []).map((kind, index) => [`kind${index}`, kind]));
      const values = { ...named, installation: installation ?? null, endpoint: endpoint ?? null, since: since ?? null };
      return (await rows(statements.list({ ...conditions, limit })(values))).map(claimIn);
    },
  };
}
