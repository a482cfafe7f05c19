/** Formats rows as a text table. */
import { UnknownValue } from '../../../engine/tools/index.ts';
import { shown } from '../../workbench/testing/statement-lines.ts';

type Row = Readonly<Record<string, unknown>>;

/** Largest width of a cell, in characters. */
const maxCellWidth = 40;

const cut = (text: string, width: number): string => (text.length <= width ? text : `${text.slice(0, width - 1)}…`);

/** A cell: texts without quotes, missing values as `·`. */
export function cell(value: unknown): string {
  if (value === undefined || value === null) return '·';
  if (value instanceof UnknownValue) return `? ${value.reason}`;
  if (value instanceof Uint8Array) return `0x${Buffer.from(value).toString('hex')}`;
  const text = typeof value === 'string' ? value : shown(value);
  return text.replaceAll(/\s+/g, ' ');
}

/** Aligns cells in columns. Lines are cut to `width` characters, cells to `most`. */
export function columns(lines: readonly (readonly string[])[], width: number, most = maxCellWidth): readonly string[] {
  const count = Math.max(0, ...lines.map((line) => line.length));
  const widths = Array.from({ length: count }, (_, at) =>
    Math.min(most, Math.max(0, ...lines.map((line) => line[at]?.length ?? 0))),
  );
  return lines.map((line) =>
    cut(
      line
        .map((text, at) => cut(text, most).padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
      width,
    ),
  );
}

/** The lines of a table whose cells are shown in full. */
export const tableText = (rows: readonly (readonly string[])[]): string =>
  columns(rows, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)
    .map((line) => `${line}\n`)
    .join('');

/** The first `most` rows below their column names, and the number of further rows. */
export function table(rows: readonly Row[], most: number, width: number): readonly string[] {
  if (rows.length === 0) return [];
  const some = rows.slice(0, most);
  const names = [...new Set(some.flatMap((row) => Object.keys(row)))];
  const lines = columns([names, ...some.map((row) => names.map((name) => cell(row[name])))], width);
  const more = rows.length - some.length;
  return more > 0 ? [...lines, `... ${more} more (--rows ${rows.length} shows all)`] : lines;
}
