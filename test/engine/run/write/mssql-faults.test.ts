/** A write to SQL Server through the real driver, against the test double: a failure at any step leaves exactly one document after the repeat. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type DemoEngine, openDemo } from '../../../support/demo-engine.ts';
import type { Answer } from '../../../support/tds/answers.ts';
import { drop, refuse } from '../../../support/tds/index.ts';
import { createOrders, type Orders } from '../../../support/tds/orders.ts';
import type { TdsRequest } from '../../../support/tds/requests.ts';
import { startTdsDouble, type TdsDouble } from '../../../support/tds/server.ts';

/** What befalls one request of a transaction: before the server has done it, or after. */
interface Fault {
  readonly step: number;
  readonly when: 'before' | 'after';
  readonly answer: Answer;
}

/** Begin, claim, lookup, order, two lines, lookup, result, commit; without claims a lock, and no result. */
const steps = { '{ table: engine_claims }': 9, lock: 8 } as const;
type Claims = keyof typeof steps;

const profile = (port: number, claims: Claims) => `
profile: orders
title: Orders behind the double
contract: "1"
sources:
  erp:
    sql: mssql
    connection: { server: 127.0.0.1, port: ${port}, database: erp, user: engine, password: x, encrypt: false }
    claims: ${claims}
ids: { sale: { type: integer } }
endpoints:
  /sale-draft:
    find:
      query: SELECT o.id AS saleId, o.made AS receivedAt, o.ref AS "key" FROM orders o WHERE o.ref = :key
    write:
      - order: { exec: "INSERT INTO orders (ref, made) OUTPUT inserted.id AS id VALUES (:key, :now)" }
      - line:
          each: { line: $request.lines }
          exec: INSERT INTO order_line (order_id, sku) VALUES (:order.id, :line.sku)
`;

const folder = mkdtempSync(join(tmpdir(), 'engine-mssql-faults-'));
const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true })];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Bench {
  readonly double: TdsDouble;
  readonly erp: Orders;
  readonly demo: DemoEngine;
  /** Requests of transactions since the last fault was set. */
  readonly heard: string[];
  /** Lets the next transaction's requests count from 1. */
  strike(fault: Fault | undefined): void;
}

async function open(claims: Claims): Promise<Bench> {
  const erp = createOrders();
  const heard: string[] = [];
  let fault: Fault | undefined;
  const inWrite = ({ sql }: TdsRequest, transactions: number) => transactions > 0 || /^begin transaction/m.test(sql);
  const double = await startTdsDouble({
    answer(request, session) {
      if (!inWrite(request, session.transactions)) return erp.run(request, session);
      const number = heard.push(request.sql);
      if (fault?.step !== number) return erp.run(request, session);
      if (fault.when === 'after') erp.run(request, session);
      return fault.answer;
    },
  });
  ends.push(() => double.close());
  const file = join(mkdtempSync(join(tmpdir(), 'engine-mssql-faults-')), 'profile.yaml');
  ends.push(() => rmSync(join(file, '..'), { recursive: true }));
  writeFileSync(file, profile(double.port, claims));
  const demo = await openDemo(file, { only: ['/sale-draft'] });
  ends.push(() => demo.close());
  const strike = (next: Fault | undefined) => {
    heard.length = 0;
    fault = next;
  };
  return { double, erp, demo, heard, strike };
}

const lines = [
  { sku: 'A', qty: 1 },
  { sku: 'B', qty: 2 },
];

async function send({ demo }: Bench, poNumber: string): Promise<string> {
  const outcome = await demo.call('/sale-draft', { poNumber, currency: 'EUR', lines });
  return outcome.ok ? outcome.json : JSON.stringify(outcome.problem);
}

/** The one order under the key, as the answer must tell it. */
async function expectOne(bench: Bench, poNumber: string, answer: string): Promise<void> {
  const made = bench.erp.orders(poNumber);
  expect(made.map((order) => order.lines)).toEqual([['A', 'B']]);
  expect(JSON.parse(answer)).toMatchObject({ saleId: String(made[0]?.id), status: 'draft' });
  bench.strike(undefined);
  expect(await send(bench, poNumber)).toBe(answer);
  expect(bench.erp.orders(poNumber)).toHaveLength(1);
}

describe.each(['{ table: engine_claims }', 'lock'] as const)('a write over TDS, claims: %s', (claims) => {
  const everyStep = Array.from({ length: steps[claims] }, (_, index) => index + 1);

  it('has these steps', async () => {
    const bench = await open(claims);
    bench.strike(undefined);
    await expectOne(bench, 'PLAIN', await send(bench, 'PLAIN'));
    bench.strike(undefined);
    await send(bench, 'AGAIN');
    expect(bench.heard).toHaveLength(everyStep.length);
    expect(bench.heard.at(-1)).toContain('commit transaction');
  });

  it.each(['before', 'after'] as const)('whose connection breaks %s any step is executed once', async (when) => {
    const bench = await open(claims);
    for (const step of everyStep) {
      bench.strike({ step, when, answer: drop });
      await expectOne(bench, `CUT-${when}-${step}`, await send(bench, `CUT-${when}-${step}`));
    }
    // A connection that broke is never used again: each fault cost one.
    expect(bench.double.logins.length).toBeGreaterThanOrEqual(everyStep.length);
  });

  it.each([
    [1205, 'Transaction (Process ID 52) was deadlocked on lock resources with another process.'],
    [1222, 'Lock request time out period exceeded.'],
    [2_000_001_222, 'A lock was not granted: another transaction holds it.'],
  ])('begins again after %i at any step', async (number, message) => {
    const bench = await open(claims);
    for (const step of everyStep) {
      bench.strike({ step, when: 'before', answer: refuse({ number, message, level: 13 }) });
      await expectOne(bench, `${number}-${step}`, await send(bench, `${number}-${step}`));
    }
  });

  it.each([
    [2627, 'Violation of PRIMARY KEY constraint.', 'invalid'],
    [547, 'The INSERT statement conflicted with a FOREIGN KEY constraint.', 'invalid'],
    [8152, 'String or binary data would be truncated.', 'invalid'],
    [229, "The INSERT permission was denied on the object 'orders'.", 'broken'],
    [208, "Invalid object name 'orders'.", 'broken'],
    [3609, 'The transaction ended in the trigger. The batch has been aborted.', 'broken'],
  ])('that is refused with %i leaves nothing, and may be sent again', async (number, message, kind) => {
    const bench = await open(claims);
    bench.strike({ step: 4, when: 'before', answer: refuse({ number, message }) });
    const refused = await send(bench, 'REFUSED');
    expect(JSON.parse(refused).kind).toBe(kind);
    expect(refused).not.toContain(message);
    expect(bench.erp.orders('REFUSED')).toEqual([]);
    // Not tried again by itself: begin, claim, lookup, the refused step.
    expect(bench.heard).toHaveLength(4);
    bench.strike(undefined);
    await expectOne(bench, 'REFUSED', await send(bench, 'REFUSED'));
  });
});
