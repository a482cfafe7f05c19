/** The company of the double: what its setup says. */
export const access = {
  client: '88358B02-A48D-A50E-F710-39C1636C30F6@Company',
  secret: 'double-secret',
  user: 'engine',
  password: 'double-password',
} as const;
export const baseCurrency = 'USD';
/** Cash accounts with their currencies. */
export const cashAccounts: Readonly<Record<string, string>> = {
  '10200': 'USD',
  '10210': 'USD',
  '10250EU': 'EUR',
  '10300KW': 'KWD',
};
/** The last day of the periods that are closed. */
export const closedUntil = '2024-12-31';
export const exemptCategory = 'EXEMPT';
export const taxRate = 0.085;
/** Units of the base currency for one of another. */
export const rates: Readonly<Record<string, number>> = { USD: 1, EUR: 1.1, KWD: 3.25 };
/** Statuses of customers that documents take, and of items that are sold. */
export const sellable: readonly string[] = ['Active', 'One-Time', 'Credit Hold'];
export const sold: readonly string[] = ['Active', 'No Purchases', 'No Request'];

/** Half away from zero. */
export const rounded = (value: number, digits: number): number => {
  const scale = 10 ** digits;
  return (Math.sign(value) * Math.round(Math.abs(value) * scale * (1 + Number.EPSILON))) / scale;
};
