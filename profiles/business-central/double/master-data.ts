/** Customers, items and prices of the company. */
import type { ODataStore } from '../../../src/workbench/testing/odata-double/store.ts';
import { cents, guidOf } from './values.ts';

const first = [
  'Adatum',
  'Trey',
  'Relecloud',
  'Northwind',
  'Fabrikam',
  'Contoso',
  'Litware',
  'Proseware',
  'Woodgrove',
  'Tailspin',
];
const second = ['Corporation', 'Research Ltd', 'Traders', 'Supplies & Söhne', 'Fittings'];
const odd = [`O'Neil & "Sons"`, '100% Cotton_Works', 'Brackets [North] \\ South', 'Æther Ærø ApS'];
const towns = ['London', 'Leeds', 'Cardiff', 'Dublin', 'Århus'];
/** The day that is `count` days behind the first one of the company's books. */
export const dayAt = (count: number): string =>
  new Date(Date.UTC(2025, 0, 6) + count * 86_400_000).toISOString().slice(0, 10);
/** By the customer's index; others buy in pounds, or in euros. */
const currencies: Readonly<Record<number, string>> = { 9: 'USD', 15: 'KWD', 16: 'JPY' };
const customerCount = 46;
const itemCount = 68;

/** Batches of the cash receipt journal: the engine's, that of people with lines in it, one for a bank in euros, one without a bank. */
function addBatches(store: ODataStore): void {
  for (const [code, account] of [
    ['ENGINE', 'MAIN'],
    ['GENERAL', 'MAIN'],
    ['EURO', 'EUROS'],
    ['LOOSE', ''],
  ] as const) {
    const batch = { id: guidOf(code), code, displayName: code, balancingAccountNumber: account };
    store.insert('customerPaymentJournals', batch);
    store.insert('journals', { ...batch, templateDisplayName: 'CASHRCPT' });
  }
  const line = {
    journalId: guidOf('GENERAL'),
    postingDate: '2026-08-03',
    lastModifiedDateTime: '2026-08-03T11:00:00Z',
  };
  store.insert('customerPayments', {
    ...line,
    id: guidOf('stray payment'),
    lineNumber: 10_000,
    customerNumber: 'C00020',
    documentNumber: 'CR0007',
    amount: -25,
    appliesToInvoiceNumber: 'PS-INV103002',
  });
  store.insert('journalLines', {
    ...line,
    id: guidOf('stray line'),
    lineNumber: 20_000,
    accountType: 'G_x002F_L_x0020_Account',
    accountNumber: '6130',
    documentNumber: 'CR0008',
    amount: 12,
  });
}

