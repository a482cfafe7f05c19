/**
 * `npm run bench`: the engine against a service written by hand, on the same database, in short rounds that alternate between the two.
 *
 *   --quick          a tenth of the data, shorter rounds
 *   --only TEXT      only the scenarios whose name holds TEXT
 *   --profile DIR    writes CPU profiles of both services to DIR
 *   --markdown       prints the table of docs/performance.md
 *   --cpu            some minutes: few short rounds of eight callers, of which only the processor time counts; a scenario that takes
 *                    more than it may is measured again, three times at most
 *
 * The rows "after" measure a workload once more when both services have answered all endpoints in a mix: what ran before decides how V8 optimises
 * a request. A mix is measured where one of its rows "after" is.
 *
 * Exit status 1 where the engine's throughput falls short of what a scenario asks for, or takes more processor time after the mix than before (full size
 * only); with --cpu, where a request takes more processor time
 * than a scenario allows.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { type Erp, startErp } from './databases.ts';
import { runRound, send } from './load.ts';
import { markdown, type Pair, plainText, ratioOf } from './report.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { type Kind, type Service, type Start, startEngine, startReference } from './services.ts';

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    only: { type: 'string' },
    profile: { type: 'string' },
    markdown: { type: 'boolean' },
    cpu: { type: 'boolean' },
  },
});
const isShort = flags.quick === true || flags.cpu === true;
const part = isShort ? 10 : 1;
const sizes = { customers: 100_000 / part, products: 50_000 / part, invoices: 1_000_000 / part };
const rounds = flags.cpu === true ? 5 : isShort ? 7 : 11;
const roundMs = flags.cpu === true ? 400 : isShort ? 1_000 : 2_000;
const warmUps = flags.cpu === true ? 3 : 1;
/** Short rounds on a busy machine hold few requests: the warm-up lasts until each service has answered so many, or for so many rounds. */
const warmRequests = flags.cpu === true ? 1_500 : 0;
const mostWarmUps = 10;
/** Short rounds vary where other programs share the machine: a request counts as too slow where every attempt shows it. */
const attempts = flags.cpu === true ? 3 : 1;
const callerCounts = flags.cpu === true ? [8] : [1, 16];
const format = flags.markdown === true ? markdown : plainText;
// Each kind of workload has two services and an ERP, which end with this process.
process.setMaxListeners(40);
const print = (text: string): boolean => process.stdout.write(text);

interface Both {
  readonly engine: Service;
  readonly reference: Service;
}

/** So many requests of the mix contain all endpoints. */
const comparedCalls = 100;

