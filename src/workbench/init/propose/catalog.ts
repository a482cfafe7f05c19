/** Proposals for customers, their addresses, and products. */

import { countedValues } from '../match/counts.ts';
import { candidates } from '../match/field.ts';
import { distinct } from '../match/shapes.ts';
import { keyTo, type Table } from '../model/database.ts';
import {
  add,
  addField,
  addId,
  addMatch,
  askForColumn,
  type Draft,
  draftOf,
  type Proposal,
  proposed,
  queryLines,
  question,
  sqlOf,
} from './draft.ts';
import { addRelated } from './related.ts';
import { customersOnly } from './rows.ts';
import { activeOnly, type Scope } from './scope.ts';
import { addressKindOf, valueLiteral } from './words.ts';

function customers(scope: Scope): Proposal {
  const { dialect, foundTables } = scope;
  const path = '/catalog/customers/search';
  const customer = foundTables.get('customer');
  if (customer === undefined) return question(path, 'Which table holds the customers?');
  const draft = draftOf(dialect, customer, 'c', 'erpId');
  addId(draft, 'erpId');
  customersOnly(draft, 'erpId');
  addField(draft, 'erpName', 'name');
  addField(draft, 'city', 'city');
  activeOnly(draft);
  return proposed(path, draft, ['search: { text: query, in: [erpName] }', ...queryLines(draft)]);
}

/** The id of an address: its own key, or the customer and a number. */
function addLocation(draft: Draft): void {
  const { primaryKey, name } = draft.table;
  if (primaryKey.length < 2) return void addId(draft, 'erpLocationId');
  for (const key of primaryKey)
    add(draft, `erpLocationId.${partName(key)}`, sqlOf(draft, key), 'part of the primary key', `${name}.${key}`);
}

/** The name of a part of an id, as the grammar allows it. */
export const partName = (column: string): string => column.toLowerCase().replaceAll(/[^a-z\d_]/g, '_');

/** A single-line address from several columns; missing ones are omitted. */
function addLine(draft: Draft): void {
  const { table } = draft;
  const pieces = (['street', 'extra', 'zip', 'zipNumber', 'city', 'country'] as const).flatMap((name) => {
    const match = candidates(table, name)[0];
    return match === undefined ? [] : [{ name, column: match.column }];
  });
  const isAddress =
    pieces.some(({ name }) => name === 'street') &&
    pieces.some(({ name }) => name !== 'street' && name !== 'extra' && name !== 'country');
  if (!isAddress)
    askForColumn(
      draft,
      'address',
      `Which columns of ${table.name} make an address, or does another table have it?`,
      [],
    );
  const [first, ...rest] = pieces.filter(
    ({ column }, place) => pieces.findIndex((one) => one.column === column) === place,
  );
  if (first === undefined) {
    askForColumn(draft, 'address', `Which columns of ${table.name} make an address?`, []);
    return;
  }
  const hasZip = pieces.some(({ name }) => name.startsWith('zip'));
  const items = rest.map(({ name, column }) => {
    const sql = sqlOf(draft, column.name);
    const joined = `CONCAT(${name === 'city' && hasZip ? "' '" : "', '"}, ${sql})`;
    return column.required ? joined : `CASE WHEN ${sql} IS NULL THEN '' ELSE ${joined} END`;
  });
  const all = [sqlOf(draft, first.column.name), ...items];
  const names = [first, ...rest].map(({ column }) => column.name);
  const from = `${table.name}.${first.column.name}`;
  add(
    draft,
    'address',
    all.length === 1 ? (all[0] ?? '') : `CONCAT(${all.join(', ')})`,
    `of ${names.join(', ')}`,
    from,
  );
}

function addKind(draft: Draft): string {
  const match = candidates(draft.table, 'kind')[0];
  const { dialect, table, questions } = draft;
  const values = match === undefined ? [] : distinct(match.column);
  if (match === undefined) {
    questions.set(
      'addressKind',
      `Are the addresses of ${table.name} for goods (shipping) or for bills (billing)? All are treated as shipping.`,
    );
    add(draft, 'addressKind', "'shipping'", 'a guess');
    return "'shipping'";
  }
  const unknown = values.filter((value) => addressKindOf(value) === undefined);
  if (unknown.length > 0)
    questions.set(
      'addressKind',
      `Are addresses of the kinds ${unknown.join(', ')} for goods (shipping) or for bills (billing)?`,
    );
  const bills = values.filter((value) => addressKindOf(value) === 'billing');
  const cases = bills.map(
    (value) => `WHEN ${valueLiteral(dialect, value, match.column.kind === 'number')} THEN 'billing'`,
  );
  const sql =
    cases.length === 0
      ? "'shipping'"
      : `CASE ${sqlOf(draft, match.column.name)} ${cases.join(' ')} ELSE 'shipping' END`;
  add(draft, 'addressKind', sql, `its values are ${values.join(', ')}`, `${table.name}.${match.column.name}`);
  return sql;
}

