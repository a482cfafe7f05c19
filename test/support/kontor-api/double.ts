/** Kontor's API as the double of the Kontor profile. */
import type { ErpDouble } from '../../../src/workbench/checks/conformance/erp-double.ts';
import { startKontorApi } from './server.ts';

/** The path of the records of each list. */
const places: Readonly<Record<string, { readonly table: string; readonly key: string }>> = {
  '/debtors/list': { table: 'customer', key: 'account_no' },
  '/invoices/list': { table: 'invoice', key: 'invoice_id' },
  '/payments/list': { table: 'allocation', key: 'allocation_id' },
};

export default async function start(): Promise<ErpDouble> {
  let time: number | undefined;
  const api = await startKontorApi({ now: () => time ?? Date.now() });
  const { database } = api;
  const names = database.prepare<[], string>("SELECT name FROM main.sqlite_schema WHERE type = 'table'").pluck().all();
  return {
    environment: { KONTOR_API: api.url, KONTOR_TOKEN: api.token },
    async counts() {
      const count = (name: string) => database.prepare<[], number>(`SELECT COUNT(*) FROM ${name}`).pluck().get() ?? 0;
      return Object.fromEntries(names.map((name) => [name, count(name)]));
    },
    async takeOut(path, id) {
      const place = places[path];
      if (place === undefined) return undefined;
      const { table, key } = place;
      const row = database.prepare<[string], object>(`SELECT * FROM ${table} WHERE ${key} = ?`).get(id);
      if (row === undefined) return undefined;
      database.pragma('foreign_keys = off');
      database.prepare(`DELETE FROM ${table} WHERE ${key} = ?`).run(id);
      const slots = Object.keys(row).map((name) => `@${name}`);
      return async () => void database.prepare(`INSERT INTO ${table} VALUES (${slots.join(', ')})`).run(row);
    },
    setClock(ms) {
      time = ms;
    },
    close: () => api.close(),
  };
}
