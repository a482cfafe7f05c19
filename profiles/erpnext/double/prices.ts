/**
 * `erpnext.stock.get_item_details.get_item_details`, as far as the price: the item price, and one pricing rule. Without rules for several items,
 * totals, free items, coupons and conditions.
 */
import { type Body, type Database, FrappeError, literal, oneRow, type Row } from './frappe.ts';

interface Line {
  readonly item: Row;
  readonly customer: Row;
  readonly args: Body;
  /** Stock units of the unit of the line. */
  readonly factor: number;
}

async function factorOf(database: Database, item: Row, unit: unknown): Promise<number> {
  if (unit === item.stock_uom) return 1;
  const [row] = await database.run(
    `SELECT conversion_factor FROM \`tabUOM Conversion Detail\`
     WHERE parent IN (${literal(item.name)}, ${literal(item.variant_of)}) AND uom = ${literal(unit)} LIMIT 1`,
  );
  return Number(row?.conversion_factor ?? 1);
}

/** `get_item_price`: the newest valid price of the list for the unit, or for all units. */
async function itemPrice(
  database: Database,
  line: Line,
  code: unknown,
  customer: string,
  unit: unknown,
): Promise<Row | undefined> {
  const { args } = line;
  const rows = await database.run(
    `SELECT price_list_rate, uom, packing_unit FROM \`tabItem Price\`
     WHERE item_code = ${literal(code)} AND price_list = ${literal(args.price_list)} AND COALESCE(uom, '') IN ('', ${literal(unit)})
       AND COALESCE(customer, '') = ${literal(customer)} AND COALESCE(batch_no, '') = ''
       AND COALESCE(valid_from, '2000-01-01') <= ${literal(args.transaction_date)}
       AND COALESCE(valid_upto, '2500-12-31') >= ${literal(args.transaction_date)}
     ORDER BY valid_from DESC, uom DESC LIMIT 1`,
  );
  return rows[0];
}

/** `get_price_list_rate_for`: the price for the customer, else for all, else for all in the stock unit. */
async function listRate(database: Database, line: Line, code: unknown): Promise<number | undefined> {
  const { args, item, factor } = line;
  const customerPrice = await itemPrice(database, line, code, String(args.customer), args.uom);
  const packing = Number(customerPrice?.packing_unit ?? 0);
  const isPacked = packing === 0 || Number(args.qty) % packing === 0;
  const price =
    customerPrice !== undefined
      ? isPacked
        ? customerPrice
        : undefined
      : ((await itemPrice(database, line, code, '', args.uom)) ??
        (await itemPrice(database, line, code, '', item.stock_uom)));
  if (price === undefined) return undefined;
  return Number(price.price_list_rate) * (price.uom === args.uom ? 1 : factor);
}

/** The groups above a node, itself included. */
const above = (table: string, node: unknown): string =>
  `SELECT p.name FROM \`tab${table}\` p JOIN \`tab${table}\` n ON n.name = ${literal(node)} AND p.lft <= n.lft AND p.rgt >= n.rgt`;

/** `_get_pricing_rules`: the rules for the item, its group or its brand that hold for the customer today. */
async function rulesOn(
  database: Database,
  line: Line,
  on: 'Item Code' | 'Item Group' | 'Brand',
): Promise<readonly Row[]> {
  const { args, item, customer } = line;
  const column = on.toLowerCase().replace(' ', '_');
  const things = {
    'Item Code': `${literal(item.name)}, ${literal(item.variant_of)}`,
    'Item Group': above('Item Group', item.item_group),
    Brand: literal(item.brand),
  }[on];
  return await database.run(
    `SELECT r.*, t.uom FROM \`tabPricing Rule\` r JOIN \`tabPricing Rule ${on}\` t ON t.parent = r.name
     WHERE t.${column} IN (${things}) AND COALESCE(t.uom, '') IN ('', ${literal(args.uom)}) AND r.disable = 0 AND r.selling = 1
       AND COALESCE(r.company, '') IN ('', ${literal(args.company)}) AND COALESCE(r.customer, '') IN ('', ${literal(customer.name)})
       AND (COALESCE(r.customer_group, '') = '' OR r.customer_group IN (${above('Customer Group', customer.customer_group)}))
       AND (COALESCE(r.territory, '') = '' OR r.territory IN (${above('Territory', customer.territory)}))
       AND COALESCE(r.for_price_list, '') IN ('', ${literal(args.price_list)})
       AND ${literal(args.transaction_date)} BETWEEN COALESCE(r.valid_from, '2000-01-01') AND COALESCE(r.valid_upto, '2500-12-31')
     ORDER BY r.priority DESC, r.name DESC`,
  );
}

