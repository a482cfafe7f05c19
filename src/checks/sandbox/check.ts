/** What a run of the sandbox finds: checks, each about one endpoint. */
import type { Path } from '../../contract/types.ts';
import type { Exchange } from '../validation/caller.ts';
import type { Finding } from '../validation/rules.ts';

export type CheckOutcome =
  | { readonly kind: 'passed' }
  /** At least one finding; `exchanges` are the last ones before it. */
  | { readonly kind: 'failed'; readonly findings: readonly Finding[]; readonly exchanges: readonly Exchange[] }
  | { readonly kind: 'unreached'; readonly reason: string };

export interface Check {
  /** The part of the platform's work that it belongs to. */
  readonly scenario: string;
  readonly path: Path;
  /** What must be true, for people. */
  readonly title: string;
  readonly outcome: CheckOutcome;
  /** What a person may want to know, and is no fault. */
  readonly notes: readonly string[];
  readonly ms: number;
}

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly unreached: number;
}

export function countsOf(checks: readonly Check[]): Counts {
  const counted = (kind: CheckOutcome['kind']): number => checks.filter(({ outcome }) => outcome.kind === kind).length;
  return { passed: counted('passed'), failed: counted('failed'), unreached: counted('unreached') };
}
