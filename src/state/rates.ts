/** Permits of requests in the store: what all replicas together have taken under one limit, by the store's clock. */
import { createHash } from 'node:crypto';
import {
  dialects,
  type Permitted,
  prepared,
  type RateStore,
  SourceError,
  type SqlSession,
  takePermits,
} from '../../engine/index.ts';
import { tables } from './schema.ts';
import type { StoreAccess } from './store-access.ts';
import { storeClock } from './store-clock.ts';

/** How often a change is tried that a rival overtook; one of the rivals gets on each time. */
const attempts = 20;

const digestOf = (name: string): string => createHash('sha256').update(name).digest('hex');

/** All statements, by what they do. */
export function rateStatements(name: StoreAccess['dialect']) {
  const dialect = dialects[name];
  const { builder } = dialect;
  const table = () => builder(tables.rate);
  return {
    /** One row, also where nothing was taken yet. */
    read: prepared(
      dialect,
      builder
        .select({ now: builder.raw(storeClock[name]), log: 'r.log', revision: 'r.revision' })
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

/** The log as it is kept: a list for each entry. */
const written = (log: readonly Permitted[]): string =>
  JSON.stringify(log.map(({ from, at, count }) => [from, at, count]));

/** What is no log, somebody else has written: nothing is known then, and the next permit makes a new one. */
function read(text: unknown): readonly Permitted[] {
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

/** A rival was faster: another look shows what it left. */
const overtaken = (error: unknown): boolean =>
  error instanceof SourceError && (error.kind === 'conflict' || error.kind === 'constraint');

/** Counts permits in the store. While it is away, nobody gets any here: each replica then keeps to its own share. */
export function createRates(access: StoreAccess): RateStore {
  const statements = rateStatements(access.dialect);
  return {
    async take(name, limit, keptMs, wanted) {
      const key = digestOf(name);

      /** Undefined where a rival was faster. */
      async function attempt(session: SqlSession) {
        const [row] = (await session.execute(statements.read({ name: key }))).rows;
        const known = row?.revision ?? null;
        const { log, ...grant } = takePermits(read(row?.log), Number(row?.now), limit, keptMs, wanted);
        if (grant.granted === 0) return grant;
        const values = { name: key, log: written(log) };
        const statement =
          known === null ? statements.insert(values) : statements.change({ ...values, revision: Number(known) });
        const { affected } = await session.execute(statement);
        return affected === 1 ? grant : undefined;
      }

      for (let tries = 0; tries < attempts; tries += 1) {
        try {
          const grant = await access.transaction(attempt, 'light');
          if (grant !== undefined) return grant;
        } catch (error) {
          if (!(error instanceof SourceError)) throw error;
          if (!overtaken(error)) return undefined;
        }
      }
      return { granted: 0, endings: [] };
    },
  };
}
