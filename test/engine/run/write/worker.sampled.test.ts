/** On SQLite a separate process writes. Whenever it is killed, the document is created once. */
import { describe, expect, it } from 'vitest';
import { demoProfile } from '../../../support/demo.ts';
import { openDemo, writePaths } from '../../../support/demo-engine.ts';
import { byDepth, sampleOf } from '../../../support/depth.ts';
import { type WorkerOrder, watchOrders } from '../../../support/sqlite-workers.ts';
import { draft, idOf, invoice, payment, type WriteRequest, writeFaults } from './documents.ts';
import { ledgerFaults } from './ledger.ts';

const whens = ['before', 'sent', 'after'] as const;

const kinds: readonly (readonly [string, (number: number, payable: string) => WriteRequest])[] = [
  ['draft', (number) => draft(`WORKER-${number}`)],
  ['invoice', (number) => invoice(`WORKER-${number}`)],
  ['payment', (number, payable) => payment(payable, `${number + 1}.07`)],
];

const chosen = byDepth({ sample: kinds.slice(0, 1), all: kinds });

describe('kill -9 of the process that writes', () => {
  it.for(chosen)('at any statement: %s', { timeout: 240_000 }, async ([kind, make], { onTestFinished }) => {
    const profile = await demoProfile({ dialect: 'sqlite' });
    onTestFinished(() => profile.drop());
    let listen: (order: WorkerOrder) => void = () => undefined;
    onTestFinished(watchOrders((order) => listen(order)));
    const demo = await openDemo(profile.writesFile, { only: writePaths });
    onTestFinished(() => demo.close());
    const answer = async (request: WriteRequest) => {
      const outcome = await demo.call(request.path, request.body);
      return (outcome.ok ? idOf(request, outcome.json) : undefined) ?? JSON.stringify(outcome);
    };
    const payable = await answer(invoice('PAYABLE'));

    let statements = 0;
    /** Kills the writer once, at one moment of the next transaction. */
    const arm = (statement: number, when: WorkerOrder['when'] | undefined) => {
      let writer: unknown;
      let number = 0;
      let killed = false;
      listen = (order) => {
        if (order.when === 'before' && order.sql === 'BEGIN IMMEDIATE') writer ??= order.worker;
        if (order.worker !== writer) return;
        if (order.when === 'before') number += 1;
        statements = number;
        if (killed || number !== statement || order.when !== when) return;
        killed = true;
        order.worker.kill('SIGKILL');
      };
      return () => killed;
    };

    const first = make(0, payable);
    arm(0, undefined);
    expect(await writeFaults(profile, first, [await answer(first)])).toEqual([]);
    const all = statements;
    expect(all).toBeGreaterThan(10);

    const faults: string[] = [];
    let points = 0;
    const numbers = Array.from({ length: all }, (_, index) => index + 1);
    for (const statement of sampleOf(numbers, 4, 5)) {
      for (const when of whens) {
        points += 1;
        const request = make(points, payable);
        const wasKilled = arm(statement, when);
        const answered = await answer(request);
        expect(wasKilled(), `killed ${when} statement ${statement}`).toBe(true);
        listen = () => undefined;
        const repeated = await answer(request);
        for (const fault of await writeFaults(profile, request, [answered, repeated])) {
          faults.push(`${when} statement ${statement}: ${fault}`);
        }
      }
    }
    expect(faults).toEqual([]);
    expect(await ledgerFaults(profile)).toEqual([]);
    process.stdout.write(`kill -9 of SQLite's writer: ${kind}, ${points} moments\n`);
  });
});