function addresses({ dialect, foundTables }: Scope): Proposal {
  const path = '/catalog/customers/addresses';
  const address = foundTables.get('address');
  const customer = foundTables.get('customer');
  const key = keyTo(address?.table ?? noTable, customer?.table)?.columns[0];
  if (address !== undefined && key !== undefined) {
    const draft = draftOf(dialect, address, 'a', 'erpLocationId');
    addLocation(draft);
    addField(draft, 'erpLabel', 'label');
    const kind = addKind(draft);
    addLine(draft);
    draft.where.push(`${sqlOf(draft, key)} = :customerId`);
    return proposed(path, draft, queryLines(draft, [], [`  [[ AND ${kind} = :kind ]]`]));
  }
  if (customer === undefined) return question(path, 'Which table holds the addresses of customers?');
  // A table of addresses without a key: a third table may join it with the customers.
  const addresses =
    address === undefined || address.table === customer.table
      ? customer
      : { ...customer, isSure: false, rivals: [address.table.name] };
  const draft = draftOf(dialect, addresses, 'c', 'erpLocationId');
  const id = addId(draft, 'erpLocationId');
  addField(draft, 'erpLabel', 'name');
  add(draft, 'addressKind', "'billing'", `the one address that ${customer.table.name} has`);
  const kind = candidates(customer.table, 'kind')[0]?.column;
  if (kind !== undefined && distinct(kind).length > 0)
    draft.questions.set(
      'addressKind',
      `Does ${customer.table.name}.${kind.name} say what an address is for? It has ${countedValues(kind)}.`,
    );
  addLine(draft);
  if (id !== undefined) draft.where.push(`${sqlOf(draft, id)} = :customerId`);
  return proposed(path, draft, queryLines(draft, [], ["  [[ AND 'billing' = :kind ]]"]));
}

const noTable: Table = { name: '', columns: [], primaryKey: [], uniques: [], foreignKeys: [], rows: 0, sample: [] };

function products(scope: Scope, path: string, search: string, withDetails: boolean): Proposal {
  const { dialect, foundTables } = scope;
  const item = foundTables.get('item');
  if (item === undefined) return question(path, 'Which table holds the products?');
  const draft = draftOf(dialect, item, 'i', 'erpProductId');
  const [key] = item.table.primaryKey;
  // A text key is usually the article number. A key that is a number may only count the rows.
  const coded = candidates(item.table, 'sku').map((one) =>
    one.column.name === key && one.column.kind !== 'text' ? { ...one, isSure: false } : one,
  );
  const match = addMatch(draft, 'erpSku', coded);
  if (match === undefined)
    askForColumn(draft, 'erpSku', `Which column of ${item.table.name} is the number that customers order by?`, []);
  const titles = candidates(item.table, 'title');
  if (titles[0]?.isSure === true && titles[0].score >= 5) addField(draft, 'erpDesc', 'title');
  else if (!addRelated(draft, scope, 'erpDesc', 'title')) addField(draft, 'erpDesc', 'title');
  addId(draft, 'erpProductId');
  const details = withDetails ? candidates(item.table, 'details')[0]?.column : undefined;
  activeOnly(draft);
  const more = details === undefined ? [] : [`${sqlOf(draft, details.name)} AS _details`];
  const line = search.replace('DETAILS', details === undefined ? 'erpDesc' : 'erpDesc, _details');
  return proposed(path, draft, [line, ...queryLines(draft, more)]);
}

/** The proposals for the endpoints of `/catalog`. */
export const catalogProposals = (scope: Scope): readonly Proposal[] => [
  customers(scope),
  addresses(scope),
  products(scope, '/catalog/products/search', 'search: { text: query, in: [DETAILS] }', true),
  products(scope, '/catalog/products/by-sku', 'search: { text: sku, in: [erpSku], match: prefix }', false),
];
