/** Mutants of requests over HTTP: query options, names and values that the vendor's description knows. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CheckMemory, checkProfile, type DescribedName, noBases, type OnScope } from '../../../../engine/index.ts';
import { contract } from '../../../../src/contract/index.ts';
import { type KillInput, kill } from '../../../../src/workbench/mutation/kill.ts';
import { type Mutant, mutantsOf } from '../../../../src/workbench/mutation/mutants.ts';
import { mutationText } from '../../../../src/workbench/mutation/report.ts';
import { queryMutations } from '../../../../src/workbench/mutation/request-mutations.ts';
import { metadata4 } from '../../../engine/description/metadata.ts';

const name = (one: string, detail: string, values?: readonly string[]): DescribedName => ({
  ...{ name: one, detail, documentation: undefined, values },
});
const names = [
  name('number', 'Edm.String, at most 20 characters'),
  name('customer', 'Edm.String, at most 20 characters'),
  name('total', 'Edm.Decimal'),
  name('state', 'Acme.state: Draft, Open', ['Draft', 'Open']),
  name('paid', 'Edm.Boolean'),
];
const changes = (option: '$filter' | '$orderby' | '$select' | '$expand', text: string, known = names) =>
  queryMutations(option, text, known).map(
    ({ start, end, replacement }) => `${text.slice(0, start)}${replacement}${text.slice(end)}`,
  );

describe('mutations of query options', () => {
  it('exchange a property for one of the same type, operators, values of enumerations, texts and numbers', () => {
    expect(changes('$filter', "number eq {{ number }} and state ne 'Open'")).toEqual([
      "customer eq {{ number }} and state ne 'Open'",
      "number ne {{ number }} and state ne 'Open'",
      "number eq {{ number }} or state ne 'Open'",
      "number eq {{ number }} and state eq 'Open'",
      "number eq {{ number }} and state ne 'Draft'",
    ]);
    expect(changes('$filter', "total gt 0 or paid eq false or number eq 'it''s'")).toEqual([
      "total ge 0 or paid eq false or number eq 'it''s'",
      "total gt 1 or paid eq false or number eq 'it''s'",
      "total gt 0 and paid eq false or number eq 'it''s'",
      "total gt 0 or paid ne false or number eq 'it''s'",
      "total gt 0 or paid eq true or number eq 'it''s'",
      "total gt 0 or paid eq false and number eq 'it''s'",
      "total gt 0 or paid eq false or customer eq 'it''s'",
      "total gt 0 or paid eq false or number ne 'it''s'",
      "total gt 0 or paid eq false or number eq 'it''s~'",
    ]);
  });

  it('change the year of a day, and leave a GUID alone', () => {
    const id = '6f2d1c9a-3b5e-4d7f-8a90-b1c2d3e4f506';
    expect(changes('$filter', `day ge 2026-01-31 and id eq ${id}`, [])).toEqual([
      `day gt 2026-01-31 and id eq ${id}`,
      `day ge 2027-01-31 and id eq ${id}`,
      `day ge 2026-01-31 or id eq ${id}`,
      `day ge 2026-01-31 and id ne ${id}`,
    ]);
  });

  it('turn the direction of an order', () => {
    expect(changes('$orderby', 'total desc')).toEqual(['total asc']);
    expect(changes('$orderby', 'number')).toEqual(['customer', 'number desc']);
  });

  it('select other properties, and leave the options of expanded records alone', () => {
    expect(changes('$select', 'number,total')).toEqual(['customer,total']);
    expect(changes('$select', 'number,customer')).toEqual([]);
    expect(changes('$expand', 'number($select=customer)')).toEqual([]);
  });

  it('without a description are those of operators and values', () => {
    expect(changes('$filter', "number eq 'A'", [])).toEqual(["number ne 'A'", "number eq 'A~'"]);
  });
});

const folder = mkdtempSync(join(tmpdir(), 'engine-mutants-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'metadata.xml'), metadata4);
const profileFile = join(folder, 'profile.yaml');
const text = `profile: acme
contract: "1"
sources:
  erp: { http: "https://erp.example/api", literals: odata, describedBy: metadata.xml, request: { rows: value } }
endpoints:
  /sale-draft:
    key: { from: poNumber, max: 35 }
    find:
      get: /orders
      params: { $filter: ["externalNumber eq {{ $key }}"], $select: "id,number,externalNumber" }
      fields: { saleId: id, saleNumber: number, key: externalNumber }
    write:
      - order:
          post: /orders
          json:
            customerNumber: C1
            externalNumber: "{{ $key }}"
            status: Draft
            lines: [{ $each: lines, $item: { sku: "{{ sku }}", quantity: "{{ qty }}" } }]
          fields: { saleId: id }
`;

async function mutants(): Promise<readonly Mutant[]> {
  const known = new Map<string, readonly DescribedName[]>();
  const onScope: OnScope = (scope) => {
    if (scope.kind === 'described') known.set(scope.path.join(' '), scope.names);
  };
  await checkProfile(text, 'profile.yaml', contract, {}, { folder, onScope });
  const describedAt = (path: readonly (string | number)[]) => known.get(path.join(' ')) ?? [];
  return mutantsOf({ text, bases: [], kinds: [], contract, describedAt });
}

describe('mutants of a profile whose ERP is described', () => {
  it('rename members of a body, and exchange values of enumerations', async () => {
    const ids = (await mutants()).map(({ id }) => id);
    expect(ids).toContain('/sale-draft: the value Draft made In_x0020_Review');
    expect(ids.filter((id) => id.includes('the member'))).toEqual([
      '/sale-draft: the member customerNumber made number',
      '/sale-draft: the member externalNumber made number',
      '/sale-draft: the member sku made kind',
    ]);
    const renamed = (await mutants()).find(({ id }) => id.endsWith('the member externalNumber made number'));
    expect(renamed?.text).toBe(text.replace('            externalNumber: ', '            number: '));
  });

  it('are detected by the description without any case, and the report says by which finding', async () => {
    const memory = new CheckMemory();
    const input: KillInput = {
      ...{ contract, profileFile, profileName: 'profile.yaml', bases: noBases, memory, files: [], costs: new Map() },
      knownFindings: new Set(
        (await checkProfile(text, 'profile.yaml', contract, {}, { folder, memory })).map(
          ({ code, message }) => `${code} ${message}`,
        ),
      ),
      sharedFixtures: {
        make: () => Promise.reject(new Error('a case runs')),
        close: async () => undefined,
        notes: () => [],
      },
      conformance: undefined,
    };
    const detected = async (before: string, after: string) => {
      const changed = { id: after, line: 1, column: 1, change: after, kind: 'member', subject: after } as const;
      const mutant: Mutant = { ...changed, endpoints: ['/sale-draft'], text: text.replace(before, after) };
      return { mutant, verdict: await kill(input, mutant) };
    };
    const results = [
      await detected('customerNumber: C1', 'customerNo: C1'),
      await detected('            customerNumber: C1\n', ''),
      await detected('status: Draft', 'status: Drafted'),
      await detected('externalNumber eq', 'externalNo eq'),
      await detected('id,number,', 'id,'),
      await detected('status: Draft', 'status: Open'),
    ];
    expect(results.map(({ verdict }) => (verdict.kind === 'killed' ? verdict.by : verdict.kind))).toEqual([
      'API807',
      'API808',
      'API806',
      'API805',
      'EXP304',
      'survived',
    ]);
    const report = { name: 'acme', results, reasons: new Map(), isWhole: false, untried: 0 };
    expect(mutationText(report, (_kind, shown) => shown)).toContain(
      '5 by engine check (1 API807, 1 API808, 1 API806, 1 API805, 1 EXP304), 0 by cases',
    );
  });
});
