/** The columns by which rows are joined, and the functions that are generated for them. */
import { type Code, code, local } from '../emit/code.ts';
import { type Generated, generate } from '../emit/generate.ts';
import { textOf, type WorkRow } from '../shape/encode.ts';
import { SourceError } from '../sources/source.ts';

/** Columns of one side of a join. */
export interface JoinKey {
  readonly columns: readonly string[];
  /** The text of a row's key; undefined if a column has no value. Throws `SourceError` for a value that cannot be a key. */
  readonly textOf: Generated<(row: WorkRow) => string | undefined>;
  /** Whether two rows have the same values in all columns. */
  readonly isSame: Generated<(a: WorkRow, b: WorkRow) => boolean>;
}

const joint = '\u0000';

/** Bytes, lists, and numbers beyond a double cannot be a key: ignored, the join would silently find nothing. */
function keyFault(column: string, value: unknown): SourceError {
  const what = value instanceof Uint8Array ? 'bytes' : typeof value === 'number' ? String(value) : 'a list or a map';
  const message = `The column "${column}" holds ${what}, by which no rows are attached: give one value of text, a number or a day.`;
  return new SourceError('value', message);
}

/** ERPs also write an empty list or map where there is no value. */
const isNoKey = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'object' && value !== null && Object.keys(value).length > 0);

function keyText(column: string, value: unknown): string | undefined {
  const text = textOf(value);
  if (text === undefined && isNoKey(value)) throw keyFault(column, value);
  return text;
}

/** The key of these columns, at least one. */
export function joinKey(columns: readonly string[]): JoinKey {
  const read = (column: string, at: number): Code => code`
  const ${local(at)} = ${keyText}(${column}, row[${column}]);
  if (${local(at)} === undefined) return undefined;`;
  const joined = columns.map((_, at) => (at === 0 ? code`${local(at)}` : code` + ${joint} + ${local(at)}`));
  const same = columns.map((column) => code` && a[${column}] === b[${column}]`);
  return {
    columns,
    textOf: generate(
      () => code`function joinKeyText(row) {${columns.map(read)}
  return ${joined};
}`,
    ),
    isSame: generate(
      () => code`function isSame(a, b) {
  return true${same};
}`,
    ),
  };
}
