/** The `Retry-After` of an answer, after a failure of a source that states a waiting time. */
import { describe, expect, it } from 'vitest';
import { problemOf } from '../../../engine/run/context/problem-of.ts';
import { SourceError } from '../../../engine/sources/source.ts';

describe('the time to come again', () => {
  it.each([
    ['throttled', undefined, 5],
    ['throttled', 60_000, 60],
    ['throttled', 6_001, 7],
    ['throttled', 1_001, 2],
    ['throttled', 1, 1],
    ['unreachable', undefined, 5],
    ['unreachable', 2_000, 2],
  ] as const)(
    'of a source that is %s for %s ms is %i s: whole seconds, and never too early',
    (kind, retryAfterMs, retryAfter) => {
      const problem = problemOf(new SourceError(kind, 'No.', { retryAfterMs }), false);
      expect(problem).toMatchObject({ kind, retryAfter });
    },
  );
});
