/** Rotating refresh tokens in the store, encrypted, and the leases of the replicas that renew them. */
import { prepared, type SqlSession } from '../../../engine/host/index.ts';
import { type DatabaseKind, SourceError, type TokenStore } from '../../../engine/index.ts';
import type { Cipher } from './cipher.ts';
import { tables } from './schema.ts';
import { digestOf, type StoreAccess } from './store-access.ts';

/** All statements by purpose. */
export function tokenStatements({ dialect }: DatabaseKind) {
  const table = () => dialect.builder(tables.token);
  const row = { name: 'name', value: 'value', lease: 'free', written: 'written' };
  const leased = () => table().where('name', 'name').where('lease', 'lease');
  return {
    find: prepared(dialect, table().select('value', 'lease').where('name', 'name')),
    take: prepared(dialect, table().where('name', 'name').where('lease', 'seen').update({ lease: 'lease' })),
    replace: prepared(dialect, leased().update({ value: 'value', lease: 'free', written: 'written' })),
    release: prepared(dialect, leased().update({ lease: 'free' })),
    overwrite: prepared(
      dialect,
      table().where('name', 'name').update({ value: 'value', lease: 'free', written: 'written' }),
    ),
    insert: prepared(dialect, table().insert(row)),
    times: prepared(dialect, table().select('name', 'written')),
  };
}

/**
 * A function that reads when each token was stored last, in milliseconds since the epoch, by its name. Undefined for a name without a token; resolves with undefined if the store
 * cannot be read.
 */
export function tokenTimes(access: Pick<StoreAccess, 'databaseKind' | 'read'>) {
  const { times } = tokenStatements(access.databaseKind);
  return async (): Promise<((name: string) => number | undefined) | undefined> => {
    try {
      const byDigest = new Map((await access.read(times({}))).map(({ name, written }) => [name, Number(written)]));
      return (name) => byDigest.get(digestOf(name));
    } catch (error) {
      // The store reports that it cannot be used.
      if (error instanceof SourceError) return undefined;
      throw error;
    }
  };
}

/** A token as it is stored. */
interface TokenRow {
  /** Digest of its name. */
  readonly name: string;
  /** Encrypted. */
  readonly value: string;
  /** Empty: no replica renews it. */
  readonly free: '';
  /** Milliseconds since the epoch. */
  readonly written: number;
}

/** Stores a token in place of an earlier one with its name. */
export async function putToken(
  session: SqlSession,
  { overwrite, insert }: Pick<ReturnType<typeof tokenStatements>, 'overwrite' | 'insert'>,
  row: TokenRow,
): Promise<void> {
  const values = { ...row };
  if ((await session.execute(overwrite(values))).affected === 0) await session.execute(insert(values));
}

/** Every change is on disk before the call returns: a lost token cannot be recovered. `now` is in milliseconds since the epoch. */
export function createTokens(
  access: Pick<StoreAccess, 'databaseKind' | 'read' | 'transaction'>,
  cipher: Cipher,
  now: () => number,
): TokenStore {
  const statements = tokenStatements(access.databaseKind);
  const { find, take, replace, release } = statements;
  /** The value of `lease` if no replica holds it. */
  const free = '' as const;
  const changed = (statement: ReturnType<typeof take>): Promise<boolean> =>
    access.transaction(async (session) => (await session.execute(statement)).affected > 0, 'durable');
  return {
    async read(name) {
      const [row] = await access.read(find({ name: digestOf(name) }));
      if (row === undefined) return undefined;
      return { value: cipher.open(name, String(row.value)), lease: String(row.lease) };
    },
    take: (name, seen, lease) => changed(take({ name: digestOf(name), seen, lease })),
    replace: (name, lease, value) =>
      changed(replace({ name: digestOf(name), lease, value: cipher.seal(name, value), free, written: now() })),
    async release(name, lease) {
      await changed(release({ name: digestOf(name), lease, free }));
    },
    async put(name, value) {
      const row = { name: digestOf(name), value: cipher.seal(name, value), free, written: now() } as const;
      await access.transaction((session) => putToken(session, statements, row), 'durable');
    },
  };
}
