/** How a statement names a column. */
import { languageAt } from '../profile/embedded.ts';
import { kindOf, type ProfileView, sourceOf } from '../profile/view.ts';
import type { Position } from '../text/positions.ts';
import { cursorAt } from '../yaml/cursor.ts';
import { quotedName } from './quoted-name.ts';
import { namesInSql } from './statement.ts';

export interface ColumnName {
  readonly table: string;
  readonly column: string;
}

/**
 * The column as the statement at a position names it: with the alias of its table, and in quotes where they are needed. Outside of a
 * statement, and if the statement does not use the table, with the name of the table.
 */
export function columnText(view: ProfileView, position: Position, { table, column }: ColumnName): string {
  const cursor = cursorAt(view.text, view.entries, view.lines.offsetAt(position));
  const path = cursor?.path ?? [];
  const source = sourceOf(view, path);
  const kind = kindOf(view, source);
  const quoted = (name: string): string => (kind === undefined ? name : quotedName(kind, name));
  const isStatement = cursor?.kind === 'value' && languageAt(view, path) === 'sql';
  const { start, end } = isStatement ? cursor.entry.value : { start: 0, end: 0 };
  const offset = Math.max(0, view.lines.offsetAt(position) - start);
  const { sources } = isStatement
    ? namesInSql(view, path, view.text.slice(start, end), Math.min(offset, end - start))
    : { sources: [] };
  const tableSource = sources.find((one) => one.table?.name.toLowerCase() === table.toLowerCase());
  if (tableSource === undefined) return `${quoted(table)}.${quoted(column)}`;
  const needsAlias = sources.length > 1 || tableSource.alias.toLowerCase() !== table.toLowerCase();
  return needsAlias ? `${tableSource.alias}.${quoted(column)}` : quoted(column);
}
