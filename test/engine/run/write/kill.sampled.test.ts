/**
 * The real service, killed at random times while it writes: acknowledged documents stay, and unacknowledged ones are
 * created once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Random, randomFrom } from '../../../src/workbench/checks/conformance/random.ts';
import { demoProfile, dialects } from '../../../support/demo.ts';
import { byDepth, isDeep } from '../../../support/depth.ts';
import { type Program, startProgram } from '../../../support/program.ts';
import { seed } from '../../../support/seed.ts';
import { draft, idOf, invoice, payment, type WriteRequest, writeFaults } from './documents.ts';
import { ledgerFaults } from './ledger.ts';

const kills = byDepth({ sample: 1, deep: 2, all: 5 });
/** Number of callers that send without a pause. */
const callers = 6;

interface Sent {
  readonly request: WriteRequest;
  /** All ids in answers. */
  readonly ids: Set<string>;
}

/** A new document, of any kind. */
function another(random: Random, number: number, payable: string): WriteRequest {
  switch (random.below(4)) {
    case 0:
      return invoice(`KILL-${number}`);
    case 1:
      // All payments have different amounts, so that each can be identified.
      return payment(payable, (0.01 * (number + 1)).toFixed(2));
    default:
      return draft(`KILL-${number}`);
  }
}

const key = 'a-key-for-tests-alone-0123456789';
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
const start = (profile: string): Promise<Program> =>
  startProgram(profile, { ENGINE_KEY: key }, ['--installation', 'test', '--log-level', 'error']);

/**
 * Sends one request; true if it was acknowledged. Without an answer, only a lost connection and "retry later" are
 * allowed.
 */
async function send(service: Program, { request, ids }: Sent): Promise<boolean> {
  const body = JSON.stringify({ schemaVersion: '1', ...request.body });
  const reply = await fetch(`${service.baseUrl}${request.path}`, { method: 'POST', headers, body })
    .then(async (response) => ({ status: response.status, text: await response.text() }))
    .catch(() => undefined);
  if (reply === undefined || reply.status === 503) return false;
  const id = reply.status === 200 ? idOf(request, reply.text) : undefined;
  if (id === undefined) throw new Error(`${body} was answered ${reply.status} ${reply.text}`);
  ids.add(id);
  return true;
}

/** Sends a request until it is answered. */
async function insist(service: Program, sent: Sent): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (await send(service, sent)) return;
    await sleep(100);
  }
  throw new Error(`${JSON.stringify(sent.request.body)} was never answered`);
}

describe('a service that is killed while it writes', () => {
  const all = dialects.flatMap((dialect) => (['table', 'lock'] as const).map((claims) => ({ dialect, claims })));
  // A sample has one form with a table of claims, and one with locks on another database.
  const forms = isDeep ? all : all.filter((_, index) => index === 0 || index === 3);
  const title = 'has made each document once, on $dialect, claims: $claims';

  it.concurrent.for(forms)(title, { timeout: 240_000 }, async ({ dialect, claims }, context) => {
    const random = randomFrom(seed);
    const profile = await demoProfile({ dialect, claims });
    let service = await start(profile.file);
    context.onTestFinished(async () => {
      await service.kill();
      await profile.drop();
    });
    const payable: Sent = { request: invoice('PAYABLE'), ids: new Set() };
    await insist(service, payable);
    const [invoiceId = ''] = payable.ids;

    const all: Sent[] = [payable];
    let unanswered = 0;
    for (let round = 0; round < kills; round += 1) {
      const target = service;
      let running = true;
      // Counts answers instead of time, so that a slow machine is killed during its work as well.
      let left = random.below(4 * callers);
      const enough = Promise.withResolvers<void>();
      const call = async () => {
        while (running) {
          const old = random.below(4) === 0 ? all[random.below(all.length)] : undefined;
          const sent = old ?? { request: another(random, all.length, invoiceId), ids: new Set() };
          if (old === undefined) all.push(sent);
          await send(target, sent);
          left -= 1;
          if (left < 0) enough.resolve();
        }
      };
      const calls = Array.from({ length: callers }, call);
      await enough.promise;
      await sleep(random.below(15));
      running = false;
      await target.kill();
      await Promise.all(calls);
      unanswered += all.filter(({ ids }) => ids.size === 0).length;
      service = await start(profile.file);
      await Promise.all(all.filter(({ ids }) => ids.size === 0).map((sent) => insist(service, sent)));
    }

    for (const sent of all) await insist(service, sent);
    const faults = [];
    for (const { request, ids } of all) faults.push(...(await writeFaults(profile, request, ids)));
    process.stdout.write(
      `kill -9 of the service on ${dialect}, claims: ${claims}: seed ${seed}, ${kills} kills, ` +
        `${all.length} documents, ${unanswered} unanswered at a kill\n`,
    );
    expect(faults).toEqual([]);
    expect(await ledgerFaults(profile)).toEqual([]);
    expect(all.length).toBeGreaterThan(kills);
    expect(unanswered).toBeGreaterThan(0);
  });
});
