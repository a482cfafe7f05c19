/**
 * The demo profile answers every request with the same text on every database.
 *
 * One freedom is left: where a server sorts by another collation than code points, hits of a search that
 * match equally well may come in another order. Those are the two searches by words, of customers and of products; the
 * search by SKU and the lists are ordered by codes, dates and numbers. The servers that the test starts sort by code points.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../engine/index.ts';
import { type DemoProfile, demoProfile, dialects } from '../support/demo.ts';
import { type DemoEngine, openDemo } from '../support/demo-engine.ts';
import { requests } from './demo-requests.ts';

describe('the demo profile on all databases', () => {
  const benches: { readonly profile: DemoProfile; readonly demo: DemoEngine }[] = [];
  /** All answer at the same moment, which moves on from request to request. */
  let moment: number | undefined;

  beforeAll(async () => {
    for (const dialect of dialects) {
      const profile = await demoProfile({ dialect });
      benches.push({ profile, demo: await openDemo(profile.file, { now: () => moment ?? Date.now() }) });
    }
  });
  afterAll(async () => {
    for (const { profile, demo } of benches) {
      await demo.close();
      await profile.drop();
    }
  });

  const textOf = (outcome: Outcome | undefined): string =>
    outcome?.ok ? outcome.json : `refused: ${JSON.stringify(outcome?.problem)}`;

  /** Hits without their order, for servers that sort by another collation. */
  function regardless(text: string): unknown {
    const answer = JSON.parse(text);
    return { ...answer, hits: answer.hits.map((hit: unknown) => JSON.stringify(hit)).sort() };
  }

  /** True where capitals do not all come before small letters. */
  async function sortsByWords(profile: DemoProfile): Promise<boolean> {
    const codes = (await profile.rows('SELECT item_code FROM item ORDER BY item_code')).map((row) => row.item_code);
    return codes.join() !== codes.toSorted().join();
  }

  it('is asked everything that the contract has', () => {
    expect(new Set(requests.map((request) => JSON.stringify(request))).size).toBeGreaterThanOrEqual(300);
    const asked = new Set(requests.map(([path]) => path));
    const all = benches[0]?.demo.engine.contract.endpoints.map(({ path }) => path) ?? [];
    // Health is answered by the service.
    expect(all.filter((path) => !asked.has(path))).toEqual(['/health']);
  });

  it('gives the same text', async () => {
    const [first, ...others] = benches;
    if (!first) throw new Error('There is no database.');
    const free = new Set<string>();
    for (const { profile } of others) if (await sortsByWords(profile)) free.add(profile.dialect);
    const differences: string[] = [];
    const kinds = { accepted: 0, refused: 0 };
    for (const [path, body] of requests) {
      moment = Date.now();
      const asked = `${path} ${JSON.stringify(body).slice(0, 200)}`;
      const expected = textOf(await first.demo.call(path, body));
      kinds[expected.startsWith('refused') ? 'refused' : 'accepted'] += 1;
      expect(expected, asked).not.toMatch(/"kind":"(bug|broken|unreachable|timeout)"/);
      const isSearch = /\/(customers|products)\/search$/.test(path);
      await Promise.all(
        others.map(async ({ profile: { dialect }, demo }) => {
          const actual = textOf(await demo.call(path, body));
          if (actual === expected) return;
          if (free.has(dialect) && isSearch) expect(regardless(actual), asked).toEqual(regardless(expected));
          else differences.push(`${asked}\n  sqlite: ${expected.slice(0, 600)}\n  ${dialect}: ${actual.slice(0, 600)}`);
        }),
      );
    }
    expect(differences).toEqual([]);
    expect(kinds.accepted).toBeGreaterThan(300);
    expect(kinds.refused).toBeGreaterThan(10);
  });
});
