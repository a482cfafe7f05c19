/** Marks of versions in the store: what a counter of the ERP stood at, at a time. Kept for a hundred days. */
import { createHash } from 'node:crypto';
import { dialects, prepared, SourceError, type VersionMarks } from '../../engine/index.ts';
import { tables } from './schema.ts';
import type { StoreAccess } from './store-access.ts';

const day = 24 * 60 * 60 * 1_000;
const age = 100 * day;
/** A counter that is asked more often than this, in milliseconds, is remembered once. */
const apart = 60_000;

const digestOf = (name: string): string => createHash('sha256').update(name).digest('hex');

/** All statements, by what they do. */
export function versionStatements(name: StoreAccess['dialect']) {
  const dialect = dialects[name];
  const table = () => dialect.builder(tables.versionMark);
  const before = () => table().where('name', 'name').where('taken', '<=', 'time');
  return {
    find: prepared(dialect, before().select('version').orderBy('taken', 'desc').limit(1)),
    insert: prepared(dialect, table().insert({ name: 'name', taken: 'taken', version: 'version' })),
    remove: prepared(dialect, before().delete()),
  };
}

/**
 * Marks let the next sync be a short one, and a sync without one is whole: while the store is away they are neither found nor kept.
 * `now` is in milliseconds since the epoch.
 */
export function createVersionMarks(access: StoreAccess, now: () => number): VersionMarks {
  const { find, insert, remove } = versionStatements(access.dialect);
  const latest = new Map<string, number>();
  const optional = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof SourceError) return undefined;
      throw error;
    }
  };
  return {
    find: (name, time) =>
      optional(async () => {
        const [row] = await access.read(find({ name: digestOf(name), time }));
        return row === undefined ? undefined : String(row.version);
      }),
    async keep(name, taken, version) {
      const last = latest.get(name);
      if (last !== undefined && taken - last < apart) return;
      await optional(() =>
        access.transaction(async (session) => {
          const key = digestOf(name);
          await session.execute(insert({ name: key, taken, version }));
          await session.execute(remove({ name: key, time: now() - age }));
        }, 'light'),
      );
      latest.set(name, taken);
    },
  };
}
