/** The price of an item for a customer, as SAP Business One determines it: the special price of the customer, then the price list of the customer. */
import type { ODataStore } from '../../../src/workbench/testing/odata-double/store.ts';
import { rounded } from './values.ts';

export interface ItemPrice {
  /** Before the discount. */
  readonly Price: number;
  readonly Currency: string;
  /** Per cent. */
  readonly Discount: number;
}

export const priceTables = `
  CREATE TABLE OPLN (ListNum INTEGER PRIMARY KEY, Currency TEXT NOT NULL REFERENCES Currencies (Code));
  CREATE TABLE ITM1 (ItemCode TEXT NOT NULL REFERENCES Items (ItemCode), PriceList INTEGER NOT NULL REFERENCES OPLN (ListNum), Price NUMERIC NOT NULL,
    PRIMARY KEY (ItemCode, PriceList));
  CREATE TABLE SPP1 (CardCode TEXT NOT NULL REFERENCES BusinessPartners (CardCode), ItemCode TEXT NOT NULL REFERENCES Items (ItemCode),
    FromDate TEXT NOT NULL, ToDate TEXT, Price NUMERIC NOT NULL, Discount NUMERIC NOT NULL, PRIMARY KEY (CardCode, ItemCode, FromDate));
  CREATE TABLE rate (Currency TEXT PRIMARY KEY REFERENCES Currencies (Code), Rate NUMERIC NOT NULL);`;

/** An amount of the company in another currency: the rates say what a unit of it costs. */
export function converted(store: ODataStore, amount: number, from: string, to: string): number {
  const rateOf = (code: string): number =>
    Number(store.get('SELECT Rate FROM rate WHERE Currency = ?', code)?.Rate ?? 1);
  return from === to ? amount : rounded((amount * rateOf(from)) / rateOf(to), 6);
}

/** `day`: `YYYY-MM-DD`. `currency`: of the document; undefined: that of the customer. */
export function itemPrice(
  store: ODataStore,
  customer: string,
  item: string,
  day: string,
  currency: string | undefined,
): ItemPrice {
  const partner = store.get('SELECT PriceListNum, Currency FROM BusinessPartners WHERE CardCode = ?', customer);
  const list = store.get(
    'SELECT p.Price, l.Currency FROM ITM1 p JOIN OPLN l ON l.ListNum = p.PriceList WHERE p.ItemCode = ? AND p.PriceList = ?',
    item,
    Number(partner?.PriceListNum ?? 1),
  );
  const special = store.get(
    'SELECT Price, Discount FROM SPP1 WHERE CardCode = ? AND ItemCode = ? AND FromDate <= ? AND (ToDate IS NULL OR ToDate >= ?) ORDER BY FromDate DESC',
    ...[customer, item, day, day],
  );
  const from = String(list?.Currency ?? 'EUR');
  const ownCurrency = partner?.Currency === '##' ? from : String(partner?.Currency ?? from);
  const to = currency ?? ownCurrency;
  const price = Number(special?.Price ?? list?.Price ?? 0);
  return { Price: converted(store, price, from, to), Currency: to, Discount: Number(special?.Discount ?? 0) };
}
