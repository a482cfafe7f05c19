/** A draft of the query for an endpoint: found columns, reasons, and open questions. */
import type { Dialect } from '../../../../engine/host/index.ts';
import { type ColumnRole, columnCriteria } from '../match/column-criteria.ts';
import { candidates, type Match, reasonOf } from '../match/field.ts';
import { fits, type Shape } from '../match/shapes.ts';
import type { TableMatch } from '../match/tables.ts';
import type { Column, Table } from '../model/database.ts';
import { nameIn } from '../model/sql-text.ts';

/** A field of the contract with its source. */
export interface Part {
  readonly field: string;
  readonly sql: string;
  /** `table.column`, or `table.column by table.column` where a second column decides the sign; undefined for another expression. */
  readonly from: string | undefined;
  readonly reason: string;
}

/** The proposal for an endpoint. `keys`: lines of YAML without the questions. */
export interface Proposal {
  readonly path: string;
  readonly parts: readonly Part[];
  /** Questions by field; the empty name is for the whole endpoint. */
  readonly questions: ReadonlyMap<string, string>;
  readonly keys: readonly string[];
  readonly comments: readonly string[];
}

export interface Draft {
  readonly dialect: Dialect;
  readonly table: Table;
  readonly alias: string;
  readonly parts: Part[];
  readonly questions: Map<string, string>;
  readonly absent: Map<string, string>;
  readonly joins: string[];
  readonly where: string[];
}

/** Starts a query on a table. If the table is not sure, a question is added under `field`. */
export function draftOf(dialect: Dialect, foundTable: TableMatch, alias: string, field: string): Draft {
  const questions = new Map<string, string>();
  if (!foundTable.isSure) {
    const others = foundTable.rivals.length === 0 ? '' : ` It could be ${foundTable.rivals.join(' or ')}, too.`;
    questions.set(field, `Is ${foundTable.table.name} the right table (${foundTable.signs.join(', ')})?${others}`);
  }
  return { dialect, table: foundTable.table, alias, parts: [], questions, absent: new Map(), joins: [], where: [] };
}

/** A column of the table of the draft, as SQL with the alias. */
export const sqlOf = ({ dialect, alias }: Draft, column: string): string => `${alias}.${nameIn(dialect, column)}`;

/** Adds a field. `sql`: its expression; `reason`: why it is proposed; `from`: the column, as `table.column`. */
export function add(draft: Draft, field: string, sql: string, reason: string, from?: string): void {
  draft.parts.push({ field, sql, from, reason });
}

/** Adds the best match. If it is not sure, a question is added. */
export function addMatch(
  draft: Draft,
  field: string,
  all: readonly Match[],
  table = draft.table,
  sql?: string,
): Match | undefined {
  const [best, ...others] = all;
  if (best === undefined) return undefined;
  const { column } = best;
  const text = sql ?? sqlOf(draft, column.name);
  add(draft, field, text, reasonOf(best), `${table.name}.${column.name}`);
  if (!best.isSure) {
    const also = others.filter(({ score }) => best.score - score < 1).map((match) => match.column.name);
    const more = also.length === 0 ? '' : ` ${also.join(', ')} could be it, too.`;
    draft.questions.set(field, `Is it ${table.name}.${column.name} (${reasonOf(best)})?${more}`);
  }
  return best;
}

/** A question lists at most this many columns. */
const mostNames = 12;

/** The names of columns, for a question. */
export function namesOf(columns: readonly Column[]): string {
  const names = columns.map(({ name }) => name);
  const more = names.length - mostNames;
  return `${names.slice(0, mostNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** A sentence with the numeric or date columns of a table that are no keys; empty for other shapes, and if there are none. */
function columnsOfShape(table: Table, shape: Shape): string {
  if (shape !== 'number' && shape !== 'date' && shape !== 'instant') return '';
  const keys = [...table.primaryKey, ...table.foreignKeys.flatMap(({ columns }) => columns)];
  const columns = table.columns.filter(
    (column) => !keys.includes(column.name) && fits(table, column, shape) !== undefined,
  );
  if (columns.length === 0) return '';
  return ` Its ${shape === 'number' ? 'numeric' : 'date'} columns are ${namesOf(columns)}.`;
}

/** What to do about a field without a column. */
type MissingColumn = 'ask' | 'leave';

/** Looks for the column of a field in the query's table. */
export function addField(
  draft: Draft,
  field: string,
  name: ColumnRole,
  ifMissing: MissingColumn = 'ask',
): Match | undefined {
  const match = addMatch(draft, field, candidates(draft.table, name));
  if (match !== undefined) return match;
  const others = columnsOfShape(draft.table, columnCriteria(name).shape);
  if (ifMissing === 'ask')
    draft.questions.set(field, `Where is it? No column of ${draft.table.name} looks like it.${others}`);
  return undefined;
}

/** Adds a single-column primary key as an id, or a question. */
export function addId(draft: Draft, field: string): string | undefined {
  const [key, ...more] = draft.table.primaryKey;
  if (key === undefined || more.length > 0) {
    const why =
      key === undefined ? 'has no primary key' : `has a key of several columns (${draft.table.primaryKey.join(', ')})`;
    draft.questions.set(field, `Which column identifies a row? ${draft.table.name} ${why}.`);
    return undefined;
  }
  add(draft, field, sqlOf(draft, key), 'primary key', `${draft.table.name}.${key}`);
  return key;
}

/** The query as SQL. */
export function selectOf(
  { dialect, table, alias, parts, joins, where }: Draft,
  more: readonly string[] = [],
): readonly string[] {
  const items = [...parts.map(({ sql, field }) => `${sql} AS ${/^\w+$/.test(field) ? field : `"${field}"`}`), ...more];
  return [
    ...items.map((item, place) => `${place === 0 ? 'SELECT' : '      '} ${item}${place < items.length - 1 ? ',' : ''}`),
    `FROM ${nameIn(dialect, table.name)} ${alias}`,
    ...joins,
    ...where.map((condition, place) => `${place === 0 ? 'WHERE' : '  AND'} ${condition}`),
  ];
}

/** The query as lines of YAML. */
export function queryLines(
  draft: Draft,
  more: readonly string[] = [],
  tail: readonly string[] = [],
): readonly string[] {
  return ['query: |', ...[...selectOf(draft, more), ...tail].map((line) => `  ${line}`)];
}

/** The draft as a proposal. Without a column there is no query, so that only the questions remain. */
export function proposed(
  path: string,
  draft: Draft,
  keys: readonly string[],
  comments: readonly string[] = [],
): Proposal {
  if (draft.parts.length === 0) return withoutColumns(path, draft);
  return { path, parts: draft.parts, questions: draft.questions, keys, comments };
}

/** The proposal for a draft whose table has none of the columns. */
export function withoutColumns(path: string, { table, questions }: Draft): Proposal {
  const text = `Which columns of ${table.name} are the fields of this endpoint? None of them looks like one.`;
  return { ...question(path, text), questions: questions.size === 0 ? new Map([['', text]]) : questions };
}

/** A proposal that consists of a question only. */
export function question(path: string, text: string): Proposal {
  return { path, parts: [], questions: new Map([['', text]]), keys: [], comments: [] };
}
