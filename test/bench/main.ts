/**
 * `npm run bench`: the engine against a service written by hand, on the same database, in short rounds that alternate between the two.
 *
 *   --quick          a tenth of the data, shorter rounds
 *   --only TEXT      only the scenarios whose name holds TEXT
 *   --profile DIR    writes CPU profiles of both services to DIR
 *
 * Exit status 1 where the engine's throughput falls short of what a scenario asks for.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { startPostgres } from '../support/postgres-server.ts';
import { buildFixture } from './fixture.ts';
import { runRound, send } from './load.ts';
import { heading, type Pair, ratioOf, resultLine } from './report.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { type Kind, type Service, type Start, startEngine, startReference, startStub } from './services.ts';

const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean' }, only: { type: 'string' }, profile: { type: 'string' } },
});
const part = flags.quick === true ? 10 : 1;
const sizes = { customers: 100_000 / part, products: 50_000 / part, invoices: 1_000_000 / part };
const rounds = flags.quick === true ? 7 : 11;
const roundMs = flags.quick === true ? 1_000 : 2_000;
const print = (text: string): boolean => process.stdout.write(text);

interface Both {
  readonly engine: Service;
  readonly reference: Service;
}

/** Both must give the same answers: what is faster and wrong is not faster. */
async function compareAnswers({ engine, reference }: Both, scenario: Scenario): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  try {
    for (const call of scenario.walk) {
      await send(engine, agent, call);
      await send(reference, agent, call);
    }
    for (let n = 0; n < 20; n++) {
      const call = scenario.call(n, n);
      const ours: unknown = JSON.parse(await send(engine, agent, call));
      const theirs: unknown = JSON.parse(await send(reference, agent, call));
      if (!isDeepStrictEqual(ours, theirs)) {
        throw new Error(`The two answer ${call.path} ${JSON.stringify(call.body)} differently.`);
      }
    }
  } finally {
    agent.destroy();
  }
}

async function measure({ engine, reference }: Both, scenario: Scenario, callers: number): Promise<readonly Pair[]> {
  const run = (service: Service, round: number) =>
    runRound(service, callers, roundMs, round * 10_007, (caller, n) => scenario.call(caller, n));
  await run(engine, 0);
  await run(reference, 0);
  const pairs: Pair[] = [];
  for (let round = 1; round <= rounds; round++) {
    // Each goes first every second time, so that neither always follows the other's garbage and checkpoints.
    if (round % 2 === 0) pairs.push({ engine: await run(engine, round), reference: await run(reference, round) });
    else {
      const second = await run(reference, round);
      pairs.push({ engine: await run(engine, round), reference: second });
    }
  }
  return pairs;
}

async function bench(measured: readonly Scenario[], bothOf: (kind: Kind) => Promise<Both>): Promise<readonly string[]> {
  const short: string[] = [];
  print(heading);
  for (const scenario of measured) {
    const both = await bothOf(scenario.kind);
    await compareAnswers(both, scenario);
    for (const callers of [1, 16]) {
      const pairs = await measure(both, scenario, callers);
      print(resultLine(scenario.name, callers, pairs));
      const rate = ratioOf(pairs, 'rate')?.median ?? 0;
      if (rate < scenario.least) {
        short.push(`${scenario.name}, ${callers} callers: ${rate.toFixed(2)} of the reference, not ${scenario.least}`);
      }
    }
  }
  return short;
}

const folder = mkdtempSync(join(tmpdir(), 'engine-bench-'));
const profiles = flags.profile === undefined ? undefined : resolve(flags.profile);
const measured = scenarios(sizes).filter(({ name }) => name.includes(flags.only ?? ''));
const kinds = new Set(measured.map(({ kind }) => kind));
const running: { stop(): Promise<void> }[] = [];

/** The address of the database, or of the ERP with an OData API. */
async function addressOf(kind: 'database' | 'odata'): Promise<string> {
  if (kind === 'odata') {
    const stub = await startStub();
    running.unshift(stub);
    return stub.address.origin;
  }
  const postgres = await startPostgres({ shared_buffers: '512MB', max_wal_size: '4GB', autovacuum: 'off' });
  running.unshift(postgres);
  print(`Building ${sizes.customers} customers and ${sizes.invoices} invoices.\n`);
  await buildFixture(postgres.url, sizes);
  return postgres.url;
}

try {
  const database = kinds.has('plain') || kinds.has('fields') ? await addressOf('database') : '';
  const erp = kinds.has('odata') ? await addressOf('odata') : '';
  const started = new Map<Kind, Promise<Both>>();
  const startBoth = async (kind: Kind): Promise<Both> => {
    const environment = kind === 'odata' ? { BENCH_ERP: erp } : { BENCH_DATABASE: database };
    const options: Start = { kind, environment, profiles };
    const engine = await startEngine(join(folder, `store-${kind}.sqlite`), options);
    running.push(engine);
    const reference = await startReference(options);
    running.push(reference);
    return { engine, reference };
  };
  const bothOf = (kind: Kind): Promise<Both> => {
    const both = started.get(kind) ?? startBoth(kind);
    started.set(kind, both);
    return both;
  };
  const short = await bench(measured, bothOf);
  for (const line of short) print(`Too slow: ${line}.\n`);
  process.exitCode = short.length === 0 ? 0 : 1;
} finally {
  // Database and ERP end last.
  for (const service of running.toReversed()) await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
