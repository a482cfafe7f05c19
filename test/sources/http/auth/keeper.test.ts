/** Credentials under a clock that is set back: what was counted by it before must not keep the ERP out of reach. */
import { expect, it } from 'vitest';
import { createKeeper } from '../../../../engine/sources/http/auth/credential-cache.ts';
import { SourceError } from '../../../../engine/sources/source.ts';

const hour = 3_600_000;
const call = () => ({ deadline: Date.now() + 5_000 });

/** A keeper under a clock that the test sets; `refuse` while it is true. */
function bench(validMs: number, earliestMs: number) {
  const state = { time: 10 * hour, refuse: false, obtained: 0 };
  const keeper = createKeeper<number>({
    what: 'Logging in',
    obtain: async () => {
      if (state.refuse) throw new SourceError('denied', 'no', { effect: 'none' });
      state.obtained += 1;
      return { value: state.obtained, until: state.time + validMs, notBefore: state.time + earliestMs };
    },
    now: () => state.time,
    report: () => undefined,
  });
  return { state, keeper };
}

it('the pause after a refusal is over at once, and not an hour later', async () => {
  const { state, keeper } = bench(hour, 0);
  state.refuse = true;
  await expect(keeper.get(call())).rejects.toMatchObject({ kind: 'denied' });
  await expect(keeper.get(call())).rejects.toMatchObject({ retryAfterMs: 60_000 });
  state.time -= hour;
  state.refuse = false;
  expect(await keeper.get(call())).toMatchObject({ value: 1 });
});

it('credentials that the ERP says are over are renewed, though it is before their earliest time', async () => {
  const { state, keeper } = bench(600_000, 570_000);
  const { session } = await keeper.get(call());
  state.time += 1_000;
  expect(keeper.expired(session)).toBe(false);
  state.time -= hour;
  expect(keeper.expired(session)).toBe(true);
  expect(await keeper.get(call())).toMatchObject({ value: 2 });
});

it('renewals of the time before are not counted', async () => {
  const { state, keeper } = bench(hour, 0);
  for (let renewal = 0; renewal < 3; renewal += 1)
    expect(keeper.expired((await keeper.get(call())).session)).toBe(true);
  const { session } = await keeper.get(call());
  expect(keeper.expired(session)).toBe(false);
  state.time -= hour;
  expect(keeper.expired(session)).toBe(true);
});
