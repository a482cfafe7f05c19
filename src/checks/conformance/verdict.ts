/** What came of a check. A check that returns has held; everything else ends it at once. */
import { isDeepStrictEqual } from 'node:util';

export type Verdict =
  | { readonly kind: 'held' }
  /** The contract is broken. */
  | { readonly kind: 'failed'; readonly message: string }
  /** The profile does not provide what is checked. */
  | { readonly kind: 'not applicable'; readonly reason: string }
  /** The fixture has nothing that could show it: neither proof nor fault. */
  | { readonly kind: 'not shown'; readonly reason: string };

/** Ends a check with its verdict. */
export class Concluded extends Error {
  readonly verdict: Verdict;
  constructor(verdict: Verdict) {
    super(verdict.kind);
    this.verdict = verdict;
  }
}

/** The contract is broken: `message` says what was expected and what came. */
export function fail(message: string): never {
  throw new Concluded({ kind: 'failed', message });
}

export function notShown(reason: string): never {
  throw new Concluded({ kind: 'not shown', reason });
}

export function notApplicable(reason: string): never {
  throw new Concluded({ kind: 'not applicable', reason });
}

/** Fails where a demand is not met. */
export function demand(met: boolean, message: string): void {
  if (!met) fail(message);
}

/** Characters of a value that a message shows at most. */
const longest = 400;

/** A value as one line of JSON. */
export function shownValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > longest ? `${text.slice(0, longest)}...` : text;
}

/** Fails where two values differ; `what` names them in the message. */
export function same(actual: unknown, expected: unknown, what: string): void {
  if (isDeepStrictEqual(actual, expected)) return;
  fail(`${what}: expected ${shownValue(expected)}, got ${shownValue(actual)}`);
}
