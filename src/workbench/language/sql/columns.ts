/** The columns that can be named at a place of an SQL text: those of tables, of queries with a name and of queries among the tables. */
import type { DatabaseTable, DatabaseTables, TableColumn } from '../tables/tables.ts';
import type { Span } from '../text/positions.ts';
import type { Output } from './outputs.ts';
import type { NamedQuery, Query, Select, Source } from './query-model.ts';

/** A column of a table of the database. */
interface ColumnOrigin {
  readonly table: DatabaseTable;
  readonly column: TableColumn;
}

export interface QueryColumn {
  readonly name: string;
  /** The column of the database that it is; undefined if it is computed, or not known. */
  readonly origin: ColumnOrigin | undefined;
  /** The expression of a query that computes it. */
  readonly expression: string | undefined;
  /** Where the query of the text gives it; undefined for the column of a table, and for one of `*`. */
  readonly span?: Span;
}

/** Something with columns that a place of the text can name. */
export interface NamedSource {
  /** The name that qualifies its columns. */
  readonly alias: string;
  /** The table of the database; undefined for a query or a function. */
  readonly table: DatabaseTable | undefined;
  /** As the database or the text names it. */
  readonly name: string;
  readonly columns: readonly QueryColumn[];
}

/** What can be named at a place. */
export interface NamesAt {
  /** Those of the nearest query first. */
  readonly sources: readonly NamedSource[];
  /** Those of the query itself, in the order of the text. */
  readonly joined: readonly NamedSource[];
  /** Queries with a name that can follow FROM. */
  readonly queries: readonly NamedSource[];
  /** In GROUP BY and ORDER BY: the outputs of the query. */
  readonly outputs: readonly QueryColumn[];
}

/** The text, and what resolves its names. */
interface Resolution {
  readonly sql: string;
  readonly tables: DatabaseTables | undefined;
  readonly named: ReadonlyMap<string, NamedQuery>;
  /** The columns of queries with a name; undefined while they are being resolved. */
  readonly resolved: Map<NamedQuery, readonly QueryColumn[] | undefined>;
}

const key = (name: string): string => name.toLowerCase();
const isSame = (one: string, other: string): boolean => key(one) === key(other);

const withNamed = (at: Resolution, named: readonly NamedQuery[]): Resolution =>
  named.length === 0
    ? at
    : { ...at, named: new Map([...at.named, ...named.map((one) => [key(one.name), one] as const)]) };

const columnsOfTable = (table: DatabaseTable): readonly QueryColumn[] =>
  table.columns.map((column) => ({ name: column.name, origin: { table, column }, expression: undefined }));

/** The columns with the names that a list in parentheses gives them; without a list, those that have a name. */
function renamed(columns: readonly QueryColumn[], names: readonly string[]): readonly QueryColumn[] {
  if (names.length === 0) return columns.filter(({ name }) => name !== '');
  return names.map((name, index) => ({ ...(columns[index] ?? { origin: undefined, expression: undefined }), name }));
}

/** A query with a name. Undefined where it names itself, which is its first part (`WITH RECURSIVE`) or a table of the same name. */
function namedSource(at: Resolution, one: NamedQuery): NamedSource | undefined {
  const isOpen = at.resolved.has(one) && at.resolved.get(one) === undefined;
  if (isOpen) return undefined;
  if (!at.resolved.has(one)) {
    at.resolved.set(one, undefined);
    at.resolved.set(one, renamed(columnsOfQuery(at, one.query), one.columns));
  }
  return { alias: one.name, name: one.name, table: undefined, columns: at.resolved.get(one) ?? [] };
}

/** What a source of a query is; undefined for a table that is not known. */
function resolved(at: Resolution, source: Source): NamedSource | undefined {
  const { alias, columns } = source;
  switch (source.kind) {
    case 'function':
      return { alias, name: alias, table: undefined, columns: renamed([], columns) };
    case 'query':
      return { alias, name: alias, table: undefined, columns: renamed(columnsOfQuery(at, source.query), columns) };
    case 'table': {
      const query = at.named.get(key(source.name));
      const named = query && namedSource(at, query);
      if (named !== undefined) return { ...named, alias, columns: renamed(named.columns, columns) };
      const table = at.tables?.find(source.name);
      return table && { alias, name: table.name, table, columns: renamed(columnsOfTable(table), columns) };
    }
  }
}

const sourcesOf = (at: Resolution, { sources }: Select): readonly NamedSource[] =>
  sources.flatMap((source) => resolved(at, source) ?? []);

function columnOf(
  sources: readonly NamedSource[],
  qualifier: string | undefined,
  name: string,
): QueryColumn | undefined {
  return sources
    .filter(({ alias }) => qualifier === undefined || isSame(alias, qualifier))
    .flatMap(({ columns }) => columns)
    .find((column) => isSame(column.name, name));
}

function columnsOfOutput(sql: string, sources: readonly NamedSource[], output: Output): readonly QueryColumn[] {
  if (output.kind === 'star') {
    const { qualifier } = output;
    return sources
      .filter(({ alias }) => qualifier === undefined || isSame(alias, qualifier))
      .flatMap((one) => one.columns);
  }
  const { name, column, span } = output;
  const sourceColumn = column && columnOf(sources, column.qualifier, column.name);
  return [
    {
      name,
      origin: sourceColumn?.origin,
      expression: sourceColumn === undefined ? sql.slice(span.start, span.end) : sourceColumn.expression,
      span,
    },
  ];
}

function outputsOf(at: Resolution, select: Select): readonly QueryColumn[] {
  const sources = sourcesOf(at, select);
  return select.outputs.flatMap((output) => columnsOfOutput(at.sql, sources, output));
}

/** The first SELECT names the columns. */
function columnsOfQuery(at: Resolution, { named, selects }: Query): readonly QueryColumn[] {
  const [first] = selects;
  return first === undefined ? [] : outputsOf(withNamed(at, named), first);
}

const contains = ({ span: { start, end } }: { readonly span: Query['span'] }, offset: number): boolean =>
  start <= offset && offset <= end;

/** The queries directly in a SELECT. */
const queriesIn = ({ inner, sources }: Select): readonly Query[] => [
  ...inner,
  ...sources.flatMap((source) => (source.kind === 'query' ? [source.query] : [])),
];

function namesIn(at: Resolution, query: Query, offset: number, outer: readonly NamedSource[]): NamesAt {
  const around = query.named.find((one) => contains(one.query, offset));
  const namedQueries = withNamed(at, query.named);
  if (around !== undefined) return namesIn(namedQueries, around.query, offset, []);
  const select = query.selects.findLast((one) => contains(one, offset)) ?? query.selects.at(-1);
  const queries = [...namedQueries.named.values()].flatMap((one) => namedSource(namedQueries, one) ?? []);
  if (select === undefined) return { sources: outer, joined: [], queries, outputs: [] };
  const joined = sourcesOf(namedQueries, select);
  const sources = [...joined, ...(query.seesOuter ? outer : [])];
  const inner = queriesIn(select).find((one) => contains(one, offset));
  if (inner !== undefined) return namesIn(namedQueries, inner, offset, sources);
  const sorts = select.sorting.some(({ start, end }) => start <= offset && offset <= end);
  return { sources, joined, queries, outputs: sorts ? renamed(outputsOf(namedQueries, select), []) : [] };
}

/** What can be named at an offset of a text. `query`: as `readQueries` reads it. */
export const namesAt = (sql: string, query: Query, tables: DatabaseTables | undefined, offset: number): NamesAt =>
  namesIn({ sql, tables, named: new Map(), resolved: new Map() }, query, offset, []);
