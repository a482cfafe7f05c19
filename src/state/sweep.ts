/** Forgets old bookmarks in small batches, beside the requests: no statement holds many rows, and no transaction lasts. */
import { setImmediate as others } from 'node:timers/promises';
import { dialects, prepared } from '../../engine/index.ts';
import { tables } from './schema.ts';
import type { StoreAccess } from './store-access.ts';

const batch = 500;
const perSweep = 10_000;

/** All statements, by what they do. `count`: bookmarks that stay at most. */
export function sweepStatements(name: StoreAccess['dialect'], count: number) {
  const dialect = dialects[name];
  const table = () => dialect.builder(tables.bookmark);
  const old = () => table().where('written', '<=', 'until');
  return {
    /** When the newest one was written that is too many. */
    excess: prepared(dialect, table().select('written').orderBy('written', 'desc').offset(count).limit(1)),
    /** Where a batch of the oldest ends. */
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

/** A function that forgets what was written before `now` less `age`, and what is more than `count`. Rejects with `SourceError`. */
export function createSweep(
  access: StoreAccess,
  { age, count }: { readonly age: number; readonly count: number },
): (now: number) => Promise<void> {
  const { excess, end, remove } = sweepStatements(access.dialect, count);
  const time = async (statement: ReturnType<typeof end>): Promise<number | undefined> => {
    const [row] = await access.read(statement);
    return row === undefined ? undefined : Number(row.written);
  };
  return async (now) => {
    const until = Math.max(now - age, (await time(excess({}))) ?? 0);
    for (let batches = 0; batches < perSweep; batches += 1) {
      const next = await time(end({ until }));
      await access.transaction((session) => session.execute(remove({ until: next ?? until })), 'light');
      if (next === undefined) return;
      await others();
    }
  };
}
