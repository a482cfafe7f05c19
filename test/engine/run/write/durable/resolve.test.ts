/** What a person may decide about a durable claim, and what the next request makes of it. */
import { describe, expect, it } from 'vitest';
import { resolveClaim } from '../../../../../engine/run/write/durable/operator-resolution.ts';
import { lost, openDesk, timing, whole } from './world/desk.ts';

describe('a person', () => {
  const gone = { id: 'c1', revision: 1 };
  const heldDesk = async () => {
    const desk = openDesk();
    await desk.write({ find: async () => ({ kind: 'several', detail: '2 documents' }) });
    return desk;
  };

  it('who states that nothing was written lets the next request write', async () => {
    const desk = await heldDesk();
    expect(await resolveClaim(desk.claims, desk.claim() ?? gone, { kind: 'not written' })).toMatchObject({
      kind: 'changed',
    });
    expect(await desk.write()).toBe('"saleId":"7"');
    expect(desk.claim()?.epoch).toBe(2);
  });

  it('who states the document answers every repeat with it', async () => {
    const desk = await heldDesk();
    await resolveClaim(desk.claims, desk.claim() ?? gone, { kind: 'written', result: '"saleId":"9"' });
    expect([await desk.write(), desk.asked]).toEqual(['"saleId":"9"', ['find']]);
  });

  it('who asks for another look gets one', async () => {
    const desk = await heldDesk();
    await resolveClaim(desk.claims, desk.claim() ?? gone, { kind: 'look again' });
    await desk.complete(10_000, async () => whole);
    expect(desk.claim()?.state.kind).toBe('done');
  });

  it('who releases a key keeps its answer beside it', async () => {
    const desk = openDesk();
    await desk.write();
    expect(await resolveClaim(desk.claims, desk.claim() ?? gone, { kind: 'release' })).toMatchObject({
      kind: 'changed',
    });
    const at = '1970-01-01T00:00:00.000Z';
    expect(desk.claim()).toMatchObject({
      state: { kind: 'absent' },
      epoch: 2,
      released: [{ result: '"saleId":"7"', createdAt: at, releasedAt: at }],
    });
  });

  it('decides nothing about a claim that is not what it was when the person looked', async () => {
    const desk = await heldDesk();
    const seen = desk.claim() ?? gone;
    await resolveClaim(desk.claims, seen, { kind: 'look again' });
    const late = await resolveClaim(desk.claims, seen, { kind: 'not written' });
    expect([late.kind, desk.claim()?.state.kind]).toEqual(['overtaken', 'unknown']);
  });

  it('decides nothing about a write that is done or under way', async () => {
    const desk = openDesk();
    expect(await resolveClaim(desk.claims, desk.claim() ?? gone, { kind: 'not written' })).toEqual({
      kind: 'absent',
    });
    await desk.write();
    expect(await resolveClaim(desk.claims, desk.claim() ?? gone, { kind: 'not written' })).toMatchObject({
      kind: 'refused',
    });
  });

  it('decides about what was sent once its lease is over, and not before', async () => {
    const desk = openDesk();
    const sent = desk.write({ create: () => desk.time.sleep(1e6).then(() => lost), deadlineMs: 1e7 });
    const decided = desk.time.sleep(5000).then(async () => {
      const early = await resolveClaim(desk.claims, desk.claim() ?? gone, { kind: 'not written' });
      await desk.time.sleep(timing.leaseMs);
      return [early, await resolveClaim(desk.claims, desk.claim() ?? gone, { kind: 'not written' })];
    });
    await sent;
    expect((await decided).map(({ kind }) => kind)).toEqual(['refused', 'changed']);
    // What came of the request afterwards has nothing to say any more.
    expect(desk.claim()).toMatchObject({ state: { kind: 'absent' }, epoch: 2, steps: '{}' });
  });
});
