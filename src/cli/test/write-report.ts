/** `engine test --report`: writes the results as one HTML file. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Host } from '../../service/lifecycle/host.ts';
import type { ReportedProfile } from '../../workbench/testing/report-entry.ts';
import { type TestReport, testReportHtml } from '../../workbench/testing/report-html/report-html.ts';
import { UsageError } from '../shared/usage.ts';

/** A caller that takes the results itself, besides their text. */
export interface ReportTaker {
  readonly takeReport?: (profiles: readonly ReportedProfile[]) => void;
}

/** Without the flag it writes nothing. Throws `UsageError` if the file cannot be written. */
export function writeReport(
  { cwd, version, now, takeReport }: Host & ReportTaker,
  { report }: { readonly report?: string },
  what: TestReport['what'],
  profiles: readonly ReportedProfile[],
): void {
  takeReport?.(profiles);
  if (report === undefined) return;
  const writtenAt = new Date(now()).toISOString();
  try {
    writeFileSync(resolve(cwd, report), testReportHtml({ what, writtenAt, version, profiles }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`the report cannot be written to ${report}: ${reason}`);
  }
}
