/** Deletes old bookmarks in small batches, so that no statement locks many rows and no transaction takes long. */
import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { prepared } from '../../../engine/host/index.ts';
import type { DatabaseKind } from '../../../engine/index.ts';
import { tables } from './schema.ts';
import type { StoreAccess } from './store-access.ts';

/** Rows of a batch. */
const batch = 500;
/** Batches of a sweep, at most. */
const batchesPerSweep = 10_000;

/** All statements by purpose. `count`: largest number of bookmarks to keep. */
export function sweepStatements({ dialect }: DatabaseKind, count: number) {
  const table = () => dialect.builder(tables.bookmark);
  const old = () => table().where('written', '<=', 'until');
  return {
    /** The time of the newest bookmark that exceeds `count`. */
    excess: prepared(dialect, table().select('written').orderBy('written', 'desc').offset(count).limit(1)),
    /** The time of the last bookmark of the oldest batch. */
    end: prepared(
      dialect,
      old()
        .select('written')
        .orderBy('written')
        .offset(batch - 1)
        .limit(1),
    ),
    remove: prepared(dialect, old().delete()),
  };
}

/** A function that deletes bookmarks older than `age` milliseconds, and the oldest ones beyond `count`. It rejects with `SourceError`. */
export function createSweep(
  access: StoreAccess,
  { age, count }: { readonly age: number; readonly count: number },
): (now: number) => Promise<void> {
  const { excess, end, remove } = sweepStatements(access.databaseKind, count);
  const time = async (statement: ReturnType<typeof end>): Promise<number | undefined> => {
    const [row] = await access.read(statement);
    return row === undefined ? undefined : Number(row.written);
  };
  return async (now) => {
    const until = Math.max(now - age, (await time(excess({}))) ?? 0);
    for (let batches = 0; batches < batchesPerSweep; batches += 1) {
      const next = await time(end({ until }));
      await access.transaction((session) => session.execute(remove({ until: next ?? until })), 'relaxed');
      if (next === undefined) return;
      await yieldToRequests();
    }
  };
}
