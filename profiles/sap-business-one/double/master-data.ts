/** Customers, items, prices, taxes and currencies of the company. */
import type { ODataStore } from '../../../src/workbench/testing/odata-double/store.ts';
import { addParts } from './parts.ts';
import { type Body, rounded } from './values.ts';

/** A day of the books: the first one is 2025-01-02. */
export const dayAt = (index: number): string => new Date(Date.UTC(2025, 0, 2 + index)).toISOString().slice(0, 10);

export const customerAt = (index: number): string => `C2${String(index).padStart(4, '0')}`;
export const itemAt = (index: number): string => `A${String(index).padStart(5, '0')}`;

const names = [
  'Bäckerei Öztürk',
  "O'Neil & Sons Ltd.",
  '100 % Natur Handels GmbH',
  'Müller_Lüdenscheid KG',
  'Søren Ærø A/S',
  'Parameter Technologie',
  'Łódź Meble sp. z o.o.',
  'Al-Kuwait Trading W.L.L.',
  'Élan [Vital] SARL',
  'Schmidt & Schmidt',
  'Konzern Nord AG',
  'Konzern Nord Filiale Kiel',
  'Zürcher Papier AG',
  'Adler Apotheke "Am Markt"',
];
const cities = ['Berlin', 'Dublin', 'Köln', 'Lüdenscheid', 'Ærøskøbing', 'Kiel', 'Łódź', 'Kuwait', 'Paris', 'Zürich'];
export const customerCount = 26;

/** Currency of a customer: most buy in euros, `##` is any currency. */
function currencyAt(index: number): string {
  if (index === 7) return 'KWD';
  if (index === 14) return 'JPY';
  if (index % 6 === 1) return '$';
  return index % 8 === 5 ? '##' : 'EUR';
}

function addCustomers(store: ODataStore): void {
  for (let index = 0; index < customerCount; index += 1) {
    const code = customerAt(index);
    const city = cities[index % cities.length] ?? 'Berlin';
    const address = (kind: 'bo_BillTo' | 'bo_ShipTo', name: string): Body => ({
      AddressName: name,
      AddressName2: kind === 'bo_ShipTo' && index % 3 === 0 ? 'Tor 4' : null,
      Street: `${kind === 'bo_BillTo' ? 'Hauptstraße' : 'Hafenweg'}`,
      StreetNo: String(index + 1),
      Block: null,
      ZipCode: String(10_000 + index * 7),
      City: city,
      Country: index === 1 ? 'IE' : 'DE',
      AddressType: kind,
    });
    const isFrozen = index === 20 || index === 21;
    store.insert('BusinessPartners', {
      CardCode: code,
      CardName: names[index] ?? `Kunde ${index} Nr. ${index * 37} GmbH`,
      CardType: 'cCustomer',
      City: index % 9 === 4 ? null : city,
      EmailAddress: index % 4 === 2 ? null : `rechnung${index}@kunde.example`,
      Currency: currencyAt(index),
      PriceListNum: index % 5 === 2 ? 2 : 1,
      CreditLimit: index % 4 === 0 ? 0 : 5000 + index * 250.5,
      CurrentAccountBalance: 0,
      OpenDeliveryNotesBalance: 0,
      OpenOrdersBalance: 0,
      // 20 is inactive, 21 was inactive in the past, 22 was active in the past, 23 is active for some years.
      Frozen: isFrozen ? 'tYES' : 'tNO',
      FrozenFrom: index === 21 ? '2024-01-01' : null,
      FrozenTo: index === 21 ? '2024-12-31' : null,
      Valid: index === 22 || index === 23 ? 'tYES' : 'tNO',
      ValidFrom: index === 23 ? '2020-01-01' : null,
      ValidTo: index === 22 ? '2024-12-31' : index === 23 ? '2039-12-31' : null,
      // The branch in Kiel does not pay itself.
      FatherCard: index === 11 ? customerAt(10) : null,
      FatherType: 'cPayments_sum',
      UpdateDate: '2026-01-05',
    });
    addParts(store, 'BusinessPartners', code, [
      address('bo_BillTo', index % 2 === 0 ? 'Zentrale' : `Rechnung ${index}`),
      ...(index % 5 === 3 ? [] : [address('bo_ShipTo', index % 2 === 0 ? 'Zentrale' : `Lager ${index}`)]),
      ...(index % 7 === 0 ? [{ ...address('bo_ShipTo', 'Baustelle: Süd'), ZipCode: String(20_000 + index) }] : []),
    ]);
  }
  const others = {
    CurrentAccountBalance: 0,
    OpenDeliveryNotesBalance: 0,
    OpenOrdersBalance: 0,
    Frozen: 'tNO',
    Valid: 'tNO',
    BPAddresses: [],
  };
  store.insert('BusinessPartners', {
    ...others,
    CardCode: 'V10000',
    CardName: 'Lieferant Öl AG',
    CardType: 'cSupplier',
    Currency: 'EUR',
  });
  store.insert('BusinessPartners', {
    ...others,
    CardCode: 'L10000',
    CardName: 'Interessent Bäcker',
    CardType: 'cLid',
    Currency: 'EUR',
  });
}

