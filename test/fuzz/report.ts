/** The figures of fuzz runs as Markdown tables. */
import { percentile } from './health-probe.ts';
import type { FuzzMemory, FuzzResult } from './run.ts';

export const reportHead = `| database | requests | a second | violations | /health p50, p99, worst | resident memory at the start, at most, at the end | heap at the start, at the end |
|---|---|---|---|---|---|---|`;

/** The row of one database. */
export function reportRow(database: string, { sent, seconds, violations, health, memory }: FuzzResult): string {
  const times = [percentile(health, 0.5), percentile(health, 0.99), percentile(health, 1)];
  const { start, most, end } = memory;
  const cells = [
    ...[database, sent.toLocaleString('en'), Math.round(sent / seconds), violations.length],
    `${times.map((time) => time.toFixed(0)).join(', ')} ms (${health.times.length} calls)`,
    `${[start.resident, most, end.resident].map(Math.round).join(', ')} MB`,
    `${start.heap.toFixed(1)}, ${end.heap.toFixed(1)} MB`,
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

/** Most that the heap may grow over a run, in MB, and the number of open files. A leak for each request would be far more. */
const [heapGrowth, fileGrowth] = [10, 10];

/** What has not returned to its start, in words. Resident memory counts pages that the allocators keep, so that only the heap and the handles decide. */
export function memoryFaults({ start, end }: FuzzMemory): readonly string[] {
  const grown = end.heap - start.heap;
  return [
    ...(grown > heapGrowth ? [`the heap grew by ${grown.toFixed(1)} MB`] : []),
    ...(end.files > start.files + fileGrowth ? [`${end.files - start.files} more file descriptors are open`] : []),
  ];
}

/** p99 of /health that a service keeps while it is attacked, in milliseconds; a busy machine may miss it. */
const healthGoal = 100;

/** Longest time that a request may keep the event loop, in milliseconds of processor time. */
const turnGoal = 50;

/** Whether the goal for /health was reached, and whether the service is the reason if it was not. */
export function healthVerdict({ health, turns: [longest = 0, ...others] }: FuzzResult): string {
  const p99 = percentile(health, 0.99);
  const verdict = `p99 of /health is ${p99.toFixed(0)} ms: ${p99 < healthGoal ? 'below' : 'not below'} ${healthGoal} ms`;
  if (longest === 0) return `${verdict}; no turn of the event loop took 10 ms of processor time`;
  const long = [longest, ...others].filter((turn) => turn > turnGoal).length;
  return `${verdict}; the longest turn of the event loop took ${longest.toFixed(0)} ms of processor time, ${long} took more than ${turnGoal} ms`;
}
