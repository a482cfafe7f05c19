/** The time that a change of the ERP's rows may take, with all requests that judge it. */
import type { CheckContext } from '../core/context.ts';
import type { ErpData } from '../core/erp-data.ts';

/** Milliseconds for each kind of change. */
const mostTime = 40_000;

/** The time is over. */
export class OutOfTime extends Error {
  override name = 'OutOfTime';
}

/** The same requests and rows, which reject with `OutOfTime` after the limit. Changes are undone at any time. */
export function withinTime(
  context: CheckContext,
  data: ErpData,
): { readonly context: CheckContext; readonly data: ErpData } {
  const end = performance.now() + mostTime;
  const demandTime = (): void => {
    if (performance.now() > end)
      throw new OutOfTime(`out of time: the answers and changes took more than ${mostTime / 1_000} s`);
  };
  const timed =
    <A extends readonly unknown[], T>(work: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      demandTime();
      return work(...args);
    };
  return {
    context: { ...context, send: timed(context.send) },
    data: {
      tables: timed(data.tables),
      rows: timed(data.rows),
      copy: timed(data.copy),
      update: timed(data.update),
      remove: timed(data.remove),
      undone: data.undone,
    },
  };
}
