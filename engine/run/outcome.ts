/** The result of one call of an engine. */
import { type Problem, problemLevels } from '../base/problem.ts';
import type { CallSubject } from './call-subject.ts';
import { explain, problemOf } from './context/problem-of.ts';

/**
 * The cause of a failed call, for the operator's log. It may contain hosts, tables and messages of a driver: never
 * send it to the caller.
 */
export interface FailureCause {
  readonly level: 'info' | 'warn' | 'error';
  /** The messages of the error and its causes, innermost last, then the remedy. */
  readonly message: string;
  /** The stack trace; only for a bug. */
  readonly stack?: string | undefined;
}

export interface FailedOutcome {
  readonly ok: false;
  /** The problem for the caller. */
  readonly problem: Problem;
  /** Undefined if the problem is complete: the request was refused before anything was executed. */
  readonly cause?: FailureCause;
  /** What the request was about; undefined if it names no document and no customer. */
  readonly subject?: CallSubject | undefined;
}

interface AnsweredOutcome {
  readonly ok: true;
  /** The complete body of the answer, `schemaVersion` included. */
  readonly json: string;
  /** A long body in parts: to send it, no text of its size has to be made. */
  readonly parts?: readonly string[];
}

export type Outcome = AnsweredOutcome | FailedOutcome;

/** The outcome of a body, which may be in parts. */
export function answeredOutcome(body: string | readonly string[]): AnsweredOutcome {
  if (typeof body === 'string') return { ok: true, json: body };
  return {
    ok: true,
    parts: body,
    get json() {
      return body.join('');
    },
  };
}

/** The outcome of a run that threw. `writing`: whether the run was a write. */
export function failedOutcome(error: unknown, writing: boolean): FailedOutcome {
  const problem = problemOf(error, writing);
  const stack = problem.kind === 'bug' && error instanceof Error ? { stack: error.stack } : {};
  return { ok: false, problem, cause: { level: problemLevels[problem.kind], message: explain(error), ...stack } };
}
