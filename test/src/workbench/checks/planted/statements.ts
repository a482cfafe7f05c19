/** Defects of account statements. */
import { changing, type Defect, errorReply, jsonOf, replacing, rowsOf } from '../defective-service.ts';
import type { PlantedDefect } from './defect.ts';
import { isUnknown, type Row, swappedPeriod } from './rewrites.ts';

const statement = '/customer-statement/get';

const statementLines = (
  change: (line: Row, balance: number) => { readonly line: Row; readonly balance: number },
): Defect =>
  changing(statement, (answer) => {
    let balance = Number(answer.openingBalance);
    const lines = rowsOf(answer.lines).map((line) => {
      const changed = change(line, balance);
      balance = Math.round(changed.balance * 100) / 100;
      return { ...changed.line, balance };
    });
    return { ...answer, lines, closingBalance: lines.length === 0 ? answer.closingBalance : balance };
  });

/** Each period begins at zero. */
const withoutOpening = changing(statement, (answer) => {
  let balance = 0;
  const lines = rowsOf(answer.lines).map((line) => {
    balance = Math.round((balance + Number(line.debit) - Number(line.credit)) * 100) / 100;
    return { ...line, balance };
  });
  return { ...answer, openingBalance: 0, closingBalance: balance, lines };
});

/** The sign of every amount is turned, so that the sums are still right. */
const turnedSides = changing(statement, (answer) => {
  const turned = (value: unknown): number => 0 - Number(value);
  const lines = rowsOf(answer.lines).map(({ debit, credit, ...line }) => ({
    ...line,
    ...{ debit: credit, credit: debit, balance: turned(line.balance) },
  }));
  return {
    ...answer,
    lines,
    openingBalance: turned(answer.openingBalance),
    closingBalance: turned(answer.closingBalance),
  };
});

/** The first statement of a period is answered for ever. */
function staleStatement(): Defect {
  const first = new Map<string, Promise<Awaited<ReturnType<Defect>>>>();
  return (call, forward) => {
    if (call.path !== statement) return forward(call);
    const firstReply = first.get(call.body) ?? forward(call);
    first.set(call.body, firstReply);
    return firstReply;
  };
}

const emptyStatement: Defect = async (call, forward) => {
  const { customerErpId } = jsonOf(call.body);
  if (call.path !== statement || !isUnknown(customerErpId)) return forward(call);
  const answer = { schemaVersion: '1', currency: 'EUR', asOf: '2026-01-01', periodStart: '2025-01-01', lines: [] };
  const body = JSON.stringify({ ...answer, periodEnd: '2026-01-01', openingBalance: 0, closingBalance: 0 });
  return { status: 200, headers: { 'content-type': 'application/json' }, body };
};

export const statementDefects: readonly PlantedDefect[] = [
  {
    id: 'statement/sums',
    path: statement,
    what: 'payments are not subtracted',
    rule: 'statement-sum',
    defect: () => statementLines((line, balance) => ({ line, balance: balance + Number(line.debit) })),
  },
  {
    id: 'statement/consecutive-periods',
    path: statement,
    what: 'each period begins at zero',
    rule: 'statement-chain',
    defect: () => withoutOpening,
  },
  {
    id: 'statement/sides',
    path: statement,
    what: 'what the customer owes is negative',
    rule: 'statement-side',
    defect: () => turnedSides,
  },
  {
    id: 'statement/pushed-invoice',
    path: statement,
    what: 'statements are cached',
    rule: 'statement-sum',
    defect: staleStatement,
  },
  {
    id: 'statement/echo',
    path: statement,
    what: 'asOf is always today',
    rule: 'statement-echo',
    defect: () => changing(statement, (answer) => ({ ...answer, asOf: new Date().toISOString().slice(0, 10) })),
  },
  {
    id: 'statement/echo',
    path: statement,
    what: 'null in periodStart is refused',
    rule: 'status',
    defect: () => async (call, forward) =>
      call.path === statement && jsonOf(call.body).periodStart === null
        ? errorReply(422, 'VALIDATION_FAILED', 'periodStart')
        : forward(call),
  },
  {
    id: 'statement/refusals',
    path: statement,
    what: 'a period that ends before it begins is turned round',
    rule: 'invalid-field',
    defect: () => swappedPeriod(statement),
  },
  {
    id: 'statement/refusals',
    path: statement,
    what: 'an unknown customer has an empty account',
    rule: 'unknown-id',
    defect: () => emptyStatement,
  },
  {
    id: 'statement/refusals',
    path: statement,
    what: 'a refusal has a page of the web server',
    rule: 'error-body',
    defect: () => replacing(statement, 422, (reply) => ({ ...reply, body: '<h1>422</h1>' })),
  },
];
