/** Companies of one profile share a compilation, and nothing that belongs to one of them. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it } from 'vitest';
import { Secret } from '../../../engine/base/secret.ts';
import { compile } from '../../../engine/compile/compile.ts';
import { RecordedSettings } from '../../../engine/compile/recorded-settings.ts';
import { createSharedCompilations, type Fields, type SharedCompilations } from '../../../engine/index.ts';
import { withSettings } from '../../../engine/profile/load.ts';
import { contract as platform } from '../../../src/contract/index.ts';
import { type ErpEngine, freshErp, openErp } from '../../support/erp.ts';
import { listContract } from '../../support/list-contract.ts';
import { profileText, shippedProfiles } from '../../support/shipped-profiles.ts';
import { closeAll, httpDouble } from '../sources/http/double.ts';

const row: Fields = { id: { type: 'text', required: true, description: '' } };
const contract = listContract(['/first', '/second'], { row });

const absent = '{ unavailable: not part of this test }';
const profileOf = (settings: string, source: string, first: string, more = ''): string =>
  `profile: shared\ncontract: "1"\nsettings:\n${settings}${more}sources:\n  erp: ${source}\nendpoints:\n  /first: ${first}\n  /second: ${absent}\n`;

const ends: AsyncDisposableStack[] = [];
afterEach(async () => {
  for (const one of ends.splice(0).reverse()) await one.disposeAsync();
  await closeAll();
});

function later(end: () => Promise<unknown>): void {
  const stack = new AsyncDisposableStack();
  stack.defer(async () => void (await end()));
  ends.push(stack);
}

async function company(
  profile: string,
  environment: Readonly<Record<string, string>>,
  compilations: SharedCompilations,
): Promise<ErpEngine> {
  const engine = await openErp(profile, contract, { environment, compilations });
  later(engine.close);
  return engine;
}

const compiledIn = (...engines: readonly ErpEngine[]): number =>
  engines.flatMap(({ events }) => events).filter(({ event }) => event === 'profile_compiled').length;

async function idsOf(engine: ErpEngine): Promise<unknown> {
  const outcome = await engine.call('/first', {});
  return outcome.ok ? JSON.parse(outcome.json) : outcome;
}

const ids = (...all: readonly string[]): object => ({ schemaVersion: '1', rows: all.map((id) => ({ id })) });

/** A database with items of a company, and those of the table of another one. */
async function database(name: string): Promise<string> {
  const erp = await freshErp('sqlite');
  later(erp.drop);
  await erp.run(`CREATE TABLE N_ITEM (code TEXT, company TEXT); CREATE TABLE S_ITEM (code TEXT, company TEXT);
    INSERT INTO N_ITEM VALUES ('${name} n 1', '1'), ('${name} n 2', '2'); INSERT INTO S_ITEM VALUES ('${name} s 1', '1')`);
  return erp.connection.file ?? '';
}

const sqlProfile = profileOf(
  '  file: { env: FILE }\n  company: { env: COMPANY }\n  prefix: { env: PREFIX }\n',
  '{ sql: sqlite, connection: { file: "${file}" } }',
  '{ order: [id], query: "SELECT code AS id FROM {ITEM} WHERE company = :settings.company" }',
  'parts:\n  "*": { table: "${prefix}_*" }\n',
);

it('is compiled once for companies that differ in databases and in values of statements', async () => {
  const compilations = createSharedCompilations();
  const one = await company(sqlProfile, { FILE: await database('one'), COMPANY: '1', PREFIX: 'N' }, compilations);
  const other = await company(sqlProfile, { FILE: await database('other'), COMPANY: '2', PREFIX: 'N' }, compilations);
  expect([compiledIn(one), compiledIn(other)]).toEqual([2, 0]);
  expect(await idsOf(one)).toEqual(ids('one n 1'));
  expect(await idsOf(other)).toEqual(ids('other n 2'));
});

it('is compiled for each prefix of tables, and the earlier one stays in use', async () => {
  const compilations = createSharedCompilations();
  const file = await database('one');
  const north = await company(sqlProfile, { FILE: file, COMPANY: '1', PREFIX: 'N' }, compilations);
  const south = await company(sqlProfile, { FILE: file, COMPANY: '1', PREFIX: 'S' }, compilations);
  expect([compiledIn(north), compiledIn(south)]).toEqual([2, 2]);
  expect([await idsOf(north), await idsOf(south)]).toEqual([ids('one n 1'), ids('one s 1')]);
});

const httpProfile = profileOf(
  '  url: { env: URL }\n  branch: { env: BRANCH }\n  size: { env: SIZE, type: integer }\n  password: { env: PASSWORD, secret: true }\n',
  '{ http: "${url}/api", auth: { basic: { user: "${branch}", password: "${password}" } }, request: { headers: { X-Token: "t ${password}" } } }',
  `{ post: "/branches/\${branch}/items", json: { token: "\${password}", size: "\${size}", text: "b \${branch}" },
     rows: value, page: { next: next }, fields: { id: "$settings.branch & ' ' & code" } }`,
);

