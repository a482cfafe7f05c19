/** A draft of the query for an endpoint: found columns, reasons, and open questions. */
import type { Dialect } from '../../../../engine/host/index.ts';
import { means, wordsOf } from '../../vocabulary/words.ts';
import { type ColumnRole, columnCriteria } from '../match/column-criteria.ts';
import { candidates, type Match, reasonOf } from '../match/field.ts';
import { fits, type Shape } from '../match/shapes.ts';
import type { TableMatch } from '../match/tables.ts';
import type { Column, Table } from '../model/database.ts';
import { nameIn } from '../model/sql-text.ts';
import { relatedColumns } from './relatives.ts';

/** A field of the contract with its source. */
export interface Part {
  readonly field: string;
  readonly sql: string;
  /** `table.column`, or `table.column by table.column` where a second column decides the sign; undefined for another expression. */
  readonly from: string | undefined;
  readonly reason: string;
}

/** A field without a certain column. */
interface OpenField {
  readonly question: string;
  /** SQL of the likely columns, the best first. */
  readonly candidates: readonly string[];
}

/** The proposal for an endpoint. `keys`: lines of YAML without the questions. */
export interface Proposal {
  readonly path: string;
  readonly parts: readonly Part[];
  /** Questions by field; the empty name is for the whole endpoint. */
  readonly questions: ReadonlyMap<string, string>;
  /** Fields whose question is an open place of the text, and not under `decide`. */
  readonly placed: ReadonlySet<string>;
  readonly keys: readonly string[];
  readonly comments: readonly string[];
}

export interface Draft {
  readonly dialect: Dialect;
  readonly table: Table;
  /** All tables. */
  readonly tables: readonly Table[];
  readonly alias: string;
  readonly parts: Part[];
  readonly questions: Map<string, string>;
  readonly open: Map<string, OpenField>;
  readonly placed: Set<string>;
  /** Whether the table is right, and the field under which it is asked. */
  readonly tableQuestion: { readonly field: string; readonly text: string } | undefined;
  readonly absent: Map<string, string>;
  readonly joins: string[];
  readonly where: string[];
}

/** Starts a query on a table. If the table is not sure, a question is added under `field`. */
export function draftOf(dialect: Dialect, foundTable: TableMatch, alias: string, field: string): Draft {
  const { table, tables, isSure, signs, rivals } = foundTable;
  const others = rivals.length === 0 ? '' : ` It could be ${rivals.join(' or ')}, too.`;
  const text = `Is ${table.name} the right table (${signs.join(', ')})?${others}`;
  return {
    ...{ dialect, table, tables, alias, parts: [], absent: new Map(), joins: [], where: [] },
    ...{ open: new Map(), placed: new Set(), tableQuestion: isSure ? undefined : { field, text } },
    questions: new Map(isSure ? [] : [[field, text]]),
  };
}

/**
 * Asks for the column of a field. Without another question about the field, the question becomes an open place in the query. A question about
 * the table stays.
 */
