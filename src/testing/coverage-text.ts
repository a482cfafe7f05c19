/** What cases have proved of a profile, for people: how many points of each kind were reached, and where the others are. */
import { type CoverageKind, coverageKinds, type Reached } from '../../engine/tools/index.ts';

/** Points that were reached, of how many. */
export interface Share {
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

export const shareOf = (points: readonly Reached[]): Share => ({
  reached: points.filter(({ times }) => times > 0).length,
  all: points.length,
});

/** Whole percents, rounded down: 100 says that nothing is missing. Of nothing all is reached. */
export const percentOf = ({ reached, all }: Share): number => (all === 0 ? 100 : Math.floor((reached * 100) / all));

/** A table by kind, then each point that was not reached with its place. Ends with a line break. */
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
