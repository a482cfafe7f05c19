/** Valid requests at a steady rate to a service with the demo profile. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ledgerFaults } from '../../engine/run/write/ledger.ts';
import { erpValues } from '../../fuzz/erp-values.ts';
import { validRequest } from '../../fuzz/generate.ts';
import { faultsOf } from '../../fuzz/judge.ts';
import { keys, openSender, type Sender } from '../../fuzz/send.ts';
import { waitUntilReady } from '../../fuzz/wait-until-ready.ts';
import { demoProfile } from '../../support/demo.ts';
import { inspectorFlag, openFigures, type ProcessFigures } from '../../support/process-figures.ts';
import { startProgram } from '../../support/program.ts';
import type { DatabaseName } from '../row.ts';

interface SteadyOptions {
  readonly database: DatabaseName;
  /** Address of the database's server; undefined for SQLite. */
  readonly server: string | undefined;
  readonly minutes: number;
  /** Requests per second. */
  readonly rate: number;
  readonly seed: number;
}

export interface Sample {
  readonly minute: number;
  /** Answered in this minute. */
  readonly requests: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly figures: ProcessFigures;
}

/** Most requests in progress. A service that is slower than the rate gets no more. */
const mostOpen = 20;

/** One write in this number repeats an earlier one. */
const repeatEvery = 4;

/** The ids that requests use; a write has a new key, or that of an earlier one. */
function knownFor(number: number): typeof erpValues {
  const key = number % repeatEvery === 0 ? Math.floor(number / 2) : number;
  return new Map([...erpValues, ['poNumber', [`PO-2026/${key}`]], ['invoiceNumber', [`R 26-${key}`]]]);
}

const at = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

class Load {
  readonly violations: string[] = [];
  readonly #seed: number;
  readonly #open = new Set<Promise<void>>();
  #times: number[] = [];
  #next = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Sends requests at this rate until a time of `performance.now()`. */
  async send(sender: Sender, rate: number, until: number): Promise<void> {
    const begin = performance.now();
    for (let count = 1; performance.now() < until; count += 1) {
      if (this.#open.size >= mostOpen) await Promise.race(this.#open);
      const sent = this.#one(sender).finally(() => this.#open.delete(sent));
      this.#open.add(sent);
      const left = begin + (count * 1_000) / rate - performance.now();
      if (left > 0) await sleep(left);
    }
    await Promise.all(this.#open);
  }

  async #one(sender: Sender): Promise<void> {
    const number = this.#next;
    this.#next += 1;
    const request = validRequest(this.#seed, number, knownFor(number));
    try {
      const answer = await sender.send(request);
      this.#times.push(answer.ms);
      for (const fault of faultsOf(request, answer)) this.violations.push(`request ${number}: ${fault}`);
    } catch (error) {
      this.violations.push(`request ${number}: no answer: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** Times of the answers since the last call, sorted. */
  takeTimes(): readonly number[] {
    const times = this.#times.toSorted((a, b) => a - b);
    this.#times = [];
    return times;
  }
}

/** Time for the service to close what the callers have left, in milliseconds. */
const settleMs = 1_000;

async function withSender(baseUrl: string, work: (sender: Sender) => Promise<void>): Promise<void> {
  const sender = openSender(baseUrl, mostOpen);
  try {
    await work(sender);
  } finally {
    sender.close();
  }
}

/** Runs the load; `onSample` is called every minute. Rejects only if the harness fails. */
export async function steady(
  { database, server, minutes, rate, seed }: SteadyOptions,
  onSample: (sample: Sample) => void,
): Promise<{ readonly violations: readonly string[] }> {
  const erp = await demoProfile({ dialect: database, ...(server === undefined ? {} : { server }) });
  const environment = { ENGINE_KEY_ORDERING: keys.ordering, ENGINE_KEY_RECEIVABLES: keys.receivables };
  const flags = ['--installation', 'steady', '--log-level', 'error'];
  const program = await startProgram(erp.file, environment, flags, [inspectorFlag]);
  const figures = await openFigures(program);
  const load = new Load(seed);
  try {
    await withSender(program.baseUrl, (sender) => waitUntilReady(program.baseUrl, sender));
    const begin = performance.now();
    for (let minute = 1; minute <= minutes; minute += 1) {
      // The connections of callers are closed before the handles are counted.
      await withSender(program.baseUrl, (sender) => load.send(sender, rate, begin + minute * 60_000));
      await sleep(settleMs);
      const times = load.takeTimes();
      const sample = { minute, requests: times.length, p50: at(times, 0.5), p99: at(times, 0.99) };
      onSample({ ...sample, figures: await figures.read() });
    }
    return { violations: [...load.violations, ...(await ledgerFaults(erp))] };
  } finally {
    figures.close();
    await program.stop();
    await erp.drop();
  }
}