export function askForColumn(
  { questions, open, tableQuestion }: Draft,
  field: string,
  question: string,
  candidates: readonly string[],
): void {
  const whole = tableQuestion?.field === field ? `${tableQuestion.text} ${question}` : question;
  questions.set(field, whole);
  open.set(field, { question: whole, candidates });
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
  const from = `${table.name}.${column.name}`;
  add(draft, field, text, reasonOf(best), from);
  if (!best.isSure) {
    const also = others.filter(({ score }) => best.score - score < 1).map((match) => match.column.name);
    const more = also.length === 0 ? '' : ` ${also.join(', ')} could be it, too.`;
    const alias = text.slice(0, text.lastIndexOf('.') + 1);
    const candidates = [text, ...also.map((name) => `${alias}${nameIn(draft.dialect, name)}`)];
    askForColumn(draft, field, `Is it ${from} (${reasonOf(best)})?${more}`, candidates);
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

/** The numeric or date columns of a table that are no keys; none for other shapes. */
function columnsOfShape(table: Table, shape: Shape): readonly Column[] {
  if (shape !== 'number' && shape !== 'date' && shape !== 'instant') return [];
  const keys = [...table.primaryKey, ...table.foreignKeys.flatMap(({ columns }) => columns)];
  return table.columns.filter((column) => !keys.includes(column.name) && fits(table, column, shape) !== undefined);
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
  if (ifMissing === 'leave') return undefined;
  const related = relatedColumns(draft, name);
  const [best] = related;
  if (best !== undefined) {
    const places = related.map(({ from }) => from).join(' or ');
    add(draft, field, best.sql, best.reason, best.from);
    const text = `Is it ${places}? No column of ${draft.table.name} looks like it.`;
    askForColumn(
      draft,
      field,
      text,
      related.map(({ sql }) => sql),
    );
    return undefined;
  }
  const { shape } = columnCriteria(name);
  const others = columnsOfShape(draft.table, shape);
  const kind = shape === 'number' ? 'numeric' : 'date';
  const sentence = others.length === 0 ? '' : ` Its ${kind} columns are ${namesOf(others)}.`;
  const likely = others.slice(0, mostNames).map((column) => sqlOf(draft, column.name));
  askForColumn(draft, field, `Where is it? No column of ${draft.table.name} looks like it.${sentence}`, likely);
  return undefined;
}

/** Adds a single-column primary key as an id, or a question. */
export function addId(draft: Draft, field: string): string | undefined {
  const [key, ...more] = draft.table.primaryKey;
  if (key === undefined || more.length > 0) {
    const why =
      key === undefined ? 'has no primary key' : `has a key of several columns (${draft.table.primaryKey.join(', ')})`;
    const candidates = draft.table.primaryKey.map((name) => sqlOf(draft, name));
    askForColumn(draft, field, `Which column identifies a row? ${draft.table.name} ${why}.`, candidates);
    return undefined;
  }
  add(draft, field, sqlOf(draft, key), 'primary key', `${draft.table.name}.${key}`);
  const company = companyColumn(draft);
  if (company !== undefined) {
    const before = draft.questions.get(field);
    const text = `Does ${company} separate several companies? Then each query needs a condition on it, with a setting.`;
    draft.questions.set(field, before === undefined ? text : `${before} ${text}`);
  }
  return key;
}

/** Takes the key as the number of a document that has no other number. A key that is a text is none: it may be a random one. */
export function addKeyAsNumber(draft: Draft, field: string, key: string | undefined): void {
  const { table } = draft;
  const column = table.columns.find(({ name }) => name === key);
  if (column?.kind === 'number')
    add(draft, field, sqlOf(draft, column.name), 'no other number: the key', `${table.name}.${column.name}`);
  else askForColumn(draft, field, `Where is it? No column of ${table.name} looks like it.`, []);
}

/** The column that may separate companies: an id of a company, in every second table or more, of which the rows show not only one. */
function companyColumn({ table, tables }: Draft): string | undefined {
  const isShared = (name: string): boolean =>
    2 * tables.filter(({ columns }) => columns.some((one) => one.name === name)).length >= tables.length;
  return table.columns.find(({ name, values }) => {
    const words = wordsOf(name);
    const isKey = means(words, 'company') && means(words, 'id') && words.length === 2;
    return isKey && tables.length > 2 && new Set(values).size !== 1 && isShared(name);
  })?.name;
}

/** An open place in SQL. */
export const openPlace = (text: string): string => `/*? ${text}${text === '' ? '' : ' '}*/`;

/** The query as SQL. A question about one column, or about the table, becomes an open place. */
export function selectOf(draft: Draft, more: readonly string[] = []): readonly string[] {
  const { dialect, table, alias, parts, joins, where, open, questions, placed, tableQuestion } = draft;
  const openFields = [...open].filter(([field, { question }]) => questions.get(field) === question);
  for (const [field] of openFields) placed.add(field);
  const fields = new Map([
    ...parts.map(({ field, sql }) => [field, sql] as const),
    ...openFields.map(([field, { candidates }]) => [field, `NULL ${openPlace(candidates.join(' or '))}`] as const),
  ]);
  const isTableOpen =
    tableQuestion !== undefined && questions.get(tableQuestion.field)?.startsWith(tableQuestion.text) === true;
  if (isTableOpen) placed.add(tableQuestion.field);
  const items = [
    ...[...fields].map(([field, sql]) => `${sql} AS ${/^\w+$/.test(field) ? field : `"${field}"`}`),
    ...more,
  ];
  return [
    ...items.map((item, place) => `${place === 0 ? 'SELECT' : '      '} ${item}${place < items.length - 1 ? ',' : ''}`),
    `FROM ${nameIn(dialect, table.name)} ${alias}${isTableOpen ? ` ${openPlace(tableQuestion.text)}` : ''}`,
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

/** The draft as a proposal. Without a column and an open place there is no query, so that only the questions remain. */
export function proposed(
  path: string,
  draft: Draft,
  keys: readonly string[],
  comments: readonly string[] = [],
): Proposal {
  if (draft.parts.length === 0 && draft.placed.size === 0) return withoutColumns(path, draft);
  return { path, parts: draft.parts, questions: draft.questions, placed: draft.placed, keys, comments };
}

/** The proposal for a draft whose table has none of the columns. */
export function withoutColumns(path: string, { table, questions }: Draft): Proposal {
  const text = `Which columns of ${table.name} are the fields of this endpoint? None of them looks like one.`;
  return { ...question(path, text), questions: questions.size === 0 ? new Map([['', text]]) : questions };
}

/** A proposal that consists of a question only. */
export function question(path: string, text: string): Proposal {
  return { path, parts: [], questions: new Map([['', text]]), placed: new Set(), keys: [], comments: [] };
}
