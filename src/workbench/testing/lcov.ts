/**
 * Writes coverage as an lcov tracefile (geninfo(1)): endpoints are functions, points with a counterpart are branches,
 * and a line counts as executed if one of its points was reached.
 */
import type { CoverageKind, Reached } from '../../../engine/tools/index.ts';

const branchKinds: readonly CoverageKind[] = ['block', 'code', 'branch', 'outcome', 'variant', 'refusal'];

function byKey<Key>(points: readonly Reached[], keyOf: (point: Reached) => Key): ReadonlyMap<Key, readonly Reached[]> {
  return Map.groupBy(points, keyOf);
}

const timesOf = (points: readonly Reached[]): number => Math.max(0, ...points.map(({ times }) => times));

/** The branches of one line: those at the same position form a block. */
function branchesOf(line: number, points: readonly Reached[]): readonly string[] {
  const isRun = timesOf(points) > 0;
  const branchPoints = points.filter(({ kind }) => branchKinds.includes(kind));
  const blocks = [...byKey(branchPoints, ({ place }) => place.column).values()];
  return blocks.flatMap((members, block) =>
    members.map(({ times }, branch) => `BRDA:${line},${block},${branch},${isRun ? Math.max(0, times) : '-'}`),
  );
}

function recordOf(file: string, points: readonly Reached[]): readonly string[] {
  const lines = [...byKey(points, ({ place }) => place.line)].sort(([one], [other]) => one - other);
  const endpoints = points.filter(({ kind }) => kind === 'endpoint');
  const branches = points.filter(({ kind }) => branchKinds.includes(kind));
  const reached = (points: readonly Reached[]): number => points.filter(({ times }) => times > 0).length;
  return [
    `SF:${file}`,
    ...endpoints.map(({ place, what }) => `FN:${place.line},${what}`),
    ...endpoints.map(({ times, what }) => `FNDA:${times},${what}`),
    `FNF:${endpoints.length}`,
    `FNH:${reached(endpoints)}`,
    ...lines.flatMap(([line, pointsOfLine]) => branchesOf(line, pointsOfLine)),
    `BRF:${branches.length}`,
    `BRH:${reached(branches)}`,
    ...lines.map(([line, pointsOfLine]) => `DA:${line},${timesOf(pointsOfLine)}`),
    `LF:${lines.length}`,
    `LH:${lines.filter(([, pointsOfLine]) => timesOf(pointsOfLine) > 0).length}`,
    'end_of_record',
  ];
}

/** The tracefile, which ends with a line break. `pathOf` returns the path of a file by its name in places. */
export function lcovText(points: readonly Reached[], pathOf: (name: string) => string): string {
  const records = [...byKey(points, ({ place }) => place.file)].flatMap(([name, pointsOfFile]) =>
    recordOf(pathOf(name), pointsOfFile),
  );
  return ['TN:', ...records, ''].join('\n');
}
