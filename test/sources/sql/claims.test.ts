import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClaims, type NewClaim } from '../../../engine/sources/sql/claims.ts';
import { testedDialects } from '../../support/dialects.ts';
import { type Bench, bench, soon } from './bench.ts';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function claim(id: string): NewClaim {
  return {
    id: id.repeat(64),
    endpoint: '/sale-draft',
    naturalKey: `Ärger-${id}'%`,
    payload: 'b'.repeat(64),
    createdAt: '2026-01-02T03:04:05.678Z',
  };
}

for (const dialect of testedDialects) {
  describe(`claims on ${dialect}`, () => {
    let own: Bench;
    const claims = createClaims('engine_claims', dialect);
    beforeAll(async () => {
      own = await bench(dialect, 'create table other (id integer)');
      const create = (source: Bench['source']) => source.transaction(soon(), claims.create);
      await Promise.all([create(own.source), create(own.rival), create(own.source)]);
    });
    afterAll(() => own.end());

    it('are kept with their result, and can be removed', async () => {
      const { source } = own;
      const given = claim('1');
      expect(await source.transaction(soon(), (session) => claims.insert(session, given))).toBe(true);
      expect(await source.transaction(soon(), (session) => claims.insert(session, given))).toBe(false);
      const read = () => source.transaction(soon(), (session) => claims.read(session, given.id));
      expect(await read()).toEqual({ ...given, result: null });
      const result = '{"saleId":"1","receivedAt":"…"} ';
      await source.transaction(soon(), (session) => claims.storeResult(session, given.id, result));
      expect(await read()).toEqual({ ...given, result });
      expect(await source.transaction(soon(), (session) => claims.remove(session, given.id))).toBe(true);
      expect(await source.transaction(soon(), (session) => claims.remove(session, given.id))).toBe(false);
      expect(await read()).toBeUndefined();
    });

    it('refuse a result without a claim', async () => {
      const storing = own.source.transaction(soon(), (session) => claims.storeResult(session, 'c'.repeat(64), 'x'));
      await expect(storing).rejects.toMatchObject({ name: 'SourceError' });
    });

    it('go to one of two rivals; the other one waits, then reads its result', async () => {
      const given = claim('2');
      const first = own.source.transaction(soon(), async (session) => {
        const mine = await claims.insert(session, given);
        await wait(150);
        await claims.storeResult(session, given.id, 'first');
        return mine;
      });
      await wait(40);
      const second = await own.rival.transaction(soon(), async (session) => {
        const mine = await claims.insert(session, given);
        return { mine, result: (await claims.read(session, given.id))?.result };
      });
      expect(await first).toBe(true);
      expect(second).toEqual({ mine: false, result: 'first' });
    });

    it('go to the rival when the first one rolls back', async () => {
      const given = claim('3');
      const first = own.source.transaction(soon(), async (session) => {
        await claims.insert(session, given);
        await wait(100);
        throw new Error('refused');
      });
      const refused = expect(first).rejects.toThrow('refused');
      await wait(40);
      expect(await own.rival.transaction(soon(), (session) => claims.insert(session, given))).toBe(true);
      await refused;
    });

    it('go to exactly one of fifty', async () => {
      const given = claim('4');
      const won = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          (index % 2 ? own.source : own.rival).transaction(soon(), (session) => claims.insert(session, given)),
        ),
      );
      expect(won.filter(Boolean)).toHaveLength(1);
    });
  });
}
