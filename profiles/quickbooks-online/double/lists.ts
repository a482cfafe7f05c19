/** The lists of the company: accounts, currencies, items and customers. */
import { cents } from './documents.ts';

const customerCount = 46;

const first = [
  'Adatum',
  'Bellows',
  'Coho',
  'Datum',
  'Fourth',
  'Graphic',
  'Humongous',
  'Lucerne',
  'Munson',
  'Wide World',
];
const second = ['Vineyard', 'Pickles & Farm', 'Importers', 'Insurance', 'Söhne'];
const odd = [`O'Neil & "Sons"`, '100% Cotton_Works', 'Brackets [North] \\ South', 'Æther Ærø ApS'];
const towns = ['Boston', 'Portland', 'Albany', 'Providence', 'Århus'];
/** By the customer's index; others buy in dollars, or in euros. */
const currencies: Readonly<Record<number, string>> = { 9: 'GBP', 15: 'KWD', 16: 'JPY' };

export const currencyOf = (index: number): string => currencies[index] ?? (index % 5 === 3 ? 'EUR' : 'USD');
export const rates = { EUR: 1.085, GBP: 1.27, KWD: 3.25, JPY: 0.0067 } as const;

export type Value = string | number | null;
/** Adds a row to a table. */
export type Insert = (table: string, row: Readonly<Record<string, Value>>) => void;

export function addLists(insert: Insert): void {
  for (const [Id, Name, AccountType] of [
    [1, 'Accounts Receivable (A/R)', 'Accounts Receivable'],
    [2, 'Checking', 'Bank'],
    [3, 'Savings', 'Bank'],
    [4, 'Undeposited Funds', 'Other Current Asset'],
    [5, 'Sales', 'Income'],
    [6, 'Bad debts', 'Expense'],
  ] as const)
    insert('Account', { Id, Name, AccountType });
  for (const [SourceCurrencyCode, Rate] of Object.entries(rates)) insert('ExchangeRate', { SourceCurrencyCode, Rate });
  insert('Item', { Id: 1, Name: 'Platform sales', Type: 'Service', UnitPrice: 0, IncomeAccountRef: 5 });
  for (let index = 0; index < 68; index += 1) {
    const odds = ['Bolt 50% zinc', 'Tape "strong"', 'Cable_tie [black]', "Carpenter's glue", 'Ærø lamp'];
    const name = odds[index - 20] ?? `${['Chair', 'Desk', 'Lamp', 'Shelf'][index % 4]} model ${index + 1}`;
    insert('Item', {
      Id: 10 + index,
      Name: name,
      Sku:
        index < 60
          ? `HS-${1000 + index}`
          : `LS/${['75', '75-B', '120', '81', '10PC', '100', "S'15", 'MAN'][index - 60]}`,
      Description: index % 6 === 5 ? null : `${name}, of our ${['oak', 'beech', 'steel'][index % 3]} range`,
      Active: index % 17 === 16 ? 0 : 1,
      Type: index % 4 === 3 ? 'NonInventory' : 'Inventory',
      Taxable: index % 3 === 0 ? 1 : 0,
      SalesTaxIncluded: index % 29 === 28 ? 1 : 0,
      UnitPrice: index % 13 === 12 ? 0 : cents(9.95 + index * 3.4),
      IncomeAccountRef: 5,
    });
  }
  insert('Item', { Id: 90, Name: 'Furniture', Sku: 'HS-FURNITURE', Type: 'Category' });
  insert('Item', { Id: 91, Name: 'Set of six', Sku: 'HS-SET', Description: 'A desk and five chairs', Type: 'Group' });
  insert('Item', { Id: 92, Name: 'Advice', Description: 'An hour of advice', Type: 'Service', UnitPrice: 80 });
  for (let index = 0; index < customerCount; index += 1) {
    const name = odd[index - 10] ?? `${first[index % 10]} ${second[Math.floor(index / 10)]}`;
    const town = towns[index % 5] ?? '';
    const isSame = index % 3 === 0;
    insert('Customer', {
      Id: index + 1,
      DisplayName: index === 41 ? `${name} (deleted)` : name,
      Active: index === 41 ? 0 : 1,
      PrimaryEmailAddr:
        index % 9 === 4
          ? null
          : index === 6
            ? 'ap@humongous.example, cfo@humongous.example'
            : `accounts${index}@customer.example`,
      CurrencyRef: currencyOf(index),
      // Jobs of the first and the second customer.
      Parent: index === 43 ? 'customer 1' : index === 44 ? 'customer 2' : null,
      BillAddr_Line1: `${index + 1} Harbor Street`,
      BillAddr_Line2: isSame ? 'Suite 7' : null,
      BillAddr_City: town,
      BillAddr_CountrySubDivisionCode: index % 5 === 4 ? null : 'MA',
      BillAddr_PostalCode: `0211${index % 10}`,
      BillAddr_Country: index % 5 === 4 ? 'Denmark' : 'USA',
      ShipAddr_Line1: index % 4 === 2 ? null : `Dock ${index + 5}`,
      ShipAddr_City: index % 4 === 2 ? null : town,
      ShipAddr_PostalCode: index % 4 === 2 ? null : `0221${index % 10}`,
      ShipAddr_Country: index % 4 === 2 ? null : 'USA',
    });
  }
}
