/** Secrets that an author wrote into a profile in plain text: no command prints one of them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere } from './here.ts';

/** Part of every planted secret. */
const canary = 'Kanari';

/** The profile in parts, so that a test can replace one. Nothing listens on port 9. */
const parts = {
  settings: `settings:
  api_token:
    env: ACME_TOKEN
    secret: true
    default: ${canary}-setting-1
  pin: { env: ACME_PIN, default: "${canary}-setting-2", secret: true }
  db_password: { env: ACME_DB_PASSWORD, default: ${canary}-setting-3 }
  levels: { type: map, secret: true, default: { low: ${canary}-setting-4 } }
  shared: { secret: true, default: &shared ${canary}-setting-5 }
  site: { env: ACME_SITE, default: "https://erp.example.com/api?key=${canary}-setting-6" }`,
  sources: `sources:
  erp: { sql: sqlite, connection: { file: erp.sqlite } }
  ledger:
    sql: postgres
    connection:
      url: >-
        postgres://engine:
        ${canary}-url-1@127.0.0.1:9/erp
  archive:
    sql: postgres
    connection: { host: 127.0.0.1, port: 9, user: engine, password: ${canary}-password-1 }
  api:
    http: http://127.0.0.1:9/api?key=${canary}-url-2
    headers:
      Authorization: Basic ${canary}-header-1
      X-Api-Key: ${canary}-header-2
      Cookie: "sid=${canary}-header-3"
      Proxy-Authorization:
        ${canary}-header-4
    auth:
      apiKey: { header: X-Key, value: ${canary}-key-1 }
      session:
        login: { post: "/login?tenant=${canary}-login-1", json: { id: [${canary}-login-2], user: ${canary} }, headers: { X-Site: ${canary} } }
        send: cookies
    request:
      params: { tenant: ${canary}-param-1 }
      headers: { X-Site: ${canary} }
    proxy: http://proxy:${canary}-url-3@127.0.0.1:9
    tls:
      certificate: client.pem
      key: |
        -----BEGIN PRIVATE KEY-----
        ${canary}-pem-1
        -----END PRIVATE KEY-----`,
  endpoints: `endpoints:
  /debtors/list:
    source: erp
    page: { key: [erpDebtorId] }
    query: SELECT id AS erpDebtorId, name FROM debtor
  /catalog/customers/search:
    source: api
    get: /Customers?sig=${canary}-url-4
    headers: { DOLAPIKEY: ${canary}-header-5 }
    params: { sig: "${canary}-param-2", $filter: ["site eq '${canary}-param-3'", "name eq {{ query }} and a eq ${canary}-param-4"] }
    rows: value
    search: { columns: [name] }
    fields: { erpId: id, name: name }
  /sale-draft:
    source: api
    key: { from: poNumber }
    find: { post: "/Hooks/${canary}-segment-of-a-path-1", json: { po: "{{ $key }}", pin: ${canary}-json-1, list: [{ of: "${canary}-json-2" }] }, fields: { saleId: id } }
    write:
      - order: { post: /Orders, form: { po: "{{ $key }}", of: ${canary}-form-1 }, out: { saleId: id } }
      - then: { post: /Post, xml: { Post: { of: "${canary}-xml-1" } } }
  /catalog/products/search:
    source: ledger
    query: SELECT id AS erpId, name AS description FROM item
    search: { columns: [name] }`,
};

/** Faults next to a secret, in its key, and in the syntax around it. */
const variants: Readonly<Record<string, (text: string) => string>> = {
  'without a change': (text) => text,
  'with misspelt keys': (text) =>
    text
      .replace('password: Kanari', 'passwrd: Kanari')
      .replace('headers:\n      Auth', 'haeders:\n      Auth')
      .replace('secret: true\n    default', 'secert: true\n    default')
      .replace('url: >-', 'ulr: >-'),
  'with an unknown key in auth': (text) => text.replace('apiKey: {', 'apKey: { ky: Kanari-key-2,'),
  'with values of another type': (text) =>
    text
      .replace('password: Kanari-password-1', 'password: [Kanari-password-1, Kanari-password-2]')
      .replace('url: >-', 'url: 7 #'),
  'with a quote that is not closed': (text) =>
    text.replace('name FROM debtor', '"name FROM debtor').replace('X-Api-Key: ', 'X-Api-Key: "'),
  'with a brace that is not closed': (text) =>
    text.replace('password: Kanari-password-1 }', 'password: Kanari-password-1'),
  'with a tab': (text) => text.replace('      X-Api-Key', '\tX-Api-Key'),
  'with keys written twice': (text) =>
    text.replace('      X-Api-Key', '      Authorization: Kanari-header-6\n      X-Api-Key'),
  'with another indentation': (text) =>
    text.replace('      Cookie', '    Cookie').replace('    default: Kanari', '     default: Kanari'),
  'without its endpoints': (text) => text.slice(0, text.indexOf('endpoints:')),
  'cut off inside a secret': (text) => text.slice(0, text.indexOf('-pem-1')),
};

const commands: readonly (readonly string[])[] = [
  ['check'],
  ['check', '--format', 'json'],
  ['check', '--format', 'sarif'],
  ['check', '--format', 'junit'],
  ['check', '--connect'],
  ['show'],
  ['show', '--plain'],
  ['show', '--expressions'],
  ['settings'],
  ['settings', '--format', 'json'],
];
/** The same, with the profile as a flag. */
const flagged: readonly (readonly string[])[] = [
  ['run', '/catalog/customers/search', '--set', 'query=Miller'],
  ['run', '/catalog/customers/search', '--set', 'query=Miller', '--explain'],
  ['run', '/catalog/products/search', '--set', 'query=R 17'],
  ['run', '/debtors/list', '--format', 'json'],
  ['lineage', '/debtors/list.name'],
  ['writes', 'list'],
  ['serve', '--port', '0'],
];

describe('no command prints a secret of a profile', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'engine-planted-'));
  beforeAll(() => {
    writeFileSync(join(cwd, 'client.pem'), 'none');
    writeFileSync(
      join(cwd, 'cases.yaml'),
      'cases:\n  - name: a customer\n    endpoint: /catalog/customers/search\n    request: { query: Miller }\n    answer: { customers: [] }\n',
    );
  });
  afterAll(() => rmSync(cwd, { recursive: true }));

  it.each(Object.keys(variants))('%s', async (name) => {
    const whole = ['profile: acme', 'contract: "1"', parts.settings, parts.sources, parts.endpoints].join('\n');
    const text = variants[name]?.(whole) ?? '';
    if (name !== 'without a change') expect(text).not.toBe(whole);
    writeFileSync(join(cwd, 'acme.yaml'), text);
    const all = [
      ...commands.map((command) => [...command, 'acme.yaml']),
      ...flagged.map((command) => [...command, '--profile', 'acme.yaml']),
      ['test', 'acme.yaml', '--format', 'junit'],
      ['test', 'acme.yaml', '--conformance'],
      ['drift', '--profile', 'acme.yaml'],
    ];
    for (const command of all) {
      const { out, err } = await runHere(command, { env: {}, cwd });
      const leaked = `${out}${err}`.split('\n').filter((line) => line.includes(canary));
      expect(leaked, command.join(' ')).toEqual([]);
      expect(`${out}${err}`, command.join(' ')).not.toBe('');
    }
  });
});