const goods = [
  'Drucker Ölpatrone',
  "Bürostuhl 'Ergo'",
  'Papier A4 100 % recycelt',
  'Kabel_USB [2 m]',
  'Lampe LED',
  'Tisch, höhenverstellbar',
];
export const itemCount = 30;

function addItems(store: ODataStore): void {
  for (let index = 0; index < itemCount; index += 1) {
    const code = itemAt(index + 1);
    store.insert('Items', {
      ItemCode: code,
      ItemName: `${goods[index % goods.length]}${index < goods.length ? '' : ` Typ ${index}`}`,
      SalesItem: index === 27 ? 'tNO' : 'tYES',
      InventoryItem: 'tYES',
      SalesVATGroup: index % 6 === 2 ? 'A2' : 'A1',
      // Some are sold in boxes of 12.
      SalesItemsPerUnit: index % 6 === 2 ? 12 : 1,
      Frozen: index === 28 ? 'tYES' : 'tNO',
      Valid: index === 29 ? 'tYES' : 'tNO',
      ValidTo: index === 29 ? '2024-12-31' : null,
    });
    store.insert('ITM1', { ItemCode: code, PriceList: 1, Price: index === 26 ? 0 : rounded(4.99 + index * 3.17, 2) });
    store.insert('ITM1', { ItemCode: code, PriceList: 2, Price: rounded(4.2 + index * 2.95, 2) });
  }
  // Its code begins with that of another item.
  const pack = `${itemAt(1)}-5`;
  store.insert('Items', {
    ItemCode: pack,
    ItemName: 'Drucker Ölpatrone, fünf Stück',
    SalesItem: 'tYES',
    InventoryItem: 'tYES',
    SalesVATGroup: 'A1',
    SalesItemsPerUnit: 1,
    Frozen: 'tNO',
    Valid: 'tNO',
  });
  store.insert('ITM1', { ItemCode: pack, PriceList: 1, Price: 22.49 });
  store.insert('Items', {
    ItemCode: 'ERLOES',
    ItemName: 'Erlöse der Plattform',
    SalesItem: 'tYES',
    InventoryItem: 'tNO',
    SalesVATGroup: 'A0',
    SalesItemsPerUnit: 1,
    Frozen: 'tNO',
    Valid: 'tNO',
  });
  store.insert('ITM1', { ItemCode: 'ERLOES', PriceList: 1, Price: 0 });
  const special = (
    customer: number,
    item: number,
    from: string,
    to: string | null,
    price: number,
    discount: number,
  ): void =>
    store.insert('SPP1', {
      CardCode: customerAt(customer),
      ItemCode: itemAt(item),
      FromDate: from,
      ToDate: to,
      Price: price,
      Discount: discount,
    });
  special(0, 1, '2025-01-01', '2026-08-25', 4.5, 0);
  special(0, 2, '2026-08-25', null, 8, 12.5);
  special(3, 1, '2025-01-01', null, 4.1, 0);
  special(9, 3, '2025-01-01', null, 11, 3);
}

function addFinance(store: ODataStore): void {
  for (const [code, international, name, decimals, rate] of [
    ['EUR', 'EUR', 'Euro', 'cdDefault', 1],
    ['$', 'USD', 'US-Dollar', 'cd2Digits', 0.92],
    ['KWD', 'KWD', 'Kuwait-Dinar', 'cd3Digits', 3.01],
    ['JPY', 'JPY', 'Yen', 'cdWithoutDecimals', 0.0061],
    ['GBP', 'GBP', 'Britisches Pfund', 'cdDefault', 1.17],
  ] as const) {
    store.insert('Currencies', { Code: code, Name: name, DocumentsCode: international, Decimals: decimals });
    store.insert('rate', { Currency: code, Rate: rate });
  }
  const line = (from: string, rate: number): object => ({ Effectivefrom: from, Rate: rate });
  store.insert('VatGroups', {
    Code: 'A0',
    Name: 'Steuerfrei',
    Category: 'bovcOutputTax',
    VatGroups_Lines: [line('2007-01-01', 0)],
  });
  store.insert('VatGroups', {
    Code: 'A1',
    Name: 'Umsatzsteuer',
    Category: 'bovcOutputTax',
    VatGroups_Lines: [line('2007-01-01', 19), line('2020-07-01', 16), line('2021-01-01', 19)],
  });
  store.insert('VatGroups', {
    Code: 'A2',
    Name: 'Ermäßigt',
    Category: 'bovcOutputTax',
    VatGroups_Lines: [line('2007-01-01', 7)],
  });
  store.insert('SalesTaxCodes', { Code: 'EX', Name: 'Exempt', Rate: 0 });
  store.insert('OPLN', { ListNum: 1, Currency: 'EUR' });
  store.insert('OPLN', { ListNum: 2, Currency: '$' });
  for (const account of ['_SYS00000000343', '_SYS00000000150']) store.insert('OACT', { AcctCode: account });
  store.insert('closed', { firstDay: '1900-01-01', lastDay: '2024-12-31' });
}

export function addMasterData(store: ODataStore): void {
  addFinance(store);
  addCustomers(store);
  addItems(store);
}