/** Both must give the same answers: what is faster and wrong is not faster. */
async function compareAnswers({ engine, reference }: Both, scenario: Scenario): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  try {
    for (const call of scenario.walk) {
      await send(engine, agent, call);
      await send(reference, agent, call);
    }
    for (let n = 0; n < comparedCalls; n++) {
      const call = scenario.call(n, n);
      const ours: object = JSON.parse(await send(engine, agent, call));
      const theirs: object = JSON.parse(await send(reference, agent, call));
      const compared = scenario.compared ?? ((answer: object) => answer);
      if (!isDeepStrictEqual(compared(ours, call.path), compared(theirs, call.path))) {
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
  // JavaScript is compiled while it runs: short rounds need several to warm up.
  let answered = 0;
  for (let warm = 0; warm < warmUps || (answered < warmRequests && warm < mostWarmUps); warm++) {
    const ours = await run(engine, 0);
    const theirs = await run(reference, 0);
    answered += Math.min(ours.requests, theirs.requests);
  }
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

function rateFault({ name, least }: Scenario, callers: number, pairs: readonly Pair[]): string | undefined {
  const rate = ratioOf(pairs, 'rate')?.median ?? 0;
  return rate < least ? `${name}, ${callers} callers: ${rate.toFixed(2)} of the reference, not ${least}` : undefined;
}

/** Where other programs share the machine, processor time varies much less than throughput. */
function cpuFault({ name, mostCpu }: Scenario, pairs: readonly Pair[]): string | undefined {
  const cpu = ratioOf(pairs, 'cpu')?.median ?? 0;
  return cpu > mostCpu ? `${name}: ${cpu.toFixed(2)} of the reference's processor time, not ${mostCpu}` : undefined;
}

/** The processor time after the mix as a part of that before; both are parts of the reference's. */
function changeOf(before: readonly Pair[], after: readonly Pair[]): number {
  return (ratioOf(after, 'cpu')?.median ?? 0) / (ratioOf(before, 'cpu')?.median ?? 1);
}

/** What the mix may add to the processor time of a workload. */
const mostChange = 1.05;

async function bench(measured: readonly Scenario[], bothOf: (kind: Kind) => Promise<Both>): Promise<readonly string[]> {
  const short: string[] = [];
  const changes: string[] = [];
  const measurements = new Map<string, readonly Pair[]>();
  print(format.heading);
  for (const scenario of measured) {
    const both = await bothOf(scenario.kind);
    await compareAnswers(both, scenario);
    for (const callers of callerCounts) {
      let fault: string | undefined;
      for (let attempt = 0; attempt === 0 || (fault !== undefined && attempt < attempts); attempt += 1) {
        const pairs = await measure(both, scenario, callers);
        measurements.set(`${scenario.name}/${callers}`, pairs);
        print(format.line(scenario.name, callers, pairs));
        fault = flags.cpu === true ? cpuFault(scenario, pairs) : rateFault(scenario, callers, pairs);
      }
      if (fault !== undefined) short.push(fault);
      const [before, after] = [scenario.before, scenario].map((one) => measurements.get(`${one?.name}/${callers}`));
      if (scenario.before === undefined || before === undefined || after === undefined) continue;
      const change = changeOf(before, after);
      const line = `${scenario.before.name}, ${callers} callers: ${change.toFixed(2)} times the processor time after the mix`;
      changes.push(line);
      if (!isShort && change > mostChange) short.push(line);
    }
  }
  for (const line of changes) print(`${line}\n`);
  return short;
}

const folder = mkdtempSync(join(tmpdir(), 'engine-bench-'));
const profiles = flags.profile === undefined ? undefined : resolve(flags.profile);
const all = scenarios(sizes);
const named = all.filter(({ name }) => name.includes(flags.only ?? ''));
const measured = all.filter(
  (one) => named.includes(one) || (one.isMix === true && named.some((other) => other.before?.kind === one.kind)),
);
const running: { stop(): Promise<void> }[] = [];

/** ERPs by kind; `fields` reads the same database as `plain`. */
const erps = new Map<Kind, Promise<Erp>>();

function erpOf(kind: Kind): Promise<Erp> {
  const shared = kind === 'fields' ? 'plain' : kind;
  const startedErp = erps.get(shared);
  if (startedErp !== undefined) return startedErp;
  const starting = startErp(shared, sizes, folder).then((erp) => {
    running.unshift(erp);
    return erp;
  });
  erps.set(shared, starting);
  return starting;
}

async function startBoth(kind: Kind): Promise<Both> {
  const erp = await erpOf(kind);
  const options: Start = { kind, environment: erp.environment, profiles };
  const engine = await startEngine(join(folder, `store-${kind}.sqlite`), options);
  running.push(engine);
  const reference = await startReference(options);
  running.push(reference);
  return { engine, reference };
}

const started = new Map<Kind, Promise<Both>>();
const bothOf = (kind: Kind): Promise<Both> => {
  const both = started.get(kind) ?? startBoth(kind);
  started.set(kind, both);
  return both;
};

try {
  const short = await bench(measured, bothOf);
  for (const line of short) print(`Too slow: ${line}.\n`);
  process.exitCode = short.length === 0 ? 0 : 1;
} finally {
  // Database and ERP end last.
  for (const service of running.toReversed()) await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
