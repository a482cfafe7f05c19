/** `engine check`: its findings about profiles, and that it changes nothing in their databases. */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { XMLParser } from 'fast-xml-parser';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderWith } from '../service/server/fixture.ts';
import { type Ended, root, runHere } from './here.ts';

// SQLite works in processes of its own, which take their time on a busy machine.
const demo = join(root, 'profiles', 'demo');
const text = readFileSync(join(demo, 'profile.yaml'), 'utf8');
/** Two mistakes: a key and a table. The second one is known to the database alone. */
const misspelt = text.replace('search: { text: query, in: [erpName]', 'serach: { text: query, in: [erpName]');
const tableless = text.replace('SELECT c.account_no AS erpDebtorId', 'SELECT c.acount_no AS erpDebtorId');

let folder: string;
beforeEach(() => {
  folder = folderWith({ 'good.yaml': text, 'misspelt.yaml': misspelt, 'tableless.yaml': tableless });
  cpSync(join(demo, 'fixture'), join(folder, 'fixture'), { recursive: true });
});

const check = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  runHere(['check', ...args], { env: { DEMO_DATABASE: 'erp.sqlite', ...env }, cwd: folder });

it('the texts of this test differ from the profile', () => {
  expect(misspelt).not.toBe(text);
  expect(tableless).not.toBe(text);
});

describe('engine check', () => {
  it('has nothing to say of a good profile', async () => {
    expect(await check(['./good.yaml'])).toEqual({ status: 0, out: 'good.yaml: no findings\n', err: '' });
    expect(existsSync(join(folder, 'erp.sqlite'))).toBe(false);
  });

  it('shows findings with their lines, then one line for each profile', async () => {
    const { status, out, err } = await check(['./good.yaml', 'misspelt.yaml', 'demo']);
    expect(status).toBe(1);
    expect(out).toBe(`good.yaml: no findings\nmisspelt.yaml: 1 error\n${join(demo, 'profile.yaml')}: no findings\n`);
    expect(err).toMatch(/^error\[MAP101\]: .*serach.*\n +--> misspelt\.yaml:\d+:\d+\n/);
  });

  it('checks the configured profile when none is named', async () => {
    writeFileSync(join(folder, 'engine.yaml'), 'profile: ./misspelt.yaml\n');
    expect(await check([])).toMatchObject({ status: 1, out: 'misspelt.yaml: 1 error\n' });
    expect(await check([], { ENGINE_PROFILE: './good.yaml' })).toMatchObject({ status: 0 });
  });

  it('needs no API key', async () => {
    expect((await check(['good.yaml'])).err).not.toContain('CFG507');
  });

  it('lets warnings fail where they are to count', async () => {
    const silent = text.replace(', c.town AS city', '');
    expect(silent).not.toBe(text);
    writeFileSync(join(folder, 'silent.yaml'), silent);
    const plain = await check(['silent.yaml']);
    expect(plain).toMatchObject({ status: 0, out: 'silent.yaml: 1 warning\n' });
    expect(plain.err).toMatch(/^warning\[MAP281\]: .*"city"/);
    expect(await check(['--strict', 'silent.yaml'])).toEqual({ ...plain, status: 1 });
    expect(await check(['--strict', './good.yaml'])).toMatchObject({ status: 0 });
  });

  it('continues after a missing profile', async () => {
    const { status, out, err } = await check(['./nobody.yaml', './nowhere.yaml', './good.yaml']);
    expect({ status, out }).toEqual({
      status: 1,
      out: 'configuration: 1 error\n./nowhere.yaml: 1 error\ngood.yaml: no findings\n',
    });
    expect(err.match(/error\[CFG508\]/g)).toHaveLength(2);
  });

  it('gives JSON', async () => {
    const { status, out, err } = await check(['--format', 'json', './good.yaml', './misspelt.yaml']);
    expect({ status, err }).toEqual({ status: 1, err: '' });
    expect(JSON.parse(out)).toMatchObject({ errors: 1, warnings: 0, diagnostics: [{ file: 'misspelt.yaml' }] });
  });

  it('takes values that an installation gives for no fault of the profile', async () => {
    const settings = `settings:
  company: { env: ACME_COMPANY }
  password: { env: ACME_PASSWORD, secret: true }`;
    const connection = 'connection: { host: localhost, database: "${company}", password: "${password}" }';
    const acme = text
      .replace(/^settings:/m, settings)
      .replace(/sql: sqlite[\s\S]*?\n(?= {4}clock)/, `sql: postgres\n    ${connection}\n`);
    expect(acme).toContain(connection);
    writeFileSync(join(folder, 'acme.yaml'), acme);
    const alone = await check(['./acme.yaml']);
    expect(alone.err).toContain('warning[MAP202]: The setting "company" has no value here');
    expect(alone.err).not.toContain('password" has');
    expect(alone.status).toBe(0);
    const connected = await check(['--connect', './acme.yaml']);
    expect(connected.err).toContain('error[MAP202]: The setting "company" has no value.');
    expect(connected.err).toContain('error[MAP202]: The setting "password" has no value.');
    expect(connected.status).toBe(1);
  });
});

