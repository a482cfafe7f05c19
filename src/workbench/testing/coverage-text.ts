/** Coverage of a profile by its cases, as text: reached points of each kind, and the places of the others. */
import { type CoverageKind, coverageKinds, type Reached } from '../../../engine/tools/index.ts';

/** Number of reached points, and of all points. */
interface Share {
  readonly reached: number;
  readonly all: number;
}

const titles: Readonly<Record<CoverageKind, string>> = {
  endpoint: 'endpoints',
  field: 'contract fields',
  block: 'optional blocks',
  code: 'codes',
  branch: 'branches of expressions',
  outcome: 'outcomes',
  variant: 'reads of first and union',
  refusal: 'refusals',
};

/** A point is reached if it was passed at least once. */
export const shareOf = (points: readonly Reached[]): Share => ({
  reached: points.filter(({ times }) => times > 0).length,
  all: points.length,
});

/** Percentage, rounded down, so that 100 means that nothing is missing. 100 if there are no points. */
export const percentOf = ({ reached, all }: Share): number => (all === 0 ? 100 : Math.floor((reached * 100) / all));

/** A table by kind, followed by each missed point with its place. Ends with a line break. */
export function coverageText(name: string, points: readonly Reached[]): string {
  const rows = coverageKinds.flatMap((kind): [string, Share][] => {
    const share = shareOf(points.filter((point) => point.kind === kind));
    return share.all === 0 ? [] : [[titles[kind], share]];
  });
  const table = [...rows, ['all', shareOf(points)] as const].map(([title, share]) => {
    const counts = `${String(share.reached).padStart(5)} of ${String(share.all).padEnd(5)}`;
    return `  ${title.padEnd(24)} ${counts} ${String(percentOf(share)).padStart(3)} %`;
  });
  const missed = points.filter(({ times }) => times <= 0);
  const list = missed.map(({ place, what }) => `  ${place.file}:${place.line}:${place.column}  ${what}`);
  return [`Coverage of ${name}`, ...table, ...(missed.length > 0 ? ['Not reached:', ...list] : []), ''].join('\n');
}
