/** Business Central in memory, for `engine test --conformance` and the sandbox: a company with its ledger, behind its own API. */
import { fill } from './double/data.ts';
import { createDocuments } from './double/documents.ts';
import { createLedger } from './double/ledger.ts';
import { createPayments } from './double/payments.ts';
import { access, startServer } from './double/server.ts';
import { openStore } from './double/store.ts';

/** Where the records of each list of the contract are, by what its id ends with. */
const places: Readonly<Record<string, readonly (readonly [table: string, key: string])[]>> = {
  '/debtors/list': [['customers', 'number']],
  '/invoices/list': [
    ['salesInvoices', 'number'],
    ['salesCreditMemos', 'number'],
  ],
  '/payments/list': [['DetailedCustLedgEntries', 'Entry_No']],
};
const counted = [
  'salesOrders',
  'salesOrderLines',
  'salesInvoices',
  'salesInvoiceLines',
  'customerPayments',
  'journalLines',
  'CustomerLedgerEntries',
  'DetailedCustLedgEntries',
];

export default async function start() {
  let time: number | undefined;
  const now = (): string => new Date(time ?? Date.now()).toISOString();
  const clock = { time: now, today: () => now().slice(0, 10) };
  const store = openStore(clock.today);
  const ledger = createLedger(store, clock.time);
  const documents = createDocuments(store, ledger, clock);
  store.database.transaction(() => fill(store, ledger, documents))();
  const server = await startServer(store, documents, createPayments(store, ledger, clock), clock);
  return {
    environment: {
      BC_ADDRESS: server.url,
      BC_LOGIN: server.url,
      BC_TENANT: access.tenant,
      BC_ENVIRONMENT: access.environment,
      BC_COMPANY: access.company,
      BC_COMPANY_NAME: access.companyName,
      BC_CLIENT: access.client,
      BC_CLIENT_SECRET: access.secret,
      BC_DRAFT_CUSTOMER: 'C00010',
      BC_REVENUE_ACCOUNT: '6110',
      BC_DECIMALS: '2',
    },
    async counts() {
      const count = (table: string): number => Number(store.get(`SELECT count(*) AS number FROM ${table}`)?.number);
      return Object.fromEntries(counted.map((table) => [table, count(table)]));
    },
    async takeOut(path: string, id: string) {
      const [, last = id] = /:(.*)$/.exec(id) ?? [];
      for (const [table, key] of places[path] ?? []) {
        const row = store.get(`SELECT * FROM ${table} WHERE ${key} = ?`, last);
        if (row === undefined) continue;
        store.run(`DELETE FROM ${table} WHERE ${key} = ?`, last);
        return async () => store.insert(table, row);
      }
      return undefined;
    },
    data: {
      kind: 'tables' as const,
      sql: 'sqlite',
      async execute(sql: string) {
        const statement = store.database.prepare<[], Record<string, unknown>>(sql);
        if (statement.reader) return statement.all();
        statement.run();
        return [];
      },
    },
    setClock(ms: number) {
      time = ms;
    },
    async close() {
      await server.close();
      store.database.close();
    },
  };
}
