/** Fields that are in a table to which the record has a key: the code of a currency, the title of a product's template. */

import { means, wordsOf } from '../../vocabulary/words.ts';
import type { ColumnRole } from '../match/column-criteria.ts';
import { candidates, type Match, reasonOf } from '../match/field.ts';
import type { ForeignKey, Table } from '../model/database.ts';
import { columnOf } from '../model/database.ts';
import { nameIn } from '../model/sql-text.ts';
import { add, addMatch, askForColumn, type Draft } from './draft.ts';
import type { Scope } from './scope.ts';

interface Related {
  readonly key: ForeignKey;
  readonly target: Table;
  readonly match: Match;
}

/** The keys of a table with the best column of their targets. */
function relatedColumns(table: Table, { tables }: Scope, role: ColumnRole): readonly Related[] {
  return table.foreignKeys.flatMap((key) => {
    const target = tables.find(({ name }) => name === key.table);
    if (target === undefined || target === table || key.columns.length !== 1) return [];
    const match = candidates(target, role)[0];
    return match === undefined ? [] : [{ key, target, match }];
  });
}

/** Joins the target of a key, and returns the column of `match` as SQL. `from`: alias and table that have the key. */
function joined(
  draft: Draft,
  { key, target, match }: Related,
  alias: string,
  from: { readonly alias: string; readonly table: Table },
): string {
  const name = (text: string | undefined): string => nameIn(draft.dialect, text ?? '');
  const isRequired = columnOf(from.table, key.columns[0] ?? '')?.required === true;
  const join = `${isRequired ? '' : 'LEFT '}JOIN ${name(target.name)} ${alias} ON ${alias}.${name(key.references[0])} = ${from.alias}.${name(key.columns[0])}`;
  if (!draft.joins.includes(join)) draft.joins.push(join);
  return `${alias}.${name(match.column.name)}`;
}

/**
 * Adds a currency: a column of the table, or the code of the currency that it points at. Returns false if there is
 * neither. `from`: the query's table, or one that is joined.
 */
export function addCurrencyOf(
  draft: Draft,
  scope: Scope,
  from: { readonly alias: string; readonly table: Table },
): boolean {
  const { table, alias } = from;
  const field = 'currency';
  const currencyColumns = candidates(table, 'currency');
  const keys = relatedColumns(table, scope, 'currencyCode').filter(
    ({ key, target }) => means(wordsOf(target.name), 'currency') && means(wordsOf(key.columns[0] ?? ''), 'currency'),
  );
  const [related, ...others] = keys;
  if (currencyColumns[0] !== undefined && (currencyColumns[0].isSure || related === undefined)) {
    addMatch(draft, field, currencyColumns, table, `${alias}.${nameIn(draft.dialect, currencyColumns[0].column.name)}`);
    return true;
  }
  if (related === undefined) return false;
  const [column = ''] = related.key.columns;
  if (related.key.references[0] === related.match.column.name) {
    const reason = `points at ${related.target.name}, whose key is the code`;
    add(draft, field, `${alias}.${nameIn(draft.dialect, column)}`, reason, `${table.name}.${column}`);
    return true;
  }
  const sql = joined(draft, related, 'cur', from);
  const place = `${related.target.name}.${related.match.column.name}`;
  const by = `${table.name}.${related.key.columns[0]}`;
  add(draft, field, sql, `${by} points at ${related.target.name}; ${reasonOf(related.match)}`, place);
  if (others.length > 0)
    draft.questions.set(
      field,
      `Is it ${place} of ${by}? ${others.map(({ key }) => key.columns[0]).join(', ')} could be it, too.`,
    );
  else if (!related.match.isSure) askForColumn(draft, field, `Is it ${place} of ${by}?`, [sql]);
  return true;
}

/** Adds a field from a table that the record points at and that is named like it, with a question. Returns false if there is none. */
export function addRelated(draft: Draft, scope: Scope, field: string, role: ColumnRole): boolean {
  const tableWords = wordsOf(draft.table.name);
  const isAlike = ({ target }: Related): boolean =>
    wordsOf(target.name).some(({ meanings }) => meanings.some((one) => means(tableWords, one))) &&
    !means(wordsOf(target.name), 'group') &&
    !means(wordsOf(target.name), 'unit');
  const [related] = relatedColumns(draft.table, scope, role).filter(isAlike);
  if (related === undefined) return false;
  const sql = joined(draft, related, 't', { alias: draft.alias, table: draft.table });
  const place = `${related.target.name}.${related.match.column.name}`;
  add(draft, field, sql, `${draft.table.name} points at ${related.target.name}; ${reasonOf(related.match)}`, place);
  const question = `Is it ${place}, of the row that ${draft.table.name}.${related.key.columns[0]} points at?`;
  askForColumn(draft, field, question, [sql]);
  return true;
}

/** The table of the draft itself, with its alias. */
export const ownTable = (draft: Draft): { readonly alias: string; readonly table: Table } => ({
  alias: draft.alias,
  table: draft.table,
});
