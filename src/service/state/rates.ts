/** Rate limits in the store: the permits that all replicas together have taken, by the store's clock. */
import { createHash } from 'node:crypto';
import { prepared, type SqlSession, takePermits, type WindowEntry } from '../../../engine/host/index.ts';
import { type DatabaseKind, type RateStore, SourceError } from '../../../engine/index.ts';
import { tables } from './schema.ts';
import type { StoreAccess } from './store-access.ts';

/** Attempts at a change. Of replicas that change a limit at the same time, one succeeds at each attempt. */
const attempts = 20;

const digestOf = (name: string): string => createHash('sha256').update(name).digest('hex');

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

/** Another replica was faster: read again. */
const lostRace = (error: unknown): boolean =>
  error instanceof SourceError && (error.kind === 'conflict' || error.kind === 'constraint');

/** Counts permits in the store. `take` gives undefined while the store is unreachable: each replica then uses its own share of the limit. */
export function createRates(access: StoreAccess): RateStore {
  const statements = rateStatements(access.databaseKind);
  return {
    async take(name, limit, keptMs, requested) {
      const key = digestOf(name);

      /** Undefined if another replica was faster. */
      async function attempt(session: SqlSession) {
        const [row] = (await session.execute(statements.read({ name: key }))).rows;
        const revision = row?.revision ?? null;
        const { log, ...grant } = takePermits(parse(row?.log), Number(row?.now), limit, keptMs, requested);
        if (grant.granted === 0) return grant;
        const values = { name: key, log: serialize(log) };
        const statement =
          revision === null ? statements.insert(values) : statements.change({ ...values, revision: Number(revision) });
        const { affected } = await session.execute(statement);
        return affected === 1 ? grant : undefined;
      }

      for (let tries = 0; tries < attempts; tries += 1) {
        try {
          const grant = await access.transaction(attempt, 'relaxed');
          if (grant !== undefined) return grant;
        } catch (error) {
          if (!(error instanceof SourceError)) throw error;
          if (!lostRace(error)) return undefined;
        }
      }
      return { granted: 0, expiries: [] };
    },
  };
}
