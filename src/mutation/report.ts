/** Reports of mutation runs. */
import type { Paint } from '../../engine/diagnostics/paint.ts';
import type { Stage, Verdict } from './kill.ts';
import type { Mutant } from './mutants.ts';

export interface MutationReport {
  /** Of the profile, for reports. */
  readonly name: string;
  readonly results: readonly { readonly mutant: Mutant; readonly verdict: Verdict }[];
  /** Reasons for survivors, by the id of the mutant. */
  readonly reasons: ReadonlyMap<string, string>;
  /** Whether all mutants ran. */
  readonly isWhole: boolean;
}

function countsOf({ results }: MutationReport): Readonly<Record<Stage | 'survived' | 'all', number>> {
  const of = (stage: string): number =>
    results.filter(({ verdict }) => verdict.kind === 'killed' && verdict.stage === stage).length;
  const [check, cases, conformance] = [of('check'), of('cases'), of('conformance')];
  return { check, cases, conformance, survived: results.length - check - cases - conformance, all: results.length };
}

/** The killed share of the mutants, from 0 to 1; 1 without mutants. */
export function scoreOf(report: MutationReport): number {
  const { all, survived } = countsOf(report);
  return all === 0 ? 1 : (all - survived) / all;
}

/** Rounded down, so that 89.99 % is not reported as 90 %. */
const percent = (report: MutationReport): string => `${Math.floor(scoreOf(report) * 1000) / 10} %`;

const survivorsOf = ({ results }: MutationReport): readonly Mutant[] =>
  results.filter(({ verdict }) => verdict.kind === 'survived').map(({ mutant }) => mutant);

/** Reasons for mutants that were killed or that do not exist. */
function staleReasons(report: MutationReport): readonly string[] {
  const survived = new Set(survivorsOf(report).map(({ id }) => id));
  return report.isWhole ? [...report.reasons.keys()].filter((id) => !survived.has(id)) : [];
}

/** The survivors: those without a reason, those with one, then the score. */
export function mutationText(report: MutationReport, paint: Paint): string {
  const { check, cases, conformance, survived, all } = countsOf(report);
  const line = ({ id, line: at, column }: Mutant): string => {
    const reason = report.reasons.get(id);
    return `  ${report.name}:${at}:${column}  ${id}${reason === undefined ? '' : `\n      ${reason}`}\n`;
  };
  const survivors = survivorsOf(report);
  const isExplained = ({ id }: Mutant): boolean => report.reasons.has(id);
  const section = (title: string, mutants: readonly Mutant[]): string =>
    mutants.length === 0 ? '' : `${title}\n${mutants.map(line).join('')}\n`;
  const stale = staleReasons(report).map((id) => `  ${id}\n`);
  const unexplained = survivors.filter((mutant) => !isExplained(mutant));
  const score = `${all} mutants, ${all - survived} detected (${percent(report)})`;
  return [
    section(paint('error', 'Detected by nothing:'), unexplained),
    section('Detected by nothing, for a stated reason:', survivors.filter(isExplained)),
    stale.length === 0 ? '' : `Reasons in survivors.yaml for mutants that do not survive:\n${stale.join('')}\n`,
    `${report.name}: ${paint(unexplained.length > 0 ? 'error' : 'good', score)}: `,
    `${check} by engine check, ${cases} by cases, ${conformance} by conformance. ${survived} survived.\n`,
  ].join('');
}

/** One object for pipelines, followed by a line break. */
export function mutationJson(report: MutationReport): string {
  const results = report.results.map(({ mutant: { id, line, column, change, endpoints }, verdict }) => ({
    ...{ id, line, column, change, endpoints },
    ...(verdict.kind === 'killed'
      ? { stage: verdict.stage, by: verdict.by }
      : { reason: report.reasons.get(id) ?? null }),
    killed: verdict.kind === 'killed',
  }));
  const { name } = report;
  return `${JSON.stringify({ profile: name, counts: countsOf(report), stale: staleReasons(report), results })}\n`;
}
