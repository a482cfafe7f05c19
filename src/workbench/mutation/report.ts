/** Reports of mutation runs. */
import type { Paint } from '../../../engine/tools/index.ts';
import type { Stage, Verdict } from './kill.ts';
import { missingDatum } from './missing-datum.ts';
import type { Mutant } from './mutants.ts';
import type { Survival } from './survivors.ts';

export interface MutationReport {
  /** Of the profile, for reports. */
  readonly name: string;
  readonly results: readonly { readonly mutant: Mutant; readonly verdict: Verdict }[];
  /** Reasons for survivors, by the id of the mutant. */
  readonly reasons: ReadonlyMap<string, Survival>;
  /** Whether all mutants ran. */
  readonly isWhole: boolean;
  /** Number of selected mutants that were not tried, because the run was out of time or stopped. */
  readonly untried: number;
}

/** `equivalent`: those of the survivors that cannot be detected. */
type Counts = Readonly<Record<Stage | 'survived' | 'equivalent' | 'all', number>>;

function countsOf(report: MutationReport): Counts {
  const { results, reasons } = report;
  const killedIn = (stage: string): number =>
    results.filter(({ verdict }) => verdict.kind === 'killed' && verdict.stage === stage).length;
  const survivors = survivorsOf(report);
  const equivalent = survivors.filter(({ id }) => reasons.get(id)?.isEquivalent === true).length;
  const killed = { check: killedIn('check'), cases: killedIn('cases'), conformance: killedIn('conformance') };
  return { ...killed, survived: survivors.length, equivalent, all: results.length };
}

/** A part of `all`, from 0 to 1; 1 of nothing. */
const share = (part: number, all: number): number => (all === 0 ? 1 : part / all);

/** The detected share of the mutants that can be detected, from 0 to 1. */
export function scoreOf(report: MutationReport): number {
  const { all, survived, equivalent } = countsOf(report);
  return share(all - survived, all - equivalent);
}

/** Rounded down, so that 89.99 % is not reported as 90 %. */
const percent = (share: number): string => `${Math.floor(share * 1000) / 10} %`;

/** What the run has found, in one clause. */
export function scoreText(report: MutationReport): string {
  const { all, survived, equivalent } = countsOf(report);
  const tried = report.untried === 0 ? `${all} mutants` : `${all} of ${all + report.untried} mutants`;
  const detectedText = `${tried}, ${all - survived} detected (${percent(share(all - survived, all))})`;
  return equivalent === 0
    ? detectedText
    : `${detectedText}, ${percent(scoreOf(report))} without ${equivalent} equivalent ones`;
}

const survivorsOf = ({ results }: MutationReport): readonly Mutant[] =>
  results.filter(({ verdict }) => verdict.kind === 'survived').map(({ mutant }) => mutant);

/** Reasons for mutants that were killed or that do not exist. */
function staleReasons(report: MutationReport): readonly string[] {
  const survived = new Set(survivorsOf(report).map(({ id }) => id));
  return report.isWhole ? [...report.reasons.keys()].filter((id) => !survived.has(id)) : [];
}

/** The survivors: those without a reason, grouped by the data that would show them, those with one, those that are equivalent to the profile, then the score. */
export function mutationText(report: MutationReport, paint: Paint): string {
  const { check, cases, conformance, survived } = countsOf(report);
  const line = ({ id, line: at, column }: Mutant): string => {
    const reason = report.reasons.get(id)?.reason;
    return `  ${report.name}:${at}:${column}  ${id}${reason === undefined ? '' : `\n      ${reason}`}\n`;
  };
  const grouped = (mutants: readonly Mutant[]): string => {
    const groups = [...Map.groupBy(mutants, missingDatum)];
    return groups.map(([datum, mutants]) => `${mutants.map(line).join('')}      ${needs(datum, mutants)}\n`).join('');
  };
  const shown = new Set(
    report.results.flatMap(({ mutant, verdict }) =>
      verdict.kind === 'survived' && verdict.shows !== undefined ? [mutant] : [],
    ),
  );
  const needs = (datum: string, mutants: readonly Mutant[]): string =>
    mutants.some((mutant) => shown.has(mutant))
      ? 'The fixture shows it, and no case does: --write-cases writes one.'
      : `It needs ${datum}.`;
  const survivors = survivorsOf(report);
  const isExplained = ({ id }: Mutant): boolean => report.reasons.get(id)?.isEquivalent === false;
  const isEquivalent = ({ id }: Mutant): boolean => report.reasons.get(id)?.isEquivalent === true;
  const section = (title: string, mutants: readonly Mutant[], lines = mutants.map(line).join('')): string =>
    mutants.length === 0 ? '' : `${title}\n${lines}\n`;
  const stale = staleReasons(report).map((id) => `  ${id}\n`);
  const unexplained = survivors.filter(({ id }) => !report.reasons.has(id));
  return [
    section(paint('error', 'Detected by nothing:'), unexplained, grouped(unexplained)),
    section('Detected by nothing, for a stated reason:', survivors.filter(isExplained)),
    section('Equivalent to the profile:', survivors.filter(isEquivalent)),
    stale.length === 0 ? '' : `Reasons in survivors.yaml for mutants that do not survive:\n${stale.join('')}\n`,
    `${report.name}: ${paint(unexplained.length > 0 ? 'error' : 'good', scoreText(report))}: `,
    `${check} by engine check${findingsText(report)}, ${cases} by cases, ${conformance} by conformance. ${survived} survived.\n`,
  ].join('');
}

/** The codes of the findings that have detected mutants, the most frequent first. */
function findingsText({ results }: MutationReport): string {
  const codes = results.flatMap(({ verdict }) =>
    verdict.kind === 'killed' && verdict.stage === 'check' ? [verdict.by] : [],
  );
  const counts = [...Map.groupBy(codes, (code) => code)].map(([code, all]) => ({ code, count: all.length }));
  const sorted = counts.toSorted((one, other) => other.count - one.count);
  return counts.length === 0 ? '' : ` (${sorted.map(({ code, count }) => `${count} ${code}`).join(', ')})`;
}

/** One object for pipelines, followed by a line break. */
export function mutationJson(report: MutationReport): string {
  const results = report.results.map(({ mutant, verdict }) => {
    const { id, line, column, change, kind, endpoints } = mutant;
    const stated = report.reasons.get(id);
    return {
      ...{ id, line, column, change, kind, endpoints },
      ...(verdict.kind === 'killed'
        ? { stage: verdict.stage, by: verdict.by }
        : { needs: missingDatum(mutant), reason: stated?.reason ?? null, equivalent: stated?.isEquivalent ?? false }),
      killed: verdict.kind === 'killed',
    };
  });
  const { name, untried } = report;
  return `${JSON.stringify({ profile: name, counts: countsOf(report), untried, stale: staleReasons(report), results })}\n`;
}
