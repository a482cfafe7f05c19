/** One call for all who ask at the same time. */
import { expect, it } from 'vitest';
import { sharedCall } from '../../../../src/service/lifecycle/shared-call.ts';

it('is made once for callers at the same time, and again after its end, also after a failure', async () => {
  let calls = 0;
  const ask = sharedCall(async () => {
    calls += 1;
    const call = calls;
    await Promise.resolve();
    if (call === 2) throw new Error('the second fails');
    return call;
  });
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  expect((await Promise.allSettled([ask(), ask()])).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await ask()).toBe(3);
});
