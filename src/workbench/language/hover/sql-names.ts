/** What an editor shows of a table, a query or a column that SQL names. */
import type { NamedSource, NamesAt, QueryColumn } from '../sql/columns.ts';
import type { DatabaseTables } from '../tables/tables.ts';
import { code } from './markdown.ts';

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const counted = (count: number): string => `${count} ${count === 1 ? 'column' : 'columns'}`;

function columnText(
  { origin, expression, name }: QueryColumn,
  { name: sourceName, table: sourceTable, alias }: NamedSource,
): string {
  if (origin === undefined) {
    const title = `**${alias}.${name}**: column of a query`;
    return expression === undefined ? title : `${title}, computed from\n${code('sql', expression)}`;
  }
  const { table, column } = origin;
  const title = `**${table.name}.${column.name}**: \`${column.type}\``;
  // What a query repeats may be no key in it, and may be NULL by an outer join.
  if (sourceTable === undefined) return `${title}, through the query \`${sourceName}\``;
  const key = table.key.includes(column.name) ? ', part of the key' : '';
  return `${title}${key}${column.required ? '' : ', may be NULL'}`;
}

/** The columns of a table with their types, of a query with what they are. */
const listOf = (columns: readonly QueryColumn[]): string =>
  columns
    .map(({ name, origin, expression }) => `${name} ${origin?.column.type ?? expression?.trim() ?? ''}`.trimEnd())
    .join('\n');

const sourceText = ({ name, table, columns }: NamedSource): string =>
  `**${name}**: ${table === undefined ? 'query' : 'table'} with ${counted(columns.length)}\n${code('sql', listOf(columns))}`;

/** The meaning of a name, as written with its qualifier. `names`: what can be named there; `tables`: those of the database. */
export function nameText(
  { sources, queries, outputs }: NamesAt,
  tables: DatabaseTables | undefined,
  text: string,
): string | undefined {
  const [last = '', qualifier] = text.split('.').reverse();
  for (const source of sources) {
    if (qualifier !== undefined && !isSame(source.alias, qualifier)) continue;
    const column = source.columns.find(({ name }) => isSame(name, last));
    if (column !== undefined) return columnText(column, source);
  }
  const named = [...sources, ...queries].find(({ alias }) => isSame(alias, text));
  if (named !== undefined) return sourceText(named);
  const output = qualifier === undefined ? outputs.find(({ name }) => isSame(name, last)) : undefined;
  if (output?.expression !== undefined)
    return `**${output.name}**: column of this query\n${code('sql', output.expression)}`;
  const table = tables?.find(text);
  if (table === undefined) return undefined;
  const columns = table.columns.map((column) => ({
    name: column.name,
    origin: { table, column },
    expression: undefined,
  }));
  return sourceText({ alias: table.name, name: table.name, table, columns });
}
