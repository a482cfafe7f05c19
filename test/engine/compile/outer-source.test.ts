/** A nested read uses the source of the read that contains it, unless it names another one. */
import { expect, it } from 'vitest';
import { checkOffline, completed } from '../../support/check-profile.ts';

const profile = (endpoints: string): string =>
  completed(`profile: several
contract: "1"
sources:
  erp: { sql: postgres, connection: { host: localhost, database: erp, user: me, password: x }, clock: Europe/Berlin }
  old: { sql: postgres, connection: { host: localhost, database: old, user: me, password: x }, clock: Europe/Berlin }
  api: { http: https://erp.example.com/api, literals: odata }
  pages: { http: https://erp.example.com/pages }
endpoints:
${endpoints}`);

async function codesOf(endpoints: string): Promise<readonly string[]> {
  const text = profile(endpoints);
  const lines = text.split('\n');
  const diagnostics = (await checkOffline(text, 'several.yaml')).filter(({ code }) => /YAML|MAP22/.test(code));
  return diagnostics.map(({ code, place }) => `${code} ${lines[(place?.line ?? 0) - 1]?.trim()}`);
}

const joined = `
    fields: { erpDebtorId: id, name: who.name }
    attach: { who: { get: /names, params: { id: "{{ $rows.id }}" }, on: { id: id }, one: No name } }
    each: { _doc: { get: "/docs/{{ $row.id }}", one: No document } }
    page: { whole: true }`;

it('a read that is joined to the rows of a request uses the source of the request', async () => {
  expect(await codesOf(`  /debtors/list:\n    use: api\n    get: /debtors${joined}`)).toEqual([]);
  // With nothing around that says one, it has to be said.
  expect(await codesOf(`  /debtors/list:\n    get: /debtors${joined}`)).toEqual(['MAP222 /debtors/list:']);
});

it('reads of `first` and `union` use the source named next to them, and so do reads that are joined to them', async () => {
  const both = `
    attach: { lines: { query: "SELECT l.no AS _no FROM line l WHERE l.no IN (:rows.erpDebtorId)", on: { _no: erpDebtorId } } }`;
  const old = (use: string): string => `{ ${use}query: 'SELECT 1 AS "erpDebtorId"' }`;
  expect(await codesOf(`  /debtors/list:\n    use: erp\n    union: [${old('')}, ${old('')}]${both}`)).toEqual([]);
  const named = `  /debtors/list:\n    union: [${old('use: old, ')}, ${old('use: old, ')}]${both}`;
  expect(await codesOf(named)).toEqual([]);
  const mixed = `  /debtors/list:\n    union: [${old('use: old, ')}, ${old('use: erp, ')}]${both}`;
  expect((await codesOf(mixed)).map((finding) => finding.slice(0, 13))).toEqual(['MAP222 attach']);
  expect(await codesOf(`  /debtors/list:\n    use: new\n    union: [${old('')}]`)).toEqual(['MAP221 use: new']);
});

it('lookup and preparation of a write ask the source of its steps, and SQL in them the database', async () => {
  const draft = (use: string): string => `  /sale-draft:
    find:
      get: /orders
      params: { $filter: ["ref eq {{ $key }}"] }
      fields: { saleId: id, receivedAt: made, key: ref }
    prepare:
      - lines:
          rows: lines
          attach: { item: { get: /items, params: { sku: "{{ $rows.sku }}" }, on: { sku: sku }, one: No } }
    write:
      - order: { ${use}post: /orders, json: { ref: "{{ $key }}" } }`;
  expect(await codesOf(draft('use: api, '))).toEqual([]);
  expect(await codesOf(draft(''))).toEqual(['MAP222 /sale-draft:']);
});
