/** Acumatica in memory, for `engine test --conformance` and the sandbox: tables, and what the API makes of them. */
import { join } from 'node:path';
import type { StartDouble } from '../../src/workbench/checks/conformance/erp-double.ts';
import { access, baseCurrency } from './double/company.ts';
import { fill } from './double/data.ts';
import { base, instance, requestRules } from './double/requests.ts';

/** The tables of each list of the contract. */
const places: Readonly<Record<string, readonly (readonly [set: string, member: string])[]>> = {
  '/debtors/list': [['Customer', 'CustomerID']],
  '/invoices/list': [['Invoice', 'ReferenceNbr']],
};

/** Members of tables that name a record of another one. */
const references = {
  CustomerLocation: [{ set: 'Customer', on: { Customer: 'CustomerID' } }],
  UOMConversion: [{ set: 'StockItem', on: { InventoryID: 'InventoryID' } }],
  SalesPrice: [{ set: 'StockItem', on: { InventoryID: 'InventoryID' } }],
  SalesOrder: [{ set: 'Customer', on: { CustomerID: 'CustomerID' } }],
  SalesOrderDetail: [
    { set: 'SalesOrder', on: { OrderType: 'OrderType', OrderNbr: 'OrderNbr' } },
    { set: 'StockItem', on: { InventoryID: 'InventoryID' } },
  ],
  PurchaseOrder: [{ set: 'Customer', on: { ShippingInstructions_ShipTo: 'CustomerID' } }],
  Invoice: [{ set: 'Customer', on: { Customer: 'CustomerID' } }],
  InvoiceDetail: [{ set: 'Invoice', on: { ReferenceNbr: 'ReferenceNbr' } }],
  Payment: [{ set: 'Customer', on: { CustomerID: 'CustomerID' } }],
  Application: [
    { set: 'Payment', on: { AdjustingDocType: 'Type', AdjustingRefNbr: 'ReferenceNbr' } },
    { set: 'Invoice', on: { AdjustedRefNbr: 'ReferenceNbr' } },
  ],
};

const start: StartDouble = (_, { odataDouble }) =>
  odataDouble({
    services: [{ base, metadata: join(import.meta.dirname, 'double', 'tables.xml'), rules: requestRules }],
    references,
    keys: { Invoice: ['ReferenceNbr'] }, // the checks copy documents under new numbers
    rows: fill,
    places: (path, id) => (places[path] ?? []).map(([set, member]) => ({ set, member, value: id.replace(/^.*:/, '') })),
    environment: (url) => ({
      ACUMATICA_ADDRESS: `${url}${instance}`,
      ACUMATICA_CLIENT: access.client,
      ACUMATICA_CLIENT_SECRET: access.secret,
      ACUMATICA_USER: access.user,
      ACUMATICA_PASSWORD: access.password,
      ACUMATICA_BASE_CURRENCY: baseCurrency,
      ACUMATICA_DRAFT_CUSTOMER: 'ABARTENDE',
      ACUMATICA_REVENUE_ACCOUNT: '40000',
      ACUMATICA_CASH_ACCOUNTS: '{"MAIN": "10200", "MAIN/EUR": "10250EU", "MAIN/KWD": "10300KW", "SAVINGS": "10210"}',
    }),
  });

export default start;
