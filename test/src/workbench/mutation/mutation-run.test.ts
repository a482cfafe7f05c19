/** What a run of mutants uses: cases, their order, kept results, and cases for survivors. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { changeDatabase, relatedCases } from '../../../../src/workbench/mutation/by-cases.ts';
import type { MutationKind } from '../../../../src/workbench/mutation/edit.ts';
import type { Verdict } from '../../../../src/workbench/mutation/kill.ts';
import type { Mutant } from '../../../../src/workbench/mutation/mutants.ts';
import { openKeptResults } from '../../../../src/workbench/mutation/results-file.ts';
import { byRisk } from '../../../../src/workbench/mutation/risk.ts';
import { survivorCases } from '../../../../src/workbench/mutation/survivor-cases.ts';
import { folderWith } from '../../service/server/fixture.ts';

describe('cases for a mutant', () => {
  const cases = ['/credit/customer', '/invoices/push', '/debtors/list', '/payments/push', '/credit/customer'].map(
    (call, index) => ({ call, index }),
  );
  const writing = new Set(['/invoices/push', '/payments/push']);
  const related = (...endpoints: readonly string[]) =>
    relatedCases(cases, new Set(endpoints), writing).map(({ index }) => index);

  it('of a read are those of its endpoint, and the writes before them', () => {
    expect(related('/credit/customer')).toEqual([0, 1, 3, 4]);
    expect(related('/debtors/list')).toEqual([1, 2]);
  });

  it('of a write are also all that follow it', () => {
    expect(related('/invoices/push')).toEqual([1, 2, 3, 4]);
    expect(related('/payments/push')).toEqual([1, 3, 4]);
  });

  it('share a database, unless they write into it', () => {
    const [read, push, , pay] = cases;
    const needOwn = (...chosen: readonly (typeof read)[]) =>
      changeDatabase(
        chosen.flatMap((one) => one ?? []),
        writing,
        new Set(['/invoices/push']),
      );
    expect([needOwn(read), needOwn(read, push), needOwn(read, push, pay)]).toEqual([false, false, true]);
  });

  it('are none where the file does not call the endpoint', () => {
    expect(related('/pricing/resolve')).toEqual([]);
  });
});

describe('cases for survivors', () => {
  it('ask what the fixture shows, and expect the answer of the unchanged profile', () => {
    const mutant = (id: string): Mutant => ({
      ...{ id, line: 1, column: 1, change: id, kind: 'condition', subject: id, endpoints: [], text: '' },
    });
    const shown = (text: string, answer: string): Verdict => ({
      ...{ kind: 'survived', shows: { path: '/pricing/resolve', text, answer } },
    });
    const request = '{"schemaVersion":"1","customerErpId":"K-7","productErpId":"2026/0042"}';
    const price = '{"schemaVersion":"1","systemUnitPrice":9007199254740993.25,"source":"list"}';
    const results = [
      { mutant: mutant('/pricing/resolve: without the condition p.valid'), verdict: shown(request, price) },
      { mutant: mutant('/pricing/resolve: refused'), verdict: shown(request, '422') },
      { mutant: mutant('/pricing/resolve: explained'), verdict: shown(request, price) },
      { mutant: mutant('/pricing/resolve: unseen'), verdict: { kind: 'survived' } as const },
    ];
    const reasons = new Map([['/pricing/resolve: explained', { reason: 'It is the same.', isEquivalent: true }]]);
    const report = { name: 'shop.yaml', results, reasons, isWhole: true, untried: 0 };
    const now = Date.parse('2026-11-24T10:00:00Z');
    const { text, count } = survivorCases(report, { settings: { company: '01' }, now });
    expect(count).toBe(1);
    expect(parse(text ?? '', { intAsBigInt: false })).toMatchObject({
      now: '2026-11-24T10:00:00.000Z',
      settings: { company: '01' },
      cases: [
        {
          case: 'not /pricing/resolve: without the condition p.valid',
          call: '/pricing/resolve',
          request: { customerErpId: 'K-7', productErpId: '2026/0042' },
        },
      ],
    });
    expect(text).toContain('systemUnitPrice: 9007199254740993.25\n');
  });
});

describe('the order by risk', () => {
  const mutant = (id: string, kind: MutationKind, ...endpoints: readonly string[]) => ({ id, kind, endpoints });

  it('takes the endpoints in turns, the most dangerous change of each first', () => {
    const mutants = [
      mutant('sort of a search', 'direction', '/catalog/products/search'),
      mutant('filter of a search', 'condition', '/catalog/products/search'),
      mutant('text of a price', 'text', '/pricing/resolve'),
      mutant('part of a price and a search', 'condition', '/catalog/customers/search', '/pricing/resolve'),
      mutant('join of a payment', 'outer join', '/payments/list'),
    ];
    expect(byRisk(mutants).map(({ id }) => id)).toEqual([
      'part of a price and a search',
      'join of a payment',
      'filter of a search',
      'text of a price',
      'sort of a search',
    ]);
  });
});

describe('the kept results of an interrupted run', () => {
  const killed = { kind: 'killed', stage: 'cases', by: 'the credit of K2' } as const;
  const survived = { kind: 'survived', shows: { path: '/credit/customer', text: '{}', answer: '{}' } } as const;
  const mutant = (text: string) => ({ id: `/credit/customer: ${text}`, text });

  it('are found again for the same text, cases and program, and for no others', () => {
    const folder = folderWith({ 'README.md': 'one' });
    mkdirSync(join(folder, 'cases'));
    writeFileSync(join(folder, 'cases', 'credit.yaml'), 'cases: []');
    const file = join(folder, 'mutants.jsonl');
    const open = (version = '1', bases: readonly string[] = []) =>
      openKeptResults(file, { folders: [folder], bases, version });
    const first = open();
    first.keep(mutant('a'), killed);
    first.keep(mutant('b'), survived);
    // The line of a run that was killed while it wrote.
    appendFileSync(file, '{"key":"ab');
    expect([open().find(mutant('a')), open().find(mutant('b')), open().find(mutant('c'))]).toEqual([
      killed,
      survived,
      undefined,
    ]);
    expect(open('2').find(mutant('a'))).toBeUndefined();
    expect(open('1', ['base']).find(mutant('a'))).toBeUndefined();
    writeFileSync(join(folder, 'README.md'), 'two');
    expect(open().find(mutant('a'))).toEqual(killed);
    writeFileSync(join(folder, 'cases', 'credit.yaml'), 'cases: [] # changed');
    expect(open().find(mutant('a'))).toBeUndefined();
  });
});