/** `filter_pricing_rules`: one rule, by quantity, currency, priority and price list. */
function chosenRule(rules: readonly Row[], line: Line, amount: number): Row | undefined {
  const { args, factor } = line;
  const stock = Number(args.qty) * factor;
  const holds = (value: number, least: unknown, most: unknown): boolean =>
    value >= Number(least) && (Number(most) === 0 || value <= Number(most));
  const narrowed = (from: readonly Row[], test: (rule: Row) => boolean): readonly Row[] => {
    const some = from.filter(test);
    return from.length > 1 && some.length > 0 ? some : from;
  };
  const fitting = rules.filter(
    (rule) => holds(stock, rule.min_qty, rule.max_qty) && holds(amount, rule.min_amt, rule.max_amt),
  );
  const inCurrency = narrowed(fitting, ({ currency }) => currency === args.currency);
  const highest = Math.max(...inCurrency.map(({ priority }) => Number(priority ?? 0)));
  const first = inCurrency.filter(({ priority }) => Number(priority ?? 0) === highest);
  const isPercent = first.every(({ rate_or_discount: kind }) => kind === 'Discount Percentage');
  const left = isPercent ? narrowed(first, (rule) => rule.for_price_list === args.price_list) : first;
  if (left.length > 1)
    throw new FrappeError(
      'MultiplePricingRuleConflict',
      'Multiple Price Rules exists with same criteria, please resolve conflict by assigning priority. Price Rules: ' +
        left.map(({ name }) => name).join(' '),
    );
  return left[0];
}

/** `apply_price_discount_rule`. */
function applied(rule: Row, line: Line, rate: number): Body {
  const { args, factor } = line;
  const isMargin = rule.margin_type === 'Percentage' || rule.currency === args.currency;
  const margin =
    Number(rule.margin_rate_or_amount) !== 0 && isMargin
      ? { margin_type: rule.margin_type, margin_rate_or_amount: Number(rule.margin_rate_or_amount) }
      : { margin_type: null, margin_rate_or_amount: 0 };
  const result = { ...margin, pricing_rule_for: rule.rate_or_discount, pricing_rules: JSON.stringify([rule.name]) };
  if (rule.rate_or_discount === 'Rate') {
    const fixed = rule.currency === args.currency ? Number(rule.rate) : 0;
    const inUnit = rule.uom === args.uom ? fixed : fixed * factor;
    return { ...result, discount_percentage: 0, ...(fixed === 0 ? {} : { price_list_rate: inUnit }) };
  }
  if (rule.rate_or_discount === 'Discount Amount') return { ...result, discount_amount: Number(rule.discount_amount) };
  const discount = rate * (Number(rule.discount_percentage) / 100);
  return { ...result, discount_amount: discount, discount_percentage: rate === 0 ? 0 : (discount / rate) * 100 };
}

/** The details of a line of an order. */
export async function itemDetails(database: Database, args: Body): Promise<Body> {
  const item = await oneRow(
    database,
    `SELECT * FROM tabItem WHERE name = ${literal(args.item_code)}`,
    `Item ${args.item_code} not found`,
  );
  if (item.disabled === '1') throw new FrappeError('ValidationError', `Item ${item.name} is disabled`);
  if (item.has_variants === '1')
    throw new FrappeError('ValidationError', `Item ${item.name} is a template, please select one of its variants`);
  const customer = await oneRow(
    database,
    `SELECT * FROM tabCustomer WHERE name = ${literal(args.customer)}`,
    `Customer ${args.customer} not found`,
  );
  const list = await oneRow(
    database,
    `SELECT * FROM \`tabPrice List\` WHERE name = ${literal(args.price_list)}`,
    `Price List ${args.price_list} not found`,
  );
  if (list.enabled !== '1')
    throw new FrappeError('ValidationError', `Price List ${list.name} is disabled or does not exist`);
  const line: Line = { item, customer, args, factor: await factorOf(database, item, args.uom) };
  const [company] = await database.run(`SELECT default_currency FROM tabCompany WHERE name = ${literal(args.company)}`);
  const [listExchange] =
    list.currency === company?.default_currency
      ? [{ exchange_rate: '1' }]
      : await database.run(
          `SELECT exchange_rate FROM \`tabCurrency Exchange\` WHERE from_currency = ${literal(list.currency)}
             AND to_currency = ${literal(company?.default_currency)} AND for_selling = 1 AND date <= ${literal(args.transaction_date)} ORDER BY date DESC LIMIT 1`,
        );
  const listPrice =
    (await listRate(database, line, item.name)) ??
    (item.variant_of === null ? undefined : await listRate(database, line, item.variant_of));
  const rate = ((listPrice ?? 0) * Number(listExchange?.exchange_rate ?? 1)) / Number(args.conversion_rate);
  const details = {
    item_code: item.name,
    qty: args.qty,
    uom: args.uom,
    price_list_rate: rate,
    rate: 0,
    discount_percentage: 0,
    discount_amount: 0,
  };
  for (const on of ['Item Code', 'Item Group', 'Brand'] as const) {
    const rules = await rulesOn(database, line, on);
    const [first] = rules;
    if (first === undefined) continue;
    const rule = chosenRule(rules, line, rate * Number(args.qty));
    return rule === undefined ? details : { ...details, ...applied(rule, line, rate) };
  }
  return details;
}
