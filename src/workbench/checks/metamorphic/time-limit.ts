/** The requests and changes that a kind of change may take. */
import type { CheckContext } from '../core/context.ts';
import type { ErpData } from '../core/erp-data.ts';

/** Requests and changes of each kind: twice as many as a shipped profile takes. A count, so that the result does not depend on the load of the machine. */
const mostSteps = 6_000;
/** Milliseconds for each kind, for a service that hardly answers. */
const mostTime = 300_000;

/** The limit is reached. */
export class OutOfTime extends Error {
  override name = 'OutOfTime';
}

/** The same requests and rows, which reject with `OutOfTime` after the limit. Changes are undone at any time. */
export function withinTime(
  context: CheckContext,
  data: ErpData,
): { readonly context: CheckContext; readonly data: ErpData } {
  const end = performance.now() + mostTime;
  let steps = 0;
  const demandRest = (): void => {
    steps += 1;
    if (steps > mostSteps) throw new OutOfTime(`the answers and changes took more than ${mostSteps} steps`);
    if (performance.now() > end)
      throw new OutOfTime(`out of time: the answers and changes took more than ${mostTime / 1_000} s`);
  };
  const limited =
    <A extends readonly unknown[], T>(work: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      demandRest();
      return work(...args);
    };
  return {
    context: { ...context, send: limited(context.send) },
    data: {
      tables: limited(data.tables),
      isPartial: data.isPartial,
      rows: limited(data.rows),
      copy: limited(data.copy),
      update: limited(data.update),
      remove: limited(data.remove),
      undone: data.undone,
    },
  };
}
