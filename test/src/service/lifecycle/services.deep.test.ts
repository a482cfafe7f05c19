/** Several companies in one real process: on PostgreSQL, over ERPs by HTTP with a common store, and twenty of them in bounded memory. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { parseDocument } from 'yaml';
import { draft } from '../../../engine/run/write/documents.ts';
import { type DemoProfile, demoProfile } from '../../../support/demo.ts';
import { isAll } from '../../../support/depth.ts';
import { type KontorApi, startKontorApi } from '../../../support/kontor-api/server.ts';
import { type Program, startProgram } from '../../../support/program.ts';
import { folderWith, until } from '../server/fixture.ts';
import { freshPlace } from '../state/stores.ts';
import { keyFor } from './shops.ts';

let running: Program | undefined;
afterEach(async () => {
  await running?.kill();
  running = undefined;
});

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function call(program: Program, company: string, path: string, body: object): Promise<Answer> {
  const response = await fetch(`${program.baseUrl}/${company}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keyFor(company)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ schemaVersion: '1', ...body }),
  });
  const answer: Answer['body'] = JSON.parse(await response.text());
  return { status: response.status, body: answer };
}

/** The ids of the drafts with a number, as a user of the ERP sees them. */
const draftsIn = ({ database }: KontorApi, poNumber: string): readonly string[] =>
  database
    .prepare<[string], { readonly id: number }>('SELECT order_id AS id FROM sales_order WHERE po_ref = ? ORDER BY 1')
    .all(poNumber)
    .map(({ id }) => String(id));

/** A folder with an engine.yaml. `envs`: variables of each company, which has the path of its name. */
function configured(top: string, envs: ReadonlyMap<string, string>): string {
  const names = [...envs.keys()];
  const entries = names.map((name) => `  ${name}: { path: /${name}, envFile: ${name}.env }\n`);
  const files = names.map((name) => [`${name}.env`, `ENGINE_KEY=${keyFor(name)}\n${envs.get(name)}`] as const);
  const folder = folderWith({ 'engine.yaml': `${top}\nservices:\n${entries.join('')}`, ...Object.fromEntries(files) });
  return join(folder, 'engine.yaml');
}

