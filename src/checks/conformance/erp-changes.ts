/** The ERP behind the service, as the people who work in it change it: counts of its records, and records that come and go. */
import type { Double } from './erp-double.ts';
import { type Place, type PutBack, placesOf, type RawDatabase, rowCounts, takeOut } from './fixture-rows.ts';

export interface ErpHand {
  /** Numbers of records, by table; undefined where nothing tells them. */
  counts(): Promise<Readonly<Record<string, number>> | undefined>;
  /**
   * Finds out how a record of a list is taken out of the ERP: `ids` are some of its ids, `gone` asks the service whether the list then lacks
   * that one and no other. Undefined where it cannot be done.
   */
  remover(path: string, ids: readonly string[], gone: (id: string) => Promise<boolean>): Promise<Remove | undefined>;
  /** Sets the clock of a double; undefined where it has none. */
  readonly setClock: ((ms: number) => void) | undefined;
}

export type Remove = (id: string) => Promise<PutBack>;

export function createErpHand(databases: readonly RawDatabase[], double: Double | undefined): ErpHand {
  return {
    setClock: double?.setClock,
    async counts() {
      const ofDouble = await double?.counts?.();
      if (databases.length === 0 && ofDouble === undefined) return undefined;
      const tables = [];
      for (const database of databases) tables.push(await rowCounts(database));
      return Object.assign({}, ofDouble, ...tables);
    },
    async remover(path, ids, gone) {
      // A double over a database may leave to its tables what stands in one of them.
      const byDouble = double?.takeOut;
      const putBack = await byDouble?.(path, ids[0] ?? '');
      if (byDouble !== undefined && putBack !== undefined) {
        await putBack();
        return async (id) =>
          (await byDouble(path, id)) ?? Promise.reject(new Error(`the double cannot take out ${id}`));
      }
      for (const database of databases) {
        for (const place of await placesOf(database, ids))
          if (await holds(database, place, ids[0] ?? '', gone)) return (id) => takeOut(database, place, id);
      }
      return undefined;
    },
  };
}

/** Tries a place with one record, which is put back. Where the service cannot answer without the row, it is no record of the list alone. */
async function holds(
  database: RawDatabase,
  place: Place,
  id: string,
  gone: (id: string) => Promise<boolean>,
): Promise<boolean> {
  let putBack: PutBack;
  try {
    putBack = await takeOut(database, place, id);
  } catch {
    return false;
  }
  try {
    return await gone(id);
  } catch {
    return false;
  } finally {
    await putBack();
  }
}
