/** Proposals for prices, credit, orders and ordered items. */

import { bestColumn, candidates } from '../match/field.ts';
import { type Column, keysTo, keyTo, rivalKeys } from '../model/database.ts';
import { nameIn } from '../model/sql-text.ts';
import {
  add,
  addField,
  addId,
  addKeyAsNumber,
  addMatch,
  askForColumn,
  type Draft,
  draftOf,
  type Proposal,
  proposed,
  queryLines,
  question,
  selectOf,
  sqlOf,
} from './draft.ts';
import { addCurrencyOf, ownTable } from './related.ts';
import { salesOnly } from './rows.ts';
import { addCustomer, anyOf, type Scope, withoutDate } from './scope.ts';
import { addStatus } from './status.ts';

/** A price without a first day is valid since ever, where rows without one were read. */
function beforeStart(draft: Draft, from: Column): readonly string[] {
  const hasGaps = from.noDates !== undefined || from.values.length < draft.table.sample.length;
  return hasGaps ? withoutDate(draft, from) : [];
}

/** A price without a last day is valid for ever. A day in the far future needs no condition of its own. */
const withoutEnd = (draft: Draft, to: Column): readonly string[] => {
  const early = to.noDates?.filter((day) => !day.startsWith('9')) ?? [];
  return withoutDate(draft, { ...to, required: false, noDates: early });
};

function pricing(scope: Scope): Proposal {
  const { dialect, foundTables } = scope;
  const path = '/pricing/resolve';
  const [item, special, customer] = [
    foundTables.get('item'),
    foundTables.get('customerPrice'),
    foundTables.get('customer'),
  ];
  if (item === undefined) return question(path, 'Which table holds the prices?');
  const base = draftOf(dialect, item, 'i', 'systemUnitPrice');
  const [key] = item.table.primaryKey;
  addField(base, 'systemUnitPrice', 'price');
  add(base, 'source', "'base price'", 'a label');
  if (key !== undefined) base.where.push(`${sqlOf(base, key)} = :productErpId`);
  const price = candidates(item.table, 'price')[0]?.column;
  if (price?.required === false) base.where.push(`${sqlOf(base, price.name)} IS NOT NULL`);
  const branches: (readonly string[])[] = [];
  if (special !== undefined) {
    const draft = draftOf(dialect, special, 'p', 'systemUnitPrice');
    const [customerColumn, itemColumn] = [
      keyTo(special.table, customer?.table)?.columns[0],
      keyTo(special.table, item.table)?.columns[0],
    ];
    addField(draft, 'systemUnitPrice', 'price');
    add(draft, 'source', "'customer price'", 'a label');
    if (customerColumn !== undefined && itemColumn !== undefined) {
      draft.where.push(
        `${sqlOf(draft, customerColumn)} = :customerErpId`,
        `${sqlOf(draft, itemColumn)} = :productErpId`,
      );
      const from = bestColumn(special.table, 'validFrom')?.column;
      const to = bestColumn(special.table, 'validTo')?.column;
      if (from !== undefined)
        draft.where.push(anyOf([...beforeStart(draft, from), `${sqlOf(draft, from.name)} <= :today`]));
      if (to !== undefined) draft.where.push(anyOf([...withoutEnd(draft, to), `${sqlOf(draft, to.name)} >= :today`]));
      branches.push(selectOf(draft));
    }
    branches.push(selectOf(base));
    if (branches.length > 1) base.parts.unshift(...draft.parts.filter(({ field }) => field === 'systemUnitPrice'));
    for (const [field, text] of draft.questions) {
      base.questions.set(field, text);
      if (draft.placed.has(field)) base.placed.add(field);
      else base.placed.delete(field);
    }
  } else branches.push(selectOf(base));
  base.questions.set(
    'source',
    'In which order do price rules apply, and in which currency is the price of the item? These are the tables that were found.',
  );
  const keys = ['first:', ...branches.flatMap((lines) => ['  - query: |', ...lines.map((line) => `      ${line}`)])];
  return proposed(path, base, keys);
}

