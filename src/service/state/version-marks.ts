/** Version marks in the store: the value of a change counter of the ERP at a time. Kept for a hundred days. */
import { prepared } from '../../../engine/host/index.ts';
import type { DatabaseKind, VersionMarks } from '../../../engine/index.ts';
import { tables } from './schema.ts';
import { digestOf, type StoreAccess, unlessUnavailable } from './store-access.ts';

const day = 24 * 60 * 60 * 1_000;
const age = 100 * day;
/** Shortest time between two marks of a counter, in milliseconds. */
const markInterval = 60_000;

/** All statements by purpose. */
export function versionStatements({ dialect }: DatabaseKind) {
  const table = () => dialect.builder(tables.versionMark);
  const before = () => table().where('name', 'name').where('taken', '<=', 'time');
  return {
    find: prepared(dialect, before().select('version').orderBy('taken', 'desc').limit(1)),
    insert: prepared(dialect, table().insert({ name: 'name', taken: 'taken', version: 'version' })),
    remove: prepared(dialect, before().delete()),
  };
}

/**
 * A mark lets a sync read only what has changed; without one the sync reads the whole list. While the store is unreachable, marks are
 * neither found nor stored. `now` is in milliseconds since the epoch.
 */
export function createVersionMarks(access: StoreAccess, now: () => number): VersionMarks {
  const { find, insert, remove } = versionStatements(access.databaseKind);
  const latest = new Map<string, number>();
  return {
    find: (name, time) =>
      unlessUnavailable(async () => {
        const [row] = await access.read(find({ name: digestOf(name), time }));
        return row === undefined ? undefined : String(row.version);
      }),
    async keep(name, taken, version) {
      const last = latest.get(name);
      if (last !== undefined && taken - last < markInterval) return;
      await unlessUnavailable(() =>
        access.transaction(async (session) => {
          const key = digestOf(name);
          await session.execute(insert({ name: key, taken, version }));
          await session.execute(remove({ name: key, time: now() - age }));
        }, 'relaxed'),
      );
      latest.set(name, taken);
    },
  };
}
