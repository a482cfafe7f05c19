/** The arithmetic of a statement, and the period that it says it is of. */
import { add, compare, type Numeric, subtract } from '../../../../engine/tools/index.ts';
import type { AnswerOf } from '../../../contract/types.ts';
import { statementStart } from './days.ts';
import type { Json } from './record.ts';
import { type RuleViolation, ruleViolation } from './rules.ts';

type Statement = AnswerOf<'/customer-statement/get'>;

/** Findings of one statement. `request` is the body that was sent. */
export function statementFindings(statement: Statement, request: Json): readonly RuleViolation[] {
  return [...echoFindings(statement, request), ...lineFindings(statement), ...closingFindings(statement)];
}

const differs = (a: Numeric, b: Numeric): boolean => compare(a, b) !== 0;

function echoFindings(statement: Statement, { asOf, periodStart, periodEnd }: Json): readonly RuleViolation[] {
  const end = periodEnd ?? statement.asOf;
  const wanted = [
    ['asOf', asOf ?? statement.asOf],
    ['periodEnd', end],
    ['periodStart', periodStart ?? (typeof end === 'string' ? statementStart(end) : undefined)],
  ] as const;
  return wanted.flatMap(([field, value]) =>
    statement[field] === value
      ? []
      : [ruleViolation('statement-echo', field, `is ${statement[field]}, not ${String(value)}`)],
  );
}

function lineFindings({ lines, openingBalance, periodStart, periodEnd }: Statement): readonly RuleViolation[] {
  return lines.flatMap((line, index) => {
    const findings: RuleViolation[] = [];
    const at = `lines[${index}]`;
    if (line.date < periodStart || line.date > periodEnd)
      findings.push(
        ruleViolation('statement-period', `${at}.date`, `${line.date} is outside ${periodStart} to ${periodEnd}`),
      );
    if (differs(line.debit, 0) && differs(line.credit, 0))
      findings.push(ruleViolation('statement-sum', at, 'has a debit and a credit; the side that is not used is 0'));
    const previous = lines[index - 1]?.balance ?? openingBalance;
    const sum = subtract(add(previous, line.debit), line.credit);
    if (differs(sum, line.balance)) {
      const reckoned = `${previous} + ${line.debit} - ${line.credit} = ${sum}`;
      findings.push(ruleViolation('statement-sum', `${at}.balance`, `is ${line.balance}, but ${reckoned}`));
    }
    return findings;
  });
}

/** Without lines there is nothing to reckon with: line detail may not be available. */
function closingFindings({ lines, closingBalance }: Statement): readonly RuleViolation[] {
  const last = lines.at(-1);
  if (last === undefined || !differs(last.balance, closingBalance)) return [];
  return [
    ruleViolation(
      'statement-sum',
      'closingBalance',
      `is ${closingBalance}, and the last line's balance ${last.balance}`,
    ),
  ];
}
