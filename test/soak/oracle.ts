/**
 * What every row holds the engine to: an acknowledged id is exactly one complete document, no lines stand without one, and the same
 * key always answers the same id.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { draft, idOf, invoice, payment, type WriteRequest, writeFaults } from '../engine/run/write/documents.ts';
import type { Random } from '../src/workbench/checks/conformance/random.ts';
import type { DemoDatabase } from '../support/demo.ts';
import type { Tally } from './tally.ts';

/** A document that is sent until it is acknowledged, and perhaps more often. */
export interface Sent {
  readonly request: WriteRequest;
  /** Every id that was ever answered. */
  readonly ids: Set<string>;
}

/** Whoever answers requests: a replica. */
export interface Target {
  /** Sends one POST; rejects where no answer came. */
  post(path: string, body: object): Promise<{ readonly status: number; readonly text: string }>;
}

export const toSend = (request: WriteRequest): Sent => ({ request, ids: new Set() });

/** A new document of any kind. `name` is unique in the ERP; `cents` is unique among payments. */
export function anyDocument(random: Random, name: string, cents: number, payable: string): WriteRequest {
  switch (random.below(4)) {
    case 0:
      return invoice(name);
    case 1:
      return payment(payable, (cents / 100).toFixed(2));
    default:
      return draft(name);
  }
}

/** Answers in whose place the caller comes again: the ERP is away or busy, or did not answer in time. */
const later: ReadonlySet<number> = new Set([503, 504]);

type Answer = 'acknowledged' | 'later' | 'wrong';

async function attempt(target: Target, { request, ids }: Sent, tally: Tally): Promise<Answer> {
  tally.wrote();
  const reply = await target.post(request.path, request.body).catch(() => undefined);
  if (reply === undefined || later.has(reply.status)) return 'later';
  const id = reply.status === 200 ? idOf(request, reply.text) : undefined;
  if (id === undefined) {
    tally.violated(`${request.path} ${JSON.stringify(request.body)} was answered ${reply.status} ${reply.text}`);
    return 'wrong';
  }
  ids.add(id);
  return 'acknowledged';
}

/**
 * Sends once; true when it was acknowledged. Silence and "come again" are no violation by themselves: what they leave behind is seen
 * when the document is sent again.
 */
export async function send(target: Target, sent: Sent, tally: Tally): Promise<boolean> {
  return (await attempt(target, sent, tally)) === 'acknowledged';
}

/** By the table of faults: longest time that anything may stay unanswered. */
const recoveryLimit = 120_000;

/** Sends to one target after the other until it is acknowledged, or answered wrongly. `since`: when the fault was, in ms since the epoch. */
export async function insist(targets: readonly Target[], sent: Sent, tally: Tally, since = Date.now()): Promise<void> {
  const begun = performance.now() - (Date.now() - since);
  for (let number = 0; performance.now() - begun < recoveryLimit; number += 1) {
    const target = targets[number % targets.length];
    const answer = target === undefined ? 'later' : await attempt(target, sent, tally);
    if (answer === 'acknowledged') return tally.recovered(performance.now() - begun);
    if (answer === 'wrong') return;
    await sleep(50);
  }
  tally.violated(`${sent.request.path} ${JSON.stringify(sent.request.body)} was not answered within 120 s`);
}

/** Looks each document up past the engine. */
export async function judge(erp: DemoDatabase, all: Iterable<Sent>, tally: Tally): Promise<void> {
  for (const { request, ids } of all) {
    for (const fault of await writeFaults(erp, request, ids)) tally.violated(fault);
  }
}
