/** Checks of what the rows of the ERP say. */
import type { Check } from '../core/check.ts';
import type { CheckContext } from '../core/context.ts';
import type { ErpData } from '../core/erp-data.ts';
import { dataOf } from '../core/written-rows.ts';
import { type Rows, readRows } from '../metamorphic/rows.ts';

interface RowsCheck extends Omit<Check, 'clause' | 'tag' | 'mayDeviate' | 'run'> {
  /** `ruling: answers` where it is missing. */
  readonly clause?: string;
  /** `rows`: those before the check. */
  readonly run: (context: CheckContext, rows: Rows, data: ErpData) => Promise<void>;
}

/** A check that reads all tables first, and from which an ERP may deviate. Not possible where the rows cannot be read. */
export const rowsCheck = ({ run, ...check }: RowsCheck): Check => ({
  clause: 'ruling: answers',
  ...check,
  tag: 'fixture',
  mayDeviate: true,
  async run(context) {
    const data = dataOf(context);
    await run(context, await readRows(data), data);
  },
});
