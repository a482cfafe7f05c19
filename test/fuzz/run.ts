/** Sends generated requests to a service with the demo profile on one database, and judges every answer. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '../../src/contract/index.ts';
import { ledgerFaults } from '../engine/run/write/ledger.ts';
import type { DatabaseName } from '../soak/row.ts';
import { randomFrom } from '../src/checks/conformance/random.ts';
import { demoProfile } from '../support/demo.ts';
import { type Program, startProgram } from '../support/program.ts';
import { type FuzzRequest, generate } from './generate.ts';
import { type HealthTimes, probeHealth } from './health-probe.ts';
import { faultsOf, rawFaultsOf } from './judge.ts';
import { known } from './known.ts';
import { rawBytes } from './raw.ts';
import { keys, openSender, type Sender } from './send.ts';

export interface FuzzOptions {
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
}

export interface FuzzResult {
  readonly sent: number;
  /** Answers by kind of request and status, as `kind status`. */
  readonly answers: ReadonlyMap<string, number>;
  /** Each with the number of its request. */
  readonly violations: readonly string[];
  readonly health: HealthTimes;
  /** Resident memory of the service in MB: after the first tenth of the requests, at most, and at the end. */
  readonly memory: { readonly early: number; readonly most: number; readonly end: number };
  readonly seconds: number;
}

/** One request in this number consists of malformed bytes. */
const rawEvery = 40;

/** Violations after which a run ends. */
const mostViolations = 50;

/** Resident memory of a process in MB. */
function memoryOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

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
  const { database, server, seed, first, count, callers, until } = options;
  const erp = await demoProfile({ dialect: database, ...(server === undefined ? {} : { server }) });
  const environment = { ENGINE_KEY_ORDERING: keys.ordering, ENGINE_KEY_RECEIVABLES: keys.receivables };
  const program = await startProgram(erp.file, environment, ['--installation', 'fuzz', '--log-level', 'error']);
  const sender = openSender(program.baseUrl, callers);
  const answers = new Map<string, number>();
  const violations: string[] = [];
  const begun = performance.now();
  let next = first;
  let sent = 0;
  let early = 0;
  let most = 0;

  async function one(number: number): Promise<void> {
    const isRaw = number % rawEvery === rawEvery - 1;
    const { label, faults } = await (isRaw
      ? sendRaw(sender, seed, number)
      : sendOne(sender, generate(seed, number, known), program)
    ).catch((error: Error): Judged => {
      const about = isRaw ? 'malformed bytes' : shown(generate(seed, number, known));
      return { label: 'no answer', faults: [`no answer: ${error.message}\n  ${about}`] };
    });
    answers.set(label, (answers.get(label) ?? 0) + 1);
    violations.push(...faults.map((fault) => `request ${number}: ${fault}`));
  }

  async function call(): Promise<void> {
    while (next < first + count && Date.now() < until && violations.length < mostViolations) {
      const number = next;
      next += 1;
      await one(number);
      sent += 1;
      if (sent % 100 === 0) most = Math.max(most, memoryOf(program.pid));
      if (sent === Math.ceil(count / 10)) early = memoryOf(program.pid);
    }
  }

  try {
    await until200(program.baseUrl, sender);
    const probe = probeHealth(program.baseUrl);
    await Promise.all(Array.from({ length: callers }, call));
    const health = await probe.stop();
    const seconds = (performance.now() - begun) / 1000;
    violations.push(...health.failures.map((failure) => `meanwhile ${failure}`), ...(await ledgerFaults(erp)));
    const memory = { early, most, end: memoryOf(program.pid) };
    return { sent, answers, violations, health, memory, seconds };
  } finally {
    sender.close();
    await program.stop();
    await erp.drop();
  }
}

const healthBody = Buffer.from(JSON.stringify({ schemaVersion: contract.version }));

/** Waits until the service has reached its ERP. */
async function until200(baseUrl: string, sender: Sender): Promise<void> {
  const endpoint = contract.endpoints.find(({ path }) => path === '/health');
  if (endpoint === undefined) throw new Error('The contract has no /health.');
  const head = { kind: 'start', endpoint, method: 'POST', contentType: 'application/json', key: 'own' } as const;
  for (let tries = 0; tries < 200; tries += 1) {
    const { status } = await sender.send({ ...head, body: healthBody, allowed: [200] });
    if (status === 200) return;
    await sleep(50);
  }
  throw new Error(`${baseUrl} does not become ready.`);
}
