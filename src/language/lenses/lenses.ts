/** What stands above an endpoint: the number of its cases, their last result, and how much of it they cover. */
import type { ProfileView } from '../profile/view.ts';
import type { TestResults } from '../results/test-results.ts';
import type { Range } from '../text/positions.ts';

export interface Lens {
  readonly range: Range;
  readonly title: string;
}

const counted = (count: number, one: string, several: string): string => `${count} ${count === 1 ? one : several}`;

/** The number of cases that call each endpoint. */
function casesByEndpoint(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const [, path = ''] of text.matchAll(/^\s*(?:-\s+)?(?:\{\s*)?call:\s*["']?(\/[\w/-]+)/gm))
      counts.set(path, (counts.get(path) ?? 0) + 1);
  return counts;
}

/** A lens for each endpoint that is written in this file. */
export function lensesOf(view: ProfileView, { cases, results, reached }: TestResults): readonly Lens[] {
  const counts = casesByEndpoint(cases);
  const endpoints = view.entries.filter(({ path, key }) => path.length === 2 && path[0] === 'endpoints' && key);
  return endpoints.flatMap(({ path, key }, index): readonly Lens[] => {
    const name = String(path[1]);
    if (key === undefined || !view.contract.endpoints.some((one) => one.path === name)) return [];
    const range = view.lines.rangeOf(key);
    const next = endpoints[index + 1]?.key;
    const end = next === undefined ? Number.POSITIVE_INFINITY : view.lines.positionAt(next.start).line;
    const own = [...(reached ?? [])].filter(([line]) => line - 1 >= range.start.line && line - 1 < end);
    const result = results?.get(name);
    const parts = [
      counted(counts.get(name) ?? 0, 'case', 'cases'),
      ...(result === undefined
        ? []
        : [result.failed > 0 ? `${result.failed} failed, ${result.passed} passed` : `${result.passed} passed`]),
      ...(own.length === 0 ? [] : [`${own.filter(([, times]) => times > 0).length} of ${own.length} lines covered`]),
    ];
    return [{ range, title: parts.join(', ') }];
  });
}
