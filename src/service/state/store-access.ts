/**
 * Access to the store's database with a circuit breaker: while the database is unreachable every call fails immediately instead of waiting
 * for a time-out, and a probe every few seconds detects when it is back.
 */

import { createHash } from 'node:crypto';
import type { BoundStatement, Row, SqlSession } from '../../../engine/host/index.ts';
import { SourceError } from '../../../engine/index.ts';
import type { Emit } from '../events/events.ts';
import { type Durability, type StoreDatabase, StoreRefusal } from './database.ts';
import { currentVersion, migrate, refuseNewer } from './migrate.ts';

/** Default time-out of a call, in milliseconds. Short, because requests wait for it. */
const defaultTimeoutMs = 1_000;
const retryMs = 5_000;
/** Time-out of the check whether the database answers at all, in milliseconds. */
const checkTimeoutMs = 2_000;

export interface StoreAccess {
  readonly databaseKind: StoreDatabase['databaseKind'];
  /**
   * Rejects with `SourceError`. While the database is known to be unreachable, rejects immediately, with kind `unreachable` and effect
   * `none`. `timeoutMs`: in milliseconds.
   */
  read(statement: BoundStatement, timeoutMs?: number): Promise<readonly Row[]>;
  /** The same for a transaction. `work` is called once. */
  transaction<T>(work: (session: SqlSession) => Promise<T>, durability: Durability, timeoutMs?: number): Promise<T>;
  close(): Promise<void>;
}

/** Names contain URLs or values of requests and have any length: the store keeps their digests. */
export const digestOf = (name: string): string => createHash('sha256').update(name).digest('hex');

/** The result of a call to the store; undefined if the store cannot be used. Other errors are thrown. */
export async function unlessUnavailable<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SourceError) return undefined;
    throw error;
  }
}

export interface MigratingAccess extends StoreAccess {
  /** Migrates the store, if that is deferred and has not happened. Rejects if the store is refused. */
  migrate(): Promise<void>;
}

interface AccessOptions {
  readonly database: StoreDatabase;
  readonly defersMigration?: boolean | undefined;
  readonly emit: Emit;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Time between two probes of an unreachable database, in milliseconds; 5 seconds by default. */
  readonly retryMs?: number;
}

/** Errors that do not mean that the database is unreachable: another replica was faster, or a value did not fit. */
const harmlessKinds: ReadonlySet<SourceError['kind']> = new Set(['conflict', 'constraint', 'value']);

/** Errors that a retry does not fix: a store of a newer version, a login or an address that the server refuses. */
function isRefused(error: unknown): boolean {
  return error instanceof StoreRefusal || (error instanceof SourceError && error.kind === 'denied');
}

/** Calls to a database that may become unreachable. */
interface Breaker {
  /** Runs a call. While the database is down, rejects immediately instead. */
  use<T>(work: () => Promise<T>): Promise<T>;
  /** Marks the database as down, and probes it until it can be used. */
  open(error: unknown): void;
  /** Ends the probes. */
  close(): Promise<void>;
}

function createBreaker({ database, emit, now, ...options }: AccessOptions): Breaker {
  /** Why the database cannot be used; undefined while it is usable. */
  let down: SourceError | undefined;
  let timer: NodeJS.Timeout | undefined;
  let probing: Promise<void> | undefined;
  let checking: Promise<void> | undefined;
  let closed = false;

  /** Logs each reason once. */
  function open(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (down?.message !== reason) emit({ level: 'warn', event: 'store_unavailable', reason });
    down = error instanceof SourceError ? error : new SourceError('broken', reason, { cause: error });
    if (closed) return;
    timer = setTimeout(() => {
      probing = probe();
    }, options.retryMs ?? retryMs).unref();
  }

  async function probe(): Promise<void> {
    try {
      await migrate(database, now);
      down = undefined;
      emit({ level: 'info', event: 'store_available' });
    } catch (error) {
      open(error);
    }
  }

  /** After a time-out: distinguishes a database that does not answer from a slow statement, which must not make other calls fail. */
  async function checkDatabase(): Promise<void> {
    try {
      await currentVersion(database, checkTimeoutMs);
    } catch (error) {
      if (!down && !closed) open(error);
    } finally {
      checking = undefined;
    }
  }

  async function use<T>(work: () => Promise<T>): Promise<T> {
    if (down) throw new SourceError('unreachable', down.message, { effect: 'none', cause: down });
    try {
      return await work();
    } catch (error) {
      // Concurrent calls fail together: the first failure is reported.
      if (error instanceof SourceError && !harmlessKinds.has(error.kind) && !down && !closed) {
        if (error.kind === 'timeout') checking ??= checkDatabase();
        else open(error);
      }
      throw error;
    }
  }

  return {
    use,
    open,
    async close() {
      closed = true;
      clearTimeout(timer);
      await Promise.all([probing, checking]);
    },
  };
}

/**
 * Gives access to a store that is migrated. Rejects if the store is refused. An unreachable database is no error: it is used as soon as it can be
 * reached. With `defersMigration` only the version is read: `migrate` follows, or the first use.
 */
export async function openAccess(options: AccessOptions): Promise<MigratingAccess> {
  const { database, now, defersMigration = false } = options;
  const breaker = createBreaker(options);
  let migrated: Promise<void> | undefined;
  const migrateOnce = (): Promise<void> => {
    migrated ??= migrate(database, now).catch((error: unknown) => {
      migrated = undefined;
      throw error;
    });
    return migrated;
  };
  /** Rejects if the store is refused. */
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      // A file is never unreachable: its errors do not go away by themselves.
      if (database.isFile || isRefused(error) || !(error instanceof SourceError)) throw error;
      breaker.open(error);
    }
  };
  await attempt(defersMigration ? async () => refuseNewer(await currentVersion(database)) : migrateOnce);
  const callWithin = (timeoutMs = defaultTimeoutMs) => ({ deadline: Date.now() + timeoutMs });
  const use = <T>(work: () => Promise<T>): Promise<T> =>
    breaker.use(async () => {
      await migrateOnce();
      return work();
    });
  return {
    databaseKind: database.databaseKind,
    read: (statement, timeoutMs) => use(() => database.read(statement, callWithin(timeoutMs))),
    transaction: (work, durability, timeoutMs) =>
      use(() => database.transaction(callWithin(timeoutMs), work, durability)),
    migrate: () => attempt(() => breaker.use(migrateOnce)),
    async close() {
      await breaker.close();
      await database.close();
    },
  };
}
