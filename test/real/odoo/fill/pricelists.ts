/** Pricelists with every kind of rule, one on another, in two currencies, for a country, and with rules of the past and the future. */
import { type Odoo, only, type Row } from '../odoo.ts';
import { type Products, skuOf } from './products.ts';
import type { Currencies } from './settings.ts';

export interface Pricelists {
  readonly trade: number;
  readonly nested: number;
  readonly dollars: number;
  readonly dinars: number;
  readonly future: number;
  readonly percent: number;
}

export async function makePricelists(odoo: Odoo, currencies: Currencies, products: Products): Promise<Pricelists> {
  const list = (name: string, currency_id: number, rules: readonly Row[], more: Row = {}): Promise<number> =>
    odoo.create('product.pricelist', {
      name,
      currency_id,
      company_id: 1,
      item_ids: rules.map((rule) => [0, 0, rule]),
      ...more,
    });
  const all = { applied_on: '3_global' };
  const inCategory = { applied_on: '2_product_category', categ_id: products.category };
  const deeper = { applied_on: '2_product_category', categ_id: products.deepCategory };
  const ofProduct = (sku: string): Row => ({ applied_on: '0_product_variant', product_id: skuOf(products, sku) });
  const trade = await list('Trade', currencies.EUR, [
    { ...all, compute_price: 'percentage', percent_price: 7.5 },
    {
      ...inCategory,
      compute_price: 'formula',
      base: 'list_price',
      price_discount: 12.5,
      price_round: 0.05,
      price_surcharge: -0.01,
    },
    {
      ...deeper,
      compute_price: 'formula',
      base: 'standard_price',
      price_discount: -33,
      price_min_margin: 1.2,
      price_max_margin: 2.1,
    },
    { ...ofProduct('SAW'), compute_price: 'fixed', fixed_price: 98.765 },
    { ...ofProduct('R 17'), compute_price: 'fixed', fixed_price: 11, min_quantity: 10 },
    { ...ofProduct('BOX/2'), compute_price: 'fixed', fixed_price: 1, date_end: '2026-02-01 00:00:00' },
    { ...ofProduct('GLOVE-1'), compute_price: 'percentage', percent_price: 33.33 },
  ]);
  const nested = await list('Nested', currencies.USD, [
    { ...all, compute_price: 'formula', base: 'pricelist', base_pricelist_id: trade, price_discount: 3 },
    {
      ...ofProduct('STEEL'),
      compute_price: 'percentage',
      base: 'pricelist',
      base_pricelist_id: trade,
      percent_price: 10,
    },
  ]);
  const dollars = await list('Dollars', currencies.USD, []);
  const dinars = await list('Dinars', currencies.KWD, [{ ...all, compute_price: 'percentage', percent_price: 1 }]);
  const future = await list('Francs', currencies.CHF, []);
  const percent = await list('Ten percent', currencies.EUR, [
    { ...all, compute_price: 'percentage', percent_price: 10 },
  ]);
  const europe = await only(odoo, 'res.country.group', [['name', 'ilike', 'euro']]);
  await list('Europe', currencies.EUR, [{ ...all, compute_price: 'percentage', percent_price: 2 }], {
    country_group_ids: [[6, 0, [europe]]],
  });
  return { trade, nested, dollars, dinars, future, percent };
}
