import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadProfile } from '../../engine/profile/load.ts';
import { installationOf, storeInstallationOf, tokenInstallationOf } from '../../engine/start/installation.ts';
import { contract } from '../../src/contract/index.ts';

const shop = readFileSync(join(import.meta.dirname, '../../examples/first-profile/shop.yaml'), 'utf8');
const settings = 'settings:\n  company: { env: COMPANY, default: DE }\n  branch: { env: BRANCH, default: north }\n';

/** What stands for an installation without a name; `parts` are those of its profile. */
function unnamed(parts: string, environment: Readonly<Record<string, string>> = {}): string {
  const text = shop.replace(/^endpoints:/m, `${settings}parts:\n  active: aktiv = 1\n${parts}\nendpoints:`);
  const { loaded } = loadProfile(text, 'shop.yaml', environment, 'start');
  if (loaded === undefined) throw new Error('the profile itself is right');
  return installationOf(undefined, { ...loaded, contract }).key;
}

describe('an installation without a name', () => {
  const items = '  ITEM: { table: "${company}_item" }';

  it('is identified by the settings in its table names', () => {
    expect(unnamed(items, { COMPANY: 'AT' })).not.toBe(unnamed(items, { COMPANY: 'DE' }));
    expect(unnamed(items, { BRANCH: 'south' })).toBe(unnamed(items, { BRANCH: 'north' }));
  });

  it('stays the same when its profile uses additional tables', () => {
    const more = `${items}\n  ORDERS: { table: "\${company}_orders" }\n  CURRENCY: { table: currency }`;
    expect(unnamed(more)).toBe(unnamed(items));
    expect(unnamed('  CURRENCY: { table: currency }')).toBe(unnamed('  other: "1 = 1"'));
  });

  it('has the keys of no other one', () => {
    const both = '  ITEM: { table: "${company}_${branch}" }';
    expect(unnamed(both, { COMPANY: 'a', BRANCH: 'b' })).not.toBe(unnamed(both, { COMPANY: 'b', BRANCH: 'a' }));
  });
});

describe('companies in the tables of one database', () => {
  const text = `profile: ledger
contract: "1"
settings:
  company: { env: COMPANY }
  login: { env: LOGIN, default: engine }
  token: { env: TOKEN, default: t-1, secret: true }
  language: { env: ENTRY_LANGUAGE, default: en }
parts:
  own: o.company = :settings.company AND {by_us} AND o.token = :settings.token
  by_us: o.login = :settings.login
  words: w.language = :settings.language
sources:
  erp: { sql: sqlite, connection: { file: erp.sqlite }, clock: UTC }
endpoints:
  /catalog/customers/search:
    search: { text: query, in: [erpName] }
    query: SELECT c.id AS erpId, c.name AS erpName FROM customer c JOIN words w ON {words}
  /sale-draft:
    find: { query: "SELECT o.id AS saleId, o.ref AS \\"key\\" FROM orders o WHERE o.ref = :key AND {own}" }
    write: [{ order: { exec: "INSERT INTO orders (ref, lang) VALUES (:key, :settings.language)" } }]
`;
  const input = (environment: Readonly<Record<string, string>>) => {
    const { loaded, diagnostics } = loadProfile(text, 'ledger.yaml', { COMPANY: 'DE', ...environment }, 'start');
    if (loaded === undefined) throw new Error(JSON.stringify(diagnostics));
    return { ...loaded, contract };
  };
  const de = input({});

  it('differ by the settings in lookups, also by those in parts, and by no others', () => {
    const key = (environment: Readonly<Record<string, string>>) => installationOf(undefined, input(environment)).key;
    expect(key({ COMPANY: 'FR' })).not.toBe(key({}));
    expect(key({ LOGIN: 'engine-fr' })).not.toBe(key({}));
    expect(key({ TOKEN: 't-2' })).not.toBe(key({}));
    expect(key({ ENTRY_LANGUAGE: 'de' })).toBe(key({}));
  });

  it('have a label with these settings, without secrets', () => {
    expect(installationOf(undefined, de).label).toBe('ledger company="DE" login="engine"');
    expect(installationOf('acme', de)).toEqual({ key: 'acme', label: 'acme company="DE" login="engine"' });
  });

  it('have separate claims in a common store, and keep their tokens when a setting changes', () => {
    const fr = input({ COMPANY: 'FR' });
    expect(storeInstallationOf(undefined, fr)).not.toBe(storeInstallationOf(undefined, de));
    expect(storeInstallationOf('acme', fr)).toBe('acme');
    expect(tokenInstallationOf(undefined, input({ LOGIN: 'other' }))).toBe(tokenInstallationOf(undefined, de));
  });
});

describe('companies of one ERP over HTTP', () => {
  const text = (request: string, path: string) => `profile: ledger
contract: "1"
settings: { company: { env: COMPANY } }
sources:
  api: { http: "https://erp.example.com/api"${request} }
endpoints:
  /sale-draft:
    find: none
    write: [{ order: { post: "${path}", json: { note: "{{ $settings.company }}" }, fields: { saleId: id } } }]
`;
  const differs = (request: string, path: string): boolean => {
    const [de, fr] = ['DE', 'FR'].map((COMPANY) => {
      const { loaded, diagnostics } = loadProfile(text(request, path), 'ledger.yaml', { COMPANY }, 'start');
      if (loaded === undefined) throw new Error(JSON.stringify(diagnostics));
      return storeInstallationOf(undefined, { ...loaded, contract });
    });
    return de !== fr;
  };

  it('differ by the settings in their common request and in the paths of steps', () => {
    expect(differs(', request: { headers: { Entity: "{{ $settings.company }}" } }', '/orders')).toBe(true);
    expect(differs('', '/companies({{ $settings.company }})/orders')).toBe(true);
    expect(differs('', '/orders')).toBe(false);
  });
});
