/** The report for machines: JSON, and JUnit for pipelines. */
import { junitText } from '../../../testing/junit.ts';
import { themeOf } from '../../core/check.ts';
import { type Outcome, reasonIn } from '../../core/outcome.ts';
import { type Report, shownExchange } from './report.ts';

const shownBody = 4_000;

/** The words are part of the format: programs rely on them. */
function outcomeJson(outcome: Outcome): object {
  switch (outcome.kind) {
    case 'passed':
      return { outcome: 'passed' };
    case 'not tested':
    case 'not applicable':
      return { outcome: 'not reached', reason: reasonIn(outcome) };
    case 'failed': {
      const { findings, exchanges } = outcome;
      return { outcome: 'failed', findings, exchanges: exchanges.map((one) => shownExchange(one, shownBody)) };
    }
  }
}

/** One JSON object; ends with a line break. */
export function reportJson({ endpoints, ...report }: Report): string {
  const all = endpoints.map(({ path, title, counts, results }) => ({
    ...{ path, title, counts },
    checks: results.map(({ check, outcome, notes, ms }) => ({
      ...{ scenario: themeOf(check), title: check.title },
      ...outcomeJson(outcome),
      ...{ notes, ms: Math.round(ms) },
    })),
  }));
  return `${JSON.stringify({ ...report, endpoints: all }, null, 2)}\n`;
}

/** An endpoint is a suite. Checks that were not tested are skipped. */
export function reportJunit({ endpoints }: Report): string {
  return junitText(
    endpoints.map(({ path, results }) => ({
      name: path,
      cases: results.map(({ check, outcome, ms }) => ({
        ...{ group: themeOf(check), name: check.title, ms },
        failure: outcome.kind === 'failed' ? failureOf(outcome) : undefined,
        skipped: outcome.kind === 'failed' || outcome.kind === 'passed' ? undefined : reasonIn(outcome),
      })),
    })),
  );
}

function failureOf({ findings, exchanges }: Extract<Outcome, { readonly kind: 'failed' }>) {
  const lines = findings.map(({ rule, clause, path, message }) => `${rule} (${clause}): ${path} ${message}`);
  const traffic = exchanges.flatMap((exchange) => Object.values(shownExchange(exchange, shownBody)));
  return { message: lines[0] ?? '', text: [...lines, ...traffic].join('\n') };
}
