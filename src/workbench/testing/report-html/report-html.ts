/** The results of `engine test` as one HTML page. */
import type { ReportedProfile } from '../report-entry.ts';
import { type Counted, reportPage } from './page.ts';

export interface TestReport {
  readonly what: Counted;
  /** ISO 8601, UTC. */
  readonly writtenAt: string;
  /** Of the engine. */
  readonly version: string;
  readonly profiles: readonly ReportedProfile[];
}

const groupedBy: Readonly<Record<Counted, string>> = { cases: 'By file', checks: 'By theme', mutants: 'By profile' };

/** The whole document. */
export function testReportHtml({ what, writtenAt, version, profiles }: TestReport): string {
  const isNamed = profiles.length > 1;
  return reportPage({
    ...{ what, at: writtenAt },
    erp: [...new Set(profiles.map(({ erp }) => erp))].filter((erp) => erp !== '').join(', '),
    facts: [
      ...profiles.map(({ name }) => ({ label: 'Profile', text: name, isCode: true })),
      { label: 'Engine', text: version, isCode: false },
    ],
    sections: profiles.map(({ name, groups }) => ({
      title: `${groupedBy[what]}${isNamed ? `: ${name}` : ''}`,
      groups,
    })),
  });
}
