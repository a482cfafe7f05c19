/**
 * The cases of the profile are those of a real Tryton: their fixture has its tables and rows, and a service over a real Tryton gives the same answers.
 * With UPDATE=1 the fixture is written again.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { root } from '../../src/cli/here.ts';
import { compareAnswer } from '../compare.ts';
import type { RealErp } from '../erp.ts';
import { serveErp } from '../serve.ts';
import { fixtureFrom } from './fixture.ts';
import { hasTryton, provideTryton } from './provided.ts';

const folder = join(root, 'profiles/tryton');
const profile = readFileSync(join(folder, 'profile.yaml'), 'utf8');

const answer = z.record(z.string(), z.unknown());
const caseFile = z.object({
  settings: z.record(z.string(), z.string()),
  cases: z.array(
    z.object({
      case: z.string(),
      call: z.string(),
      request: answer.default({}),
      response: answer.optional(),
      part: answer.optional(),
      error: z.object({ status: z.int() }).optional(),
      http: z
        .array(
          z.object({
            answer: z.object({ json: z.object({ result: z.unknown().optional(), error: z.unknown().optional() }) }),
          }),
        )
        .default([]),
    }),
  ),
});

/** Reads first: the others write. */
const files = ['catalogue', 'prices', 'orders', 'receivables', 'drafts', 'invoices', 'payments'];

/** Whether the exchanges of a case have an answer that a Tryton in order does not give. */
const isStaged = (http: z.infer<typeof caseFile>['cases'][number]['http']): boolean =>
  http.some(
    ({ answer: { json } }) => json.error !== undefined || (Array.isArray(json.result) && json.result.length === 0),
  );

async function connect(
  { environment: { TRYTON_DB_HOST, TRYTON_DB_PORT, TRYTON_DB_USER, TRYTON_DB } }: RealErp,
  end: AsyncDisposableStack,
) {
  const client = new pg.Client({
    connectionString: `postgres://${TRYTON_DB_USER}@${TRYTON_DB_HOST}:${TRYTON_DB_PORT}/${TRYTON_DB}`,
  });
  await client.connect();
  end.defer(() => client.end());
  return client;
}

/** Tryton makes an invoice without a payment term due on the day when it is posted: the fixture has a fixed day. */
async function dateDueOnPosting(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    "UPDATE account_move_line SET maturity_date = DATE '2026-11-22' WHERE maturity_date >= DATE '2026-11-22'",
  );
  expect(rowCount).toBe(1);
}

describe.skipIf(!hasTryton)('the cases of the profile for Tryton', () => {
  it('have the tables and rows of a real Tryton, and its answers', async () => {
    await using end = new AsyncDisposableStack();
    const erp = await provideTryton(end);
    const client = await connect(erp, end);
    await dateDueOnPosting(client);
    const fixture = await fixtureFrom(client, profile);
    if (process.env.UPDATE === '1') {
      rmSync(join(folder, 'fixture'), { recursive: true, force: true });
      for (const [path, text] of fixture) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
    }
    const kept = globSync('fixture/**/*.{sql,csv}', { cwd: folder }).sort();
    expect(kept).toEqual([...fixture.keys()].sort());
    for (const path of kept) expect(readFileSync(join(folder, path), 'utf8'), path).toBe(fixture.get(path));

    const { caller, close } = await serveErp(erp);
    end.defer(close);
    const differences: unknown[] = [];
    let compared = 0;
    for (const name of files) {
      const { cases } = caseFile.parse(parse(readFileSync(join(folder, 'cases', `${name}.yaml`), 'utf8')));
      for (const { case: title, call, request, response, part, error, http } of cases) {
        if (isStaged(http)) continue;
        compared += 1;
        const { reply } = await caller.post(call, request);
        if (reply.kind === 'none') throw new Error(`${title}: ${reply.reason}`);
        const status = error?.status ?? 200;
        if (reply.status !== status) differences.push({ title, status, answered: `${reply.status} ${reply.text}` });
        // The case has a clock of its own.
        const { receivedAt: _, ...expected } = response ?? part ?? {};
        const { differences: differencesOfCase } = compareAnswer(
          call,
          answer.parse(reply.body),
          error === undefined ? expected : {},
        );
        differences.push(...differencesOfCase.map((one) => ({ title, ...one })));
      }
    }
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(80);
  });
});