it('is compiled once for companies that differ in addresses, in requests and in secrets', async () => {
  const compilations = createSharedCompilations();
  const opened = [];
  for (const [name, size] of [
    ['nord', '7'],
    ['ost', '8'],
  ] as const) {
    const double = await httpDouble(({ path }, response) => {
      response.setHeader('content-type', 'application/json');
      const next = path.includes('page') ? {} : { next: `${path}?page=2` };
      response.end(JSON.stringify({ value: [{ code: path.includes('page') ? 2 : 1 }], ...next }));
    });
    const environment = { URL: double.url, BRANCH: name, SIZE: size, PASSWORD: `secret of ${name}` };
    opened.push({ name, size, double, engine: await company(httpProfile, environment, compilations) });
  }
  expect(opened.map(({ engine }) => compiledIn(engine))).toEqual([1, 0]);
  for (const { name, size, double, engine } of opened) {
    expect(await idsOf(engine)).toEqual(ids(`${name} 1`, `${name} 2`));
    expect(double.seen.map(({ path }) => path)).toEqual([
      `/api/branches/${name}/items`,
      `/api/branches/${name}/items?page=2`,
    ]);
    const [first] = double.seen;
    const credentials = Buffer.from(`${name}:secret of ${name}`).toString('base64');
    expect(first?.headers).toMatchObject({ authorization: `Basic ${credentials}`, 'x-token': `t secret of ${name}` });
    expect(first?.body).toBe(`{"token":"secret of ${name}","size":${size},"text":"b ${name}"}`);
  }
});

it('is compiled once for a hundred companies that are opened at the same time', async () => {
  const compilations = createSharedCompilations();
  const engines = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      company(httpProfile, { URL: 'http://127.0.0.1:9', BRANCH: `b${index}`, SIZE: '1', PASSWORD: 'p' }, compilations),
    ),
  );
  expect(compiledIn(...engines)).toBe(1);
});

it('reports a missing value, and a wrong address, of one company alone', async () => {
  const compilations = createSharedCompilations();
  const right = { URL: 'http://127.0.0.1:9', BRANCH: 'nord', SIZE: '1', PASSWORD: 'p' };
  await company(httpProfile, right, compilations);
  await expect(company(httpProfile, { ...right, SIZE: '' }, compilations)).rejects.toThrow('MAP202');
  await expect(company(httpProfile, { ...right, URL: 'ftp://erp' }, compilations)).rejects.toThrow('REQ601');
  const again = await company(httpProfile, { ...right, URL: 'http://127.0.0.1:7' }, compilations);
  expect(compiledIn(again)).toBe(0);
});

it('is compiled again for a changed text', async () => {
  const compilations = createSharedCompilations();
  const environment = { FILE: await database('one'), COMPANY: '1', PREFIX: 'N' };
  await company(sqlProfile, environment, compilations);
  const changed = await company(sqlProfile.replace('company = ', 'company <> '), environment, compilations);
  expect([compiledIn(changed), await idsOf(changed)]).toEqual([2, ids('one n 2')]);
});

/** Objects that only weak references have are gone afterwards. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  // A WeakRef keeps its target until the end of the turn in which it was made or read.
  await new Promise((resolve) => setImmediate(resolve));
  if (typeof collect === 'function') collect();
}

it('keeps no setting of the company that it was compiled for', async () => {
  const compilations = createSharedCompilations();
  const loaded = compilations.load(httpProfile, 'profile.yaml');
  const open = async (password: string): Promise<WeakRef<Secret>> => {
    const environment = { URL: 'http://127.0.0.1:9', BRANCH: 'nord', SIZE: '1', PASSWORD: password };
    const input = withSettings(loaded, environment, 'start').loaded;
    if (input === undefined) throw new Error('The profile has errors.');
    const checked = await compilations.check({ ...input, contract }, async (recorded) => ({
      compiled: compile({ ...recorded, descriptions: new Map(), factValues: new Map() }),
      findings: [],
    }));
    expect(checked.compiled.plan.has('/first')).toBe(true);
    const secret = input.settings.get('password');
    if (!(secret instanceof Secret)) throw new Error('The setting is no secret.');
    return new WeakRef(secret);
  };
  const first = await open('one');
  const second = await open('two');
  await collectGarbage();
  expect([first.deref(), second.deref()]).toEqual([undefined, undefined]);
  expect(compilations.load(httpProfile, 'profile.yaml')).toBe(loaded);
});

/** Settings of the shipped profiles whose values decide a text of SQL, a fact, a code or a time zone: companies with other ones have another plan. */
const read: Readonly<Record<string, readonly string[]>> = { dolibarr: ['prefix'] };

it.each(shippedProfiles)('serves companies of %s that differ in connections and secrets', async (name) => {
  const loaded = createSharedCompilations().load(profileText(name), 'profile.yaml');
  const { settings = {} } = loaded.written?.profile ?? {};
  const input = withSettings(loaded, {}, 'check').loaded;
  if (input === undefined) return;
  const values = Object.keys(settings).map((one) => [one, input.settings.get(one) ?? 'x'] as const);
  const recorded = new RecordedSettings(new Map(values));
  compile({ ...input, settings: recorded, contract: platform, descriptions: new Map(), factValues: new Map() });
  expect([...recorded.read.keys()].sort()).toEqual(read[name] ?? []);
});
