/**
 * `npm run bench:companies`: what companies cost in one process, on one PostgreSQL server with a database for each ten of them.
 *
 *   --companies N    companies, of five profiles; 1000 by default
 *   --open N         of these are opened by a request; 50 by default
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freshDatabase } from '../support/database.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { inspectorFlag, openFigures, residentMb } from '../support/process-figures.ts';
import { type Program, startProgram } from '../support/program.ts';
import { addCompany, configured, keyOf, nameOf, profiles } from './company-folder.ts';
import { quantile } from './load.ts';

const { values: flags } = parseArgs({
  options: { companies: { type: 'string', default: '1000' }, open: { type: 'string', default: '50' } },
});
const companies = Number(flags.companies);
const opened = Number(flags.open);
const print = (text: string): boolean => process.stdout.write(text);

const demo = join(import.meta.dirname, '../../profiles/demo');

async function ask(program: Program, index: number, path: string, body: object): Promise<number> {
  const begin = performance.now();
  const response = await fetch(`${program.baseUrl}/${nameOf(index)}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keyOf(index)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ schemaVersion: '1', ...body }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${nameOf(index)} answered ${response.status}: ${text}`);
  return performance.now() - begin;
}

const customers = ['/catalog/customers/search', { query: '', limit: 10 }] as const;

if (import.meta.main) {
  const postgres = await startPostgres({ max_connections: '400' });
  const databases = await Promise.all(Array.from({ length: 10 }, () => freshDatabase(postgres.url)));
  for (const { run } of databases)
    for (const script of ['schema.sql', 'data.sql']) await run(readFileSync(join(demo, 'fixture', script), 'utf8'));
  const urls = databases.map(({ url }) => url);
  const folder = configured('idleTime: 10m\nwatch: true', companies, urls);
  const begin = performance.now();
  const program = await startProgram(join(folder, 'engine.yaml'), {}, [], [inspectorFlag]);
  /** Processor time of the process so far, in seconds. */
  const cpu = (): number => {
    const [, user = '0', system = '0'] =
      /^\d+ \(.*\) (?:\S+ ){11}(\d+) (\d+)/.exec(readFileSync(`/proc/${program.pid}/stat`, 'utf8')) ?? [];
    return (Number(user) + Number(system)) / 100;
  };
  try {
    const figures = await openFigures(program);
    print(
      `${companies} companies start in ${((performance.now() - begin) / 1_000).toFixed(1)} s, of which ${cpu().toFixed(1)} s are processor time\n`,
    );
    const atStart = await figures.read();
    print(`after the start: ${atStart.resident.toFixed(0)} MB, heap ${atStart.heap.toFixed(1)} MB\n`);
    const first: number[] = [];
    let firstCpu = 0;
    const second: number[] = [];
    let heapBefore = 0;
    for (let index = 0; index < opened; index += 1) {
      if (index === profiles * 2) heapBefore = (await figures.read()).heap;
      const cpuBefore = cpu();
      first.push(await ask(program, index, ...customers));
      if (index >= profiles) firstCpu += cpu() - cpuBefore;
      second.push(await ask(program, index, ...customers));
    }
    const atEnd = await figures.read();
    const each = (1_024 * (atEnd.heap - heapBefore)) / (opened - profiles * 2);
    print(
      `${opened} open: ${atEnd.resident.toFixed(0)} MB, heap ${atEnd.heap.toFixed(1)} MB; a further one ${each.toFixed(0)} kB of heap\n`,
    );
    const line = (times: readonly number[]): string => {
      const sorted = times.toSorted((one, other) => one - other);
      return `median ${quantile(sorted, 0.5).toFixed(0)} ms, 95 % below ${quantile(sorted, 0.95).toFixed(0)} ms`;
    };
    print(
      `first request of each profile: ${first
        .slice(0, profiles)
        .map((ms) => ms.toFixed(0))
        .join(', ')} ms\n`,
    );
    print(
      `first request of an idle company: ${line(first.slice(profiles))}; the next one ${line(second)}; ${((1_000 * firstCpu) / (opened - profiles)).toFixed(0)} ms of processor time each\n`,
    );
    const cpuBefore = cpu();
    await sleep(20_000);
    const idle = (cpu() - cpuBefore) / 20;
    print(`without requests: ${(100 * idle).toFixed(1)} % of a core, ${residentMb(program.pid).toFixed(0)} MB\n`);
    /** Waits for events of the log, and prints what they cost beyond a process without requests. */
    const measureChange = async (what: string, event: string, count: number, change: () => void): Promise<void> => {
      const seen = () => program.output().split(`"event":"${event}"`).length - 1;
      const [cpuFrom, from, before] = [cpu(), performance.now(), seen()];
      change();
      while (seen() < before + count) await sleep(20);
      const [passed, used] = [(performance.now() - from) / 1_000, cpu() - cpuFrom];
      // What follows the event.
      await sleep(2_000);
      const cost = cpu() - cpuFrom - idle * (passed + 2);
      print(
        `${what}: after ${passed.toFixed(1)} s, ${(1_000 * cost).toFixed(0)} ms of processor time (${(1_000 * used).toFixed(0)} ms until then)\n`,
      );
    };
    await measureChange('a company is added', 'service_added', 1, () => addCompany(folder, companies, urls));
    await measureChange('another one', 'service_added', 1, () => addCompany(folder, companies + 1, urls));
    await measureChange('a company is removed', 'service_removed', 1, () =>
      rmSync(join(folder, 'companies', `${nameOf(companies)}.yaml`)),
    );
    await measureChange('SIGHUP', 'reloaded', companies + 1, () => process.kill(program.pid, 'SIGHUP'));
    figures.close();
  } finally {
    await program.kill();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
