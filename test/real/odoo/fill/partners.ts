/** Customers with families of contacts, and others that are no customers. */
import { type Odoo, only, type Row } from '../odoo.ts';
import type { Pricelists } from './pricelists.ts';

export interface Partners {
  /** The companies at the top of families, in a fixed order. */
  readonly customers: readonly number[];
  /** For each customer a contact of the type "other"; undefined if it has none. */
  readonly contacts: readonly (number | undefined)[];
  /** A customer of pushed drafts, whose pricelist gives ten percent. */
  readonly draftPartner: number;
}

const names = [
  'Müller & Söhne',
  "O'Brien Ltd",
  'Weiß "Bau"',
  'Nordwind 100%',
  'Ça va SARL',
  'Łódź sp. z o.o.',
  'Acme_1',
  'Zürich\\Handel',
  '株式会社',
  'Kuwait Trading',
  'Quiet',
  'Only orders',
];

export async function makePartners(odoo: Odoo, lists: Pricelists): Promise<Partners> {
  const country = async (code: string): Promise<number> => only(odoo, 'res.country', [['code', '=', code]]);
  const [de, be, us] = [await country('DE'), await country('BE'), await country('US')];
  const priced = [undefined, lists.trade, lists.nested, lists.dollars, lists.dinars, lists.future, lists.percent];
  const customers: number[] = [];
  const contacts: (number | undefined)[] = [];
  for (const [index, name] of names.entries()) {
    const partner: Row = {
      ...{ name, is_company: true, email: `office${index}@real.example`, country_id: [de, be, us][index % 3] },
      ...(index % 4 === 0
        ? {}
        : {
            street: `Main street ${index}`,
            city: index % 4 === 1 ? 'Gent' : '',
            zip: index % 4 === 2 ? '' : `90${index}0`,
          }),
      ...(index % 5 === 0 ? { credit_limit: 1234.56 + index, use_partner_credit_limit: true } : {}),
    };
    const id = await odoo.create('res.partner', partner);
    const list = priced[index % priced.length];
    if (list !== undefined) await odoo.call('res.partner', 'write', [[id], { property_product_pricelist: list }]);
    customers.push(id);
    const child = (type: string, more: Row): Promise<number> =>
      odoo.create('res.partner', { parent_id: id, type, ...more });
    if (index % 3 === 0)
      await child('delivery', {
        name: 'Warehouse',
        street: 'Dock 4',
        street2: 'Gate B',
        zip: '9000',
        city: 'Gent',
        country_id: be,
      });
    if (index % 4 === 1) await child('invoice', { name: 'Accounts', street: 'Box 7', country_id: be });
    if (index % 5 === 2) await child('delivery', { name: 'Closed warehouse', street: 'Dock 5', active: false });
    contacts.push(index % 2 === 0 ? await child('other', { name: `Buyer ${index}` }) : undefined);
  }
  await odoo.create('res.partner', { name: 'A vendor', is_company: true, supplier_rank: 1 });
  await odoo.create('res.partner', { name: 'Closed customer', is_company: true, active: false, customer_rank: 1 });
  const draftPartner = await odoo.create('res.partner', {
    name: 'Platform drafts',
    is_company: true,
    country_id: us,
    customer_rank: 1,
  });
  await odoo.call('res.partner', 'write', [[draftPartner], { property_product_pricelist: lists.percent }]);
  return { customers, contacts, draftPartner };
}
