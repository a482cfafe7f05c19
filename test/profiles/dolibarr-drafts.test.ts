/** What a draft writes into Dolibarr's tables, against Dolibarr's own rules for orders. */
import Big from 'big.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../src/workbench/checks/conformance/random.ts';
import { hasMysql } from '../support/dialects.ts';
import { providedUrl } from '../support/provided.ts';
import { seed } from '../support/seed.ts';
import { type Accuracy, adjusted, lineTotals, orderTotals } from './dolibarr-totals.ts';
import { type Served, serve } from './served.ts';

/** Prices and tax rates of the fixture's products of level 1; the last two are kept with tax. */
const products = [
  { sku: 'TAB-OAK-120', id: 1, price: '250', rate: '20', base: 'HT' },
  { sku: 'CHR-PINE', id: 2, price: '49.9', rate: '20', base: 'HT' },
  { sku: 'PEN-1', id: 6, price: '1.20125', rate: '20', base: 'HT' },
  { sku: 'PEN-100', id: 8, price: '99.99999', rate: '20', base: 'HT' },
  { sku: 'A_B%1', id: 9, price: '3.5', rate: '5.5', base: 'HT' },
  { sku: 'LIV-HISTOIRE', id: 10, price: '30', rate: '2.1', base: 'HT' }, // the price of customer 10
  { sku: 'LIVRE-TTC', id: 66, price: '99.95', rate: '5.5', base: 'TTC' },
  { sku: 'CENT-TTC', id: 67, price: '0.07', rate: '20', base: 'TTC' },
] as const;
const usual: Accuracy = { unit: 5, total: 2, coin: '0', whole: false };

