/** Statements that the engine writes itself: their text is made once, their values are given by name. */
import type { BoundStatement, SqlValue } from '../../source.ts';
import type { Dialect } from './dialect.ts';

/** Gives the statement its values. A name that is not given is null. */
export type PreparedStatement = (values: Readonly<Record<string, SqlValue>>) => BoundStatement;

/** Native text of SQL whose values are `?`, and which values go there. */
export function bound({ placeholder }: Dialect, sql: string, names: readonly string[]): PreparedStatement {
  let position = 0;
  const text = sql.replaceAll('?', () => placeholder(++position));
  return (values) => ({ sql: text, values: names.map((name) => values[name] ?? null) });
}

/** The same from a query of the builder, in which a text is the name of a value, and a whole number (of LIMIT and the like) is itself. */
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
  // For SQL Server knex asks for the count itself; the driver here does that for every statement.
  return bound(dialect, text.replace(/;select @@rowcount$/, ''), names);
}
