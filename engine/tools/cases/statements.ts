/** Compares the SQL statements that a case expects with the executed ones. */
import type { RanStatement } from '../../sources/sql/observed.ts';
import { type Difference, differences } from './compare.ts';
import type { SentSpec } from './exchange-schema.ts';

const folded = (sql: string): string => sql.replaceAll(/\s+/g, ' ').trim();

/**
 * Missing statements, and statements with other values. The order is significant; other statements may occur in
 * between.
 */
export function statementDifferences(
  expected: readonly SentSpec[],
  ran: readonly RanStatement[],
): readonly Difference[] {
  const differing: Difference[] = [];
  let next = 0;
  for (const [index, { use, statement, values }] of expected.entries()) {
    const at = `sql[${index}]`;
    const isMeant = (one: RanStatement): boolean =>
      folded(one.sql) === folded(statement) && (use === undefined || one.source === use);
    const unlike = (one: RanStatement): readonly Difference[] =>
      values === undefined ? [] : differences(values, one.values, 'whole', `${at}.values`);
    const rest = ran.slice(next);
    const meant = rest.filter(isMeant);
    const best = meant.find((one) => unlike(one).length === 0) ?? meant[0];
    if (best === undefined) {
      const isEarlier = ran.slice(0, next).some(isMeant);
      differing.push({
        at,
        expected: folded(statement),
        actual: isEarlier ? 'it, but before the one above' : undefined,
      });
      continue;
    }
    differing.push(...unlike(best));
    next = ran.indexOf(best, next) + 1;
  }
  return differing;
}
