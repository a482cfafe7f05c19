/** Ratios of engine to reference, with their spread over the rounds, as lines of a table. */
import type { Round } from './load.ts';

/** One round of both services, right after one another. */
export interface Pair {
  readonly engine: Round;
  readonly reference: Round;
}

interface Ratio {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

type Measure = keyof Round;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

function valuesOf(rounds: readonly Round[], measure: Measure): readonly number[] {
  return rounds.map((round) => round[measure]).filter((value) => value !== undefined);
}

/** The ratio of each round, summed up; undefined where nothing was measured. */
export function ratioOf(pairs: readonly Pair[], measure: Measure): Ratio | undefined {
  const ratios = pairs.flatMap(({ engine, reference }) => {
    const [ours, theirs] = [engine[measure], reference[measure]];
    return ours === undefined || theirs === undefined || theirs === 0 ? [] : [ours / theirs];
  });
  if (ratios.length === 0) return undefined;
  return { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) };
}

function shown(ratio: Ratio | undefined): string {
  if (ratio === undefined) return '-';
  return `${ratio.median.toFixed(2)} (${ratio.least.toFixed(2)}-${ratio.most.toFixed(2)})`;
}

const columns = ['', 'callers', 'engine/s', 'reference/s', 'requests/s', 'p50', 'p99', 'CPU per request'];

/** One result as cells: requests per second of both, then ratios. */
function cellsOf(name: string, callers: number, pairs: readonly Pair[]): readonly string[] {
  const rate = (rounds: readonly Round[]): string => median(valuesOf(rounds, 'rate')).toFixed(0);
  return [
    name,
    String(callers),
    rate(pairs.map(({ engine }) => engine)),
    rate(pairs.map(({ reference }) => reference)),
    ...(['rate', 'p50', 'p99', 'cpu'] as const).map((measure) => shown(ratioOf(pairs, measure))),
  ];
}

interface Format {
  readonly heading: string;
  line(name: string, callers: number, pairs: readonly Pair[]): string;
}

const widths = [16, 8, 12, 12, 18, 18, 18, 18];
const padded = (cells: readonly string[]): string =>
  `${cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0))).join('')}\n`;

export const plainText: Format = {
  heading: `Engine / reference: median of the rounds (least-most). Requests per second: more is better; all else: less is better.\n${padded(columns)}`,
  line: (...result) => padded(cellsOf(...result)),
};

const piped = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;

export const markdown: Format = {
  heading: piped(columns) + piped(columns.map(() => '---')),
  line: (...result) => piped(cellsOf(...result)),
};