it('advice about indexes fails no check', async () => {
  await check(['--connect', './good.yaml']);
  const database = new Database(join(folder, 'erp.sqlite'));
  database.exec('DROP INDEX account_entry_account');
  database.exec(`INSERT INTO account_entry
    SELECT 1000000 + s.n, e.account_no, e.entry_date, e.kind, e.doc_no, e.amount, e.open_amount, NULL, NULL, e.changed_at
    FROM (SELECT * FROM account_entry WHERE kind = 'RECEIPT' LIMIT 1) e
    JOIN (WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < 10000) SELECT n FROM s) s`);
  database.close();
  const strict = await check(['--connect', '--strict', './good.yaml']);
  expect(strict).toMatchObject({ status: 0, out: 'good.yaml: 1 piece of advice\n' });
  expect(strict.err).toContain('CREATE INDEX account_entry_account_no ON account_entry (account_no)');
  const { status, out } = await check(['--connect', '--strict', '--format', 'json', './good.yaml']);
  expect({ status, ...JSON.parse(out) }).toMatchObject({ status: 0, errors: 0, warnings: 0, advice: 1 });
  const sarif = JSON.parse((await check(['--connect', '--format', 'sarif', './good.yaml'])).out);
  expect(sarif.runs[0].results).toMatchObject([{ ruleId: 'SQL426', level: 'note' }]);
  expect((await check(['--connect', '--format', 'junit', './good.yaml'])).out).toContain('failures="0"');
});

describe('engine check --connect', () => {
  it('finds faults that only the database can detect, and does not create the claims table', async () => {
    expect((await check(['./tableless.yaml'])).status).toBe(0);
    const { status, out, err } = await check(['--connect', './tableless.yaml']);
    expect({ status, out }).toEqual({ status: 1, out: 'tableless.yaml: 1 error\n' });
    expect(err).toMatch(/^error\[SQL406\]: .*acount_no/);
    expect(await check(['--connect', './good.yaml'])).toMatchObject({ status: 0, err: '' });
    const database = new Database(join(folder, 'erp.sqlite'), { readonly: true });
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE name = 'engine_claims'").all();
    database.close();
    expect(tables).toEqual([]);
  });

  it('says that a database is away', async () => {
    const away = text.replace(
      /sql: sqlite[\s\S]*?\n(?= {4}clock)/,
      'sql: postgres\n    connection: { host: 127.0.0.1, port: 1, database: none, user: none }\n',
    );
    writeFileSync(join(folder, 'away.yaml'), away);
    const { status, err } = await check(['--connect', './away.yaml']);
    expect(status).toBe(1);
    expect(err).toContain('error[CFG511]: The database of the source "erp" cannot be reached');
  });

  it('asks the probe', async () => {
    const probing = text.replace(/probe: .*/, 'probe: SELECT 1 FROM nobody');
    expect(probing).not.toBe(text);
    writeFileSync(join(folder, 'probing.yaml'), probing);
    const { status, err } = await check(['--connect', './probing.yaml']);
    expect(status).toBe(1);
    expect(err).toMatch(/error\[SQL406\]: The database refuses the probe, .*nobody/);
  });

  it('sends it with its parts, whose faults an offline check also detects', async () => {
    const probing = text
      .replace(/probe: .*/, 'probe: SELECT 1 FROM {nobodys} WHERE 1 = :today')
      .replace('\nparts:', '\nparts:\n  nobodys: nobody n');
    writeFileSync(join(folder, 'parts.yaml'), probing);
    expect((await check(['./parts.yaml'])).err).toMatch(/error\[MAP231\]: A probe has no values/);
    writeFileSync(join(folder, 'parts.yaml'), probing.replace(' WHERE 1 = :today', ''));
    const { err } = await check(['--connect', './parts.yaml']);
    expect(err).toMatch(/error\[SQL406\]: The database refuses the probe, .*nobody/);
    expect(err).toContain('nobodys: nobody n');
  });

  it('gives SARIF: a rule for each code, a result with its place for each finding', async () => {
    const { status, out, err } = await check(['--format', 'sarif', './misspelt.yaml', './good.yaml']);
    expect({ status, err }).toEqual({ status: 1, err: '' });
    const line = misspelt.split('\n').findIndex((text) => text.includes('serach:')) + 1;
    const column = (misspelt.split('\n')[line - 1] ?? '').indexOf('serach') + 1;
    expect(JSON.parse(out)).toMatchObject({
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'engine', version: '0', rules: [{ id: 'MAP101' }] } },
          columnKind: 'utf16CodeUnits',
          results: [
            {
              ruleId: 'MAP101',
              level: 'error',
              message: { text: expect.stringContaining('serach') },
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: 'misspelt.yaml' },
                    region: { startLine: line, startColumn: column, endColumn: column + 'serach'.length },
                  },
                  logicalLocations: [{ fullyQualifiedName: '/catalog/customers/search', kind: 'resource' }],
                },
              ],
            },
          ],
        },
      ],
    });
  });

  it('gives JUnit: a file without findings is a case that holds', async () => {
    const { status, out } = await check(['--format', 'junit', './misspelt.yaml', './good.yaml']);
    expect(status).toBe(1);
    expect(new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@' }).parse(out)).toMatchObject({
      testsuites: {
        testsuite: [
          {
            '@name': 'misspelt.yaml',
            '@failures': '1',
            testcase: { '@classname': 'MAP101', '@name': expect.stringMatching(/^misspelt\.yaml:\d+:\d+$/) },
          },
          { '@name': 'good.yaml', '@failures': '0', testcase: { '@name': 'good.yaml' } },
        ],
      },
    });
  });
});
