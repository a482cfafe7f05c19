/** The results of cases as JSON, for editors and pipelines. */
import { countVerdict, type ReportedProfile } from './report-entry.ts';

/** One document, which ends with a line break: each case with its line, its verdict, and what was expected and received. What prevented a run is a failed entry. */
export function casesJson(profiles: readonly ReportedProfile[]): string {
  const shown = profiles.map(({ name, groups }) => {
    const entries = groups.flatMap((group) => group.entries);
    const counts = {
      ...{ passed: countVerdict(entries, 'passed'), failed: countVerdict(entries, 'failed') },
      'not tested': countVerdict(entries, 'not tested'),
    };
    return { profile: name, counts, files: groups.map((group) => ({ name: group.name, cases: group.entries })) };
  });
  return `${JSON.stringify({ profiles: shown }, null, 2)}\n`;
}
