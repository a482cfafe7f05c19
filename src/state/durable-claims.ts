/** Durable claims in the store: they change by compare-and-set, on the disk before anybody is told, and not at all while the store is away. */
import { type BoundStatement, type ClaimChange, type DurableClaims, SourceError } from '../../engine/index.ts';
import { claimOf, stateValues } from './claim-row.ts';
import { claimStatements, kept } from './claim-statements.ts';
import type { StoreAccess } from './store-access.ts';

/**
 * Longest time of one use, in milliseconds. A bookmark is given up sooner, since a page is found without it; a claim that is given up
 * may leave a document whose outcome has to be looked up, and a server's disk may well stall for a second.
 */
const useMs = 5_000;

/** The values that a change gives beside its state. */
function givenBy(change: ClaimChange) {
  const { released, ...rest } = change;
  const values = { ...rest, released: released === undefined ? undefined : JSON.stringify(released) };
  return kept.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [[name, value] as const];
  });
}

/** Claims in a store that has had its migrations. All functions reject with `SourceError`, at once while the store is known to be away. */
export function createDurableClaims(access: Pick<StoreAccess, 'dialect' | 'read' | 'transaction'>): DurableClaims {
  const statements = claimStatements(access.dialect);
  const rows = (statement: BoundStatement) => access.read(statement, useMs);
  const affected = (statement: BoundStatement): Promise<number> =>
    access.transaction(async (session) => (await session.execute(statement)).affected, 'lasting', useMs);

  async function first(statement: BoundStatement) {
    const [row] = await rows(statement);
    if (row === undefined) throw new SourceError('broken', 'The store does not tell its time.');
    return { row, now: Number(row.now) };
  }

  async function read(id: string) {
    const { row, now } = await first(statements.read({ id }));
    return { claim: row.id === null ? undefined : claimOf(row), now };
  }

  return {
    read,
    async insert(claim, leaseMs) {
      const statement = statements.insert({ ...claim, naturalKey: JSON.stringify(claim.naturalKey), leaseMs });
      try {
        return (await affected(statement)) === 1;
      } catch (error) {
        const taken = error instanceof SourceError && error.kind === 'constraint';
        if (taken && (await read(claim.id)).claim !== undefined) return false;
        throw error;
      }
    },
    async change(id, revision, change) {
      const given = givenBy(change);
      const statement = statements.change(given.map(([name]) => name));
      const values = { id, revision, ...stateValues(change.state), ...Object.fromEntries(given) };
      return (await affected(statement(values))) === 1;
    },
    async due(installation, limit) {
      const { now } = await first(statements.now({}));
      const found = await rows(statements.due(limit)({ installation }));
      return { claims: found.map(claimOf), now };
    },
    async list({ endpoint, kinds, since, limit }) {
      if (kinds?.length === 0) return [];
      const narrowing = { endpoint: endpoint !== undefined, since: since !== undefined, kinds: kinds?.length ?? 0 };
      const named = Object.fromEntries((kinds ?? []).map((kind, index) => [`kind${index}`, kind]));
      const values = { ...named, endpoint: endpoint ?? null, since: since ?? null };
      return (await rows(statements.list({ ...narrowing, limit })(values))).map(claimOf);
    },
  };
}
