/** Brings a store to this program's version. Several replicas may try at once. */
import { type Dialect, dialects, lockName, prepared, SourceError, type SqlSession } from '../../engine/index.ts';
import { type StoreDatabase, StoreRefusal } from './database.ts';
import { type Migration, migrations, tables, versionTable } from './schema.ts';

/** Longest time of one step, and of the wait for another replica's, in milliseconds. */
const stepMs = 10_000;
const attempts = 5;

const call = (longest = stepMs) => ({ deadline: Date.now() + longest });

/**
 * What keeps replicas from migrating at once: held to the end of the transaction. SQLite's transaction is the lock. On MySQL each
 * statement that makes a table ends the transaction, and its locks with it: there the statements can be run by several at once, and
 * whoever is second to write the version down begins again.
 */
const locks: Readonly<Record<Dialect['name'], string | undefined>> = {
  sqlite: undefined,
  mysql: undefined,
  postgres: `select pg_advisory_xact_lock(hashtext('${tables.version}'))`,
  mssql: lockName(`N'${tables.version}'`),
};

function versionStatements(dialect: Dialect) {
  const table = dialect.builder(tables.version);
  return {
    find: prepared(dialect, table.clone().max('version', { as: 'version' })),
    add: prepared(dialect, table.clone().insert({ version: 'version', applied_at: 'appliedAt' })),
  };
}

/** Statements that migrations run on a dialect beside those of the steps, by what they do. */
export function migrationTexts(name: Dialect['name']): Readonly<Record<'lock' | 'find' | 'add', string>> {
  const { find, add } = versionStatements(dialects[name]);
  return { lock: locks[name] ?? '', find: find({}).sql, add: add({}).sql };
}

const numberOf = (version: unknown): number => (version === null || version === undefined ? 0 : Number(version));

/**
 * The store's version; 0 where it has no tables yet. Asked without a lock, and with a login that may not make tables. `longest` is in
 * milliseconds.
 */
export async function currentVersion(database: StoreDatabase, longest?: number): Promise<number> {
  const { find } = versionStatements(dialects[database.dialect]);
  try {
    const [row] = await database.read(find({}), call(longest));
    return numberOf(row?.version);
  } catch (error) {
    if (error instanceof SourceError && error.kind === 'statement') return 0;
    throw error;
  }
}

async function step(session: SqlSession, name: Dialect['name'], steps: readonly Migration[], at: Date): Promise<void> {
  const { find, add } = versionStatements(dialects[name]);
  const run = (sql: string) => session.execute({ sql, values: [] });
  const lock = locks[name];
  if (lock !== undefined) await run(lock);
  for (const sql of versionTable(name)) await run(sql);
  const version = numberOf((await session.execute(find({}))).rows[0]?.version);
  const next = steps[version];
  if (next === undefined) return;
  for (const sql of next(name)) await run(sql);
  await session.execute(add({ version: version + 1, appliedAt: at.toISOString() }));
}

/** Another replica was faster, or held a lock: what it left behind is looked at anew. */
const overtaken = (error: unknown): boolean =>
  error instanceof SourceError && (error.kind === 'conflict' || error.kind === 'constraint');

/** Throws `StoreRefusal` where a store has a version that this program does not know. */
export function refuseNewer(version: number, known: number = migrations.length): void {
  if (version <= known) return;
  throw new StoreRefusal(
    `The store has version ${version}, which a newer version of this program made; this one knows ${known}.`,
    'Run the newer program, or give this one a store of its own.',
  );
}

/**
 * Applies what the store lacks, one transaction for each step. Rejects with `StoreRefusal` where a newer program made it, and with
 * `SourceError` where the database fails. `now` is in milliseconds since the epoch.
 */
export async function migrate(
  database: StoreDatabase,
  now: () => number,
  steps: readonly Migration[] = migrations,
): Promise<void> {
  /** At the version that the store has: a rival that is faster each time makes progress too. */
  let tries = 0;
  let reached = -1;
  for (;;) {
    const version = await currentVersion(database);
    if (version === steps.length) return;
    refuseNewer(version, steps.length);
    if (version > reached) {
      reached = version;
      tries = 0;
    }
    if (tries >= attempts)
      throw new SourceError('broken', `The store stays at version ${version}, though it took what makes the next one`);
    tries += 1;
    try {
      const at = new Date(now());
      await database.transaction(call(), (session) => step(session, database.dialect, steps, at), 'lasting');
    } catch (error) {
      if (!overtaken(error) || tries >= attempts) throw error;
    }
  }
}
