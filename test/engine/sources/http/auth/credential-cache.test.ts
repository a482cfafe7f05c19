/** Credentials when the clock is set back: times measured before must not block the ERP. */
import { expect, it } from 'vitest';
import { CredentialCache } from '../../../../../engine/sources/http/auth/index.ts';
import { SourceError } from '../../../../../engine/sources/source.ts';

const hour = 3_600_000;
const call = () => ({ deadline: Date.now() + 60_000 });

/** A cache with a clock that the test sets; `refuse` while it is true. */
function bench(validMs: number, earliestMs: number) {
  const state = { time: 10 * hour, refuse: false, obtained: 0 };
  const cache = new CredentialCache<number>({
    what: 'Logging in',
    obtain: async () => {
      if (state.refuse) throw new SourceError('denied', 'no', { effect: 'none' });
      state.obtained += 1;
      return { value: state.obtained, until: state.time + validMs, notBefore: state.time + earliestMs };
    },
    now: () => state.time,
    report: () => undefined,
  });
  return { state, cache };
}

it('the pause after a refusal is over at once, and not an hour later', async () => {
  const { state, cache } = bench(hour, 0);
  state.refuse = true;
  await expect(cache.get(call())).rejects.toMatchObject({ kind: 'denied' });
  await expect(cache.get(call())).rejects.toMatchObject({ retryAfterMs: 60_000 });
  state.time -= hour;
  state.refuse = false;
  expect(await cache.get(call())).toMatchObject({ value: 1 });
});

it('credentials that the ERP says are over are renewed, though it is before their earliest time', async () => {
  const { state, cache } = bench(600_000, 570_000);
  const { session } = await cache.get(call());
  state.time += 1_000;
  expect(cache.expired(session)).toBe(false);
  state.time -= hour;
  expect(cache.expired(session)).toBe(true);
  expect(await cache.get(call())).toMatchObject({ value: 2 });
});

it('renewals of the time before are not counted', async () => {
  const { state, cache } = bench(hour, 0);
  for (let renewal = 0; renewal < 3; renewal += 1) expect(cache.expired((await cache.get(call())).session)).toBe(true);
  const { session } = await cache.get(call());
  expect(cache.expired(session)).toBe(false);
  state.time -= hour;
  expect(cache.expired(session)).toBe(true);
});
