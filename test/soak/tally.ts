/** Counts the requests, answers and faults of a case. */
import type { CaseResult } from './row.ts';

export interface Tally {
  wrote(): void;
  injected(kind: string): void;
  /** `text` says what broke the promise. */
  violated(text: string): void;
  /** `milliseconds` since the fault. */
  recovered(milliseconds: number): void;
  result(share?: number): CaseResult;
}

export function createTally(): Tally {
  const faults: Record<string, number> = {};
  const violations: string[] = [];
  let writes = 0;
  let recoveryMs = 0;
  return {
    wrote: () => {
      writes += 1;
    },
    injected: (kind) => {
      faults[kind] = (faults[kind] ?? 0) + 1;
    },
    violated: (text) => void violations.push(text),
    recovered: (milliseconds) => {
      recoveryMs = Math.max(recoveryMs, milliseconds);
    },
    result: (share = 1) => ({ writes, faults, violations, recoveryMs, share }),
  };
}

/** The figures of several cases together. */
export function sumUp(results: readonly CaseResult[]): CaseResult {
  const faults: Record<string, number> = {};
  for (const result of results) {
    for (const [kind, count] of Object.entries(result.faults)) faults[kind] = (faults[kind] ?? 0) + count;
  }
  return {
    writes: results.reduce((sum, { writes }) => sum + writes, 0),
    faults,
    violations: results.flatMap(({ violations }) => violations),
    recoveryMs: Math.max(0, ...results.map(({ recoveryMs }) => recoveryMs)),
    share: results.reduce((sum, { share = 1 }) => sum + share, 0),
  };
}
