/** The organisation that the double begins with. */
import type { Tables } from '../../../doubles/tables.ts';
import { fillDocuments } from './documents.ts';
import { idOf } from './ids.ts';
import { fillQuotes } from './quotes.ts';

export const draftContact = idOf('contact', 1);

type Contact = readonly [name: string, more?: Readonly<Record<string, string | number>>];

/** The first twelve are customers. */
const contacts: readonly Contact[] = [
  ['Web orders'],
  ['Ōtautahi Builders Ltd', { EmailAddress: 'accounts@otautahi.example' }],
  [`O'Neil & "Sons"`, { EmailAddress: 'oneil@sons.example' }],
  ['Zürcher Käse AG', { DefaultCurrency: 'CHF', EmailAddress: 'buchhaltung@zuercher.example' }],
  ['Bäckerei Öztürk', { EmailAddress: 'none, info@baeckerei.example' }],
  ['City Limousines', { Discount: 10 }],
  ['Basket Case', { EmailAddress: 'basket@case.example' }],
  ['Sydney Hardware Pty', { DefaultCurrency: 'AUD', EmailAddress: 'ap@sydney.example' }],
  ['Kyoto Marine', { DefaultCurrency: 'JPY' }],
  ['Rex Media Group', { IsSupplier: 1, DefaultCurrency: 'NZD', Discount: 2.5 }],
  ['Hamilton Smith 100% Ltd', { EmailAddress: 'pay@hamilton.example' }],
  ['Boom FM', { ContactStatus: 'ARCHIVED', EmailAddress: 'boom@fm.example' }],
  ['Petrie McLoud Watson', { IsCustomer: 0, IsSupplier: 1 }],
  ['Erased Person', { ContactStatus: 'GDPRREQUEST' }],
  ['New Prospect_1 Ltd', { IsCustomer: 0 }],
  ...Array.from({ length: 9 }, (_, index): Contact => [`Harbour Client ${String(index + 1).padStart(2, '0')}`]),
];

/** Street addresses; the other contacts have none. */
const streets: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  2: {
    AddressLine1: '12 Colombo Street',
    AddressLine2: 'Level 2',
    City: 'Christchurch',
    Region: 'Canterbury',
    PostalCode: '8011',
    AttentionTo: 'Yard',
  },
  3: { AddressLine1: "Unit 4, 3 King's Road", City: 'Leeds', Region: 'West Yorkshire', PostalCode: 'LS1 4AA' },
  4: { AddressLine1: 'Bahnhofstraße 5', City: 'Zürich', PostalCode: '8001', AttentionTo: 'Käselager' },
  5: { AddressLine1: 'Weserstr. 9', City: 'Berlin', PostalCode: '12047', Country: 'Germany' },
  6: { AddressLine1: '20 Queen Street', City: 'Auckland', PostalCode: '1010' },
  8: { AddressLine1: '1 George St', City: 'Sydney', Region: 'NSW', PostalCode: '2000', Country: 'Australia' },
  11: { AddressLine1: '5 Victoria Street', City: 'Hamilton', PostalCode: '3204' },
};

function fillContacts(tables: Tables): void {
  for (const [index, [name, more = {}]] of contacts.entries()) {
    const ContactID = idOf('contact', index + 1);
    const empty = { AddressLine1: '', AddressLine2: '', City: '', Region: '', PostalCode: '', Country: '' };
    const street = { ...empty, ...streets[index + 1], AddressType: 'STREET' };
    const hasBox = index % 5 !== 4;
    const box = {
      AddressLine1: `PO Box ${100 + index}`,
      City: 'Wellington',
      PostalCode: '6140',
      Country: 'New Zealand',
    };
    const Addresses = JSON.stringify([street, { ...empty, ...(hasBox ? box : {}), AddressType: 'POBOX' }]);
    tables.insert('contact', {
      ...{ ContactID, Name: name, ContactStatus: 'ACTIVE', IsCustomer: 1, IsSupplier: 0, Addresses },
      ...more,
    });
  }
}

type Item = readonly [
  code: string,
  name: string | null,
  price: number | null,
  more?: Readonly<Record<string, string | number>>,
];

const items: readonly Item[] = [
  ['BOOK', 'Fish out of Water: Finding Your Brand', 19.95, { Description: "'Fish out of Water: Finding Your Brand'" }],
  ['TSS - Black', 'T-Shirt Small Black', 40, { Description: 'T-Shirt Small Black, organic' }],
  ['GB1-White', 'Golf balls - white single', 5.6],
  ['SCREW-4x40', 'Screw 4 x 40 mm', 0.0375],
  ['A/1&B', 'Anchor bolt A/1 & B', 33.3333],
  ['Öl-5L', 'Kettenöl 5 l', 29.9],
  ['NOPRICE', 'Advice', null],
  ['TEXT ONLY', null, 12, { Description: 'Delivery within 24 hours' }],
  ['BARE', null, 1],
  ['BOLT-1', 'Bolt, any', 0.5],
  ['TIMBER', 'Timber, bought only', 80, { IsSold: 0 }],
  ['FREE', 'Catalogue, 100% free', 0],
  ...Array.from({ length: 14 }, (_, index): Item => [`BOLT-${10 + index}`, `Bolt M${10 + index}`, 1.25 + index / 10]),
];

function fillItems(tables: Tables): void {
  for (const [index, [Code, Name, UnitPrice, more = {}]] of items.entries())
    tables.insert('item', {
      ...{ ItemID: idOf('item', index + 1), Code, Name, UnitPrice, IsSold: 1 },
      ...{ AccountCode: UnitPrice === null ? null : '200', TaxType: UnitPrice === null ? null : 'OUTPUT2' },
      ...more,
    });
}

const accounts: readonly (readonly [
  code: string | null,
  name: string,
  type: string,
  more?: Readonly<Record<string, string | number>>,
])[] = [
  ['090', 'Business Bank Account', 'BANK'],
  ['091', 'Business Savings Account', 'BANK'],
  [null, 'Term deposit', 'BANK'],
  ['099', 'Old Bank', 'BANK', { Status: 'ARCHIVED' }],
  ['200', 'Sales', 'REVENUE'],
  ['880', 'Owner A Drawings', 'EQUITY', { EnablePaymentsToAccount: 1 }],
];

export function fill(tables: Tables): void {
  for (const [index, [Code, Name, Type, more = {}]] of accounts.entries())
    tables.insert('account', {
      ...{ AccountID: idOf('account', index + 1), Code, Name, Type, Status: 'ACTIVE', EnablePaymentsToAccount: 0 },
      ...more,
    });
  const rates = { NZD: 1, AUD: 0.937053, USD: 0.612345, CHF: 0.5271, EUR: 0.5533, JPY: 92.1, GBP: 0.4801 };
  for (const [Code, rate] of Object.entries(rates)) tables.insert('currency', { Code, rate });
  for (const [TaxType, EffectiveRate] of Object.entries({ OUTPUT2: 15, NONE: 0 }))
    tables.insert('taxRate', { TaxType, EffectiveRate });
  fillContacts(tables);
  fillItems(tables);
  fillQuotes(tables);
  fillDocuments(tables);
}
