/** The figures of a simulated day. */
import { slopeOf } from '../steady/verdict.ts';
import type { SimulationResult } from './simulate.ts';

/** Most that the memory of a replica may grow over the second half of the day: a part of its mean. The day ends with less traffic than at its middle. */
const allowedPart = 0.1;

const at = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
};
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
const timesOf = (values: readonly number[]): string =>
  `${values.length}, p50 ${at(values, 0.5).toFixed(0)} ms, p99 ${at(values, 0.99).toFixed(0)} ms, longest ${at(values, 1).toFixed(0)} ms`;
const listOf = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `  ${name}: ${value}`)
    .join('\n');

interface Memory {
  readonly mean: number;
  /** By the regression line, over the second half. */
  readonly growth: number;
}

/** Of the first replica, which runs all the time. */
export function memoryOf(samples: SimulationResult['samples']): Memory {
  const values = samples.slice(Math.floor(samples.length / 2)).flatMap(({ resident }) => resident[0] ?? []);
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return { mean, growth: slopeOf(values) * Math.max(0, values.length - 1) };
}

/** The report, and whether no request was lost, no document doubled, and memory is flat. */
export function reportOf(result: SimulationResult): { readonly text: string; readonly isGood: boolean } {
  const { figures, hostile, samples, faults } = result;
  const memory = memoryOf(samples);
  const isFlat = memory.growth <= allowedPart * memory.mean;
  const [first, last] = [samples[0], samples.at(-1)];
  const perSecond =
    first === undefined || last === undefined || last.second === first.second
      ? 0
      : (last.transactions - first.transactions) / (last.second - first.second);
  const answered = [...figures.answered.values()].reduce((sum, value) => sum + value, 0);
  const text = [
    `Answered requests: ${answered}`,
    listOf(figures.answered),
    'Attempts that were repeated, by reason:',
    listOf(figures.repeated),
    `Refused while a consent was withdrawn: ${figures.excused}`,
    `First requests after an idle time: ${timesOf(figures.first)}`,
    `Other requests: ${timesOf(figures.others)}`,
    `Documents in the ERPs: ${result.documents}; answered keys: ${figures.written.size}`,
    `Starts: ${result.startMs.map(seconds).join(', ')}`,
    `Kills: ${result.kills}; companies added: ${result.added} (answered on all replicas after ${timesOf(result.addedMs)}), removed: ${result.removed}, suspended: ${result.suspended}; consents withdrawn: ${result.withdrawn}, given again by a link: ${result.links}`,
    `Requests of the hostile company by status: ${[...hostile.statuses].map(([status, value]) => `${status}: ${value}`).join(', ')}`,
    `Connections at the database: at most ${Math.max(0, ...samples.map(({ connections }) => connections))}; transactions per second: ${perSecond.toFixed(0)}`,
    'Resident memory of the replicas in MB, each minute:',
    ...samples
      .filter((_, index) => index % 12 === 0)
      .map(
        ({ second, resident, connections }) =>
          `  ${second} s: ${resident.map((mb) => mb?.toFixed(0) ?? '-').join(', ')}; ${connections} connections`,
      ),
    `Memory of the replica that was never killed, second half: mean ${memory.mean.toFixed(0)} MB, growth ${memory.growth.toFixed(1)} MB: ${isFlat ? 'flat' : 'GROWING'}`,
    `Faults: ${faults.length}`,
    ...faults.slice(0, 20).map((fault) => `  ${fault}`),
  ].join('\n');
  return { text, isGood: faults.length === 0 && isFlat };
}
