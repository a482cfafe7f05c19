/** The last conversion of rows: times in the form of an ERP, and composite ids. */
import { code } from '../../emit/code.ts';
import { type Generated, generate } from '../../emit/generate.ts';
import type { MutableRow } from '../../plan/compute-row.ts';
import { timeOf } from '../../template/times.ts';
import { type Composite, joiningCode } from './row-cleaner.ts';

/** What the function that is generated for `fields` does. */
export const computesFields = 'Computes `fields`';

/** A column with times that are not written as ISO 8601. */
export interface TimeColumn {
  readonly name: string;
  readonly type: Parameters<typeof timeOf>[2];
  readonly form: Parameters<typeof timeOf>[1];
  readonly zone: string;
}

/** A function that converts the times of a row and joins its composite ids, in place. Undefined if there is nothing to do. */
export function finishRow(
  times: readonly TimeColumn[],
  composites: readonly Composite[],
): Generated<(row: MutableRow) => MutableRow> | undefined {
  if (times.length === 0 && composites.length === 0) return undefined;
  return generate(() => {
    const converted = times.map(
      ({ name, type, form, zone }) => code`
  if (row[${name}] !== undefined) row[${name}] = ${timeOf}(row[${name}], ${form}, ${type}, ${zone});`,
    );
    return code`function finishRow(row) {${converted}${joiningCode(code`row`, composites)}
  return row;
}`;
  });
}
