/** Inserts and deletes invoices while they are read. */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '../src/workbench/checks/conformance/random.ts';
import { deleteInvoice, insertInvoice, onDatabase, step, volatileEvery, type WalkedDialect } from './database.ts';

interface Churn {
  /** Ends the work. Resolves with how many invoices were inserted and deleted. */
  stop(): Promise<{ readonly inserted: number; readonly deleted: number }>;
}

/** Inserts and deletes invoices all over the range of ids, of those that were there only volatile ones. */
export function startChurn(dialect: WalkedDialect, url: string, count: number, seed: number): Churn {
  const random = randomFrom(seed);
  const added: number[] = [];
  const doomed = Array.from({ length: Math.floor(count / volatileEvery) }, (_, n) => (n + 1) * volatileEvery * step);
  const done = { inserted: 0, deleted: 0 };
  const used = new Set<number>();
  let over = false;
  const work = onDatabase(dialect, url, async (run) => {
    while (!over) {
      const id = random.below(count) * step + 1 + random.below(step - 1);
      if (!used.has(id)) {
        used.add(id);
        await insertInvoice(run, id);
        added.push(id);
        done.inserted += 1;
      }
      const from = random.below(2) === 0 ? added : doomed;
      const [gone] = from.splice(random.below(Math.max(1, from.length)), 1);
      if (gone !== undefined) {
        await deleteInvoice(run, gone);
        done.deleted += 1;
      }
      await sleep(5);
    }
  });
  work.catch(() => undefined);
  return {
    async stop() {
      over = true;
      await work;
      return done;
    },
  };
}
