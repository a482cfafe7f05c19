/** The mutants of statements, expressions and profiles. Each expected text is written by hand. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { sqliteKind } from '../../../../engine/host/index.ts';
import { contract } from '../../../../src/contract/index.ts';
import { relatedCases } from '../../../../src/workbench/mutation/by-cases.ts';
import { edited, type MutationKind } from '../../../../src/workbench/mutation/edit.ts';
import { expressionMutations } from '../../../../src/workbench/mutation/expression-mutations.ts';
import type { Verdict } from '../../../../src/workbench/mutation/kill.ts';
import { missingDatum } from '../../../../src/workbench/mutation/missing-datum.ts';
import { type Mutant, mutantsOf } from '../../../../src/workbench/mutation/mutants.ts';
import { openKeptResults } from '../../../../src/workbench/mutation/results-file.ts';
import { byRisk } from '../../../../src/workbench/mutation/risk.ts';
import { sqlMutations } from '../../../../src/workbench/mutation/sql-mutations.ts';
import { survivorCases } from '../../../../src/workbench/mutation/survivor-cases.ts';
import { folderWith } from '../../service/server/fixture.ts';

const { lexicon } = sqliteKind.dialect;
const bySql = (sql: string): readonly string[] => sqlMutations(sql, lexicon).map((edit) => edited(sql, edit));
const byExpression = (text: string): readonly string[] => expressionMutations(text).map((edit) => edited(text, edit));

it('SQL mutations change the arguments of a part, and keep a condition with one whole', () => {
  const mutated = bySql('SELECT 1 FROM o WHERE o.price = {price(o.customer + 1, o.item)} AND o.open = 1');
  expect(mutated).toContain('SELECT 1 FROM o WHERE o.price = {price(o.customer - 1, o.item)} AND o.open = 1');
  expect(mutated).toContain('SELECT 1 FROM o WHERE 1 < 2 AND o.open = 1');
});

describe('mutations of SQL', () => {
  it.each([
    [
      'each conjunct is lost once',
      'SELECT x FROM a WHERE a.b = :c AND d IS NOT NULL ORDER BY x',
      [
        'SELECT x FROM a WHERE 1 < 2 AND d IS NOT NULL ORDER BY x',
        'SELECT x FROM a WHERE a.b = :c AND 1 < 2 ORDER BY x',
        'SELECT x FROM a WHERE a.b = :c AND d IS NULL ORDER BY x',
      ],
    ],
    [
      'a condition with OR is one conjunct, and OR becomes AND',
      'SELECT x FROM a WHERE b OR c',
      ['SELECT x FROM a WHERE 1 < 2', 'SELECT x FROM a WHERE b AND c'],
    ],
    [
      'BETWEEN keeps its AND',
      'SELECT x FROM a WHERE b BETWEEN :c AND :d AND e',
      ['SELECT x FROM a WHERE 1 < 2 AND e', 'SELECT x FROM a WHERE b BETWEEN :c AND :d AND 1 < 2'],
    ],
    [
      'joins change sides, and lose their condition',
      'SELECT x FROM a LEFT JOIN b ON b.i = a.i JOIN c ON c.j = b.j',
      [
        'SELECT x FROM a INNER JOIN b ON b.i = a.i JOIN c ON c.j = b.j',
        'SELECT x FROM a LEFT JOIN b ON 1 < 2 JOIN c ON c.j = b.j',
        'SELECT x FROM a LEFT JOIN b ON b.i = a.i LEFT JOIN c ON c.j = b.j',
        'SELECT x FROM a LEFT JOIN b ON b.i = a.i JOIN c ON 1 < 2',
      ],
    ],
    [
      'signs, texts and numbers change, inside of CASE too',
      "SELECT CASE k WHEN 'CREDIT' THEN -x ELSE x END FROM a",
      [
        "SELECT CASE k WHEN 'CREDIT~' THEN -x ELSE x END FROM a",
        "SELECT CASE k WHEN 'CREDIT' THEN +x ELSE x END FROM a",
      ],
    ],
    [
      'a term for an optional field is lost',
      'SELECT x FROM a WHERE 1 = 1 [[ AND b = :c ]]',
      ['SELECT x FROM a WHERE 1 = 1 '],
    ],
    [
      'a condition that is always true stays',
      'SELECT x FROM a LEFT JOIN LATERAL (SELECT b.y FROM b) c ON true',
      ['SELECT x FROM a INNER JOIN LATERAL (SELECT b.y FROM b) c ON true'],
    ],
    [
      'DISTINCT, aggregates and directions change',
      'SELECT DISTINCT SUM(x) FROM a GROUP BY y ORDER BY y DESC',
      [
        'SELECT  SUM(x) FROM a GROUP BY y ORDER BY y DESC',
        'SELECT DISTINCT MAX(x) FROM a GROUP BY y ORDER BY y DESC',
        'SELECT DISTINCT SUM(x) FROM a GROUP BY y ORDER BY y ASC',
      ],
    ],
    ['stars of SELECT and COUNT stay', 'SELECT * FROM (SELECT COUNT(*) FROM a) b', []],
    [
      'conditions of a subquery end with its parenthesis',
      'SELECT x FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.i = a.i) AND c',
      [
        'SELECT x FROM a WHERE 1 < 2 AND c',
        'SELECT x FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.i = a.i) AND 1 < 2',
        'SELECT x FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE b.i = a.i) AND c',
        'SELECT x FROM a WHERE EXISTS (SELECT 1 FROM b WHERE 1 < 2) AND c',
      ],
    ],
    [
      'a join stays inner where a later condition needs its table',
      'SELECT x FROM a JOIN b ON b.i = a.i JOIN c k ON k.j = b.j WHERE k.d = 2 AND COALESCE(b.e, 0) = 0',
      [
        'SELECT x FROM a JOIN b ON 1 < 2 JOIN c k ON k.j = b.j WHERE k.d = 2 AND COALESCE(b.e, 0) = 0',
        'SELECT x FROM a JOIN b ON b.i = a.i JOIN c k ON 1 < 2 WHERE k.d = 2 AND COALESCE(b.e, 0) = 0',
        'SELECT x FROM a JOIN b ON b.i = a.i JOIN c k ON k.j = b.j WHERE 1 < 2 AND COALESCE(b.e, 0) = 0',
        'SELECT x FROM a JOIN b ON b.i = a.i JOIN c k ON k.j = b.j WHERE k.d = 3 AND COALESCE(b.e, 0) = 0',
        'SELECT x FROM a JOIN b ON b.i = a.i JOIN c k ON k.j = b.j WHERE k.d = 2 AND 1 < 2',
        'SELECT x FROM a JOIN b ON b.i = a.i JOIN c k ON k.j = b.j WHERE k.d = 2 AND COALESCE(b.e, 1) = 0',
        'SELECT x FROM a JOIN b ON b.i = a.i JOIN c k ON k.j = b.j WHERE k.d = 2 AND COALESCE(b.e, 0) = 1',
      ],
    ],
    [
      'a join becomes outer where no condition needs its table',
      'SELECT x FROM a JOIN b ON b.i = a.i WHERE b.d IS NULL',
      [
        'SELECT x FROM a LEFT JOIN b ON b.i = a.i WHERE b.d IS NULL',
        'SELECT x FROM a JOIN b ON 1 < 2 WHERE b.d IS NULL',
        'SELECT x FROM a JOIN b ON b.i = a.i WHERE 1 < 2',
        'SELECT x FROM a JOIN b ON b.i = a.i WHERE b.d IS NOT NULL',
      ],
    ],
    [
      'the condition of an attached read stays',
      'SELECT x FROM a WHERE a.i IN (:rows.id) AND b = 1',
      ['SELECT x FROM a WHERE a.i IN (:rows.id) AND 1 < 2', 'SELECT x FROM a WHERE a.i IN (:rows.id) AND b = 2'],
    ],
    [
      'the digits of a decimal type stay, its decimals are lost',
      'SELECT CAST(x AS DECIMAL(14, 2)), CAST(y AS DECIMAL(9,0)) FROM a',
      [
        'SELECT CAST(x AS DECIMAL(14, 0)), CAST(y AS DECIMAL(9,0)) FROM a',
        'SELECT CAST(x AS DECIMAL(14, 2)), CAST(y AS DECIMAL(9,1)) FROM a',
      ],
    ],
    [
      "operators of PostgreSQL's JSON and regular expressions, and MySQL's <=>, are no comparisons",
      'SELECT a.name ->> :lang, a.j->:k #>> :p FROM a WHERE b <=> c AND d !~* :e AND f @> :g AND h > i',
      [
        'SELECT a.name ->> :lang, a.j->:k #>> :p FROM a WHERE 1 < 2 AND d !~* :e AND f @> :g AND h > i',
        'SELECT a.name ->> :lang, a.j->:k #>> :p FROM a WHERE b <=> c AND 1 < 2 AND f @> :g AND h > i',
        'SELECT a.name ->> :lang, a.j->:k #>> :p FROM a WHERE b <=> c AND d !~* :e AND 1 < 2 AND h > i',
        'SELECT a.name ->> :lang, a.j->:k #>> :p FROM a WHERE b <=> c AND d !~* :e AND f @> :g AND 1 < 2',
        'SELECT a.name ->> :lang, a.j->:k #>> :p FROM a WHERE b <=> c AND d !~* :e AND f @> :g AND h >= i',
      ],
    ],
    ['comments are no SQL', "SELECT x -- WHERE y = 'z'\nFROM a", []],
  ])('%s', (_, sql, expected) => {
    expect([...bySql(sql)].sort()).toEqual([...expected].sort());
  });
});

describe('mutations of expressions', () => {
  it.each([
    [
      "status = 'open' and total > 0",
      [
        "status != 'open' and total > 0",
        "status = 'open~' and total > 0",
        "status = 'open' or total > 0",
        "status = 'open' and total >= 0",
        "status = 'open' and total > 1",
      ],
    ],
    ['$replace(x, /a-b\\/1/, y)', []],
    ['$contains(x, /[\\\\/"]|[0-9a-z]+1/i) = y', ['$contains(x, /[\\\\/"]|[0-9a-z]+1/i) != y']],
    ['`net-price` * 2', ['`net-price` + 2', '`net-price` * 3']],
    ['and.or', []],
  ])('%s', (text, expected) => {
    expect(byExpression(text)).toEqual(expected);
  });
});

const profile = `profile: shop
ids:
  customer: { exists: SELECT 1 FROM c WHERE c.no = :id }
parts:
  sold: s.state = 'SOLD'
  others: s.kind = 1 AND {sold}
endpoints:
  /sales-orders/list:
    order: [-orderDate, erpSoId]
    query: |
      SELECT s.id AS erpSoId FROM s WHERE {others}
    codes: { status: { A: open, B: closed } }
  /pricing/resolve:
    query: SELECT p.price AS systemUnitPrice FROM p WHERE p.item = :productErpId
`;

describe('mutants of a profile', () => {
  const mutants = mutantsOf({ text: profile, bases: [], kinds: [sqliteKind], contract });
  const one = (id: string) => mutants.find((mutant) => mutant.id === id);

  it('have stable ids, a place, and one change each', () => {
    expect(mutants.map(({ id }) => id)).toEqual([
      'ids.customer: without the condition c.no = :id',
      "parts.sold: 'SOLD' made another text",
      'parts.others: 1 made another number',
      '/sales-orders/list: without the item -orderDate',
      '/sales-orders/list: order -orderDate reversed',
      '/sales-orders/list: without the item erpSoId',
      '/sales-orders/list: order erpSoId reversed',
      '/sales-orders/list: without the condition {others}',
      '/sales-orders/list: without the entry A: open',
      '/sales-orders/list: code open made closed',
      '/sales-orders/list: without the entry B: closed',
      '/sales-orders/list: code closed made open',
      '/pricing/resolve: without the condition p.item = :productErpId',
    ]);
    expect(one('/pricing/resolve: without the condition p.item = :productErpId')).toMatchObject({
      line: 14,
      column: 59,
    });
    expect(one('/sales-orders/list: without the item -orderDate')?.text).toBe(
      profile.replace('[-orderDate, erpSoId]', '[erpSoId]'),
    );
    expect(one('/sales-orders/list: code open made closed')?.text).toBe(profile.replace('A: open', 'A: closed'));
    expect(one('/sales-orders/list: order erpSoId reversed')?.text).toBe(
      profile.replace(', erpSoId]', ', "-erpSoId"]'),
    );
  });

  it('of an id affect the endpoints that have such an id in the request', () => {
    expect(one('ids.customer: without the condition c.no = :id')?.endpoints).toEqual([
      '/sales-orders/list',
      '/pricing/resolve',
    ]);
  });

  it('of an overlay affect the endpoints of its base that use the part', () => {
    const overlay = "extends: shop\nparts:\n  sold: s.state = 'DONE'\n";
    const own = mutantsOf({ text: overlay, bases: [profile], kinds: [sqliteKind], contract });
    expect(own.map(({ id, endpoints }) => [id, endpoints])).toEqual([
      ["parts.sold: 'DONE' made another text", ['/sales-orders/list']],
    ]);
  });

  it('are none where no endpoint uses the part, and none of names of tables', () => {
    const text = profile.replace(
      'parts:\n',
      `parts:\n  "*": { table: "${'$'}{prefix}*" }\n  version: v WHERE v.name = 'base'\n`,
    );
    const changed = mutantsOf({ text, bases: [], kinds: [sqliteKind], contract });
    expect(changed.map(({ id }) => id)).toEqual(mutants.map(({ id }) => id));
  });

  it('are none in the probe of a step, which the service does not send', () => {
    const probe = (text: string): string =>
      `profile: p\nendpoints:\n  /sale-draft:\n    write:\n      - order: { post: /orders, json: { ref: "{{ $key }}" }${text} }\n`;
    const of = (text: string) =>
      mutantsOf({ text: probe(text), bases: [], kinds: [sqliteKind], contract }).map(({ id }) => id);
    expect(of(', probe: { post: /orders, json: { ref: "{{ 7 }}", no: 1 } }')).toEqual(of(''));
    expect(of(', params: { a: "{{ 7 }}" }')).not.toEqual(of(''));
  });

  it('of a part affect the endpoints that use it, also through another part', () => {
    expect(one("parts.sold: 'SOLD' made another text")?.endpoints).toEqual(['/sales-orders/list']);
    expect(one('/pricing/resolve: without the condition p.item = :productErpId')?.endpoints).toEqual([
      '/pricing/resolve',
    ]);
  });
});

describe('mutants of named expressions and parts of requests', () => {
  const text = `profile: shop
parts:
  open: { expression: total - paid }
  left: { expression: "{open} * 2" }
  head: { request: { kind: "{{ {left} + 1 }}", type: 5 } }
endpoints:
  /invoices/list:
    get: /invoices
    fields: { amountOpen: "{open}" }
  /payments/list:
    post: /payments
    json: { $part: head, page: "{{ $page }}" }
`;
  const mutants = mutantsOf({ text, bases: [], kinds: [], contract });

  it('change their text, and affect the endpoints that use them', () => {
    expect(mutants.filter(({ id }) => id.startsWith('parts.')).map(({ id, endpoints }) => [id, endpoints])).toEqual([
      ['parts.open: - made + in total - paid', ['/invoices/list', '/payments/list']],
      ['parts.left: * made + in {open} * 2', ['/payments/list']],
      ['parts.left: 2 made 3 in {open} * 2', ['/payments/list']],
      ['parts.head: without the entry kind: "{{ {left} + 1 }}"', ['/payments/list']],
      ['parts.head: without the entry type: 5', ['/payments/list']],
      ['parts.head: + made - in {left} + 1', ['/payments/list']],
      ['parts.head: 1 made 2 in {left} + 1', ['/payments/list']],
    ]);
    expect(mutants.some(({ id }) => id === '/payments/list: without the entry $part: head')).toBe(true);
  });
});

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

  it('are none where the file does not call the endpoint', () => {
    expect(related('/pricing/resolve')).toEqual([]);
  });
});

describe('the data that shows a mutant', () => {
  const needs = (sql: string): readonly string[] => sqlMutations(sql, lexicon).map(missingDatum);

  it('names the condition, the operands or the joined table', () => {
    expect(
      needs('SELECT x FROM a LEFT JOIN addr d ON d.i = a.i WHERE a.blocked = 0 AND a.until >= :day [[ AND a.y ]]'),
    ).toEqual([
      'a row that has no related row in addr d',
      'a row that only the condition d.i = a.i excludes: it meets all other conditions of the statement',
      'a row that only the condition a.blocked = 0 excludes: it meets all other conditions of the statement',
      'a row that the value in a.blocked = 0 decides about',
      'a row that only the condition a.until >= :day excludes: it meets all other conditions of the statement',
      'a row with exactly the compared value in a.until >= :day',
      'a request with, and one without, the field of [[ AND a.y ]], whose answers differ',
    ]);
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
