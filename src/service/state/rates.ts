/** Rate limits in the store: the permits that all replicas together have taken, by the store's clock. */
import { prepared, type SqlSession, takePermits, type WindowEntry } from '../../../engine/host/index.ts';
import { type DatabaseKind, type RateStore, SourceError } from '../../../engine/index.ts';
import { lostRace } from './database.ts';
import { tables } from './schema.ts';
import { digestOf, type StoreAccess } from './store-access.ts';

/** Attempts at a change. Of replicas that change a limit at the same time, one succeeds at each attempt. */
const attempts = 20;

/** All statements by purpose. */
export function rateStatements({ dialect, store }: DatabaseKind) {
  const { builder } = dialect;
  const table = () => builder(tables.rate);
  return {
    /** Always one row, also if no permit was taken yet. */
    read: prepared(
      dialect,
      builder
        .select({ now: builder.raw(store.clock), log: 'r.log', revision: 'r.revision' })
        .from(builder.raw('(select 1 as one) as o'))
        .leftJoin(`${tables.rate} as r`, (on) => on.on('r.name', builder.raw('?', ['name']))),
    ),
    insert: prepared(dialect, table().insert({ name: 'name', log: 'log', revision: 1 })),
    change: prepared(
      dialect,
      table()
        .where({ name: 'name', revision: 'revision' })
        .update({ log: 'log', revision: builder.raw('revision + 1') }),
    ),
  };
}

function isPermitted(value: unknown): value is readonly [number, number, number] {
  return Array.isArray(value) && value.length === 3 && value.every((part) => typeof part === 'number');
}

/** The stored form of a log: one array for each entry. */
const serialize = (log: readonly WindowEntry[]): string =>
  JSON.stringify(log.map(({ from, at, count }) => [from, at, count]));

/** A stored log. An invalid one counts as empty, and the next permit replaces it. */
function parse(text: unknown): readonly WindowEntry[] {
  if (typeof text !== 'string') return [];
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch {
    return [];
  }
  if (!Array.isArray(entries)) return [];
  return entries.filter(isPermitted).map(([from, at, count]) => ({ from, at, count }));
}

/** What becomes of a log: its next text, if it changes, and what the caller gets. */
interface LogChange<T> {
  readonly log?: string;
  readonly result: T;
}

/**
 * Changes the log of a key in the table of limits, in a transaction; again if another replica was faster. `change` gets the stored log and the store's time in
 * milliseconds since the epoch. The result is `lost` if other replicas were faster each time, and undefined while the store is unreachable.
 */
export function logChanges(access: StoreAccess) {
  const statements = rateStatements(access.databaseKind);
  return async <T>(
    key: string,
    lost: T,
    change: (log: unknown, now: number) => LogChange<T>,
  ): Promise<T | undefined> => {
    /** Undefined if another replica was faster. */
    async function attempt(session: SqlSession): Promise<LogChange<T> | undefined> {
      const [row] = (await session.execute(statements.read({ name: key }))).rows;
      const changed = change(row?.log, Number(row?.now));
      if (changed.log === undefined) return changed;
      const values = { name: key, log: changed.log };
      const revision = row?.revision ?? null;
      const statement =
        revision === null ? statements.insert(values) : statements.change({ ...values, revision: Number(revision) });
      return (await session.execute(statement)).affected === 1 ? changed : undefined;
    }
    for (let tries = 0; tries < attempts; tries += 1) {
      try {
        const changed = await access.transaction(attempt, 'relaxed');
        if (changed !== undefined) return changed.result;
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        if (!lostRace(error)) return undefined;
      }
    }
    return lost;
  };
}

/** Counts permits in the store. `take` gives undefined while the store is unreachable: each replica then uses its own share of the limit. */
export function createRates(access: StoreAccess): RateStore {
  const changeLog = logChanges(access);
  return {
    take: (name, limit, keptMs, requested) =>
      changeLog(digestOf(name), { granted: 0, expiries: [] }, (stored, now) => {
        const { log, ...grant } = takePermits(parse(stored), now, limit, keptMs, requested);
        return grant.granted === 0 ? { result: grant } : { log: serialize(log), result: grant };
      }),
  };
}