function credit(scope: Scope): Proposal {
  const { dialect, foundTables } = scope;
  const path = '/credit/customer';
  const customer = foundTables.get('customer');
  if (customer === undefined) return question(path, 'Which table holds the customers?');
  const draft = draftOf(dialect, customer, 'c', 'creditLimit');
  const [key] = customer.table.primaryKey;
  const limit = addField(draft, 'creditLimit', 'creditLimit');
  addField(draft, 'creditUsed', 'balance');
  if (!addCurrencyOf(draft, scope, ownTable(draft)))
    askForColumn(draft, 'currency', `Where is it? No column of ${customer.table.name} looks like it.`, []);
  if (key !== undefined) draft.where.push(`${sqlOf(draft, key)} = :customerErpId`);
  if (limit?.column.values.some((value) => Number(value) <= 0) === true)
    draft.questions.set(
      'creditLimit',
      `What does ${limit.column.name} = 0 or less mean: no credit, or no limit (NULL)?`,
    );
  return proposed(path, draft, queryLines(draft));
}

interface OrderNames {
  readonly id: string;
  readonly number: string;
  readonly label: string;
}

/** Most ERPs have no purchase orders of customers: a sales order carries the number of the customer's order. */
function carriedOrders(scope: Scope, path: string, names: OrderNames): Proposal | undefined {
  const order = scope.foundTables.get('salesOrder');
  const all = order === undefined ? [] : candidates(order.table, 'customerReference');
  if (order === undefined || all[0] === undefined) return undefined;
  const draft = draftOf(scope.dialect, order, 'o', names.id);
  addId(draft, names.id);
  addMatch(draft, names.number, all);
  salesOnly(draft, scope, names.id, 'orders of customers');
  const customer = addCustomer(draft, scope, 'customerErpId');
  const codes = addStatus(draft, (state) => state);
  addField(draft, 'orderDate', 'orderDate');
  const place = `${order.table.name}.${all[0].column.name}`;
  const text = `There is no table of customers' purchase orders. Are they the sales orders that have a number in ${place}? Where they are not: unavailable, with the reason, and answer: empty.`;
  const isNamed = scope.foundTables.get('purchaseOrder')?.table === order.table;
  if (!isNamed)
    draft.questions.set(names.id, [draft.questions.get(names.id), text].filter((one) => one !== undefined).join(' '));
  const tail = customer === undefined ? [] : [`  [[ AND ${sqlOf(draft, customer)} = :customerErpId ]]`];
  draft.where.push(`${sqlOf(draft, all[0].column.name)} <> ''`);
  return proposed(path, draft, [`order: [-orderDate, -${names.id}]`, ...queryLines(draft, [], tail), ...codes]);
}

function orderList(scope: Scope, path: string, entity: 'purchaseOrder' | 'salesOrder', names: OrderNames): Proposal {
  const { dialect, foundTables } = scope;
  const order = foundTables.get(entity);
  // A person may name the table of sales orders, which carry the customers' numbers.
  const isSalesOrder = order?.table === foundTables.get('salesOrder')?.table;
  if (entity === 'purchaseOrder' && (order === undefined || isSalesOrder)) {
    const carried = carriedOrders(scope, path, names);
    if (carried !== undefined) return carried;
  }
  if (order === undefined)
    return question(
      path,
      `Which table holds the ${names.label} orders? Where there is none: unavailable, with the reason, and answer: empty.`,
    );
  const draft = draftOf(dialect, order, 'o', names.id);
  const id = addId(draft, names.id);
  const all = candidates(order.table, entity === 'purchaseOrder' ? 'poNumber' : 'orderNumber');
  if (entity === 'purchaseOrder' && isSalesOrder)
    askForColumn(
      draft,
      names.number,
      `Where is the number that the customer gave? ${order.table.name} has the sales orders.`,
      [],
    );
  else if (addMatch(draft, names.number, all) === undefined) addKeyAsNumber(draft, names.number, id);
  salesOnly(draft, scope, names.id, 'orders of customers');
  const customer = addCustomer(draft, scope, 'customerErpId');
  const codes = addStatus(draft, (state) => state);
  addField(draft, 'orderDate', 'orderDate');
  const tail =
    customer === undefined
      ? []
      : [
          ...(draft.where.length === 0 ? ['WHERE 1 = 1'] : []),
          `  [[ AND ${sqlOf(draft, customer)} = :customerErpId ]]`,
        ];
  return proposed(path, draft, [`order: [-orderDate, -${names.id}]`, ...queryLines(draft, [], tail), ...codes]);
}