describe.skipIf(!hasMysql)(`drafts of the profile for Dolibarr`, () => {
  let served: Served;
  const random = randomFrom(seed);
  beforeAll(async () => {
    const scratch = { mysql: providedUrl('mysqlUrl') };
    served = await serve({ name: 'dolibarr', settings: { draft_customer: '10' }, scratch });
  });
  afterAll(() => served?.close());

  const run = (sql: string) => served.databases.get('erp')?.run(sql) ?? Promise.reject(new Error('no database'));
  const set = async ({ unit, total, coin, whole }: Accuracy): Promise<void> => {
    const values = { UNIT: unit, TOT: total, COIN: coin, WHOLE: Number(whole) };
    await run(
      `DELETE FROM llx_const WHERE name IN ('MAIN_MAX_DECIMALS_UNIT', 'MAIN_MAX_DECIMALS_TOT', 'MAIN_ROUNDING_RULE_TOT', 'MAIN_ROUNDOFTOTAL_NOT_TOTALOFROUND');
       INSERT INTO llx_const (name, entity, value) VALUES ('MAIN_MAX_DECIMALS_UNIT', 1, '${values.UNIT}'), ('MAIN_MAX_DECIMALS_TOT', 1, '${values.TOT}'),
         ('MAIN_ROUNDING_RULE_TOT', 1, '${values.COIN}'), ('MAIN_ROUNDOFTOTAL_NOT_TOTALOFROUND', 0, '${values.WHOLE}')`,
    );
  };
  const send = async (poNumber: string, currency: string, lines: readonly object[]): Promise<string> => {
    const { reply } = await served.caller.post('/sale-draft', { poNumber, currency, lines });
    const body: unknown = reply.kind === 'answer' ? reply.body : undefined;
    const id = typeof body === 'object' && body !== null && 'saleId' in body ? body.saleId : undefined;
    if (typeof id !== 'string') throw new Error(JSON.stringify(reply));
    return id;
  };

  it('has all columns that Dolibarr writes for an order and its lines', async () => {
    await set(usual);
    await run(`UPDATE llx_societe SET remise_client = 5, cond_reglement = 2, mode_reglement = 3 WHERE rowid = 10`);
    const id = await send('PO-1', 'GBP', [
      { sku: 'TAB-OAK-120', qty: 2 },
      { sku: 'LIV-HISTOIRE', qty: 3, unitPrice: 25.8 },
    ]);
    await run('UPDATE llx_societe SET remise_client = 0 WHERE rowid = 10');
    const [order] = await run(`SELECT * FROM llx_commande WHERE rowid = ${id}`);
    // 250 less 5 % are 475, with 20 % tax 570; 25.8 pounds are 30 euros: 90, with 2.1 % 91.89. In pounds 408.5, 490.2, 77.4 and 79.03 (79.0254).
    expect(order).toMatchObject({
      ...{
        ref: `(PROV${id})`,
        entity: '1',
        ref_ext: 'PO-1',
        ref_client: 'PO-1',
        fk_soc: '10',
        fk_projet: null,
        date_valid: null,
      },
      ...{
        date_cloture: null,
        fk_user_author: '1',
        source: '0',
        fk_statut: '0',
        facture: '0',
        fk_cond_reglement: '2',
        fk_mode_reglement: '3',
      },
      ...{
        total_ht: '565.00000000',
        total_tva: '96.89000000',
        total_ttc: '661.89000000',
        localtax1: '0.00000000',
        localtax2: '0.00000000',
      },
      ...{ fk_multicurrency: '2', multicurrency_code: 'GBP', multicurrency_tx: '0.86000000', date_livraison: null },
      ...{
        multicurrency_total_ht: '485.90000000',
        multicurrency_total_tva: '83.33000000',
        multicurrency_total_ttc: '569.23000000',
      },
    });
    expect(order?.date_commande).toBe(order?.date_creation?.slice(0, 10));
    const [table, book] = await run(`SELECT * FROM llx_commandedet WHERE fk_commande = ${id} ORDER BY rang`);
    const none = {
      fk_parent_line: null,
      label: null,
      date_start: null,
      date_end: null,
      info_bits: '0',
      special_code: '0',
      fk_remise_except: null,
    };
    const noLocalTax = {
      localtax1_tx: '0.0000',
      localtax2_tx: '0.0000',
      total_localtax1: '0.00000000',
      total_localtax2: '0.00000000',
    };
    expect(table).toMatchObject({
      ...{
        ...none,
        ...noLocalTax,
        fk_product: '1',
        description: '<p>Plateau massif, <b>huilé</b></p>',
        product_type: '0',
        rang: '1',
        qty: '2',
      },
      ...{
        vat_src_code: '',
        tva_tx: '20.0000',
        remise_percent: '5',
        subprice: '250.00000000',
        price: '237.5',
        fk_multicurrency: '2',
      },
      ...{ total_ht: '475.00000000', total_tva: '95.00000000', total_ttc: '570.00000000', multicurrency_code: 'GBP' },
      ...{ multicurrency_subprice: '215.00000000', multicurrency_total_ht: '408.50000000' },
      ...{ multicurrency_total_tva: '81.70000000', multicurrency_total_ttc: '490.20000000' },
    });
    expect(book).toMatchObject({
      ...{
        ...none,
        ...noLocalTax,
        fk_product: '10',
        description: '',
        rang: '2',
        qty: '3',
        vat_src_code: 'LIVRES',
        tva_tx: '2.1000',
      },
      ...{
        remise_percent: '0',
        subprice: '30.00000000',
        price: '30',
        total_ht: '90.00000000',
        total_tva: '1.89000000',
      },
      ...{ total_ttc: '91.89000000', multicurrency_subprice: '25.80000000', multicurrency_total_ht: '77.40000000' },
      ...{ multicurrency_total_tva: '1.63000000', multicurrency_total_ttc: '79.03000000' },
    });
  });

  const ways: readonly (readonly [string, string, Accuracy])[] = [
    ['with two decimals', 'EUR', usual],
    ['in another currency', 'GBP', usual],
    ['with three decimals, and four of a price', 'EUR', { ...usual, unit: 4, total: 3 }],
    ['in coins of five cents', 'EUR', { ...usual, coin: '0.05' }],
    ['in coins of five cents and another currency', 'USD', { ...usual, coin: '0.05' }],
    ['with the tax of all lines of a rate rounded once', 'EUR', { ...usual, whole: true }],
  ];
  const rates: Readonly<Record<string, string>> = { EUR: '1', GBP: '0.86', USD: '1.1' };

  it.each(ways)('adds up as Dolibarr does, %s', async (name, currency, accuracy) => {
    await set(accuracy);
    const exchange = new Big(rates[currency] ?? '1');
    const customerDiscount = String(random.below(3) * 2.5);
    await run(`UPDATE llx_societe SET remise_client = ${customerDiscount} WHERE rowid = 10`);
    for (let draft = 1; draft <= 8; draft += 1) {
      const chosen = Array.from({ length: 1 + random.below(6) }, () => {
        const product = products[random.below(products.length)] ?? products[0];
        const stated =
          random.below(2) === 0
            ? undefined
            : new Big(1 + random.below(9_999_999)).div(10 ** random.below(accuracy.unit + 1));
        return { product, quantity: 1 + random.below(random.below(3) === 0 ? 5000 : 12), stated };
      });
      const id = await send(
        `${name} ${draft}`,
        currency,
        chosen.map(({ product: { sku }, quantity, stated }) => {
          return { sku, qty: quantity, ...(stated === undefined ? {} : { unitPrice: stated.toNumber() }) };
        }),
      );
      const lines = chosen.map(({ product, quantity: pieces, stated }) => {
        const [quantity, rate] = [new Big(pieces), new Big(product.rate)];
        const discount = new Big(stated === undefined ? customerDiscount : 0);
        const domestic = (stated?.div(exchange) ?? new Big(product.price)).round(accuracy.unit, Big.roundHalfUp);
        const base = stated === undefined ? product.base : 'HT';
        // Dolibarr rounds the price in another currency where it stores it, and computes the totals before.
        const foreign = stated ?? domestic.times(exchange);
        const of = (exact: Big) => {
          const net = base === 'HT' ? exact : exact.div(rate.div(100).plus(1));
          const price = net.round(accuracy.unit, Big.roundHalfUp);
          return { rate, price, ...lineTotals(accuracy, { quantity, price: exact, discount, rate, base }) };
        };
        return { own: of(domestic), foreign: of(foreign) };
      });
      const domesticLines = adjusted(
        accuracy,
        lines.map((line) => line.own),
      );
      const foreign = currency === 'EUR' ? domesticLines : lines.map((line) => line.foreign);
      const written = await run(`SELECT * FROM llx_commandedet WHERE fk_commande = ${id} ORDER BY rang`);
      const [order] = await run(`SELECT * FROM llx_commande WHERE rowid = ${id}`);
      const stored = (value: Big | undefined): string | undefined => value?.toFixed(8);
      expect(written.map((row) => [row.subprice, row.total_ht, row.total_tva, row.total_ttc])).toEqual(
        domesticLines.map((line) => [line.price, line.net, line.tax, line.gross].map(stored)),
      );
      expect(
        written.map((row) => [
          row.multicurrency_subprice,
          row.multicurrency_total_ht,
          row.multicurrency_total_tva,
          row.multicurrency_total_ttc,
        ]),
      ).toEqual(foreign.map((line) => [line.price, line.net, line.tax, line.gross].map(stored)));
      const [sum, foreignSum] = [orderTotals(domesticLines), orderTotals(foreign)];
      expect([order?.total_ht, order?.total_tva, order?.total_ttc]).toEqual([sum.net, sum.tax, sum.gross].map(stored));
      expect([order?.multicurrency_total_ht, order?.multicurrency_total_tva, order?.multicurrency_total_ttc]).toEqual(
        [foreignSum.net, foreignSum.tax, foreignSum.gross].map(stored),
      );
    }
  });
});
