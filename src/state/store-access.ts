/**
 * The way to the store for all that is kept in it. While its database is away every use fails at once instead of waiting for time-outs,
 * and a look every few seconds finds out when it is back.
 */
import { type BoundStatement, type Row, SourceError, type SqlSession } from '../../engine/index.ts';
import type { Emit } from '../events/events.ts';
import { type Durability, type StoreDatabase, StoreRefusal } from './database.ts';
import { currentVersion, migrate } from './migrate.ts';

/** Longest time of one use where none is said, in milliseconds: requests wait for it. */
const useMs = 1_000;
const retryMs = 5_000;
/** How long a database may take to tell its version before it counts as silent, in milliseconds. */
const silentMs = 2_000;

export interface StoreAccess {
  readonly dialect: StoreDatabase['dialect'];
  /**
   * Rejects with `SourceError`; while the database is known to be away with `unreachable`, at once and without an effect. `longest` is in
   * milliseconds.
   */
  read(statement: BoundStatement, longest?: number): Promise<readonly Row[]>;
  /** The same for a transaction; `work` runs once. */
  transaction<T>(work: (session: SqlSession) => Promise<T>, durability: Durability, longest?: number): Promise<T>;
  close(): Promise<void>;
}

export interface AccessOptions {
  readonly database: StoreDatabase;
  readonly emit: Emit;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Pause between two looks for a database that is away, in milliseconds; 5 seconds when not given. */
  readonly retryMs?: number;
}

/** After these the database is as well as before: a rival was faster, or a value did not fit. */
const harmless: ReadonlySet<SourceError['kind']> = new Set(['conflict', 'constraint', 'value']);

/** What trying again will not mend: a store of another version, a login or an address that the server refuses. */
function isRefused(error: unknown): boolean {
  return error instanceof StoreRefusal || (error instanceof SourceError && error.kind === 'denied');
}

/**
 * Migrates the store and gives access to it. Rejects where it is refused; a database that is away is no reason to
 * reject: it is taken into use when it comes.
 */
export async function openAccess(options: AccessOptions): Promise<StoreAccess> {
  const { database, emit, now } = options;
  /** Why the database cannot be used; undefined while it can. */
  let down: SourceError | undefined;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let doubting: Promise<void> | undefined;
  let closed = false;

  function lookLater(): void {
    if (closed) return;
    timer = setTimeout(() => {
      looking = look();
    }, options.retryMs ?? retryMs).unref();
  }

  /** Tells each reason once. */
  function setDown(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (down?.message !== reason) emit({ level: 'warn', event: 'store_unavailable', reason });
    down = error instanceof SourceError ? error : new SourceError('broken', reason, { cause: error });
  }

  async function look(): Promise<void> {
    try {
      await migrate(database, now);
      down = undefined;
      emit({ level: 'info', event: 'store_available' });
    } catch (error) {
      setDown(error);
      lookLater();
    }
  }

  /** Tells a database that is silent from one statement that was slow: the other uses need not suffer for that. */
  async function doubt(): Promise<void> {
    try {
      await currentVersion(database, silentMs);
    } catch (error) {
      if (!down && !closed) {
        setDown(error);
        lookLater();
      }
    } finally {
      doubting = undefined;
    }
  }

  async function use<T>(work: () => Promise<T>): Promise<T> {
    if (down) throw new SourceError('unreachable', down.message, { effect: 'none', cause: down });
    try {
      return await work();
    } catch (error) {
      // Calls that were under way together fail together: the first one tells.
      if (error instanceof SourceError && !harmless.has(error.kind) && !down && !closed) {
        if (error.kind === 'timeout') doubting ??= doubt();
        else {
          setDown(error);
          lookLater();
        }
      }
      throw error;
    }
  }

  try {
    await migrate(database, now);
  } catch (error) {
    // A file is not away: what ails it now ails it in five seconds.
    if (database.dialect === 'sqlite' || isRefused(error) || !(error instanceof SourceError)) throw error;
    setDown(error);
    lookLater();
  }
  const call = (longest = useMs) => ({ deadline: Date.now() + longest });
  return {
    dialect: database.dialect,
    read: (statement, longest) => use(() => database.read(statement, call(longest))),
    transaction: (work, durability, longest) => use(() => database.transaction(call(longest), work, durability)),
    async close() {
      closed = true;
      clearTimeout(timer);
      await Promise.all([looking, doubting]);
      await database.close();
    },
  };
}
