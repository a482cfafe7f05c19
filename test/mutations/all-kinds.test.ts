/**
 * Mistakes of every kind in one copy of a profile: one run of `engine check` reports all of them, each once. A mistake that is made at several
 * places is one finding.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { demoProfile, kontorProfile, openBench, type ReportedFinding } from './check.ts';

const bench = openBench();
afterAll(() => bench.close());

/** A mistake: what is replaced at its first place in the profile, the replacement, and the code and the marked text of the finding. */
type Planted = readonly [from: string, to: string, code: string, mark: string];

const demoMistakes: readonly Planted[] = [
  // The head of the profile, settings, sources, ids and parts.
  ['contract: "1"', 'contract: "2"', 'MAP115', '"2"'],
  ['DEMO_DRAFT_CUSTOMER, default', 'DEMO_DRAFT_CUSTOMER, pattern: "[A-Z", default', 'MAP204', '"[A-Z"'],
  ['    probe: SELECT', '    prbe: SELECT', 'MAP101', 'prbe'],
  ['clock: Europe/Berlin', 'clock: Europe/Berln', 'MAP224', 'Europe/Berln'],
  ['  purchaseOrder: {', '  purchaseOrdr: {', 'MAP241', 'purchaseOrdr'],
  ['FROM item WHERE item_id = :id', 'FROM item WERE item_id = :id', 'SQL405', 'item_id = :id'],
  // One mistake in each endpoint.
  ['c.town AS city', 'c.town AS town', 'MAP258', 'town'],
  ['      address: $replace', '      adress: $replace', 'MAP251', 'adress'],
  ['WHERE i.active = 1\n\n', 'WHERE i.active = 1 LIMIT 10\n\n', 'SQL418', 'LIMIT'],
  ['match: prefix }', 'match: word }', 'MAP104', 'word'],
  [
    '{agreed_price(:customerErpId, :productErpId)}',
    "{agreed_price(:customerErpId, ':productErpId')}",
    'SQL423',
    "':productErpId'",
  ],
  ['  /credit/customer:\n', '  /credit/customer:\n    use: epr\n', 'MAP221', 'epr'],
  ['order: [-orderDate, -erpPoId]', 'order: [-orderDat, -erpPoId]', 'MAP253', '-orderDat'],
  ['20: authorised', '20: authorized', 'MAP286', 'authorized'],
  ['ON l.order_id = o.order_id', 'ON 1 = 1', 'SQL419', '1 = 1'],
  ['$multiply(qty, item._pack)\n', '$multply(qty, item._pack)\n', 'EXP303', '$multply'],
  ['{document}\n      WHERE i.account_no', '{documnt}\n      WHERE i.account_no', 'MAP211', '{documnt}'],
  ['e.amount AS amount\n', 'e.amount AS amount; SELECT 1\n', 'SQL404', 'e.amount AS amount;'],
  ['page: { key: [erpDebtorId] }', 'page: { key: [erpDebtorId] }\n    page: { key: [erpDebtorId] }', 'YAML103', 'page'],
  ['on: { _invoice: erpInvoiceId }', 'on: { _invoce: erpInvoiceId }', 'MAP254', '_invoce'],
  ['WHERE a.undone = 0', 'WHERE a.undone = 0 [[ AND 1 = 1', 'SQL402', '[['],
  ['lengths: { invoiceNumber: 35', 'lengths: { invoiceNumbr: 35', 'MAP264', 'invoiceNumbr'],
  ['(bankAccountCode ?? $settings.bank_account)', '(bankAccountCode ?? $settings.bank_account', 'EXP301', ''],
];

/** Mistakes that only the database detects, for the endpoints that have no other one; it refuses nothing of the others. */
const databaseMistakes: readonly Planted[] = [
  [
    'SELECT c.currency AS currency FROM customer c',
    'SELECT c.curency AS currency FROM customer c',
    'SQL406',
    'c.curency',
  ],
  ['INSERT INTO receipt (receipt_id', 'INSERT INTO receit (receipt_id', 'SQL406', 'receit'],
  ['WHERE account_no = :invoice._account', 'WHERE account_no = :invoice._acount', 'MAP234', ':invoice._acount'],
];

const kontorMistakes: readonly Planted[] = [
  ['http: ${api}', 'http: ftp:${api}', 'REQ601', 'ftp:'],
  ['get: /Company, holds', 'get: /Company, hold', 'MAP101', 'hold'],
  ['["customerId eq {{ customerId }}"', '["customerId eq {{ custId }}"', 'MAP264', 'custId'],
  ['validFrom le {{ $today }}', 'validFrom le {{ $tody }}', 'EXP302', '$tody'],
  ['    get: /PurchaseOrders\n', '    gte: /PurchaseOrders\n', 'MAP101', 'gte'],
  ['orderDate: orderedOn }\n    codes:', 'orderDate: orderedOn }\n    codes: [', 'YAML101', '['],
  ['"reference eq {{ $key }}"', `"reference eq '{{ $key }}'"`, 'REQ604', `'{{ $key }}'`],
  ['POSTED: authorised', 'POSTED: authorized', 'MAP286', 'authorized'],
  ['  /debtors/list:\n    get:', '  /debtors/list:\n    delete:', 'REQ603', 'delete'],
  ['  /payments/list:\n    get: /Payments', '  /payments/list:\n    query: SELECT 1', 'REQ602', 'query'],
  ['number eq {{ invoiceNumber }}', 'number eq {{ invoiceNumber', 'EXP305', '{{'],
  ['outcomes: [{ when: $status = 409, is: ok }]', 'outcomes: [{ when: $status = 409, is: emty }]', 'MAP104', 'emty'],
];

