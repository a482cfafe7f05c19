/** Sends generated requests to a service with the demo profile on one database, and judges every answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ledgerFaults } from '../engine/run/write/ledger.ts';
import type { DatabaseName } from '../soak/row.ts';
import { randomFrom } from '../src/workbench/checks/conformance/random.ts';
import { demoProfile } from '../support/demo.ts';
import { inspectorFlag, openFigures, type ProcessFigures, residentMb } from '../support/process-figures.ts';
import { type Program, startProgram } from '../support/program.ts';
import { erpValues } from './erp-values.ts';
import { type FuzzRequest, generate } from './generate.ts';
import { type HealthTimes, probeHealth } from './health-probe.ts';
import { faultsOf, rawFaultsOf } from './judge.ts';
import { rawBytes } from './raw.ts';
import { keys, openSender, type Sender } from './send.ts';
import { type Period, turnMeterFlag, turnsIn } from './turns.ts';
import { waitUntilReady } from './wait-until-ready.ts';

interface FuzzOptions {
  readonly database: DatabaseName;
  /** Address of the database's server; undefined for SQLite and for the server of the test run. */
  readonly server: string | undefined;
  readonly seed: number;
  /** Number of the first request. */
  readonly first: number;
  readonly count: number;
  readonly callers: number;
  /** No request is sent after this time, in milliseconds since the epoch. */
  readonly until: number;
  /** Milliseconds without a request before memory is read. */
  readonly pause: number;
}

/** Memory of the service. It is read while no request runs, after a pause and a garbage collection. */
export interface FuzzMemory {
  /** After the first tenth of the requests: code is compiled, pools and caches are filled. */
  readonly start: ProcessFigures;
  /** Highest resident memory while requests run, in MB. */
  readonly most: number;
  readonly end: ProcessFigures;
}

export interface FuzzResult {
  readonly sent: number;
  /** Answers by kind of request and status, as `kind status`. */
  readonly answers: ReadonlyMap<string, number>;
  /** Each with the number of its request. */
  readonly violations: readonly string[];
  readonly health: HealthTimes;
  /** Turns of the service's event loop of 10 ms and more, in milliseconds of processor time, the longest first. */
  readonly turns: readonly number[];
  readonly memory: FuzzMemory;
  readonly seconds: number;
}

/** One request in this number consists of malformed bytes. */
const rawEvery = 40;

/** Violations after which a run ends. */
const mostViolations = 50;

const shown = ({ kind, method, urlPath, endpoint, contentType, key, body }: FuzzRequest): string =>
  `${kind}: ${method} ${urlPath ?? endpoint.path} (${contentType}, key ${key}) ${body.subarray(0, 600).toString()}`;

interface Judged {
  readonly label: string;
  readonly faults: readonly string[];
}

async function sendRaw(sender: Sender, seed: number, number: number): Promise<Judged> {
  const bytes = rawBytes(randomFrom(seed + number));
  const answer = await sender.raw(bytes);
  const about = `malformed bytes: ${JSON.stringify(bytes.subarray(0, 300).toString('latin1'))}`;
  const faults = rawFaultsOf(answer).map((fault) => `${about}: ${fault}`);
  return { label: `malformed bytes ${answer?.status ?? 'closed'}`, faults };
}

async function sendOne(sender: Sender, fuzz: FuzzRequest, program: Program): Promise<Judged> {
  const answer = await sender.send(fuzz);
  const faults = faultsOf(fuzz, answer);
  const requestId = answer.headers.get('x-request-id') ?? 'none';
  const log = (): string =>
    program
      .output()
      .split('\n')
      .filter((line) => line.includes(requestId))
      .join('\n');
  const about = faults.length === 0 ? '' : `${shown(fuzz)}\n  ${answer.text.slice(0, 300)}\n  ${log()}`;
  return { label: `${fuzz.kind} ${answer.status}`, faults: faults.map((fault) => `${fault}\n  ${about}`) };
}

/** Runs the requests of a seed against a new ERP. Rejects only if the harness fails. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { database, server, seed, first, count, callers, until, pause } = options;
  const erp = await demoProfile({ dialect: database, ...(server === undefined ? {} : { server }) });
  const environment = { ENGINE_KEY_ORDERING: keys.ordering, ENGINE_KEY_RECEIVABLES: keys.receivables };
  const program = await startProgram(
    erp.file,
    environment,
    ['--installation', 'fuzz', '--log-level', 'error'],
    [inspectorFlag, turnMeterFlag],
  );
  const figures = await openFigures(program);
  const sender = openSender(program.baseUrl, callers);
  const answers = new Map<string, number>();
  const violations: string[] = [];
  let next = first;
  let sent = 0;
  let most = 0;
  const phases: Period[] = [];

  async function one(number: number): Promise<void> {
    const isRaw = number % rawEvery === rawEvery - 1;
    const { label, faults } = await (isRaw
      ? sendRaw(sender, seed, number)
      : sendOne(sender, generate(seed, number, erpValues), program)
    ).catch((error: Error): Judged => {
      const about = isRaw ? 'malformed bytes' : shown(generate(seed, number, erpValues));
      return { label: 'no answer', faults: [`no answer: ${error.message}\n  ${about}`] };
    });
    answers.set(label, (answers.get(label) ?? 0) + 1);
    violations.push(...faults.map((fault) => `request ${number}: ${fault}`));
  }

  async function call(end: number): Promise<void> {
    while (next < end && Date.now() < until && violations.length < mostViolations) {
      const number = next;
      next += 1;
      await one(number);
      sent += 1;
      if (sent % 500 === 0) most = Math.max(most, residentMb(program.pid));
    }
  }

  /** Sends the requests before this number, and then reads the memory. */
  async function phase(end: number): Promise<{ readonly seconds: number; readonly memory: ProcessFigures }> {
    const begun = Date.now();
    await Promise.all(Array.from({ length: callers }, () => call(end)));
    phases.push([begun, Date.now()]);
    const seconds = (Date.now() - begun) / 1000;
    most = Math.max(most, residentMb(program.pid));
    await sleep(pause);
    return { seconds, memory: await figures.read() };
  }

  try {
    await waitUntilReady(program.baseUrl, sender);
    const probe = probeHealth(program.baseUrl);
    const warm = await phase(first + Math.ceil(count / 10));
    const rest = await phase(first + count);
    const health = await probe.stop();
    violations.push(...health.failures.map((failure) => `meanwhile ${failure}`), ...(await ledgerFaults(erp)));
    const memory = { start: warm.memory, most, end: rest.memory };
    const turns = turnsIn(program.output(), phases);
    return { sent, answers, violations, health, turns, memory, seconds: warm.seconds + rest.seconds };
  } finally {
    figures.close();
    sender.close();
    await program.stop();
    await erp.drop();
  }
}