export function addMasterData(store: ODataStore): void {
  store.insert('companyInformation', { id: guidOf('company'), displayName: 'CRONUS UK Ltd.', currencyCode: 'GBP' });
  store.insert('generalLedgerSetup', { id: guidOf('setup'), localCurrencyCode: 'GBP', allowPostingFrom: '2020-01-01' });
  for (const [code, rate, decimals] of [
    ['EUR', 0.85, 2],
    ['USD', 0.8, 2],
    ['KWD', 2.6, 3],
    ['JPY', 0.005, 0],
  ] as const) {
    store.insert('currency', { code, rate });
    const amounts = { amountDecimalPlaces: `${decimals}:${decimals}`, amountRoundingPrecision: 1 / 10 ** decimals };
    store.insert('currencies', { id: guidOf(code), code, displayName: code, symbol: code, ...amounts });
  }
  store.insert('lineDiscount', { customer: 'C00010', item: '1001', percent: 10 });
  store.insert('account', { number: '6110', taxPercent: 0 });
  store.insert('account', { number: '6130', taxPercent: 20 });
  for (const [number, currencyCode] of [
    ['MAIN', 'GBP'],
    ['EUROS', 'EUR'],
  ] as const)
    store.insert('bankAccounts', { id: guidOf(number), number, displayName: `Bank ${number}`, currencyCode });
  addBatches(store);
  for (let index = 0; index < customerCount; index += 1) {
    const number = `C${String(10 + index * 10).padStart(5, '0')}`;
    const name = odd[index - 10] ?? `${first[index % 10]} ${second[Math.floor(index / 10)]}`;
    const blocked = index === 40 ? 'All' : index === 41 ? 'Ship' : index === 42 ? 'Invoice' : '_x0020_';
    const email =
      index % 9 === 4
        ? ''
        : index === 6
          ? 'ap@relecloud.example; cfo@relecloud.example'
          : `accounts${index}@customer.example`;
    store.insert('customers', {
      id: guidOf(number),
      number,
      displayName: name,
      addressLine1: `${index + 1} Station Road`,
      addressLine2: index % 3 === 0 ? 'Unit 7' : '',
      city: towns[index % 5] ?? '',
      state: index === 3 ? 'Leinster' : '',
      country: index % 5 === 3 ? 'IE' : index % 5 === 4 ? 'DK' : 'GB',
      postalCode: `AB${index} 1CD`,
      email,
      // Most companies limit few customers.
      creditLimit: index % 4 === 0 || index % 10 > 4 ? 0 : index * 1000,
      currencyCode: currencies[index] ?? (index % 5 === 3 ? 'EUR' : 'GBP'),
      blocked,
      lastModifiedDateTime: `${dayAt(index)}T09:30:00Z`,
    });
    store.insert('CustomerList', { No: number, Name: name, Customer_Price_Group: index % 6 === 1 ? 'TRADE' : '' });
    for (let no = 0; no < (index % 3 === 1 ? 2 : index % 3); no += 1)
      store.insert('ShipToAddresses', {
        Customer_No: number,
        Code: ['DEPOT', 'SHOP'][no] ?? '',
        Name: `${name}, ${['depot', 'shop'][no]}`,
        Address: `${no + 5} Dock Street`,
        Post_Code: 'LS1 4AA',
        City: 'Leeds',
        Country_Region_Code: 'GB',
      });
  }
  for (let index = 0; index < itemCount; index += 1) {
    const number =
      index < 60 ? String(1000 + index) : `LS-${['75', '75-B', '120', '81', '10PC', '100', 'S15', 'MAN'][index - 60]}`;
    const odds = ['Bolt 50% zinc', 'Tape "strong"', 'Cable_tie [black]', "Carpenter's glue", 'Ærø lamp'];
    store.insert('items', {
      id: guidOf(number),
      number,
      displayName: odds[index - 20] ?? `${['Chair', 'Desk', 'Lamp', 'Shelf'][index % 4]} model ${index + 1}`,
      blocked: index % 17 === 16 ? 1 : 0,
      unitPrice: index % 13 === 12 ? 0 : cents(9.95 + index * 3.4),
      priceIncludesTax: index % 29 === 28 ? 1 : 0,
      baseUnitOfMeasureCode: 'PCS',
      lastModifiedDateTime: `${dayAt(index)}T08:00:00Z`,
    });
  }
}

/** Price list lines of item 1000 (9.95 on its card) at every level, and some that must not count. */
export function addPrices(store: ODataStore): void {
  const rows = [
    { Source_Type: 'All_x0020_Customers', Unit_Price: 9.5 },
    { Source_Type: 'Customer_x0020_Price_x0020_Group', Source_No: 'TRADE', Unit_Price: 9.1 },
    { Source_Type: 'Customer_x0020_Price_x0020_Group', Source_No: 'TRADE', Unit_Price: 11.85, Asset_No: '1012' },
    { Source_Type: 'Customer', Source_No: 'C00010', Unit_Price: 8.25 },
    { Source_Type: 'Customer', Source_No: 'C00010', Unit_Price: 5, Minimum_Quantity: 100 },
    { Source_Type: 'Customer', Source_No: 'C00010', Unit_Price: 4.8, Ending_Date: '2025-12-31' },
    { Source_Type: 'Customer', Source_No: 'C00010', Unit_Price: 4.7, Starting_Date: '2099-01-01' },
    { Source_Type: 'Customer', Source_No: 'C00010', Unit_Price: 4.6, Status: 'Draft' },
    { Source_Type: 'Customer', Source_No: 'C00010', Unit_Price: 4.5, Unit_of_Measure_Code: 'BOX' },
    { Source_Type: 'Customer', Source_No: 'C00040', Unit_Price: 11, Currency_Code: 'EUR' },
    { Source_Type: 'All_x0020_Customers', Unit_Price: 12.4, Asset_No: '1012' },
    { Source_Type: 'Campaign', Source_No: 'CP1001', Unit_Price: 4.4 },
    { Source_Type: 'Customer_x0020_Disc_x002E__x0020_Group', Source_No: 'LARGE', Unit_Price: 4.3 },
    { Source_Type: 'Contact', Source_No: 'CT000012', Unit_Price: 4.2 },
    { Source_Type: 'Customer', Source_No: 'C00010', Unit_Price: 4.1, Variant_Code: 'RED' },
    { Source_Type: 'Customer', Source_No: 'C00010', Unit_Price: 4, Amount_Type: 'Discount' },
  ];
  for (const [index, row] of rows.entries())
    store.insert('PriceListLines', {
      Line_No: (index + 1) * 10_000,
      Price_List_Code: `S0000${index + 1}`,
      Status: 'Active',
      Asset_Type: 'Item',
      Asset_No: '1000',
      Amount_Type: 'Price',
      ...row,
    });
}
