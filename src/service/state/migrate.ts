/** Migrates a store to this program's version. Several replicas may do so at the same time. */

import { prepared, type SqlSession } from '../../../engine/host/index.ts';
import { type DatabaseKind, SourceError } from '../../../engine/index.ts';
import { lostRace, type StoreDatabase, StoreRefusal } from './database.ts';
import { type Addition, additions, type Migration, migrations, tables, versionTable } from './schema.ts';

/** Time-out of one step, including the wait for another replica's lock, in milliseconds. */
const stepMs = 10_000;
const attempts = 5;

const callWithin = (timeoutMs = stepMs) => ({ deadline: Date.now() + timeoutMs });

function versionStatements({ dialect }: DatabaseKind) {
  const table = dialect.builder(tables.version);
  return {
    find: prepared(dialect, table.clone().max('version', { as: 'version' })),
    add: prepared(dialect, table.clone().insert({ version: 'version', applied_at: 'appliedAt' })),
  };
}

/** The statements of a migration other than those of its steps, by purpose. */
export function migrationTexts(kind: DatabaseKind): Readonly<Record<'lock' | 'find' | 'add', string>> {
  const { find, add } = versionStatements(kind);
  return { lock: kind.store.migrationLock?.(tables.version) ?? '', find: find({}).sql, add: add({}).sql };
}

const numberOf = (version: unknown): number => (version === null || version === undefined ? 0 : Number(version));

/**
 * The store's version; 0 if it has no tables yet. Takes no lock and needs no right to create tables. `timeoutMs`: in milliseconds.
 */
export async function currentVersion(database: StoreDatabase, timeoutMs?: number): Promise<number> {
  const { find } = versionStatements(database.databaseKind);
  try {
    const [row] = await database.read(find({}), callWithin(timeoutMs));
    return numberOf(row?.version);
  } catch (error) {
    if (error instanceof SourceError && error.kind === 'statement') return 0;
    throw error;
  }
}

/** Whether the store has a table. Takes no lock and needs no right to create tables. `timeoutMs`: in milliseconds. */
export async function hasTable(database: StoreDatabase, table: string, timeoutMs?: number): Promise<boolean> {
  const { dialect } = database.databaseKind;
  const find = prepared(dialect, dialect.builder(table).select(dialect.builder.raw('1 as present')).limit(1));
  try {
    await database.read(find({}), callWithin(timeoutMs));
    return true;
  } catch (error) {
    if (error instanceof SourceError && error.kind === 'statement') return false;
    throw error;
  }
}

/** Waits for replicas that change the schema at the same time, where the dialect has a lock. Returns how to run a statement. */
async function lockSchema(session: SqlSession, kind: DatabaseKind): Promise<(sql: string) => Promise<unknown>> {
  const run = (sql: string) => session.execute({ sql, values: [] });
  const lock = kind.store.migrationLock?.(tables.version);
  if (lock !== undefined) await run(lock);
  return run;
}

/** Applies the step after the store's version, if there is one. */
async function applyNext(
  session: SqlSession,
  kind: DatabaseKind,
  steps: readonly Migration[],
  at: Date,
): Promise<void> {
  const { find, add } = versionStatements(kind);
  const run = await lockSchema(session, kind);
  for (const sql of versionTable(kind)) await run(sql);
  const version = numberOf((await session.execute(find({}))).rows[0]?.version);
  const next = steps[version];
  if (next === undefined) return;
  for (const sql of next(kind)) await run(sql);
  await session.execute(add({ version: version + 1, appliedAt: at.toISOString() }));
}

/** Throws `StoreRefusal` if a newer program made the store. `newestVersion`: the newest version that this program knows. */
export function refuseNewer(version: number, newestVersion: number = migrations.length): void {
  if (version <= newestVersion) return;
  throw new StoreRefusal(
    `The store has version ${version}, which a newer version of this program made; this one knows version ${newestVersion} at most.`,
    'Run the newer program, or configure another store for this one.',
  );
}

/** Creates the tables that are missing, one transaction each. */
async function addTables(database: StoreDatabase, added: readonly Addition[]): Promise<void> {
  const kind = database.databaseKind;
  for (const { table, create } of added) {
    for (let tries = 1; !(await hasTable(database, table)); tries += 1) {
      if (tries > attempts) throw new SourceError('broken', `The store has no table ${table} although it was created`);
      try {
        await database.transaction(
          callWithin(),
          async (session) => {
            const run = await lockSchema(session, kind);
            for (const sql of create(kind)) await run(sql);
          },
          'durable',
        );
      } catch (error) {
        if (!lostRace(error) || tries === attempts) throw error;
      }
    }
  }
}

/**
 * Applies the missing steps, one transaction each, and creates the missing tables of `added`. Rejects with `StoreRefusal` if a newer program made the store, and
 * with `SourceError` if the database fails. `now` is in milliseconds since the epoch.
 */
export async function migrate(
  database: StoreDatabase,
  now: () => number,
  steps: readonly Migration[] = migrations,
  added: readonly Addition[] = additions,
): Promise<void> {
  /** Attempts at the current version. Starts again when another replica has made progress. */
  let tries = 0;
  let reached = -1;
  for (;;) {
    const version = await currentVersion(database);
    if (version === steps.length) return addTables(database, added);
    refuseNewer(version, steps.length);
    if (version > reached) {
      reached = version;
      tries = 0;
    }
    if (tries >= attempts)
      throw new SourceError('broken', `The store stays at version ${version} although the next migration was applied`);
    tries += 1;
    try {
      const at = new Date(now());
      await database.transaction(
        callWithin(),
        (session) => applyNext(session, database.databaseKind, steps, at),
        'durable',
      );
    } catch (error) {
      if (!lostRace(error) || tries >= attempts) throw error;
    }
  }
}
