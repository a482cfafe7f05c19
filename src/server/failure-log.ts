/** One log line for each call that fails: what the engine says of the cause, together with the answer that the caller got. */
import type { Problem } from '../../engine/index.ts';
import type { Emit } from '../events/events.ts';
import type { EngineEvent } from './engine-api.ts';

export interface Failure {
  readonly endpoint: string;
  /** HTTP status of the answer. */
  readonly status: number;
  readonly problem: Problem;
  /** What was thrown, where the problem is a bug that the engine did not catch. */
  readonly error?: unknown;
}

export interface FailureLog {
  /** For the engine to emit to. Its line about a call that fails is kept until `end` of that call; all else is passed on at once. */
  readonly fromEngine: (event: EngineEvent) => void;
  /** To be called when the engine gets a call ... */
  begin(requestId: string): void;
  /** ... and when that call is answered. Writes the line when it has failed. */
  end(requestId: string, failure: Failure | undefined): void;
}

const levels: Readonly<Record<Problem['kind'], 'info' | 'warn' | 'error'>> = {
  invalid: 'info',
  unprovided: 'info',
  throttled: 'warn',
  unreachable: 'warn',
  timeout: 'warn',
  broken: 'error',
  bug: 'error',
};

/**
 * Joins the two halves of a failure. The engine explains those of its runs, under the problem's kind, before it returns; requests
 * that it refuses without a run, and its overruns, have no words but the caller's. A line that comes after the call has been
 * answered tells how work that overran came to its end: it is passed on.
 */
export function createFailureLog(emit: Emit): FailureLog {
  const calls = new Map<string, EngineEvent | undefined>();
  return {
    fromEngine: (event) => {
      const { requestId } = event;
      if (requestId !== undefined && calls.has(requestId) && Object.hasOwn(levels, event.event)) {
        calls.set(requestId, event);
      } else {
        emit(event);
      }
    },
    begin: (requestId) => void calls.set(requestId, undefined),
    end: (requestId, failure) => {
      const explained = calls.get(requestId);
      calls.delete(requestId);
      if (failure === undefined) return;
      const { endpoint, status, problem, error } = failure;
      if (error !== undefined) {
        emit({ level: 'error', event: 'bug', requestId, endpoint, status, error });
        return;
      }
      emit({
        message: problem.message,
        ...explained,
        level: levels[problem.kind],
        event: 'call_failed',
        requestId,
        endpoint,
        status,
        problem: problem.kind,
      });
    },
  };
}
