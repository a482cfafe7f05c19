/** The master data of the double: customers of several kinds, items, and prices. */
import type { GivenRow, ODataStore } from '../../../src/workbench/testing/odata-double/store.ts';

export const day = (text: string): string => `${text}T00:00:00+00:00`;

export type Customer = readonly [
  id: string,
  name: string,
  status: string,
  currency: string,
  priceClass: string,
  city: string,
  email: string,
  rule: string,
  limit: number,
];

/** Customers of which nothing else is known, so that lists have several pages. */
const others = Array.from({ length: 101 }, (_, index): Customer => {
  const number = String(index + 1).padStart(6, '0');
  return [`C${number}`, `Corner Shop ${number}`, 'Active', 'USD', '', 'Albany', '', 'Disabled', 0];
});

export const customers: readonly Customer[] = [
  [
    'ABARTENDE',
    'USA Bartending School',
    'Active',
    '',
    'RETAIL',
    'New York',
    'accounts@bartend.example',
    'Credit Limit',
    50_000,
  ],
  [
    'BIERGARTEN',
    'Münchner Biergarten GmbH',
    'Active',
    'EUR',
    'EXPORT',
    'München',
    'buchhaltung@biergarten.example',
    'Limit and Days Past Due',
    20_000,
  ],
  ['DAIRYCO', 'O\'Neil & "Sons" Dairy', 'Credit Hold', 'USD', '', 'Leeds', 'ap@oneil.example', 'Credit Limit', 0],
  ['ELMADINA', 'El Madina Trading 100%', 'Active', 'KWD', '', 'Kuwait', '', 'Disabled', 0],
  ['FRUITICO', 'FruitICO Café', 'One-Time', 'USD', 'RETAIL', 'Québec', 'pay@fruitico.example', 'Days Past Due', 1000],
  [
    'GOODFOOD',
    'GoodFood One Restaurant',
    'Active',
    'USD',
    'RETAIL',
    'Boston',
    'goodfood@example.com',
    'Credit Limit',
    7_500.5,
  ],
  ['HOLDCO', 'Hold Company', 'On Hold', 'USD', '', 'Denver', 'hold@example.com', 'Disabled', 0],
  ['INACTIVE', 'Inactive Bakery', 'Inactive', 'USD', '', 'Miami', '', 'Disabled', 0],
  ['JEVYCOMP', 'Jevy Computers', 'Active', '', '', 'New York', 'info@jevy-comp.example', 'Disabled', 0],
  [
    'TOMYUM',
    'Thai Food Restaurant_A',
    'Active',
    'USD',
    'RETAIL',
    'Seattle',
    'ann.tom@tomyum.example',
    'Credit Limit',
    12_000,
  ],
];

type Item = readonly [
  id: string,
  name: string,
  status: string,
  base: string,
  sales: string,
  factor: number,
  price: number,
];

export const items: readonly Item[] = [
  ['APJAM08', 'Apple jam 8 oz', 'Active', 'PIECE', 'PIECE', 1, 3.49],
  ['APJAM96', 'Apple jam 96 oz', 'Active', 'PIECE', 'BOX', 6, 28.35],
  ['APJAM96-X', 'Apple jam 96 oz, new recipe', 'Active', 'PIECE', 'PIECE', 1, 29.1],
  ['BERRY/3L', "Baker's berry jam, 3 l", 'No Purchases', 'LITER', 'LITER', 1, 7.125],
  ['JUICER05', 'Juicer 5 l 100% steel', 'Active', 'PIECE', 'PIECE', 1, 1250],
  ['JUICER10', 'Juicer 10 l', 'No Sales', 'PIECE', 'PIECE', 1, 1990],
  ['JUICER20', 'Juicer 20 l_old', 'Inactive', 'PIECE', 'PIECE', 1, 2990],
  ['KIWIJAM96', 'Kiwi jam 96 oz', 'No Request', 'PIECE', 'PIECE', 1, 0],
  ['ORJAM08', 'Orange jam 8 oz (Übersee)', 'Active', 'PIECE', 'BOX', 12, 3.99],
  ['PLUMJAM', 'Plum jam', 'Marked for Deletion', 'PIECE', 'PIECE', 1, 4],
];

const services: readonly (readonly [id: string, name: string, status: string, unit: string, price: number])[] = [
  ['CLEANING', 'Cleaning of a juicer', 'Active', 'HOUR', 65],
  ['INSTALL', 'Installation on site', 'Active', 'HOUR', 95.5],
  ['TRAINING', 'Training day', 'Inactive', 'DAY', 800],
];

type Price = readonly [
  item: string,
  type: string,
  code: string,
  unit: string,
  currency: string,
  quantity: number,
  price: number,
  from: string,
  to: string,
  promotion: boolean,
];

