/**
 * The demo profile answers every request with the same text on SQLite and on PostgreSQL.
 *
 * One freedom is left: where the PostgreSQL server sorts by another collation than code points, hits of a search that
 * match equally well may come in another order. Those are the two searches by words, of customers and of products; the
 * search by SKU and the lists are ordered by codes, dates and numbers. The test's own server sorts by code points.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../engine/index.ts';
import { type DemoProfile, demoProfile } from '../support/demo.ts';
import { type DemoEngine, openDemo } from '../support/demo-engine.ts';
import { requests } from './demo-requests.ts';

describe('the demo profile on both databases', () => {
  const profiles: DemoProfile[] = [];
  const engines: DemoEngine[] = [];
  /** Both answer at the same moment, which moves on from request to request. */
  let moment: number | undefined;

  beforeAll(async () => {
    for (const dialect of ['sqlite', 'postgres'] as const) {
      const profile = await demoProfile({ dialect });
      profiles.push(profile);
      engines.push(await openDemo(profile.file, { now: () => moment ?? Date.now() }));
    }
  });
  afterAll(async () => {
    for (const engine of engines) await engine.close();
    for (const profile of profiles) await profile.drop();
  });

  const textOf = (outcome: Outcome | undefined): string =>
    outcome?.ok ? outcome.json : `refused: ${JSON.stringify(outcome?.problem)}`;

  /** Hits without their order, for servers that sort by another collation. */
  function regardless(text: string): unknown {
    const answer = JSON.parse(text);
    return { ...answer, hits: answer.hits.map((hit: unknown) => JSON.stringify(hit)).sort() };
  }

  it('is asked everything that the contract has', () => {
    expect(requests.length).toBeGreaterThanOrEqual(150);
    const asked = new Set(requests.map(([path]) => path));
    const all = engines[0]?.engine.contract.endpoints.map(({ path }) => path) ?? [];
    // Health is answered by the service.
    expect(all.filter((path) => !asked.has(path))).toEqual(['/health']);
  });

  it('gives the same text', async () => {
    const other: string[] = [];
    const kinds = { accepted: 0, refused: 0 };
    const collation = await profiles[1]?.rows(
      `SELECT CASE WHEN 'a' < 'B' THEN 'words' ELSE 'code points' END AS sorted`,
    );
    for (const [path, body] of requests) {
      moment = Date.now();
      const [sqlite = '', postgres = ''] = (await Promise.all(engines.map((demo) => demo.call(path, body)))).map(
        textOf,
      );
      kinds[sqlite.startsWith('refused') ? 'refused' : 'accepted'] += 1;
      expect(sqlite, `${path} ${JSON.stringify(body).slice(0, 200)}`).not.toMatch(
        /"kind":"(bug|broken|unreachable|timeout)"/,
      );
      if (sqlite === postgres) continue;
      const free = collation?.[0]?.sorted === 'words' && /\/(customers|products)\/search$/.test(path);
      if (free) expect(regardless(postgres)).toEqual(regardless(sqlite));
      else
        other.push(
          `${path} ${JSON.stringify(body).slice(0, 200)}\n  sqlite:   ${sqlite.slice(0, 600)}\n  postgres: ${postgres.slice(0, 600)}`,
        );
    }
    expect(other).toEqual([]);
    expect(kinds.accepted).toBeGreaterThan(150);
    expect(kinds.refused).toBeGreaterThan(10);
  });
});
