/** The undo of a step over HTTP: the request that removes what the step has created. */
import type { HttpStep } from '../../plan/write.ts';
import type { WorkRow } from '../../shape/encode.ts';
import { type RunContext, withState } from '../context/context.ts';
import { type Runtime, withCall } from '../runtime/runtime.ts';
import type { DurableUndo } from '../write/durable/durable-work.ts';
import { sendHttpStep } from './step.ts';

/** The results of the completed steps. The document replaces results that only a lookup has shown. */
export function stepResults(
  done: Readonly<Record<string, unknown>>,
  document: WorkRow | undefined,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(done).map(([name, result]) => [name, result ?? document ?? {}]));
}

export interface UndoState {
  /** With `$key` of the document. */
  readonly context: RunContext;
  /** From the last lookup. */
  readonly document: WorkRow | undefined;
}

/** The undo of a step; undefined if it has none. `state`: called before each request. */
export function durableUndo({ undo }: HttpStep, runtime: Runtime, state: () => UndoState): DurableUndo | undefined {
  if (undo === undefined) return undefined;
  const { timeoutMs, effect } = undo;
  return {
    timeoutMs,
    repeatable: effect === 'keyed write',
    send(done, beforeFirstByte) {
      const { context, document } = state();
      const call = withCall(runtime, context, { deadline: runtime.now() + timeoutMs, beforeFirstByte });
      const steps = { ...context.state.steps, ...stepResults(done, document) };
      return sendHttpStep(undo, withState(call, { steps }));
    },
  };
}
