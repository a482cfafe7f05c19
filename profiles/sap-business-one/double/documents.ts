/** Documents as SAP Business One adds them: orders, drafts, invoices, down payment invoices and credit memos. */
import type { ODataStore, Row } from '../../../src/workbench/testing/odata-double/store.ts';
import { post, type TransType } from './ledger.ts';
import { addParts } from './parts.ts';
import { converted, itemPrice } from './prices.ts';
import { type Body, dayOf, local, Refused, records, rounded } from './values.ts';

export type DocumentSet = 'Orders' | 'Drafts' | 'Invoices' | 'DownPayments' | 'CreditNotes';

/** What postings of a kind of document are called, and the sign of their amount. */
const posted: Readonly<Partial<Record<DocumentSet, { readonly type: TransType; readonly sign: 1 | -1 }>>> = {
  Invoices: { type: '13', sign: 1 },
  DownPayments: { type: '203', sign: 1 },
  CreditNotes: { type: '14', sign: -1 },
};
const objectCodes: Readonly<Record<DocumentSet, string>> = {
  Orders: 'oOrders',
  Drafts: 'oOrders',
  Invoices: 'oInvoices',
  DownPayments: 'oDownPayments',
  CreditNotes: 'oCreditNotes',
};

/** First numbers of the default series. That of a draft is provisional. */
const firstNumbers: Readonly<Record<Exclude<DocumentSet, 'Drafts'>, number>> = {
  Orders: 110_000,
  Invoices: 210_000,
  DownPayments: 230_000,
  CreditNotes: 250_000,
};

/** Decimals of amounts in a currency. */
export function decimalsOf(store: ODataStore, code: string): number {
  const text = String(store.get('SELECT Decimals FROM Currencies WHERE Code = ?', code)?.Decimals ?? 'cdDefault');
  const [, digits] = /^cd(\d)Digits?$/.exec(text) ?? [];
  if (text === 'cdWithoutDecimals') return 0;
  return digits === undefined ? local.decimals : Number(digits);
}

/** Whether a customer or an item is active on a day. */
function isActive(row: Row, day: string): boolean {
  const isWithin = (from: unknown, to: unknown): boolean =>
    (from === null || dayOf(from) <= day) && (to === null || dayOf(to) >= day);
  if (row.Frozen === 'tYES' && isWithin(row.FrozenFrom ?? null, row.FrozenTo ?? null)) return false;
  return row.Valid !== 'tYES' || isWithin(row.ValidFrom ?? null, row.ValidTo ?? null);
}

/** The business partner that pays for a customer. */
const payerOf = (partner: Row): string =>
  partner.FatherCard !== null && partner.FatherType === 'cPayments_sum'
    ? String(partner.FatherCard)
    : String(partner.CardCode);

export interface Documents {
  add(set: DocumentSet, body: Body): Row;
}

