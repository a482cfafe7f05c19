/**
 * Business Central in memory, for `engine test --conformance` and the sandbox: a company with its ledger behind its own API. What the API has is in
 * the description; this is what it does.
 */
import { join } from 'node:path';
import type { StartDouble } from '../../src/workbench/checks/conformance/erp-double.ts';
import type { ODataStore } from '../../src/workbench/testing/odata-double/store.ts';
import { fill } from './double/data.ts';
import { type Clock, createDocuments } from './double/documents.ts';
import { createLedger } from './double/ledger.ts';
import { createPayments } from './double/payments.ts';
import { keys, references } from './double/references.ts';
import { access, apiRules, pageRules } from './double/rules.ts';
import { blank } from './double/values.ts';

/** Where the records of each list of the contract are, by what its id ends with. */
const places: Readonly<Record<string, readonly (readonly [set: string, member: string])[]>> = {
  '/debtors/list': [['customers', 'number']],
  '/invoices/list': [
    ['salesInvoices', 'number'],
    ['salesCreditMemos', 'number'],
  ],
  '/payments/list': [['DetailedCustLedgEntries', 'Entry_No']],
};

/** What the ledger says of each customer. */
const financialDetails = `SELECT c.id, c.number, c.lastModifiedDateTime,
    round(coalesce((SELECT sum(d.Amount_LCY) FROM DetailedCustLedgEntries d WHERE d.Customer_No = c.number), 0), 2) AS balance,
    round(coalesce((SELECT sum(i.totalAmountExcludingTax) FROM salesInvoices i WHERE i.billToCustomerNumber = c.number), 0), 2) AS totalSalesExcludingTax,
    round(coalesce((SELECT sum(d.Amount_LCY) FROM DetailedCustLedgEntries d
      JOIN CustomerLedgerEntries e ON e.Entry_No = d.Cust_Ledger_Entry_No
      WHERE e.Customer_No = c.number AND e.Due_Date < odata_date(odata_now())), 0), 2) AS overdueAmount
  FROM customers c`;

/** Tables of the business logic, and what makes it fast. */
const further = `
  CREATE TABLE account (number TEXT PRIMARY KEY, taxPercent NUMERIC NOT NULL);
  CREATE TABLE currency (code TEXT PRIMARY KEY, rate NUMERIC NOT NULL);
  CREATE TABLE lineDiscount (customer TEXT NOT NULL, item TEXT NOT NULL, percent NUMERIC NOT NULL);
  CREATE INDEX ledgerEntry ON generalLedgerEntries (documentNumber);
  CREATE INDEX detail ON DetailedCustLedgEntries (Customer_No);`;

function logicOf(store: ODataStore) {
  const time = (): string => new Date(store.now()).toISOString();
  const clock: Clock = { time, today: () => time().slice(0, 10) };
  const ledger = createLedger(store, clock.time);
  return { ledger, documents: createDocuments(store, ledger, clock), payments: createPayments(store, ledger, clock) };
}

const start: StartDouble = (_, { odataDouble, nodesIn }) => {
  const described = (name: string): string => join(import.meta.dirname, 'description', name);
  const base = `/v2.0/${access.tenant}/${access.environment}`;
  return odataDouble({
    services: [
      {
        base: `${base}/api/v2.0/companies(${access.company})`,
        metadata: described('api-v2.xml'),
        rules(store) {
          const { documents, payments } = logicOf(store);
          return apiRules(nodesIn, documents, payments);
        },
      },
      { base: `${base}/ODataV4`, metadata: described('pages.xml'), rules: () => pageRules(nodesIn) },
    ],
    ...{ keys, references, blank },
    views: { customerFinancialDetails: financialDetails },
    rows(store) {
      store.database.exec(further);
      const { ledger, documents } = logicOf(store);
      fill(store, ledger, documents);
    },
    places(path, id) {
      const [, value = id] = /:(.*)$/.exec(id) ?? [];
      return (places[path] ?? []).map(([set, member]) => ({ set, member, value }));
    },
    environment: (url) => ({
      BC_ADDRESS: url,
      BC_LOGIN: url,
      BC_TENANT: access.tenant,
      BC_ENVIRONMENT: access.environment,
      BC_COMPANY: access.company,
      BC_COMPANY_NAME: access.companyName,
      BC_CLIENT: access.client,
      BC_CLIENT_SECRET: access.secret,
      BC_DRAFT_CUSTOMER: 'C00010',
      BC_REVENUE_ACCOUNT: '6110',
      BC_DECIMALS: '2',
    }),
  });
};

export default start;
