/** The outcomes of a check, and the functions that end a check with one. A check that returns has passed. */
import { isDeepStrictEqual } from 'node:util';
import type { Path } from '../../../contract/types.ts';
import type { Exchange } from '../validation/caller.ts';
import { type RuleName, type RuleViolation, ruleViolation } from '../validation/rules.ts';
import { type Gap, gapText } from './gap.ts';

export type Outcome =
  | { readonly kind: 'passed' }
  /** The service breaks the contract. There is at least one finding. */
  | { readonly kind: 'failed'; readonly findings: readonly RuleViolation[]; readonly exchanges: readonly Exchange[] }
  /** Neither proof nor fault. */
  | { readonly kind: 'not tested'; readonly gap: Gap }
  /** The service does not provide what is checked. */
  | { readonly kind: 'not applicable'; readonly reason: string };

type Conclusion =
  /** `path`: the endpoint whose answer is at fault; undefined for the endpoint of the check. */
  | {
      readonly kind: 'failed';
      readonly findings: readonly RuleViolation[];
      readonly path?: Path;
      readonly exchange?: Exchange;
    }
  | Extract<Outcome, { readonly kind: 'not tested' | 'not applicable' }>;

/** Ends a check. */
export class Concluded extends Error {
  readonly conclusion: Conclusion;
  constructor(conclusion: Conclusion) {
    super(conclusion.kind);
    this.name = 'Concluded';
    this.conclusion = conclusion;
  }
}

/** Fails the check. `message` says what was expected and what the answer was; `at` is the place in the answer. */
export function fail(rule: RuleName, message: string, at = ''): never {
  throw new Concluded({ kind: 'failed', findings: [ruleViolation(rule, at, message)] });
}

/** Ends the check: the data has no such record. `needs` and `path` as in `Datum`, `seen` as in `Gap`. */
export function lacks(needs: string, path: Path, seen = ''): never {
  throw new Concluded({ kind: 'not tested', gap: { kind: 'missing datum', datum: { needs, path }, seen } });
}

/** Ends the check for a technical reason, which no data changes: a clause. */
export function notPossible(reason: string): never {
  throw new Concluded({ kind: 'not tested', gap: { kind: 'not possible here', reason } });
}

/** Ends the check at a limit of the run: a clause. */
export function overLimit(reason: string): never {
  throw new Concluded({ kind: 'not tested', gap: { kind: 'limit', reason } });
}

/** Ends the check: nothing has to be proved. `reason` is a clause for the report. */
export function notApplicable(reason: string): never {
  throw new Concluded({ kind: 'not applicable', reason });
}

/** Fails the check unless the condition holds. */
export function demand(condition: boolean, rule: RuleName, message: string, at = ''): void {
  if (!condition) fail(rule, message, at);
}

/** Characters of a value that a message shows at most. */
const longestValue = 400;

/** A value as one line of JSON, cut after 400 characters. */
export function shownValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > longestValue ? `${text.slice(0, longestValue)}...` : text;
}

/** Fails the check where two values differ. `what` names them in the message. */
export function demandEqual(actual: unknown, expected: unknown, rule: RuleName, what: string): void {
  if (isDeepStrictEqual(actual, expected)) return;
  fail(rule, `${what}: expected ${shownValue(expected)}, got ${shownValue(actual)}`);
}

/** Why a check is not tested or not applicable, as a clause. */
export const reasonIn = (outcome: Extract<Outcome, { readonly kind: 'not tested' | 'not applicable' }>): string =>
  outcome.kind === 'not tested' ? gapText(outcome.gap) : outcome.reason;

/** Why work is not tested or not applicable; undefined where it succeeds. */
export async function reasonOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (!(error instanceof Concluded) || error.conclusion.kind === 'failed') throw error;
    return reasonIn(error.conclusion);
  }
}
