import { describe, expect, it } from 'vitest';
import type { Bench } from '../bench.ts';
import { validBody } from '../bodies.ts';
import { everyEndpoint } from '../endpoints.ts';
import { isNoisy, numbersOf } from '../exact.ts';
import { accepted } from '../replies.ts';

/** What holds of every answer. The same is looked at in each reply that any other test of this suite accepts. */
export function answers(bench: () => Bench): void {
  describe('answers', { timeout: 60_000 }, () => {
    for (const endpoint of everyEndpoint) {
      it(`[contract 4.5] [decisions: Responses 1, 2] exactly the contract's fields, each of its type, days that exist: ${endpoint.path}`, async () => {
        accepted(endpoint, await bench().call(endpoint, await validBody(bench(), endpoint)));
      });

      it(`[decisions: Responses 1] numbers carry no binary noise and no exponent: ${endpoint.path}`, async () => {
        const { text } = await bench().call(endpoint, await validBody(bench(), endpoint));
        expect(numbersOf(text).filter(isNoisy)).toEqual([]);
      });
    }
  });
}
