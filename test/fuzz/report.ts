/** The figures of fuzz runs as Markdown tables. */
import { percentile } from './health-probe.ts';
import type { FuzzResult } from './run.ts';

export const reportHead = `| database | requests | a second | violations | /health p50, p99, worst | memory after a tenth, most, end |
|---|---|---|---|---|---|`;

/** The row of one database. */
export function reportRow(database: string, { sent, seconds, violations, health, memory }: FuzzResult): string {
  const times = [percentile(health, 0.5), percentile(health, 0.99), percentile(health, 1)];
  const { early, most, end } = memory;
  const cells = [
    ...[database, sent.toLocaleString('en'), Math.round(sent / seconds), violations.length],
    `${times.map((time) => time.toFixed(0)).join(', ')} ms (${health.times.length} calls)`,
    `${early}, ${most}, ${end} MB`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Answers by kind of request and status. */
export function statusTable(results: readonly FuzzResult[]): string {
  const counts = new Map<string, number>();
  for (const [label, count] of results.flatMap(({ answers }) => [...answers]))
    counts.set(label, (counts.get(label) ?? 0) + count);
  const rows = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([label, count]) => `| ${label} | ${count} |`);
  return ['| request and status | answers |', '|---|---|', ...rows].join('\n');
}
