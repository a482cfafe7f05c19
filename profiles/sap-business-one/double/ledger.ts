/** The journal: every posting to the account of a business partner, and the balances that SAP Business One keeps from it. */
import type { ODataStore } from '../../../src/workbench/testing/odata-double/store.ts';
import { sqlDay } from './values.ts';

/** Object types, as in the SDK's enumeration TransTypesEnum. */
export type TransType = '13' | '14' | '24' | '30' | '203';

export interface Posting {
  readonly type: TransType;
  readonly customer: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** The number of the document. */
  readonly reference: string;
  readonly text: string;
  /** In the currency of the company; negative: a credit. */
  readonly amount: number;
}

/** Tables of the business logic: the journal, and deliveries that are not invoiced. Balances of customers follow from them and from orders, as in OCRD. */
export const ledgerTables = `
  CREATE TABLE OJDT (TransId INTEGER PRIMARY KEY, TransType TEXT NOT NULL);
  CREATE TABLE JDT1 (TransId INTEGER NOT NULL REFERENCES OJDT (TransId), Line_ID INTEGER NOT NULL, ShortName TEXT NOT NULL REFERENCES BusinessPartners (CardCode),
    RefDate TEXT NOT NULL, TransType TEXT NOT NULL, BaseRef TEXT, LineMemo TEXT, Debit NUMERIC NOT NULL, Credit NUMERIC NOT NULL, PRIMARY KEY (TransId, Line_ID));
  CREATE INDEX posting ON JDT1 (ShortName);
  CREATE TABLE ODLN (DocEntry INTEGER PRIMARY KEY, CardCode TEXT NOT NULL REFERENCES BusinessPartners (CardCode),
    BaseEntry INTEGER NOT NULL REFERENCES Orders (DocEntry), DocTotal NUMERIC NOT NULL);
  ${['INSERT', 'UPDATE', 'DELETE']
    .map((event) => {
      const row = event === 'DELETE' ? 'OLD' : 'NEW';
      return `
  CREATE TRIGGER balance_${event} AFTER ${event} ON JDT1 BEGIN
    UPDATE BusinessPartners SET CurrentAccountBalance =
      (SELECT round(coalesce(sum(Debit - Credit), 0), 2) FROM JDT1 WHERE ShortName = ${row}.ShortName) WHERE CardCode = ${row}.ShortName;
  END;
${['Orders', 'ODLN']
  .map(
    (table) => `
  CREATE TRIGGER open_${table}_${event} AFTER ${event} ON ${table} BEGIN
    UPDATE BusinessPartners SET
      OpenDeliveryNotesBalance = (SELECT round(coalesce(sum(DocTotal), 0), 2) FROM ODLN WHERE CardCode = ${row}.CardCode),
      OpenOrdersBalance = (SELECT round(coalesce(sum(o.DocTotal - coalesce(d.DocTotal, 0)), 0), 2) FROM Orders o
        LEFT JOIN ODLN d ON d.BaseEntry = o.DocEntry WHERE o.CardCode = ${row}.CardCode AND o.DocumentStatus = 'bost_Open')
    WHERE CardCode = ${row}.CardCode;
  END;`,
  )
  .join('')}`;
    })
    .join('')}`;

/** Posts an amount to the account of a customer, and returns the number of the journal entry. */
export function post(store: ODataStore, { type, customer, day, reference, text, amount }: Posting): number {
  const id = store.next('OJDT');
  store.insert('OJDT', { TransId: id, TransType: type });
  store.insert('JDT1', {
    TransId: id,
    Line_ID: 0,
    ShortName: customer,
    RefDate: sqlDay(day),
    TransType: type,
    BaseRef: reference,
    LineMemo: text,
    Debit: Math.max(amount, 0),
    Credit: Math.max(-amount, 0),
  });
  return id;
}