/** `time`: the current local time of the server, as `2026-11-30T18:38:05`. */
export function createDocuments(store: ODataStore, time: () => string): Documents {
  function itemOf(code: string, day: string): Row {
    const item = store.get('SELECT * FROM Items WHERE ItemCode = ?', code);
    if (item === undefined) throw new Refused(`No matching records found (ODBC -2028): item ${code}`, '-2028', 404);
    if (!isActive(item, day) || item.SalesItem !== 'tYES') throw new Refused(`Item '${code}' is inactive`);
    return item;
  }

  function lineOf(line: Body, number: number, customer: string, day: string, currency: string): Body {
    const code = String(line.ItemCode);
    const item = itemOf(code, day);
    const quantity = Number(line.Quantity ?? 1);
    const price = itemPrice(store, customer, code, day, currency);
    const unit = Number(line.UnitPrice ?? price.Price);
    const discount = Number(line.DiscountPercent ?? price.Discount);
    const group = String(line.VatGroup ?? item.SalesVATGroup ?? 'A1');
    const rate = Number(
      records(store.get('SELECT * FROM VatGroups WHERE Code = ?', group)?.VatGroups_Lines).at(-1)?.Rate,
    );
    const net = rounded(quantity * unit * (1 - discount / 100), decimalsOf(store, currency));
    const gross = rounded(net * (1 + rate / 100), decimalsOf(store, currency));
    const toLocal = (amount: number): number => rounded(converted(store, amount, currency, local.code), local.decimals);
    const isForeign = currency !== local.code;
    const perUnit = Number(line.UnitsOfMeasurment ?? item.SalesItemsPerUnit ?? 1);
    return {
      LineNum: number,
      ItemCode: code,
      ItemDescription: line.ItemDescription ?? item.ItemName,
      Quantity: quantity,
      UnitPrice: unit,
      DiscountPercent: discount,
      Price: rounded(unit * (1 - discount / 100), 6),
      Currency: currency,
      VatGroup: group,
      LineTotal: toLocal(net),
      RowTotalFC: isForeign ? net : 0,
      GrossTotal: toLocal(gross),
      GrossTotalFC: isForeign ? gross : 0,
      LineStatus: 'bost_Open',
      UnitsOfMeasurment: perUnit,
      InventoryQuantity: quantity * perUnit,
    };
  }

  function checkPeriod(day: string): void {
    if (store.get('SELECT 1 AS one FROM closed WHERE firstDay <= ? AND lastDay >= ?', day, day) !== undefined)
      throw new Refused('Date deviates from permissible range  [OINV.DocDate]', '-4013');
  }

  return {
    add(set, body) {
      const now = time();
      const day = dayOf(body.DocDate ?? now);
      const partner = store.get('SELECT * FROM BusinessPartners WHERE CardCode = ?', String(body.CardCode));
      if (partner === undefined || partner.CardType !== 'cCustomer')
        throw new Refused('Enter a valid business partner code');
      const customer = String(partner.CardCode);
      if (!isActive(partner, day)) throw new Refused(`Business partner '${customer}' is inactive`, '-10');
      const lines = records(body.DocumentLines);
      if (lines.length === 0) throw new Refused('No matching records found: the document has no rows', '-10');
      const customerCurrency = String(partner.Currency);
      const currency = String(body.DocCurrency ?? (customerCurrency === '##' ? local.code : customerCurrency));
      if (customerCurrency !== '##' && currency !== customerCurrency && currency !== local.code)
        throw new Refused(`Currency ${currency} is not the currency of the business partner`, '-5002');
      if (store.get('SELECT 1 AS one FROM Currencies WHERE Code = ?', currency) === undefined)
        throw new Refused(`Currency ${currency} is not defined`, '-5002');
      if (posted[set] !== undefined) checkPeriod(day);
      const entry = store.next(set);
      const rows = lines.map((line, index) => lineOf(line, index, customer, day, currency));
      const sum = (member: string): number => rows.reduce((total, row) => total + Number(row[member]), 0);
      const isForeign = currency !== local.code;
      const discount = Number(body.DiscountPercent ?? 0);
      const decimals = decimalsOf(store, currency);
      const total = rounded(sum(isForeign ? 'GrossTotalFC' : 'GrossTotal') * (1 - discount / 100), decimals);
      const localTotal = rounded(converted(store, total, currency, local.code), local.decimals);
      const number = set === 'Drafts' ? 1 : firstNumbers[set] + entry;
      const row = {
        ...store.columns(set, body),
        DocEntry: entry,
        DocNum: number,
        DocObjectCode: objectCodes[set],
        DocType: body.DocType ?? 'dDocument_Items',
        CardCode: customer,
        CardName: partner.CardName,
        DocDate: day,
        DocDueDate: body.DocDueDate === undefined ? day : dayOf(body.DocDueDate),
        TaxDate: dayOf(body.TaxDate ?? day),
        DocCurrency: currency,
        DocTotal: localTotal,
        DocTotalFc: isForeign ? total : 0,
        PaidToDate: 0,
        PaidToDateFC: 0,
        FatherCard: partner.FatherCard ?? null,
        FatherType: partner.FatherType ?? 'cPayments_sum',
        DocumentStatus: 'bost_Open',
        Cancelled: 'tNO',
        CancelStatus: 'csNo',
        Confirmed: 'tYES',
        NumberOfInstallments: body.NumberOfInstallments ?? 1,
        CreationDate: dayOf(now),
        UpdateDate: dayOf(now),
        DocTime: `${now.slice(11, 16)}:00`,
      };
      store.insert(set, row);
      addParts(store, set, entry, rows);
      const kind = posted[set];
      if (kind !== undefined)
        post(store, {
          type: kind.type,
          customer: payerOf(partner),
          day,
          reference: String(number),
          text: `${set === 'CreditNotes' ? 'A/R Credit Memos' : 'A/R Invoices'} - ${customer}`,
          amount: kind.sign * localTotal,
        });
      return { DocEntry: entry };
    },
  };
}
