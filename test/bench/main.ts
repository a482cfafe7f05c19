/**
 * `npm run bench`: the engine against a service written by hand, on the same database, in short rounds that alternate between the two.
 *
 *   --quick          a tenth of the data, shorter rounds
 *   --only TEXT      only the scenarios whose name holds TEXT
 *   --profile DIR    writes CPU profiles of both services to DIR
 *   --after-mix      each service first answers the requests of all scenarios in a mix: what ran before decides how V8 optimises a request
 *   --markdown       prints the table of docs/performance.md
 *   --cpu            a minute: few short rounds of eight callers, of which only the processor time counts; a scenario that takes
 *                    more than it may is measured again, three times at most
 *
 * Exit status 1 where the engine's throughput falls short of what a scenario asks for; with --cpu, where a request takes more processor time
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
import { mixOf, type Scenario, scenarios } from './scenarios.ts';
import { type Kind, type Service, type Start, startEngine, startReference } from './services.ts';

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    only: { type: 'string' },
    profile: { type: 'string' },
    markdown: { type: 'boolean' },
    'after-mix': { type: 'boolean' },
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
      const ours: object = JSON.parse(await send(engine, agent, call));
      const theirs: object = JSON.parse(await send(reference, agent, call));
      const compared = scenario.compared ?? ((answer: object) => answer);
      if (!isDeepStrictEqual(compared(ours), compared(theirs))) {
        throw new Error(`The two answer ${call.path} ${JSON.stringify(call.body)} differently.`);
      }
    }
  } finally {
    agent.destroy();
  }
}

/** Milliseconds of the mix, and its callers. */
const mixMs = isShort ? 10_000 : 30_000;
const mixCallers = 8;

/** Both answer the requests of these scenarios in a mix. */
async function answerMix(both: Both, mixed: readonly Scenario[]): Promise<void> {
  for (const scenario of mixed) await compareAnswers(both, scenario);
  const call = mixOf(mixed);
  for (const service of [both.engine, both.reference]) await runRound(service, mixCallers, mixMs, 0, call);
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

async function bench(measured: readonly Scenario[], bothOf: (kind: Kind) => Promise<Both>): Promise<readonly string[]> {
  const short: string[] = [];
  const mixed = new Set<Kind>();
  print(format.heading);
  for (const scenario of measured) {
    const { kind } = scenario;
    const both = await bothOf(kind);
    if (flags['after-mix'] === true && !mixed.has(kind)) {
      await answerMix(
        both,
        all.filter((other) => other.kind === kind || (kind === 'fields' && other.kind === 'plain')),
      );
      mixed.add(kind);
    }
    await compareAnswers(both, scenario);
    for (const callers of callerCounts) {
      let fault: string | undefined;
      for (let attempt = 0; attempt === 0 || (fault !== undefined && attempt < attempts); attempt += 1) {
        const pairs = await measure(both, scenario, callers);
        print(format.line(scenario.name, callers, pairs));
        fault = flags.cpu === true ? cpuFault(scenario, pairs) : rateFault(scenario, callers, pairs);
      }
      if (fault !== undefined) short.push(fault);
    }
  }
  return short;
}

const folder = mkdtempSync(join(tmpdir(), 'engine-bench-'));
const profiles = flags.profile === undefined ? undefined : resolve(flags.profile);
const all = scenarios(sizes);
const measured = all.filter(({ name }) => name.includes(flags.only ?? ''));
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