it('two companies with one profile and one store use the same idempotency keys for different documents', async () => {
  const place = await freshPlace('postgres');
  onTestFinished(place.drop);
  const apis = await Promise.all([startKontorApi({ token: 'token-nord' }), startKontorApi({ token: 'token-ost' })]);
  const [nord, ost] = apis;
  onTestFinished(async () => {
    for (const api of apis) await api.close();
  });
  const profile = join(import.meta.dirname, '../../../support/kontor-api/profile.yaml');
  const env = ({ url, token }: KontorApi): string => `KONTOR_API=${url}\nKONTOR_TOKEN=${token}\n`;
  const file = configured(
    `profile: ${profile}`,
    new Map([
      ['nord', env(nord)],
      ['ost', env(ost)],
    ]),
  );
  const program = await startProgram(file, { ENGINE_STORE: place.text });
  running = program;

  const { path, body } = draft('2026/0042');
  // The numbers of the two ERPs differ from here on.
  expect((await call(program, 'nord', path, draft('2026/0041').body)).status).toBe(200);
  // Four callers at the same time in each company.
  const send = (company: string) => Promise.all(Array.from({ length: 4 }, () => call(program, company, path, body)));
  const [inNord, inOst] = await Promise.all([send('nord'), send('ost')]);
  const idsOf = (answers: readonly Answer[]) => [...new Set(answers.map(({ body: { saleId } }) => saleId))];
  expect([...inNord, ...inOst].map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  expect(idsOf(inNord)).toEqual(draftsIn(nord, '2026/0042'));
  expect(idsOf(inOst)).toEqual(draftsIn(ost, '2026/0042'));
  expect(idsOf(inNord)).not.toEqual(idsOf(inOst));
  expect([draftsIn(nord, '2026/0042').length, draftsIn(ost, '2026/0042').length]).toEqual([1, 1]);

  // The operator sees the writes of one company.
  const listed = async (company: string): Promise<readonly (readonly [unknown, unknown])[]> => {
    const args = ['writes', 'list', '--service', company, '--config', file, '--format', 'json'];
    const entry = join(import.meta.dirname, '../../../../dist/program/entry.js');
    const options = { cwd: dirname(file), env: { ...process.env, ENGINE_STORE: place.text } };
    const { stdout } = await promisify(execFile)(process.execPath, [entry, ...args], options);
    const { writes }: { readonly writes: readonly Readonly<Record<string, unknown>>[] } = JSON.parse(stdout);
    return writes.map(({ installation, key }) => [installation, key] as const);
  };
  expect(await listed('ost')).toEqual([['ost', '2026/0042']]);
  expect(await listed('nord')).toEqual([
    ['nord', '2026/0042'],
    ['nord', '2026/0041'],
  ]);

  // One ERP goes away; the other company notices nothing.
  await nord.close();
  await until(async () => (await call(program, 'nord', '/health', {})).status === 503);
  expect((await call(program, 'ost', '/health', {})).status).toBe(200);
  expect((await call(program, 'ost', path, body)).body.saleId).toBe(inOst[0]?.body.saleId);
  expect((await call(program, 'nord', path, draft('2026/0043').body)).status).toBeGreaterThanOrEqual(500);
  expect((await call(program, 'ost', path, draft('2026/0043').body)).status).toBe(200);
  expect(await program.stop()).toBe(0);
});

const megabytes = (pid: number): number => {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
};

const companies = Array.from({ length: 20 }, (_, index) => `company-${index + 1}`);

// Twenty databases are filled: the nightly run.
const nightly = isAll ? it : () => undefined;

nightly('twenty companies on PostgreSQL, each with all endpoints of the demo, take less than 600 MB', async () => {
  const erps: DemoProfile[] = [];
  onTestFinished(async () => {
    for (const erp of erps) await erp.drop();
  });
  for (const _ of companies) erps.push(await demoProfile({ dialect: 'postgres' }));
  const [first] = erps;
  if (first === undefined) throw new Error('There is no company.');
  const document = parseDocument(readFileSync(first.file, 'utf8'));
  document.setIn(['settings', 'erp_url'], { env: 'ERP_URL', secret: true });
  document.setIn(['sources', 'erp', 'connection'], { url: `\${erp_url}` });
  const file = configured(
    'profile: ./demo.yaml',
    new Map(companies.map((name, index) => [name, `ERP_URL=${erps[index]?.connection.url}\n`])),
  );
  writeFileSync(join(dirname(file), 'demo.yaml'), document.toString());
  const began = performance.now();
  const program = await startProgram(file, {});
  running = program;
  const seconds = (performance.now() - began) / 1_000;
  const atStart = megabytes(program.pid);
  const reads = [
    ['/catalog/customers/search', { query: '', limit: 100 }],
    ['/debtors/list', { page: 1, limit: 500 }],
    ['/invoices/list', { page: 1, limit: 500 }],
    ['/catalog/products/search', { query: 'a', limit: 100 }],
  ] as const;
  for (let turn = 0; turn < 5; turn += 1) {
    const calls = companies.flatMap((company) => reads.map(([path, body]) => call(program, company, path, body)));
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
  }
  const { path, body } = draft('2026/0042');
  const written = await Promise.all(companies.map((company) => call(program, company, path, body)));
  expect(written.map(({ status }) => status)).toEqual(companies.map(() => 200));
  for (const erp of erps) expect(await draft('2026/0042').find(erp)).toHaveLength(1);
  const afterWork = megabytes(program.pid);
  // The figures of docs/howto/several-companies.md.
  process.stdout.write(
    `20 companies: ${seconds.toFixed(1)} s to start, ${atStart.toFixed(0)} MB then, ${afterWork.toFixed(0)} MB after ${
      companies.length * (reads.length * 5 + 1)
    } requests\n`,
  );
  expect(afterWork).toBeLessThan(600);
  expect(await program.stop()).toBe(0);
});
