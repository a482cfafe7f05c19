/** Products: variants with extra prices, prices without a round cent, a cost, units, archived ones and one without a reference. */
import { idOf, type Odoo, only, refOf } from '../odoo.ts';

export interface Products {
  /** Product variants by internal reference. */
  readonly bySku: ReadonlyMap<string, number>;
  readonly category: number;
  readonly deepCategory: number;
  readonly dozen: number;
  readonly unit: number;
}

const plain = [
  ['NAIL-1', 'Nails & screws', 0.07],
  ['R 17', 'Rake 17"', 23.49],
  ['Ä-9', 'Öl für Sägen', 7.333],
  ['100%', '100% wool', 12.995],
  ['BOX/2', 'Box (two)', 4.15],
  ['GRAVEL', 'Gravel', 0.1],
  ['SAW', 'Saw', 119],
] as const;

export async function makeProducts(odoo: Odoo): Promise<Products> {
  const category = await odoo.create('product.category', { name: 'Hardware' });
  const deepCategory = await odoo.create('product.category', { name: 'Steel', parent_id: category });
  const unit = await refOf(odoo, 'uom.product_uom_unit');
  const dozen = await refOf(odoo, 'uom.product_uom_dozen');
  const shared = { sale_ok: true, taxes_id: [[6, 0, []]] };
  for (const [default_code, name, list_price] of plain)
    await odoo.create('product.product', {
      ...shared,
      default_code,
      name,
      list_price,
      standard_price: list_price * 0.6,
      categ_id: category,
    });
  await odoo.create('product.product', {
    ...shared,
    default_code: 'STEEL',
    name: 'Steel bar',
    list_price: 3.2,
    standard_price: 1.9,
    categ_id: deepCategory,
  });
  await odoo.create('product.product', { ...shared, default_code: 'FREE', name: 'Sample', list_price: 0 });
  await odoo.create('product.product', {
    ...shared,
    default_code: 'OLD',
    name: 'Old saw',
    list_price: 5,
    active: false,
  });
  await odoo.create('product.product', { ...shared, name: 'Without a reference', list_price: 5 });
  await odoo.create('product.product', {
    ...shared,
    default_code: 'BOUGHT',
    name: 'Only bought',
    list_price: 5,
    sale_ok: false,
  });
  const size = await odoo.create('product.attribute', { name: 'Size' });
  const small = await odoo.create('product.attribute.value', { name: 'S', attribute_id: size });
  const large = await odoo.create('product.attribute.value', {
    name: 'L',
    attribute_id: size,
    default_extra_price: 2.5,
  });
  const glove = await odoo.create('product.template', {
    ...{ ...shared, name: 'Glove', list_price: 6.35, categ_id: deepCategory },
    attribute_line_ids: [[0, 0, { attribute_id: size, value_ids: [[6, 0, [small, large]]] }]],
  });
  const variants = await odoo.rows('product.product', [['product_tmpl_id', '=', glove]], ['id']);
  for (const [index, { id }] of variants.entries())
    await odoo.call('product.product', 'write', [[id], { default_code: `GLOVE-${index}` }]);
  const extra = await odoo.rows(
    'product.template.attribute.value',
    [['product_attribute_value_id', '=', large]],
    ['id'],
  );
  for (const { id } of extra)
    await odoo.call('product.template.attribute.value', 'write', [[id], { price_extra: 2.505 }]);
  const foundRows = await odoo.rows('product.product', [['default_code', '!=', false]], ['default_code']);
  const bySku = new Map(foundRows.map(({ id, default_code }) => [String(default_code), idOf(id) ?? 0]));
  return { bySku, category, deepCategory, dozen, unit };
}

export const skuOf = ({ bySku }: Products, sku: string): number => {
  const id = bySku.get(sku);
  if (id === undefined) throw new Error(`There is no product ${sku}.`);
  return id;
};

/** A sales tax of 19 %, on top of prices; with `included`, inside of them. */
export async function makeTax(odoo: Odoo, name: string, included: boolean): Promise<number> {
  const group = await only(odoo, 'account.tax.group', []);
  const fields = await odoo.call('account.tax', 'fields_get', [['price_include_override']], { attributes: ['type'] });
  const isNew = JSON.stringify(fields).includes('price_include_override');
  const inside = isNew
    ? { price_include_override: included ? 'tax_included' : 'tax_excluded' }
    : { price_include: included };
  return await odoo.create('account.tax', {
    name,
    amount: 19,
    amount_type: 'percent',
    type_tax_use: 'sale',
    tax_group_id: group,
    ...inside,
  });
}
