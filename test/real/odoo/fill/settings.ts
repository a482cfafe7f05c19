/** Switches on what the data need: currencies, units, pricelists, discounts, credit limits. */
import { idOf, type Odoo, only, type Row } from '../odoo.ts';

export interface Currencies {
  readonly EUR: number;
  readonly USD: number;
  readonly KWD: number;
  readonly JPY: number;
  readonly CHF: number;
}

/** Units of a currency for one euro, by day. Francs have only a rate in the future: Odoo then takes the earliest. */
const rates: Readonly<Record<Exclude<keyof Currencies, 'EUR'>, readonly (readonly [day: string, rate: number])[]>> = {
  USD: [
    ['2026-01-01', 1.0823],
    ['2026-06-01', 1.1307],
  ],
  KWD: [
    ['2026-01-01', 0.3319],
    ['2026-07-01', 0.3471],
  ],
  JPY: [['2026-01-01', 161.37]],
  CHF: [['2031-01-01', 0.9377]],
};

export async function switchOn(odoo: Odoo): Promise<Currencies> {
  const named = { context: { active_test: false } };
  const currency = async (name: string): Promise<number> => {
    const [currencyRow] = await odoo.rows('res.currency', [['name', '=', name]], ['id'], named);
    const id = idOf(currencyRow?.id) ?? 0;
    await odoo.call('res.currency', 'write', [[id], { active: true }]);
    return id;
  };
  const ids = {
    EUR: await currency('EUR'),
    USD: await currency('USD'),
    KWD: await currency('KWD'),
    JPY: await currency('JPY'),
    CHF: await currency('CHF'),
  };
  await odoo.call('res.company', 'write', [[1], { currency_id: ids.EUR, account_use_credit_limit: true }]);
  for (const name of ['USD', 'KWD', 'JPY', 'CHF'] as const)
    for (const [day, rate] of rates[name])
      await odoo.create('res.currency.rate', { currency_id: ids[name], name: day, company_rate: rate, company_id: 1 });
  const features: Row = { group_product_pricelist: true, group_discount_per_so_line: true, group_uom: true };
  const form = await odoo.create('res.config.settings', features);
  await odoo.call('res.config.settings', 'execute', [[form]]);
  return ids;
}

/** The bank journal takes payments by a method with an outstanding account; a second one has none, as in a new database. */
export async function openBanks(odoo: Odoo): Promise<void> {
  const account = await only(odoo, 'account.account', [
    ['account_type', '=', 'asset_current'],
    ['reconcile', '=', true],
  ]);
  const bank = await only(odoo, 'account.journal', [['code', '=', 'BNK1']]);
  const methods = await odoo.rows('account.payment.method.line', [['journal_id', '=', bank]], ['payment_type']);
  for (const { id } of methods.filter((one) => one.payment_type === 'inbound'))
    await odoo.call('account.payment.method.line', 'write', [[id], { payment_account_id: account }]);
  await odoo.create('account.journal', { name: 'Second bank', code: 'BNK2', type: 'bank' });
  await odoo.create('account.journal', { name: 'Cash', code: 'CSH9', type: 'cash' });
}
