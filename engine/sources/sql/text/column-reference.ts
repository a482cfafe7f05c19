/** How a frame refers to the columns of its query. */
import type { Dialect } from './dialect.ts';
import type { ColumnReference } from './frame-conditions.ts';
import type { Template } from './template.ts';

/**
 * Gives the reference of an output column: with the columns that the database reported, in their spelling. Without them a name is spelled
 * as it stands in the query in double quotes, else in lower case where the dialect folds names. The function throws an Error where
 * the query has no such column.
 */
export function columnReference(
  template: Template,
  dialect: Dialect,
  outputColumns: readonly string[] | undefined,
): ColumnReference {
  return (name) => {
    const spelled = dialect.exactNames && !template.quoted.includes(dialect.quote(name)) ? name.toLowerCase() : name;
    if (!outputColumns) return `q.${dialect.quote(spelled)}`;
    const same = outputColumns.filter((column) => column.toLowerCase() === name.toLowerCase());
    const found = same.find((column) => column === name) ?? same[0];
    if (found === undefined) throw new Error(`The query has no column ${name}.`);
    return `q.${dialect.quote(found)}`;
  };
}
