/** Statements that the engine writes itself: the text is built once, values are given by name. */
import type { BoundStatement, SqlValue } from '../../source.ts';
import type { Dialect } from './dialect.ts';

/** Gives the statement its values. A name that is not given is null. */
export type PreparedStatement = (values: Readonly<Record<string, SqlValue>>) => BoundStatement;

/** From SQL whose values are `?`, and the names of these values in order. */
export function bound({ placeholder }: Dialect, sql: string, names: readonly string[]): PreparedStatement {
  let position = 0;
  const text = sql.replaceAll('?', () => placeholder(++position));
  return (values) => ({ sql: text, values: names.map((name) => values[name] ?? null) });
}

/** From a query of the builder. A text in it is the name of a value; a whole number (of LIMIT and the like) stays as a number. */
export function prepared(
  dialect: Dialect,
  query: { toSQL(): { readonly sql: string; readonly bindings: readonly unknown[] } },
): PreparedStatement {
  const { sql, bindings } = query.toSQL();
  let index = 0;
  const text = sql.replaceAll('?', () => {
    const binding = bindings[index++];
    return Number.isInteger(binding) ? String(binding) : '?';
  });
  const names = bindings.filter((binding) => !Number.isInteger(binding)).map(String);
  // For SQL Server knex adds a query for the count, which the driver here adds to every statement.
  return bound(dialect, text.replace(/;select @@rowcount$/, ''), names);
}
