/** What stands above an endpoint: the number of its cases, their last result, and how much of it they cover. */
import { verbs } from '../../../../engine/tools/index.ts';
import type { ProfileView } from '../profile/view.ts';
import type { CaseFile, TestResults } from '../results/test-results.ts';
import type { Range } from '../text/positions.ts';
import type { Entry } from '../yaml/entry.ts';

/** What a lens does. */
export type LensAction =
  /** Runs the cases of an endpoint; without one those of the profile. */
  | { readonly kind: 'run'; readonly endpoint: string | undefined }
  /** Calls the ERP, so that completion knows the members of its answers. */
  | { readonly kind: 'call'; readonly endpoint: string }
  /** Shows the cases of an endpoint. */
  | { readonly kind: 'cases'; readonly endpoint: string }
  /** Shows a line of the profile, from 0. */
  | { readonly kind: 'line'; readonly line: number };

export interface Lens {
  readonly range: Range;
  readonly title: string;
  /** Undefined if there is nothing to do. */
  readonly action: LensAction | undefined;
}

const counted = (count: number, one: string, several: string): string => `${count} ${count === 1 ? one : several}`;

/** The number of cases that call each endpoint. */
function casesByEndpoint(files: readonly CaseFile[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of files)
    for (const [, path = ''] of text.matchAll(/^\s*(?:-\s+)?(?:\{\s*)?call:\s*["']?(\/[\w/-]+)/gm))
      counts.set(path, (counts.get(path) ?? 0) + 1);
  return counts;
}

/** The number of cases, and their last result. */
function casesTitle(count: number, result: { readonly passed: number; readonly failed: number } | undefined): string {
  const cases = counted(count, 'case', 'cases');
  if (result === undefined) return cases;
  const { passed, failed } = result;
  return failed > 0 ? `${cases}, ${failed} failed, ${passed} passed` : `${cases}, ${passed} passed`;
}

/** How many lines of an endpoint the cases have reached. `lines`: with the number of times, from 1. */
function coverageLens(range: Range, lines: readonly (readonly [line: number, times: number])[]): Lens | undefined {
  if (lines.length === 0) return undefined;
  const open = lines.filter(([, times]) => times === 0).map(([line]) => line - 1);
  const title = `${lines.length - open.length} of ${lines.length} lines covered`;
  return { range, title, action: open.length === 0 ? undefined : { kind: 'line', line: Math.min(...open) } };
}

/** Whether an endpoint reads over HTTP. */
function readsOverHttp({ contract, entries }: ProfileView, name: string): boolean {
  const kind = contract.endpoints.find((one) => one.path === name)?.answer.kind;
  const isRequest = ({ path }: Entry): boolean => path[1] === name && verbs.some((verb) => verb === path.at(-1));
  return kind !== 'write' && kind !== 'service' && entries.some((one) => one.path[0] === 'endpoints' && isRequest(one));
}

/** An endpoint that the ERP does not provide needs no case. */
const isUnavailable = ({ entries }: ProfileView, name: string): boolean =>
  entries.some(
    ({ path }) => path.length === 3 && path[0] === 'endpoints' && path[1] === name && path[2] === 'unavailable',
  );

/** The lens above all endpoints: it runs all cases. */
function allCasesLens({ entries, lines }: ProfileView, counts: ReadonlyMap<string, number>): readonly Lens[] {
  const section = entries.find(({ path }) => path.length === 1 && path[0] === 'endpoints')?.key;
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (section === undefined || total === 0) return [];
  const title = total === 1 ? 'Run the case' : `Run all ${total} cases`;
  return [{ range: lines.rangeOf(section), title, action: { kind: 'run', endpoint: undefined } }];
}

/** The lenses of the file, and of each endpoint that is written in it. `canCall`: the ERP can be called. */
export function lensesOf(
  view: ProfileView,
  { cases, results, reached, alone }: TestResults,
  canCall: boolean,
): readonly Lens[] {
  const counts = casesByEndpoint(cases);
  const endpoints = view.entries.filter(({ path, key }) => path.length === 2 && path[0] === 'endpoints' && key);
  const ofEndpoints = endpoints.flatMap(({ path, key }, index): readonly Lens[] => {
    const name = String(path[1]);
    if (key === undefined || !view.contract.endpoints.some((one) => one.path === name)) return [];
    const range = view.lines.rangeOf(key);
    const next = endpoints[index + 1]?.key;
    const end = next === undefined ? Number.POSITIVE_INFINITY : view.lines.positionAt(next.start).line;
    const last = alone?.get(name);
    const lines = [...(last?.reached ?? reached ?? [])].filter(
      ([line]) => line - 1 >= range.start.line && line - 1 < end,
    );
    const count = counts.get(name) ?? 0;
    const coverage = coverageLens(range, lines);
    const action = { kind: 'call', endpoint: name } as const;
    return [
      ...(canCall && readsOverHttp(view, name) ? [{ range, title: 'Call the ERP', action }] : []),
      ...(count === 0 ? [] : [{ range, title: 'Run cases', action: { kind: 'run' as const, endpoint: name } }]),
      ...(count === 0 && isUnavailable(view, name)
        ? []
        : [
            {
              range,
              title: casesTitle(count, last?.result ?? results?.get(name)),
              action: count === 0 ? undefined : ({ kind: 'cases', endpoint: name } as const),
            },
          ]),
      ...(coverage === undefined ? [] : [coverage]),
    ];
  });
  return [...allCasesLens(view, counts), ...ofEndpoints];
}