function usage({ dialect, foundTables }: Scope): Proposal {
  const path = '/sales-orders/usage';
  const [order, line, item, customer] = [
    foundTables.get('salesOrder'),
    foundTables.get('orderLine'),
    foundTables.get('item'),
    foundTables.get('customer'),
  ];
  if (order === undefined || line === undefined || item === undefined)
    return question(path, 'Which tables hold the lines of orders, with items and quantities?');
  const draft = draftOf(dialect, line, 'l', 'units');
  const match = candidates(line.table, 'quantity')[0];
  const sku = candidates(item.table, 'sku')[0]?.column.name;
  const date = candidates(order.table, 'orderDate')[0]?.column.name;
  const [toOrder, toItem, toCustomer] = [
    keyTo(line.table, order.table),
    keyTo(line.table, item.table),
    keyTo(order.table, customer?.table),
  ];
  const required = [match, sku, date, toOrder, toItem, toCustomer];
  if (
    match === undefined ||
    sku === undefined ||
    date === undefined ||
    toOrder === undefined ||
    toItem === undefined ||
    toCustomer === undefined
  ) {
    const missing = [
      'the quantity',
      "the item's number",
      "the order's date",
      'the key of the order',
      'the key of the item',
      'the key of the customer',
    ].filter((_, place) => required[place] === undefined);
    return question(
      path,
      `Which columns are ${missing.join(', ')}? The lines of orders seem to be in ${line.table.name}.`,
    );
  }
  const name = (text: string | undefined): string => nameIn(dialect, text ?? '');
  add(
    draft,
    'units',
    `SUM(${sqlOf(draft, match.column.name)})`,
    `sum of ${match.column.name}`,
    `${line.table.name}.${match.column.name}`,
  );
  draft.joins.push(
    `JOIN ${name(order.table.name)} o ON o.${name(toOrder.references[0])} = l.${name(toOrder.columns[0])}`,
    `JOIN ${name(item.table.name)} i ON i.${name(toItem.references[0])} = l.${name(toItem.columns[0])}`,
  );
  draft.where.push(
    `o.${name(toCustomer.columns[0])} = :customerErpId`,
    `i.${name(sku)} = :sku`,
    `o.${name(date)} >= :periodStart`,
  );
  const rivals = [
    ...rivalKeys(keysTo(line.table, order.table), order.table),
    ...rivalKeys(keysTo(line.table, item.table), item.table),
    ...rivalKeys(keysTo(order.table, customer?.table), customer?.table),
  ];
  const keys = rivals.length === 0 ? '' : ` ${rivals.join(', ')} could be the key in the query, too: which one is it?`;
  draft.questions.set(
    'units',
    `Which states of orders count (quotations and cancelled orders do not), and is the quantity in the unit that the item is ordered in?${keys}`,
  );
  return proposed(
    path,
    draft,
    queryLines(draft, [], [`  [[ AND o.${name(date)} <= :periodEnd ]]`, `GROUP BY i.${name(sku)}`]),
  );
}

/** The proposals for prices, credit, orders and usage. */
export const orderProposals = (scope: Scope): readonly Proposal[] => [
  pricing(scope),
  credit(scope),
  orderList(scope, '/purchase-orders/list', 'purchaseOrder', {
    id: 'erpPoId',
    number: 'poNumber',
    label: "customers' purchase",
  }),
  orderList(scope, '/sales-orders/list', 'salesOrder', { id: 'erpSoId', number: 'soNumber', label: 'sales' }),
  usage(scope),
];
