/**
 * `npm run bench:fairness`: how much one hostile company raises the time of the others' answers, with a hundred companies in one process. Phases with and without the
 * hostile company alternate; each pair of phases gives a ratio of the 99th percentiles.
 *
 *   --pairs N      pairs of phases for each kind of hostility; 6 by default
 *   --seconds N    length of a phase; 8 by default
 *   --rate N       calls of the others together, per second; 100 by default
 *   --only TEXT    only the kinds whose name holds TEXT
 */
import { fork } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freshDatabase } from '../support/database.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { type Program, startProgram } from '../support/program.ts';
import { medianOf, uniform } from './bootstrap.ts';
import { configured, keyOf, nameOf } from './company-folder.ts';
import { type Attack, attack, hostileErp, httpProfile } from './hostile-company.ts';
import { quantile } from './load.ts';

const { values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    pairs: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '8' },
    rate: { type: 'string', default: '100' },
    only: { type: 'string', default: '' },
  },
});
const print = (text: string): boolean => process.stdout.write(text);
const demo = join(import.meta.dirname, '../../profiles/demo');
const companies = 100;
/** Calls of all the others together, per second. */
const rate = Number(flags.rate);
/** Calls of the others that were not answered with 200. */
let refused = 0;

/** What the hostile company does. */
interface Hostility {
  readonly name: string;
  /** Its calls reach another process. */
  readonly isElsewhere?: true;
  /** The address of its ERP. */
  readonly erp: string;
  /** The text of its profile; empty for that of the others. */
  readonly profile: string;
  readonly path: string;
  readonly body: object;
  readonly callers: number;
}

const calls = [
  ['/catalog/customers/search', { query: 'a', limit: 10 }],
  ['/catalog/products/search', { query: 'a', limit: 10 }],
  ['/debtors/list', { page: 1, limit: 50 }],
  ['/invoices/list', { page: 1, limit: 50 }],
] as const;

/** Processor time of the main thread in milliseconds. */
const cpuOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000;

/** The part of a phase that the thread has worked. */
const share = (ms: number): string => `${((100 * ms) / (Number(flags.seconds) * 1_000)).toFixed(0)} %`;

