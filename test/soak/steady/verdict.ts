/** Whether memory and handles of a service stay the same under a steady load. */
import type { ProcessFigures } from '../../support/process-figures.ts';
import type { Sample } from './run.ts';

export const reportHead = `| minute | requests | answer time p50, p99 | resident memory | heap after a collection | handles | open files |
|---|---|---|---|---|---|---|`;

/** The figures of one minute. */
export function reportRow({ minute, requests, p50, p99, figures }: Sample): string {
  const { resident, heap, handles, files } = figures;
  const cells = [
    ...[minute, requests.toLocaleString('en'), `${p50.toFixed(1)}, ${p99.toFixed(0)} ms`],
    ...[`${resident.toFixed(0)} MB`, `${heap.toFixed(1)} MB`, handles, files],
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Slope of the regression line through points at the same distance, for each step. */
export function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const [above, below] = values.reduce(
    ([products, squares], value, at) => [products + (at - middle) * (value - mean), squares + (at - middle) ** 2],
    [0, 0],
  );
  return below === 0 ? 0 : above / below;
}

interface Verdict {
  readonly isFlat: boolean;
  readonly text: string;
}

/** Part of the samples during which code is compiled, and pools and caches are filled. */
const warmUp = 1 / 3;

/** Most that a figure may grow over the measured time: a part of its mean, and for counts at least this number. */
const [allowedPart, allowedCount] = [0.05, 2];

const measured: readonly { readonly name: keyof ProcessFigures; readonly what: string; readonly unit: string }[] = [
  { name: 'resident', what: 'Resident memory', unit: 'MB' },
  { name: 'heap', what: 'Heap', unit: 'MB' },
  { name: 'handles', what: 'Handles', unit: '' },
  { name: 'files', what: 'Open files', unit: '' },
];

/** For each figure: its growth over the samples after the warm-up, by the regression line. */
export function verdicts(samples: readonly Sample[]): readonly Verdict[] {
  const counted = samples.slice(Math.floor(samples.length * warmUp));
  return measured.map(({ name, what, unit }) => {
    const values = counted.map(({ figures }) => figures[name]);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const growth = slopeOf(values) * (values.length - 1);
    const isFlat = values.length > 1 && growth <= Math.max(allowedPart * mean, allowedCount);
    const change = `${growth.toFixed(1)} ${unit}`.trim();
    const text = `${what}: ${change} over the last ${values.length - 1} minutes (mean ${mean.toFixed(1)}): ${isFlat ? 'flat' : 'GROWING'}.`;
    return { isFlat, text };
  });
}
