/** How a caller learns that the ERP throttles. */
import { expect, it } from 'vitest';
import { problemOf } from '../../../engine/run/problem-of.ts';
import { SourceError } from '../../../engine/sources/source.ts';

it('tells a caller that the ERP throttles when to come again, in whole seconds and never too early', () => {
  const problem = problemOf(new SourceError('throttled', 'the ERP answered 429', { retryAfterMs: 6_001 }), false);
  expect(problem).toMatchObject({ kind: 'throttled', retryAfter: 7 });
});

it('has a time of its own for an ERP that says none', () => {
  expect(problemOf(new SourceError('throttled', 'the ERP answered 429'), false)).toMatchObject({ retryAfter: 5 });
});