/** Times of the answers to the others' calls in milliseconds. The calls arrive at random times, whether earlier ones are answered or not. */
async function phase(
  program: Program,
  agent: Agent,
  seconds: number,
  random: () => number,
): Promise<readonly number[]> {
  const times: number[] = [];
  const pending: Promise<void>[] = [];
  const { hostname, port } = new URL(program.baseUrl);
  const end = performance.now() + seconds * 1_000;
  for (let next = performance.now(); next < end; next += (-Math.log(1 - random()) * 1_000) / rate) {
    const wait = next - performance.now();
    if (wait > 0) await sleep(wait);
    const index = 1 + Math.floor(random() * (companies - 1));
    const [path, body] = calls[Math.floor(random() * calls.length)] ?? calls[0];
    const text = JSON.stringify({ schemaVersion: '1', ...body });
    const headers = {
      authorization: `Bearer ${keyOf(index)}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    };
    const begin = performance.now();
    pending.push(
      new Promise((resolve, reject) => {
        const sent = request(
          { agent, hostname, port, method: 'POST', path: `/${nameOf(index)}${path}`, headers },
          (response) => {
            response.resume().on('end', () => {
              if (response.statusCode !== 200) refused += 1;
              times.push(performance.now() - begin);
              resolve();
            });
          },
        );
        sent.on('error', reject).end(text);
      }),
    );
  }
  await Promise.all(pending);
  return times.toSorted((one, other) => one - other);
}

if (process.argv[2] === 'attack') {
  process.on('message', (order: Attack) => void attack(order));
} else if (import.meta.main) {
  const { contract } = await import('../../src/contract/index.ts');
  const complete = (text: string): string =>
    contract.endpoints
      .filter(({ answer, path }) => answer.kind !== 'service' && !text.includes(`\n  ${path}:`))
      .reduce((all, { path }) => `${all}  ${path}: { unavailable: not part of this profile }\n`, text);
  const postgres = await startPostgres({ max_connections: '600' });
  const databases = await Promise.all(Array.from({ length: 10 }, () => freshDatabase(postgres.url)));
  for (const { run } of databases)
    for (const script of ['schema.sql', 'data.sql']) await run(readFileSync(join(demo, 'fixture', script), 'utf8'));
  const [first] = databases;
  const url = first?.url ?? '';
  const erp = await hostileErp();
  const search = '/catalog/products/search';
  const simple = '{ erpSku: sku, erpDesc: name, erpProductId: sku }';
  const burning =
    '{ erpSku: "$string($sum($map([1..300000], function($n) { $n % 7 })))", erpDesc: "\'x\'", erpProductId: "\'x\'" }';
  const body = { query: 'a', limit: 10 };
  const kinds: readonly Hostility[] = [
    {
      name: 'nothing but a storm at another process',
      isElsewhere: true,
      erp: url,
      profile: '',
      path: search,
      body: body,
      callers: 400,
    },
    {
      name: 'an ERP that does not answer',
      erp: erp.url,
      profile: complete(httpProfile('/hang', simple)),
      path: search,
      body: body,
      callers: 400,
    },
    {
      name: 'a storm of requests',
      erp: url,
      profile: '',
      path: '/catalog/customers/search',
      body: body,
      callers: 400,
    },
    {
      name: 'large answers of the ERP',
      erp: erp.url,
      profile: complete(httpProfile('/large', simple)),
      path: search,
      body: body,
      callers: 8,
    },
    {
      name: 'an expression that takes long',
      erp: erp.url,
      profile: complete(httpProfile('/rows', burning)),
      path: search,
      body: body,
      callers: 20,
    },
    {
      name: 'a profile that does not fit its database',
      erp: url,
      profile: complete(
        `profile: broken\ncontract: "1"\nsettings: { erp_url: { env: ERP_URL, secret: true } }\nsources: { erp: { sql: postgres, connection: { url: "\${erp_url}" } } }\nendpoints:\n  /catalog/customers/search: { query: SELECT no AS "erpId" FROM missing }\n`,
      ),
      path: '/catalog/customers/search',
      body: body,
      callers: 50,
    },
  ];
  const random = uniform(1);
  for (const kind of kinds.filter(({ name }) => name.includes(flags.only))) {
    const folder = configured(
      'idleTime: 10m',
      companies,
      databases.map((one) => one.url),
    );
    if (kind.profile !== '') {
      writeFileSync(join(folder, 'hostile.yaml'), kind.profile);
      writeFileSync(
        join(folder, 'companies', `${nameOf(0)}.yaml`),
        JSON.stringify({ path: `/${nameOf(0)}`, profile: '../hostile.yaml', envFile: `../${nameOf(0)}.env` }),
      );
    }
    writeFileSync(join(folder, `${nameOf(0)}.env`), `ENGINE_KEY=${keyOf(0)}\nERP_URL=${kind.erp}\n`);
    const program = await startProgram(join(folder, 'engine.yaml'), {});
    const agent = new Agent({ keepAlive: true, maxSockets: 200 });
    try {
      // Opens all companies, and warms up.
      await phase(program, agent, 15, random);
      const ratios: number[] = [];
      for (let pair = 0; pair < Number(flags.pairs); pair += 1) {
        const cpuBefore = cpuOf(program.pid);
        const alone = await phase(program, agent, Number(flags.seconds), random);
        const cpuAlone = cpuOf(program.pid) - cpuBefore;
        const attacker = fork(import.meta.filename, ['attack'], { stdio: 'ignore' });
        const order: Attack = {
          url: kind.isElsewhere ? '' : `${program.baseUrl}/${nameOf(0)}${kind.path}`,
          key: keyOf(0),
          body: JSON.stringify({ schemaVersion: '1', ...kind.body }),
          callers: kind.callers,
        };
        attacker.send(order);
        const onset = await phase(program, agent, 4, random);
        const cpuThen = cpuOf(program.pid);
        const attacked = await phase(program, agent, Number(flags.seconds), random);
        const cpuAttacked = cpuOf(program.pid) - cpuThen;
        attacker.kill('SIGKILL');
        await sleep(1_000);
        const [before, after] = [quantile(alone, 0.99), quantile(attacked, 0.99)];
        ratios.push(after / before);
        print(
          `  ${kind.name}: p50 ${quantile(alone, 0.5).toFixed(1)} -> ${quantile(attacked, 0.5).toFixed(1)} ms, p99 ${before.toFixed(1)} -> ${after.toFixed(1)} ms (in its first seconds ${quantile(onset, 0.99).toFixed(1)} ms); thread ${share(cpuAlone)} -> ${share(cpuAttacked)}\n`,
        );
      }
      print(`${kind.name}: the others' p99 times ${medianOf(ratios).toFixed(2)}, ${refused} of their calls refused\n`);
      refused = 0;
    } finally {
      agent.destroy();
      await program.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  erp.close();
  await postgres.stop();
}
