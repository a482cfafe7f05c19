/**
 * What metrics and traces cost: services with and without them, in one process and on one database, in short rounds in random order. The processor time of
 * a round (`process.cpuUsage`) contains the garbage collection and the exports that the round has caused. Each round is compared with the plain service in
 * the same block of rounds. A second plain service is the control: its interval shows what the measurement can distinguish.
 *
 *   npm run bench:observability -- [--only TEXT] [--blocks N] [--requests N] [--profile DIR]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../support/postgres-server.ts';
import { bootstrap, medianOf, uniform } from './bootstrap.ts';
import { buildFixture } from './fixture.ts';
import { send } from './load.ts';
import { type Order, type Reply, type ServiceToStart, settleMs } from './observed-services.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import type { Service } from './services.ts';

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    blocks: { type: 'string', default: '150' },
    requests: { type: 'string', default: '120' },
    profile: { type: 'string' },
  },
});
const blocks = Number(flags.blocks);
const requests = Number(flags.requests);
/** Blocks before the measurement, until the code is compiled. */
const warmUp = 10;
/** Times the requests of a round, during the warm-up. */
const warmUpRounds = 8;
const sizes = { customers: 10_000, products: 5_000, invoices: 100_000 };
const callers = 4;
const key = 'bench_key_of_no_installation_0123456789';
const print = (text: string): boolean => process.stdout.write(text);

interface Arm {
  readonly service: Pick<Service, 'name' | 'address' | 'key'>;
  readonly agent: Agent;
}

/** The process with the services. */
function startProcess() {
  const profile = flags.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${flags.profile}`];
  const child = fork(join(import.meta.dirname, 'observed-services.ts'), [], {
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning', ...profile],
    env: { PATH: process.env.PATH, NODE_ENV: 'production', OTEL_BSP_SCHEDULE_DELAY: String(settleMs / 2) },
    stdio: ['ignore', 'ignore', flags.profile === undefined ? 'ignore' : 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The process with the services has ended.');
  });
  ended.catch(() => undefined);
  process.once('exit', () => void child.kill('SIGKILL'));
  return {
    async ask(order: Order): Promise<Reply> {
      const reply: Promise<readonly Reply[]> = once(child, 'message').then((values) => values);
      child.send(order);
      const [first] = await Promise.race([reply, ended]);
      if (first === undefined) throw new Error('The process with the services does not answer.');
      return first;
    },
    end: () => child.disconnect(),
  };
}

type Processes = ReturnType<typeof startProcess>;

/** Sends the calls of one round. Returns the microseconds of processor time for each. */
async function measure(
  { ask }: Processes,
  { service, agent }: Arm,
  scenario: Scenario,
  { from, requests }: { readonly from: number; readonly requests: number },
): Promise<number> {
  await ask({ kind: 'begin' });
  const perCaller = requests / callers;
  const work = async (caller: number): Promise<void> => {
    for (let n = 0; n < perCaller; n += 1) await send(service, agent, scenario.call(caller, from + n));
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => work(caller)));
  const ended = await ask({ kind: 'end' });
  if (ended.kind !== 'ended') throw new Error('invariant: the answer to `end`');
  return ended.microseconds / (perCaller * callers);
}

/** The rounds of each arm, one for each block. */
async function run(
  processes: Processes,
  arms: readonly Arm[],
  scenario: Scenario,
): Promise<readonly (readonly number[])[]> {
  const random = uniform(7);
  const rounds: number[][] = arms.map(() => []);
  for (let block = -warmUp; block < blocks; block += 1) {
    const order = arms.map((arm, index) => ({ arm, index, at: random() })).toSorted((one, other) => one.at - other.at);
    for (const { arm, index } of order) {
      const [from, count] = [Math.abs(block) * 10_007, block < 0 ? warmUpRounds * requests : requests];
      const microseconds = await measure(processes, arm, scenario, { from, requests: count });
      if (block >= 0) rounds[index]?.push(microseconds);
    }
  }
  return rounds;
}

function report(arms: readonly Arm[], scenario: Scenario, rounds: readonly (readonly number[])[]): string {
  const [plain = []] = rounds;
  const percent = (ratio: number): string => `${((ratio - 1) * 100).toFixed(1)} %`;
  const lines = arms.slice(1).map(({ service }, index) => {
    const armValues = rounds[index + 1] ?? [];
    const ratio = bootstrap(armValues.map((value, block) => value / (plain[block] ?? Number.NaN)));
    const more = bootstrap(armValues.map((value, block) => value - (plain[block] ?? Number.NaN)));
    const cost = `${percent(ratio.median)} (${percent(ratio.low)} to ${percent(ratio.high)})`;
    const absolute = `${more.median.toFixed(1)} us (${more.low.toFixed(1)} to ${more.high.toFixed(1)})`;
    return `${scenario.name.padEnd(14)}${service.name.padEnd(20)}${cost.padEnd(32)}${absolute}\n`;
  });
  return `${scenario.name.padEnd(14)}${'plain'.padEnd(20)}${medianOf(plain).toFixed(1)} us for a request\n${lines.join('')}`;
}

const collector = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end());
}).listen(0, '127.0.0.1');
const postgres = await startPostgres({ shared_buffers: '512MB', max_wal_size: '4GB', autovacuum: 'off' });
const processes = startProcess();
const arms: Arm[] = [];
try {
  await buildFixture(postgres.url, sizes);
  const address = collector.address();
  if (address === null || typeof address === 'string') throw new Error('The collector does not listen.');
  const env = { ENGINE_KEY: key, BENCH_DATABASE: postgres.url };
  const traced = { ...env, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `http://127.0.0.1:${address.port}/v1/traces` };
  const profile = join(import.meta.dirname, 'profile.yaml');
  const services: readonly ServiceToStart[] = [
    { name: 'plain', args: [], env },
    { name: 'plain (control)', args: [], env },
    { name: 'metrics', args: ['--admin-port', '0'], env },
    {
      name: 'traces, none kept',
      args: [],
      env: { ...traced, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' },
    },
    { name: 'traces, all kept', args: [], env: traced },
    { name: 'plain (control 2)', args: [], env },
  ];
  for (const service of services) {
    const started = await processes.ask({
      kind: 'start',
      service: { ...service, args: ['--profile', profile, '--log-level', 'info', ...service.args] },
    });
    if (started.kind !== 'started') throw new Error('invariant: the answer to `start`');
    const agent = new Agent({ keepAlive: true, maxSockets: callers });
    arms.push({ service: { name: service.name, address: new URL(started.address), key }, agent });
  }
  for (const scenario of scenarios(sizes).filter(
    ({ name, kind, before }) => kind === 'plain' && before === undefined && name.includes(flags.only ?? ''),
  )) {
    print(report(arms, scenario, await run(processes, arms, scenario)));
  }
} finally {
  for (const { agent } of arms) agent.destroy();
  await processes.ask({ kind: 'stop' });
  processes.end();
  await postgres.stop();
  collector.closeAllConnections();
  collector.close();
}
