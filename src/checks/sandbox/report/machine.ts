/** The report for machines: JSON, and JUnit for pipelines. */
import { junitText } from '../../../testing/junit.ts';
import type { Check } from '../check.ts';
import { type Report, shownExchange } from './report.ts';

const shownBody = 4_000;

function outcomeJson({ outcome }: Check): object {
  switch (outcome.kind) {
    case 'passed':
      return { outcome: 'passed' };
    case 'unreached':
      return { outcome: 'not reached', reason: outcome.reason };
    case 'failed': {
      const { findings, exchanges } = outcome;
      return { outcome: 'failed', findings, exchanges: exchanges.map((one) => shownExchange(one, shownBody)) };
    }
  }
}

/** One JSON object; ends with a line break. */
export function reportJson({ endpoints, ...report }: Report): string {
  const all = endpoints.map(({ path, title, counts, checks }) => ({
    ...{ path, title, counts },
    checks: checks.map((check) => {
      const { scenario, title: name, notes, ms } = check;
      return { scenario, title: name, ...outcomeJson(check), notes, ms: Math.round(ms) };
    }),
  }));
  return `${JSON.stringify({ ...report, endpoints: all }, null, 2)}\n`;
}

/** An endpoint is a suite; what was not reached is skipped. */
export function reportJunit({ endpoints }: Report): string {
  return junitText(
    endpoints.map(({ path, checks }) => ({
      name: path,
      cases: checks.map(({ scenario, title, outcome, ms }) => ({
        ...{ group: scenario, name: title, ms },
        failure: outcome.kind === 'failed' ? failureOf(outcome) : undefined,
        skipped: outcome.kind === 'unreached' ? outcome.reason : undefined,
      })),
    })),
  );
}

function failureOf({ findings, exchanges }: Extract<Check['outcome'], { kind: 'failed' }>) {
  const lines = findings.map(({ rule, clause, path, message }) => `${rule} (${clause}): ${path} ${message}`);
  const traffic = exchanges.flatMap((exchange) => Object.values(shownExchange(exchange, shownBody)));
  return { message: lines[0] ?? '', text: [...lines, ...traffic].join('\n') };
}