const prices: readonly Price[] = [
  ['APJAM08', 'Base', '', 'PIECE', 'USD', 0, 3.55, '2025-01-01', '', false],
  ['APJAM08', 'Customer Price Class', 'RETAIL', 'PIECE', 'USD', 0, 3.2, '2025-01-01', '', false],
  ['APJAM08', 'Customer Price Class', 'RETAIL', 'PIECE', 'USD', 100, 2.9, '2025-01-01', '', false],
  ['APJAM08', 'Customer', 'GOODFOOD', 'PIECE', 'USD', 0, 3.05, '2025-01-01', '', false],
  ['APJAM08', 'Customer Price Class', 'EXPORT', 'PIECE', 'EUR', 0, 2.95, '2025-01-01', '', false],
  ['APJAM08', 'Customer', 'TOMYUM', 'PIECE', 'USD', 0, 2.5, '2024-01-01', '2024-12-31', true],
  ['APJAM96', 'Base', '', 'PIECE', 'USD', 0, 27.9, '2025-01-01', '', false],
  ['APJAM96', 'Base', '', 'BOX', 'USD', 0, 160, '2025-01-01', '', false],
  ['APJAM96', 'Customer Price Class', 'RETAIL', 'PIECE', 'USD', 3, 26.455, '2025-01-01', '', false],
  ['APJAM96', 'Customer', 'GOODFOOD', 'BOX', 'USD', 0, 149.99, '2025-01-01', '2099-12-31', true],
  ['JUICER05', 'Base', '', 'PIECE', 'EUR', 0, 1199, '2025-01-01', '', false],
  ['INSTALL', 'Customer', 'ABARTENDE', 'HOUR', 'USD', 0, 90, '2025-01-01', '', false],
];

export function fillMasterData(store: ODataStore): void {
  for (const [index, [CustomerID, CustomerName, Status, CurrencyID, PriceClassID, city, email, rule, limit]] of [
    ...customers,
    ...others,
  ].entries()) {
    const address = (prefix: string, line: string, City: string): GivenRow => ({
      [`${prefix}_Address_AddressLine1`]: line,
      [`${prefix}_Address_City`]: City,
      [`${prefix}_Address_PostalCode`]: String(10_001 + index),
      [`${prefix}_Address_Country`]: CurrencyID === 'EUR' ? 'DE' : 'US',
    });
    store.insert('Customer', {
      ...{
        CustomerID,
        CustomerName,
        Status,
        CurrencyID: CurrencyID || null,
        PriceClassID: PriceClassID || null,
      },
      ...{
        EnableCurrencyOverride: CustomerID === 'JEVYCOMP',
        MainContact_Email: email || null,
        BillingContact_Email: index % 3 === 0 ? email || null : null,
      },
      ...{ CreditVerificationRules_CreditVerification: rule, CreditVerificationRules_CreditLimit: limit },
      ...address('MainContact', `${index + 1} Main Street`, city),
      ...address('BillingContact', `PO Box ${index + 100}`, city),
    });
    for (const [LocationID, LocationName, Active] of [
      ['MAIN', 'Primary Location', true],
      ['DEPOT', `Depot "${city}"`, true],
      ['OLD', 'Old store', false],
    ] as const) {
      if (LocationID !== 'MAIN' && index % 2 === 1) continue;
      store.insert('CustomerLocation', {
        Customer: CustomerID,
        LocationID,
        LocationName,
        Active,
        ...address('LocationContact', `${index + 1} ${LocationID} Road`, city),
      });
    }
  }
  for (const [InventoryID, Description, ItemStatus, BaseUOM, SalesUOM, factor, DefaultPrice] of items) {
    store.insert('StockItem', {
      InventoryID,
      Description,
      ItemStatus,
      BaseUOM,
      SalesUOM,
      DefaultPrice,
    });
    if (factor > 1)
      store.insert('UOMConversion', {
        InventoryID,
        FromUOM: SalesUOM,
        ToUOM: BaseUOM,
        MultiplyOrDivide: 'Multiply',
        ConversionFactor: factor,
      });
  }
  for (const [InventoryID, Description, ItemStatus, unit, DefaultPrice] of services)
    store.insert('NonStockItem', {
      InventoryID,
      Description,
      ItemStatus,
      BaseUnit: unit,
      SalesUnit: unit,
      DefaultPrice,
    });
  for (let number = 1; number <= 24; number += 1) {
    const InventoryID = `SPARE${String(number).padStart(3, '0')}`;
    store.insert('StockItem', {
      ...{
        InventoryID,
        Description: `Spare part no. ${number}`,
        ItemStatus: 'Active',
        BaseUOM: 'PIECE',
        SalesUOM: 'PIECE',
      },
      DefaultPrice: 1.05 + number,
    });
  }
  for (const [CurrencyID, DecimalPrecision] of [
    ['USD', 2],
    ['EUR', 2],
    ['KWD', 3],
    ['JPY', 0],
  ] as const)
    store.insert('Currency', { CurrencyID, DecimalPrecision });
  for (const [
    index,
    [InventoryID, PriceType, code, UOM, CurrencyID, BreakQty, Price, from, to, Promotion],
  ] of prices.entries())
    store.insert('SalesPrice', {
      ...{
        RecordID: index + 1,
        InventoryID,
        PriceType,
        PriceCode: code || null,
        UOM,
        CurrencyID,
        BreakQty,
        Price,
        Promotion,
      },
      ...{ EffectiveDate: day(from), ExpirationDate: to === '' ? null : day(to) },
    });
}
