/** The text of an endpoint of which only the likely tables are known: each field of the contract is an open place. */
import type { Dialect } from '../../../../engine/host/index.ts';
import type { Endpoint, Fields } from '../../../../engine/index.ts';
import { likelyTables } from '../match/likely-tables.ts';
import type { Entity } from '../match/table-criteria.ts';
import type { Table } from '../model/database.ts';
import { nameIn } from '../model/sql-text.ts';
import { openPlace } from './draft.ts';
import type { Scope } from './scope.ts';

/** The records that an endpoint reads or writes, the main one first. */
const entitiesOf: Readonly<Record<string, readonly Entity[]>> = {
  '/catalog/customers/search': ['customer'],
  '/catalog/customers/addresses': ['address'],
  '/catalog/products/search': ['item'],
  '/catalog/products/by-sku': ['item'],
  '/pricing/resolve': ['customerPrice'],
  '/credit/customer': ['customer'],
  '/purchase-orders/list': ['purchaseOrder'],
  '/sales-orders/list': ['salesOrder'],
  '/sales-orders/usage': ['orderLine'],
  '/customer-invoices/list': ['invoice'],
  '/customer-statement/get': ['entry'],
  '/debtors/list': ['customer'],
  '/invoices/list': ['invoice', 'invoiceLine'],
  '/payments/list': ['allocation', 'payment'],
  '/sale-draft': ['salesOrder', 'orderLine'],
  '/invoices/push': ['invoice', 'invoiceLine'],
  '/payments/push': ['payment', 'allocation'],
};

/** A question names at most this many tables. */
const mostTables = 3;

/** The FROM of a query over the likely tables; without any the whole of it is open. */
function fromLine(tables: readonly Table[], dialect: Dialect): string {
  const [first, ...others] = tables.slice(0, mostTables).map(({ name }) => name);
  if (first === undefined) return openPlace('FROM which table');
  const question = others.length === 0 ? 'Is it the right table?' : `Is it the right table, or ${others.join(' or ')}?`;
  return `FROM ${nameIn(dialect, first)} t ${openPlace(question)}`;
}

const scalars = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, { type }]) => (type === 'list' ? [] : [name]));

/** The lines of a query whose columns are open. `condition`: what its rows have to fulfil. */
function queryOf(names: readonly string[], from: string, condition: string): readonly string[] {
  const items = names.map(
    (name, place) =>
      `  ${place === 0 ? 'SELECT' : '      '} NULL ${openPlace('')} AS ${name}${place < names.length - 1 ? ',' : ''}`,
  );
  return ['query: |', ...items, `  ${from}`, ...(condition === '' ? [] : [`  ${openPlace(condition)}`])];
}

const indent = (lines: readonly string[], depth: number): readonly string[] =>
  lines.map((line) => `${' '.repeat(depth)}${line}`);

/** The condition by the ids of a request, as a question. */
function conditionOf(request: Fields): string {
  const ids = Object.entries(request).filter(([, { type }]) => type === 'id');
  const [name, field] = ids[0] ?? [];
  if (name === undefined) return '';
  const all = ids.map(([id]) => `its column = :${id}`).join(' AND ');
  return field?.required === true ? `WHERE ${all}` : `WHERE 1 = 1 [[ AND ${all} ]]`;
}

/** The lines of an endpoint without its question. */
export function openLines({ path, request, answer }: Endpoint, scope: Scope): readonly string[] {
  const { dialect, foundTables, tables } = scope;
  const froms = (entitiesOf[path] ?? []).map((entity) => fromLine(likelyTables(entity, foundTables, tables), dialect));
  const [from = fromLine([], dialect), fromLines = fromLine([], dialect)] = froms;
  switch (answer.kind) {
    case 'service':
      return [];
    case 'rows': {
      const { row, id, name, paged, newestFirst } = answer;
      const text = Object.entries(request).find(([, { type }]) => type === 'text')?.[0];
      const lists = Object.entries(row).flatMap(([list, field]) => (field.type === 'list' ? [{ list, field }] : []));
      return [
        ...(name === undefined || text === undefined ? [] : [`search: { text: ${text}, in: [${name}] }`]),
        ...(paged ? [`page: { key: [${id}] }`] : []),
        ...(newestFirst === undefined ? [] : [`order: [-${newestFirst}, -${id}]`]),
        ...queryOf(scalars(row), from, conditionOf(request)),
        ...lists.flatMap(({ list, field }) => [
          'attach:',
          `  ${list}:`,
          ...indent(queryOf([...scalars(field.items), '_row'], fromLines, `WHERE its column IN (:rows.${id})`), 4),
          '      ORDER BY _row',
          `    on: { _row: ${id} }`,
        ]),
      ];
    }
    case 'single':
      return queryOf(scalars(answer.fields), from, conditionOf(request));
    case 'accountStatement':
      return [
        'statement:',
        `  currency: SELECT NULL ${openPlace('')} AS currency`,
        '  entries:',
        ...indent(queryOf(['date', '_order', 'reference', 'description', 'amount'], from, conditionOf(request)), 4),
      ];
    case 'write':
      return writeComments(Object.keys(request), froms);
  }
}

/** A write cannot be checked before its statements are known: its form is a comment. */
function writeComments(fields: readonly string[], froms: readonly string[]): readonly string[] {
  const tables = froms.map((from) => from.replace(/^FROM (\S+) t .*/, '$1').replace(/^\/\*.*/, 'your_table'));
  const [document = 'your_table', ...more] = tables;
  return [
    `# The request has ${fields.join(', ')}. The form of a write:`,
    '# find:',
    `#   query: SELECT ... FROM ${document} WHERE your_column = :key`,
    '# write:',
    `#   - document: { exec: "INSERT INTO ${document} (your_column) VALUES (:key)" }`,
    ...more.map((table) => `#   - line: { exec: "INSERT INTO ${table} (your_column) VALUES (:document.id)" }`),
  ];
}
