/** One endpoint works while others are unfinished: `engine run`, and `engine test --only`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { searchCases, shopContract, shopFolder } from '../workbench/studio/shop.ts';
import { type Ended, runHere } from './here.ts';

let folder: string;
beforeEach(() => {
  folder = shopFolder();
});

const engine = (...args: readonly string[]): Promise<Ended> =>
  runHere(args, { env: {}, cwd: folder, contract: shopContract });
const search = (): Promise<Ended> =>
  engine('run', '/catalog/customers/search', '--set', 'query=anna', '--profile', './profile.yaml');

/** Changes a text of the profile. */
function edit(from: string, to: string): void {
  const file = join(folder, 'profile.yaml');
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

const answer = '{"schemaVersion":"1","hits":[{"erpId":"K-1","erpName":"Anna & Sons","city":"Ulm"}]}\n';
const credit = /\n {2}\/credit\/customer:[\s\S]*$/;

/** Faults of /credit/customer, each of another phase, and the number of errors. */
const faults: readonly (readonly [what: string, from: string, to: string])[] = [
  ['a key that the language does not have', '/credit/customer:\n    query:', '/credit/customer:\n    qery:'],
  ['a field that the contract does not have', 'AS creditUsed', 'AS creditUse'],
  ['SQL that is none', "'EUR' AS currency FROM customer", "'EUR' AS currency FRM customer"],
  ['a table that the database does not have', 'currency FROM customer', 'currency FROM custmer'],
  ['a part that is not declared', 'FROM customer WHERE no = :customerErpId', 'FROM {base} WHERE no = :customerErpId'],
  ['YAML that is none', '/credit/customer:\n    query:', '/credit/customer:\n    codes: { a: [\n    query:'],
];

describe('a profile with a fault in one endpoint', () => {
  it.each(faults)('answers the other one: %s', async (_what, from, to) => {
    edit(from, to);
    const { status, out, err } = await search();
    expect({ status, out }).toEqual({ status: 0, out: answer });
    expect(err).toMatch(
      /^The profile has \d+ errors? elsewhere, which (does|do) not affect this call \(engine check\)\.\n/,
    );
    const other = await engine('run', '/credit/customer', '--set', 'customerErpId=K-1', '--profile', './profile.yaml');
    expect(other).toMatchObject({ status: 1, out: '' });
    expect(other.err).toMatch(/^error\[/m);
    expect(other.err).not.toContain('elsewhere');
  });

  it('answers the other one where it is missing, or uses a part that has the fault', async () => {
    edit(readFileSync(join(folder, 'profile.yaml'), 'utf8').match(credit)?.[0] ?? '', '\n');
    expect(await search()).toMatchObject({ status: 0, out: answer });
    const missing = await engine(
      'run',
      '/credit/customer',
      '--set',
      'customerErpId=K-1',
      '--profile',
      './profile.yaml',
    );
    expect(missing.err).toContain('error[MAP261]: The endpoint /credit/customer is neither provided');
    edit('ids:', 'parts:\n  used: SELECT no FROM customer\n  faulty: SELECT ${x} FROM {nothing}\nids:');
    edit('FROM customer WHERE blocked', 'FROM customer WHERE no IN ({used}) AND blocked');
    expect(await search()).toMatchObject({ status: 0, out: answer });
    edit('no IN ({used})', 'no IN ({faulty})');
    const { status, err } = await search();
    expect(status).toBe(1);
    expect(err).toContain('Known here: faulty, used.');
  });

  /** Another source, which /credit/customer alone uses. */
  const crm = (source: string, settings: string): void => {
    edit('sources:\n', `sources:\n  crm: ${source}\n`);
    edit('settings:\n', `settings:\n${settings}`);
    edit(readFileSync(join(folder, 'profile.yaml'), 'utf8').match(credit)?.[0] ?? '', creditByHttp);
  };
  const creditByHttp = `
  /credit/customer:
    use: crm
    get: /customers/{{ customerErpId }}
    fields: { creditLimit: limit, creditUsed: used, currency: currency }
`;

  it.each([
    ['a setting without a value', '{ http: "https://${host}/api" }', '  host: { env: CRM_HOST }\n'],
    [
      'a setting that does not fit its pattern',
      '{ http: "https://${host}/api" }',
      '  host: { default: x, pattern: "[0-9]+" }\n',
    ],
    ['a setting with an unknown key', '{ http: "https://${host}/api" }', '  host: { default: x, patern: x }\n'],
    ['a source with an unknown key', '{ htp: https://localhost/api }', ''],
    ['a source that is not valid YAML', '{ http: "https://localhost/api }', ''],
    ['a setting that is not valid YAML', '{ http: "https://${host}/api" }', '  host: { env: "CRM_HOST }\n'],
  ])('answers the other one, where only that one uses %s', async (_what, source, settings) => {
    crm(source, settings);
    const { status, out, err } = await search();
    expect({ status, out }).toEqual({ status: 0, out: answer });
    expect(err).toMatch(/^The profile has \d+ errors? elsewhere/);
    const other = await engine('run', '/credit/customer', '--set', 'customerErpId=K-1', '--profile', './profile.yaml');
    expect(other).toMatchObject({ status: 1, out: '' });
  });

  it('answers it where only ids and facts of others use a source with a fault', async () => {
    crm('{ http: "https://localhost/api }', '');
    edit('ids:\n', 'ids:\n  product: { type: text, exists: { use: crm, get: "/products/{{ id }}" } }\n');
    edit('endpoints:\n', 'facts:\n  v9: { use: crm, get: /version }\nendpoints:\n');
    edit('get: /customers/{{ customerErpId }}\n', 'first: [{ when: v9, get: /customers }, { get: /customer }]\n');
    const { status, out, err } = await search();
    expect({ status, out }).toEqual({ status: 0, out: answer });
    expect(err).toMatch(/^The profile has \d+ errors? elsewhere/);
  });

  it('does not choose a database for a statement that names none of several', async () => {
    crm('{ sql: sqlite, connection: { file: missing/x.sqlite } }', '');
    edit('    use: crm\n    get: /customers/{{ customerErpId }}\n', '    use: crm\n    query: SELECT 1 AS limit\n');
    const { status, err } = await search();
    expect(status).toBe(1);
    expect(err).toContain('search');
  });

  it('does not run where the fault concerns every endpoint', async () => {
    edit('sql: sqlite', 'sql: sqlight');
    const { status, err } = await search();
    expect({ status, isElsewhere: err.includes('elsewhere') }).toEqual({ status: 1, isElsewhere: false });
  });
});

describe('engine test --only', () => {
  const test = (...args: readonly string[]): Promise<Ended> => engine('test', ...args, './profile.yaml');

  beforeEach(() => {
    const credits = `
  - case: a credit
    call: /credit/customer
    request: { customerErpId: K-1 }
    response: { creditLimit: 5000.25, creditUsed: 12.5, currency: EUR }
`;
    writeFileSync(join(folder, 'cases/search.yaml'), searchCases('Ulm') + credits);
  });

  it('runs the cases of one endpoint', async () => {
    expect(await test()).toMatchObject({ status: 0, out: expect.stringMatching(/3 passed, 0 failed\.\n$/) });
    expect(await test('--only', '/credit/customer')).toMatchObject({
      status: 0,
      out: expect.stringMatching(/1 passed, 0 failed\.\n$/),
    });
  });

  it('runs them while another endpoint has faults, and shows those of its own', async () => {
    edit('AS creditUsed', 'AS creditUse');
    expect((await test()).status).toBe(1);
    const { status, out, err } = await test('--only', '/catalog/customers/search');
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(/2 passed, 0 failed\.\n$/);
    const other = await test('--only', '/credit/customer');
    expect(other.status).toBe(1);
    expect(other.err).toContain('creditUse');
  });

  it('refuses an endpoint without cases, and one that the contract does not have', async () => {
    writeFileSync(join(folder, 'cases/search.yaml'), searchCases('Ulm'));
    const none = await test('--only', '/credit/customer');
    expect(none).toMatchObject({ status: 2, err: expect.stringContaining('there is no case of /credit/customer') });
    const unknown = await test('--only', '/credit/custmer');
    expect(unknown).toMatchObject({ status: 2, err: expect.stringContaining('did you mean /credit/customer?') });
  });
});
