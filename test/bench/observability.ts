/**
 * What metrics and traces cost: the engine with and without them on the same database, in short rounds that alternate. Prints the processor time
 * for each request in the least disturbed tenth of the rounds (other load on the machine only adds to it), their ratio, and the median of the ratios of
 * neighbouring rounds, with the quartiles.
 *
 *   node test/bench/observability.ts [--only TEXT] [--rounds N]      after `npm run build`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../support/postgres-server.ts';
import { buildFixture } from './fixture.ts';
import { quantile, runRound } from './load.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { type Service, startEngine } from './services.ts';

const { values: flags } = parseArgs({ options: { only: { type: 'string' }, rounds: { type: 'string' } } });
const rounds = Number(flags.rounds ?? '40');
const roundMs = 700;
const warmUp = 10;
const sizes = { customers: 10_000, products: 5_000, invoices: 100_000 };
const callers = 4;
const print = (text: string): boolean => process.stdout.write(text);

async function cpuOf(service: Service, scenario: Scenario, round: number): Promise<number> {
  const { cpu } = await runRound(service, callers, roundMs, Math.abs(round) * 10_007, scenario.call);
  if (cpu === undefined) throw new Error('This system does not tell the processor time of a process.');
  return cpu;
}

async function compare(plain: Service, observed: Service, scenario: Scenario): Promise<string> {
  // Until the code of both is compiled.
  for (let round = 1; round <= warmUp; round++)
    for (const service of [plain, observed]) await cpuOf(service, scenario, -round);
  const pairs: (readonly [plain: number, observed: number])[] = [];
  for (let round = 1; round <= rounds; round++) {
    // Each goes first every second time.
    if (round % 2 === 0) {
      const first = await cpuOf(plain, scenario, round);
      pairs.push([first, await cpuOf(observed, scenario, round)]);
    } else {
      const first = await cpuOf(observed, scenario, round);
      pairs.push([await cpuOf(plain, scenario, round), first]);
    }
  }
  const sorted = (values: readonly number[]): readonly number[] => values.toSorted((one, other) => one - other);
  const ratios = sorted(pairs.map(([one, other]) => other / one));
  const least = (which: 0 | 1): number => quantile(sorted(pairs.map((pair) => pair[which])), 0.1) * 1_000;
  const [without, withIt] = [least(0), least(1)];
  const [low, median, high] = [0.25, 0.5, 0.75].map((part) => quantile(ratios, part).toFixed(3));
  return `${scenario.name.padEnd(14)}${observed.name.padEnd(22)}${without.toFixed(1)} -> ${withIt.toFixed(1)} us, ${(withIt / without).toFixed(3)}; rounds: ${median} (${low} to ${high})\n`;
}

const folder = mkdtempSync(join(tmpdir(), 'engine-bench-'));
const collector = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
}).listen(0, '127.0.0.1');
const postgres = await startPostgres({ shared_buffers: '512MB', max_wal_size: '4GB', autovacuum: 'off' });
const running: Service[] = [];
try {
  await buildFixture(postgres.url, sizes);
  const address = collector.address();
  if (address === null || typeof address === 'string') throw new Error('The collector does not listen.');
  const endpoint = `http://127.0.0.1:${address.port}`;
  const start = async (name: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
    const all = { BENCH_DATABASE: postgres.url, ...environment };
    const options = { kind: 'plain', environment: all, profiles: undefined } as const;
    const service = { ...(await startEngine(join(folder, `${name}.sqlite`), options, args)), name };
    running.push(service);
    return service;
  };
  const plain = await start('plain', []);
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_EXPORTER: 'otlp' };
  const others = [
    await start('metrics', ['--admin-port', '0']),
    await start('traces of 1 %', [], {
      ...traced,
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.01',
    }),
    await start('traces of all', [], traced),
  ];
  for (const scenario of scenarios(sizes).filter(
    ({ name, kind }) => kind === 'plain' && name.includes(flags.only ?? ''),
  )) {
    for (const observed of others) print(await compare(plain, observed, scenario));
  }
} finally {
  for (const service of running) await service.stop();
  await postgres.stop();
  collector.closeAllConnections();
  collector.close();
  rmSync(folder, { recursive: true, force: true });
}