const short = ({ code, line, message, hint }: ReportedFinding): string => `${code} ${line} ${message} ${hint}`;

/** The profile with all mistakes, and for each its code and the line of its mark. */
function plant(profile: string, mistakes: readonly Planted[]) {
  let text = profile;
  for (const [from, to] of mistakes) {
    expect(text).toContain(from);
    text = text.replace(from, () => to);
  }
  const wanted = mistakes.map(([, to, code, mark]) => {
    const at = text.indexOf(to) + to.lastIndexOf(mark);
    return `${code} ${text.slice(0, at).split('\n').length}`;
  });
  return { text, wanted: wanted.sort() };
}

const codesAndLines = (findings: readonly ReportedFinding[]): readonly string[] =>
  findings.map(({ code, line }) => `${code} ${line}`).sort();

describe('mistakes of every kind at once', () => {
  it('in a profile of SQL', async () => {
    const { text, wanted } = plant(demoProfile, demoMistakes);
    const findings = await bench.check(text);
    expect(codesAndLines(findings), findings.map(short).join('\n')).toEqual(wanted);
  });

  it('and those that the database detects', async () => {
    const { text, wanted } = plant(demoProfile, [...demoMistakes, ...databaseMistakes]);
    const findings = await bench.check(text, 'connect');
    expect(codesAndLines(findings), findings.map(short).join('\n')).toEqual(wanted);
  });

  it('in a profile of an ERP by HTTP', async () => {
    const { text, wanted } = plant(kontorProfile, kontorMistakes);
    const findings = await bench.check(text);
    expect(codesAndLines(findings), findings.map(short).join('\n')).toEqual(wanted);
  });

  it('without the database, --connect reports what a check without it reports, and that it cannot be opened', async () => {
    const { text, wanted } = plant(demoProfile, [
      ...demoMistakes,
      ['create: [fixture/schema.sql,', 'create: [fixture/schem.sql,', 'CFG511', 'create'],
      ['file: "${database}"', 'file: "elsewhere.sqlite"', '', ''],
    ]);
    const findings = await bench.check(text, 'connect');
    const isUnused = ({ code }: ReportedFinding): boolean => code === 'MAP205';
    expect(codesAndLines(findings.filter((one) => !isUnused(one))), findings.map(short).join('\n')).toEqual(
      wanted.filter((one) => !one.startsWith(' ')),
    );
  });
});

/** One mistake at several places of the profile: the code, and a text that each of the marked lines contains. */
const repeated: readonly (readonly [name: string, profile: string, from: string, to: string, code: string])[] = [
  ['a key', demoProfile, '    order: [', '    ordr: [', 'MAP101'],
  ['a key of reads', kontorProfile, ' get: ', ' gte: ', 'MAP101'],
  ['a value', kontorProfile, 'is: empty', 'is: emty', 'MAP104'],
  ['a setting', kontorProfile, '${draft_customer}', '${draft_custmer}', 'MAP201'],
  ['a part', demoProfile, '{document}', '{documnt}', 'MAP211'],
  ['a source', demoProfile, '    codes: {', '    use: epr\n    codes: {', 'MAP221'],
  ['a value of SQL', demoProfile, ':customerErpId', ':custErpId', 'MAP231'],
  ['a step', demoProfile, ':counter.id', ':countr.id', 'MAP231'],
  ['a field of the request', kontorProfile, '{{ customerErpId }}', '{{ custErpId }}', 'MAP264'],
  ['a code', demoProfile, 'authorised', 'authorized', 'MAP286'],
  ['a variable', kontorProfile, '$head', '$hed', 'EXP302'],
  ['a function', kontorProfile, '$lowercase(', '$lowercas(', 'EXP303'],
];

/** The lines of a text that contain another one. */
const linesWith = (text: string, part: string): readonly number[] =>
  text.split('\n').flatMap((line, index) => (line.includes(part) ? [index + 1] : []));

describe('one mistake at several places is one finding with all places', () => {
  it.each(repeated)('%s', async (_name, profile, from, to, code) => {
    const text = profile.replaceAll(from, to);
    const findings = await bench.check(text);
    expect(
      findings.map((one) => one.code),
      findings.map(short).join('\n'),
    ).toEqual([code]);
    const [finding] = findings;
    const lines = [finding?.line, ...(finding?.alsoAt ?? []).map(({ line }) => line)];
    expect([...new Set(lines)]).toEqual(linesWith(text, to.split('\n')[0]?.trim() ?? ''));
  });

  it.each([
    ['a column', 'i.doc_no', 'i.docno', 'SQL406'],
    ['a table', 'customer c', 'custommer c', 'SQL406'],
    ['a column of a step', '- 1 AS id', '- 1 AS idd', 'MAP234'],
  ])('with the database: %s', async (_name, from, to, code) => {
    const findings = await bench.check(demoProfile.replaceAll(from, to), 'connect');
    expect(
      findings.map((one) => one.code),
      findings.map(short).join('\n'),
    ).toEqual([code]);
    expect(findings[0]?.alsoAt?.length).toBeGreaterThan(2);
  });
});
