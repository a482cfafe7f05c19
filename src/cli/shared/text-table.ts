/** Rows as a table of text. */
import { UnknownValue } from '../../../engine/index.ts';
import { shown } from '../../testing/statement-lines.ts';

type Row = Readonly<Record<string, unknown>>;

/** Characters of a cell at most. */
const widest = 40;

const cut = (text: string, width: number): string => (text.length <= width ? text : `${text.slice(0, width - 1)}…`);

/** A cell: texts without quotes, what is missing as a point. */
export function cell(value: unknown): string {
  if (value === undefined || value === null) return '·';
  if (value instanceof UnknownValue) return `? ${value.reason}`;
  if (value instanceof Uint8Array) return `0x${Buffer.from(value).toString('hex')}`;
  const text = typeof value === 'string' ? value : shown(value);
  return text.replaceAll(/\s+/g, ' ');
}

/** Lines of cells in columns, cut to `width`, and each cell to `most` characters. */
export function columns(lines: readonly (readonly string[])[], width: number, most = widest): readonly string[] {
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

/** The first `most` rows under the names of their columns, and how many more there are. */
export function table(rows: readonly Row[], most: number, width: number): readonly string[] {
  if (rows.length === 0) return [];
  const some = rows.slice(0, most);
  const names = [...new Set(some.flatMap((row) => Object.keys(row)))];
  const lines = columns([names, ...some.map((row) => names.map((name) => cell(row[name])))], width);
  const more = rows.length - some.length;
  return more > 0 ? [...lines, `... ${more} more (--rows ${rows.length} shows all)`] : lines;
}
