/** The lock of the document that a write over HTTP changes. */
import { createHash } from 'node:crypto';
import type { Expression } from '../../transform/expression.ts';
import { bindingsOf, type RunContext } from '../context/context.ts';
import type { DocumentLock } from '../write/durable/durable-work.ts';

/**
 * The lock that a request takes; undefined if the profile declares none. Rejects if the expression of the profile gives
 * no value: without a lock the write could run at the same time as another one.
 */
export async function lockOf(
  lock: Expression | undefined,
  installation: string,
  context: RunContext,
): Promise<DocumentLock | undefined> {
  if (lock === undefined) return undefined;
  const lockValue = await lock.evaluate(context.state.request, bindingsOf(context));
  const value = typeof lockValue === 'string' ? lockValue : (JSON.stringify(lockValue) ?? '');
  if (value === '' || value === 'null')
    throw new Error(`The lock expression ${lock.text} gives no value for this request`);
  return {
    id: createHash('sha256')
      .update(JSON.stringify([installation, value]))
      .digest('hex'),
    value,
  };
}
