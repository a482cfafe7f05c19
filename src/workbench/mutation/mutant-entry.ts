/** The result of a mutant as an entry of a report. */
import { comparedLines } from '../testing/compared-lines.ts';
import type { ReportEntry } from '../testing/report-entry.ts';
import type { Verdict } from './kill.ts';
import { missingDatum } from './missing-datum.ts';
import type { Mutant } from './mutants.ts';
import type { Survival } from './survivors.ts';

const detectors = { check: 'the finding', cases: 'the case', conformance: 'the check' } as const;

/** `text`: of the unchanged profile; `survival`: its reason in survivors.yaml, with which a survivor is no fault. */
export function mutantEntry(
  { mutant, verdict }: { readonly mutant: Mutant; readonly verdict: Verdict },
  { text, profileName }: { readonly text: string; readonly profileName: string },
  survival: Survival | undefined,
): ReportEntry {
  const { id: title, line, endpoints } = mutant;
  const place = { file: profileName, line };
  const common = { title, endpoint: endpoints[0], place, details: [], ms: undefined };
  if (verdict.kind === 'killed')
    return {
      ...{ ...common, verdict: 'passed', comparison: [] },
      reasons: [`Detected by ${detectors[verdict.stage]} "${verdict.by}".`],
    };
  const comparison = comparedLines(text, mutant.text);
  if (survival === undefined) {
    const reasons = ['Neither a case nor a check detects this change.', `It needs ${missingDatum(mutant)}.`];
    return { ...common, verdict: 'failed', comparison, reasons };
  }
  return { ...common, verdict: 'not applicable', comparison, reasons: [survival.reason] };
}
