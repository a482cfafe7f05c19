/** Fills an empty Odoo once; a parameter of the system marks it as filled. */
import { z } from 'zod';
import { numberOf, type Odoo } from '../odoo.ts';
import { makeInvoices } from './invoices.ts';
import { makeOrders } from './orders.ts';
import { makePartners } from './partners.ts';
import { makePricelists } from './pricelists.ts';
import { makeProducts, makeTax } from './products.ts';
import { openBanks, switchOn } from './settings.ts';

const mark = 'engine.real_run';

/** The field of an order line that holds its unit. */
async function unitFieldOf(odoo: Odoo): Promise<string> {
  const fields = await odoo.call('sale.order.line', 'fields_get', [['product_uom_id']], { attributes: ['type'] });
  return z.record(z.string(), z.unknown()).parse(fields).product_uom_id === undefined
    ? 'product_uom'
    : 'product_uom_id';
}

/** Returns the id of the contact that drafts are booked to. */
export async function fill(odoo: Odoo): Promise<number> {
  const [markRow] = await odoo.rows('ir.config_parameter', [['key', '=', mark]], ['value']);
  if (markRow !== undefined) return Number(markRow.value);
  const started = await odoo.rows('account.move', [], ['id'], { limit: 1 });
  if (started.length > 0) throw new Error('This Odoo has documents already. Give the run an empty database.');
  const currencies = await switchOn(odoo);
  await openBanks(odoo);
  const taxes = [await makeTax(odoo, 'VAT 19 %', false), await makeTax(odoo, 'VAT 19 % included', true)] as const;
  const products = await makeProducts(odoo);
  const lists = await makePricelists(odoo, currencies, products);
  const partners = await makePartners(odoo, lists);
  await makeOrders(odoo, partners, products, await unitFieldOf(odoo));
  await makeInvoices({ odoo, partners, products, currencies, taxes });
  const id = partners.draftPartner;
  await odoo.create('ir.config_parameter', { key: mark, value: String(id) });
  return numberOf(id);
}
