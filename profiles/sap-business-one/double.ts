/**
 * SAP Business One in memory, for `engine test --conformance` and the sandbox: a company behind its Service Layer. What the Service Layer has is in
 * the description; this is what it does.
 */
import { join } from 'node:path';
import type { StartDouble } from '../../src/workbench/checks/conformance/erp-double.ts';
import type { ODataStore } from '../../src/workbench/testing/odata-double/store.ts';
import { fill, furtherTables } from './double/data.ts';
import { createDocuments, type Documents } from './double/documents.ts';
import { createPayments, type Payments } from './double/payments.ts';
import { access, base, rulesOf } from './double/rules.ts';

const sets: Readonly<Record<string, string>> = {
  invoice: 'Invoices',
  downpayment: 'DownPayments',
  credit: 'CreditNotes',
};

function logicOf(store: ODataStore): {
  readonly documents: Documents;
  readonly payments: Payments;
  readonly today: () => string;
} {
  // The server is in Germany, as the setting time_zone says; in UTC for the tests.
  const time = (): string => new Date(store.now()).toISOString();
  const today = (): string => time().slice(0, 10);
  return { documents: createDocuments(store, time), payments: createPayments(store, today), today };
}

/** The description has the other references. */
const payer = [{ set: 'BusinessPartners', on: { FatherCard: 'CardCode' } }];

const start: StartDouble = (_, { odataDouble, nodesIn }) =>
  odataDouble({
    services: [
      {
        base,
        metadata: join(import.meta.dirname, 'description', 'service-layer.xml'),
        rules(store) {
          const { documents, payments, today } = logicOf(store);
          return rulesOf(nodesIn, store, documents, payments, today);
        },
      },
    ],
    references: {
      Orders: payer,
      Drafts: payer,
      Invoices: payer,
      DownPayments: payer,
      CreditNotes: payer,
      IncomingPayments: [{ set: 'BusinessPartners', on: { CardCode: 'CardCode' } }],
    },
    rows(store) {
      store.database.exec(furtherTables);
      const { documents, payments } = logicOf(store);
      fill(store, documents, payments);
    },
    places(path, id) {
      if (path === '/debtors/list') return [{ set: 'BusinessPartners', member: 'CardCode', value: id }];
      if (path === '/payments/list')
        return [{ set: 'IncomingPayments', member: 'DocEntry', value: id.replace(/-.*/, '') }];
      const [kind = '', value = ''] = id.split(':');
      const set = sets[kind];
      return set === undefined ? [] : [{ set, member: 'DocEntry', value }];
    },
    environment: (url) => ({
      B1_ADDRESS: url,
      B1_COMPANY: access.company,
      B1_USER: access.user,
      B1_PASSWORD: access.password,
      B1_DRAFT_CUSTOMER: 'C20000',
      B1_REVENUE_ITEM: 'ERLOES',
      B1_TAX_CODE: 'A0',
      B1_BANK_ACCOUNTS: '{"MAIN": "_SYS00000000343", "KASSE": "_SYS00000000150"}',
    }),
  });

export default start;
