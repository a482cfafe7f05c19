import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClaimAdmin } from '../../../../engine/sources/sql/claims/claim-admin.ts';
import { createClaims } from '../../../../engine/sources/sql/claims/claims.ts';
import type { NewClaim } from '../../../../engine/sources/sql/claims-sql.ts';
import { testedDialects } from '../../../support/dialects.ts';
import { kinds } from '../../../support/kinds.ts';
import { type Bench, bench, soon } from './bench.ts';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function claim(id: string): NewClaim {
  return {
    id: id.repeat(64),
    installation: 'acme company="Ä"',
    endpoint: '/sale-draft',
    naturalKey: `Ärger-${id}'%`,
    payload: 'b'.repeat(64),
    createdAt: '2026-01-02T03:04:05.678Z',
  };
}

/** The members of an answer with this id. */
const answer = (id: string): string => `"saleId":"${id}"`;

for (const dialect of testedDialects) {
  describe(`claims on ${dialect}`, () => {
    let testBench: Bench;
    const claims = createClaims('engine_claims', kinds[dialect]);
    const admin = createClaimAdmin('engine_claims', kinds[dialect]);
    beforeAll(async () => {
      testBench = await bench(dialect, 'create table other (id integer)');
      const create = (source: Bench['source']) => source.transaction(soon(), claims.create);
      await Promise.all([create(testBench.source), create(testBench.rival), create(testBench.source)]);
    });
    afterAll(() => testBench.end());

    it('are kept with their result, and answer from then on', async () => {
      const { source } = testBench;
      const given = claim('1');
      expect(await source.transaction(soon(), (session) => claims.insert(session, given))).toBe(true);
      expect(await source.transaction(soon(), (session) => claims.insert(session, given))).toBe(false);
      const read = () => source.transaction(soon(), (session) => claims.read(session, given.id));
      expect(await read()).toEqual({ ...given, result: null, freeSince: null, released: [] });
      const result = '"saleId":"1","receivedAt":"…" ';
      await source.transaction(soon(), async (session) => claims.storeResult(session, given.id, result));
      expect(await read()).toEqual({ ...given, result, freeSince: null, released: [] });
    });

    it('refuse a result without a claim', async () => {
      const storing = testBench.source.transaction(soon(), async (session) =>
        claims.storeResult(session, 'c'.repeat(64), 'x'),
      );
      await expect(storing).rejects.toMatchObject({ name: 'SourceError' });
    });

    it('are taken by one of two callers; the other one waits, then reads its result', async () => {
      const given = claim('2');
      const holding = Promise.withResolvers<void>();
      const first = testBench.source.transaction(soon(), async (session) => {
        const mine = await claims.insert(session, given);
        holding.resolve();
        await wait(150);
        claims.storeResult(session, given.id, answer('first'));
        return mine;
      });
      await holding.promise;
      const second = await testBench.rival.transaction(soon(), async (session) => {
        const mine = await claims.insert(session, given);
        return { mine, result: (await claims.read(session, given.id))?.result };
      });
      expect(await first).toBe(true);
      expect(second).toEqual({ mine: false, result: answer('first') });
    });

    it('are taken by the second caller when the first one rolls back', async () => {
      const given = claim('3');
      const holding = Promise.withResolvers<void>();
      const first = testBench.source.transaction(soon(), async (session) => {
        await claims.insert(session, given);
        holding.resolve();
        await wait(100);
        throw new Error('refused');
      });
      const refused = expect(first).rejects.toThrow('refused');
      await holding.promise;
      expect(await testBench.rival.transaction(soon(), (session) => claims.insert(session, given))).toBe(true);
      await refused;
    });

    /** A claim with a result, made by an own transaction. */
    const kept = async (id: string, result: string): Promise<NewClaim> => {
      const given = claim(id);
      await testBench.source.transaction(soon(), async (session) => {
        await claims.insert(session, given);
        claims.storeResult(session, given.id, result);
      });
      return given;
    };
    const release = (source: Bench['source'], id: string) =>
      source.transaction(soon(), (session) => admin.release(session, id, '2026-02-03T04:05:06.789Z', () => true));
    const take = (source: Bench['source'], given: NewClaim, result: string) =>
      source.transaction(soon(), async (session) => {
        const mine = await claims.take(session, given);
        if (mine) claims.storeResult(session, given.id, result);
        return mine;
      });
    const read = (id: string) => testBench.source.snapshot(soon(), (session) => admin.read(session, id));

    it('that are released keep their answers, oldest first, and can be taken once', async () => {
      const given = await kept('5', '"saleId":"Ä\\"1"');
      expect(await take(testBench.source, given, 'x')).toBe(false);
      expect(await release(testBench.source, given.id)).toMatchObject({ kind: 'released', claim: { released: [] } });
      expect(await release(testBench.rival, given.id)).toMatchObject({ kind: 'free' });
      const first = { result: '"saleId":"Ä\\"1"', createdAt: given.createdAt, releasedAt: '2026-02-03T04:05:06.789Z' };
      expect(await read(given.id)).toEqual({
        ...given,
        result: null,
        freeSince: '2026-02-03T04:05:06.789Z',
        released: [first],
      });
      const again = { ...given, createdAt: '2026-02-04T00:00:00.000Z', payload: 'c'.repeat(64) };
      expect(await testBench.source.transaction(soon(), (session) => claims.insert(session, again))).toBe(false);
      expect(await take(testBench.rival, again, answer('second'))).toBe(true);
      expect(await take(testBench.source, again, 'third')).toBe(false);
      expect(await read(given.id)).toEqual({ ...again, result: answer('second'), freeSince: null, released: [first] });
      await release(testBench.source, given.id);
      const second = { ...first, result: answer('second'), createdAt: again.createdAt };
      expect((await read(given.id))?.released).toEqual([first, second]);
    });

    it('of a write that was stopped half way block their key until they are released, and have no answer', async () => {
      const given = claim('e');
      await testBench.source.transaction(soon(), (session) => claims.insert(session, given));
      expect(await take(testBench.source, given, 'x')).toBe(false);
      expect(await release(testBench.source, given.id)).toMatchObject({ kind: 'released', claim: { result: null } });
      expect(await take(testBench.source, given, answer('done'))).toBe(true);
      expect(await read(given.id)).toEqual({ ...given, result: answer('done'), freeSince: null, released: [] });
    });

    it('that do not exist cannot be released', async () => {
      expect(await release(testBench.source, '9'.repeat(64))).toEqual({ kind: 'absent' });
    });

    it('that are released are taken by exactly one of many callers', async () => {
      const given = await kept('6', answer('first'));
      await release(testBench.source, given.id);
      const taken = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          take(index % 2 ? testBench.source : testBench.rival, given, answer(`by ${index}`)),
        ),
      );
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect((await read(given.id))?.result).toBe(answer(`by ${taken.indexOf(true)}`));
    });

    it('are free for the rival when their taker rolls back', async () => {
      const given = await kept('7', answer('first'));
      await release(testBench.source, given.id);
      const holding = Promise.withResolvers<void>();
      const failing = testBench.source.transaction(soon(), async (session) => {
        await claims.take(session, given);
        holding.resolve();
        await wait(100);
        throw new Error('refused');
      });
      const refused = expect(failing).rejects.toThrow('refused');
      await holding.promise;
      expect(await take(testBench.rival, given, answer('second'))).toBe(true);
      await refused;
    });

    it('wait with a release for the write that has them, and lose no answer', async () => {
      const given = await kept('8', answer('first'));
      await release(testBench.source, given.id);
      const holding = Promise.withResolvers<void>();
      const writing = testBench.source.transaction(soon(), async (session) => {
        const mine = await claims.take(session, given);
        holding.resolve();
        await wait(150);
        claims.storeResult(session, given.id, answer('second'));
        return mine;
      });
      await holding.promise;
      expect(await release(testBench.rival, given.id)).toMatchObject({
        kind: 'released',
        claim: { result: answer('second') },
      });
      expect(await writing).toBe(true);
      expect((await read(given.id))?.released.map(({ result }) => result)).toEqual([answer('first'), answer('second')]);
    });

    it('are released by one of many at once', async () => {
      const given = await kept('a', answer('first'));
      const ends = await Promise.all(
        Array.from({ length: 10 }, (_, index) => release(index % 2 ? testBench.source : testBench.rival, given.id)),
      );
      expect(ends.filter(({ kind }) => kind === 'released')).toHaveLength(1);
      expect((await read(given.id))?.released).toHaveLength(1);
    });

    it('are listed newest first, by endpoint and time', async () => {
      const times = ['2030-01-01T00:00:00.000Z', '2030-01-02T00:00:00.000Z', '2030-01-03T00:00:00.000Z'];
      for (const [index, createdAt] of times.entries()) {
        const listed = { ...claim('d'), id: `${index}`.padStart(64, 'd'), endpoint: `/of/${index % 2}`, createdAt };
        await testBench.source.transaction(soon(), (session) => claims.insert(session, listed));
      }
      const list = async (filter: Parameters<typeof admin.list>[1]) =>
        (await testBench.source.snapshot(soon(), (session) => admin.list(session, filter))).map(
          ({ createdAt }) => createdAt,
        );
      expect(await list({ limit: 2 })).toEqual([times[2], times[1]]);
      expect(await list({ endpoint: '/of/0', limit: 9 })).toEqual([times[2], times[0]]);
      expect(await list({ since: '2030-01-02T00:00:00.000Z', limit: 9 })).toEqual([times[2], times[1]]);
    });

    it('are taken by exactly one of fifty callers', async () => {
      const given = claim('4');
      const won = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          (index % 2 ? testBench.source : testBench.rival).transaction(soon(), (session) =>
            claims.insert(session, given),
          ),
        ),
      );
      expect(won.filter(Boolean)).toHaveLength(1);
    });
  });
}
