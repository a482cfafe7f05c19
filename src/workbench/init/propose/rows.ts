/** Which rows of a table are the right records: customers among partners, sales among all documents. */

import { means, wordsOf } from '../../vocabulary/words.ts';
import { countedValues } from '../match/counts.ts';
import { candidates } from '../match/field.ts';
import { distinct } from '../match/shapes.ts';
import type { Column, Table } from '../model/database.ts';
import { type Draft, sqlOf } from './draft.ts';
import { addFlag, type Scope } from './scope.ts';
import { sideOf, valueLiteral } from './words.ts';

/** The column that has the kind of record of each row. */
const kindColumn = (table: Table): Column | undefined => {
  const best = candidates(table, 'kind')[0]?.column;
  return (
    best ??
    table.columns.find(
      ({ name, kind }) => kind !== 'date' && means(wordsOf(name), 'kind') && wordsOf(name).length === 1,
    )
  );
};

/** Columns that may say which partner is a customer: a flag, a rank, a kind. */
function customerColumns(table: Table): readonly Column[] {
  return table.columns.filter(({ name, kind }) => {
    const words = wordsOf(name);
    const saysCustomer = means(words, 'customer') && kind !== 'date' && kind !== 'datetime' && !means(words, 'price');
    return saysCustomer && words.length <= 2 && !means(words, 'number') && !means(words, 'code') && !means(words, 'id');
  });
}

/** Adds the condition that a partner is a customer, or a question under `field`. A table that is named after customers has no other rows. */
export function customersOnly(draft: Draft, field: string): void {
  const { table, questions } = draft;
  if (means(wordsOf(table.name), 'customer')) return;
  const flag = candidates(table, 'isCustomer')[0];
  if (flag?.isSure === true && addFlag(draft, flag.column, 'yes')) return;
  const kind = kindColumn(table);
  const columns = [...customerColumns(table), ...(kind === undefined ? [] : [kind])];
  const named = columns.map((column) => `${column.name} (${countedValues(column) || 'no values'})`);
  const where = named.length === 0 ? 'No column says so.' : `Is it by ${named.join(' or ')}?`;
  const before = questions.get(field);
  questions.set(
    field,
    `${before === undefined ? '' : `${before} `}Which rows of ${table.name} are customers? ${where}`,
  );
}

/** Adds the condition that a document is one of sales, or a question under `field`. */
export function salesOnly(draft: Draft, { hasSuppliers, foundTables }: Scope, field: string, what: string): void {
  const { table, questions, where, dialect } = draft;
  const words = wordsOf(table.name);
  const isSales = means(words, 'sales') || means(words, 'customer') || means(words, 'receivable');
  const kind = kindColumn(table);
  if (kind === undefined) return;
  const values = distinct(kind);
  const sides = new Map(values.map((value) => [value, sideOf(value)]));
  const sales = values.filter((value) => sides.get(value) === 'sales');
  if (values.length > 0 && values.every((value) => sides.get(value) !== undefined)) {
    if (sales.length === values.length) return;
    const list = sales.map((value) => valueLiteral(dialect, value, kind.kind === 'number'));
    where.push(`${sqlOf(draft, kind.name)} IN (${list.join(', ')})`);
    return;
  }
  const customer = foundTables.get('customer')?.table.name ?? '';
  const hasOnlySales = !hasSuppliers && means(wordsOf(customer), 'customer');
  if (isSales || hasOnlySales) return;
  const has = values.length === 0 ? 'is of no known values' : `has ${countedValues(kind)}`;
  const text = `Which rows of ${table.name} are ${what}? ${table.name}.${kind.name} ${has}.`;
  const before = questions.get(field);
  questions.set(field, before === undefined ? text : `${before} ${text}`);
}
