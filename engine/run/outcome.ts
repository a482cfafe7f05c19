/** The result of one call of an engine. */
import { type Problem, problemLevels } from '../base/problem.ts';
import { explain, problemOf } from './context/problem-of.ts';

/** Why a call failed, for the operator's log. May name hosts, tables and the words of a driver: it is never for the caller. */
export interface FailureCause {
  readonly level: 'info' | 'warn' | 'error';
  /** The error and its causes, the innermost last, then what to do about it. */
  readonly message: string;
  /** Where the error was thrown; only of a bug. */
  readonly stack?: string | undefined;
}

export interface FailedOutcome {
  readonly ok: false;
  /** What the caller may learn. */
  readonly problem: Problem;
  /** Missing where the problem says all there is: a request that was refused before anything was run. */
  readonly cause?: FailureCause;
}

/** `json` is the whole body of the answer, `schemaVersion` included. */
export type Outcome = { readonly ok: true; readonly json: string } | FailedOutcome;

/** The outcome of a run that threw. `writing`: the run was one of a write. */
export function failedOutcome(error: unknown, writing: boolean): FailedOutcome {
  const problem = problemOf(error, writing);
  const stack = problem.kind === 'bug' && error instanceof Error ? { stack: error.stack } : {};
  return { ok: false, problem, cause: { level: problemLevels[problem.kind], message: explain(error), ...stack } };
}
