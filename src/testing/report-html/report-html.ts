/** The results of `engine test` as one HTML file without scripts, fonts, images or links to other files. */
import type { ComparedLine } from '../compared-lines.ts';
import { countVerdict, type ReportEntry, type ReportGroup, type Verdict, verdicts } from '../report-entry.ts';
import { escaped } from './escaped.ts';
import { style } from './style.ts';

/** The results of one profile. */
export interface ReportedProfile {
  /** The name of its file for messages. */
  readonly name: string;
  /** Its title, which names the ERP. */
  readonly erp: string;
  readonly groups: readonly ReportGroup[];
}

export interface TestReport {
  /** What was run, in the plural: `cases`. */
  readonly what: 'cases' | 'checks' | 'mutants';
  /** ISO 8601, UTC. */
  readonly writtenAt: string;
  /** Of the engine. */
  readonly version: string;
  readonly profiles: readonly ReportedProfile[];
}

const className = (verdict: Verdict): string => verdict.replaceAll(' ', '-');

const badge = (verdict: Verdict, text: string): string =>
  `<span class="badge ${className(verdict)}">${escaped(text)}</span>`;

/** `2026-11-21 20:00 UTC`, from ISO 8601 in UTC. */
const timeText = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

/** `3 of 41 cases failed`, `41 cases passed`, `41 cases passed, 2 not tested`, `2 of 120 mutants survived`. */
export function headline(what: TestReport['what'], entries: readonly ReportEntry[]): string {
  const failed = countVerdict(entries, 'failed');
  const untested = countVerdict(entries, 'not tested');
  const named = (count: number): string => `${count} ${count === 1 ? what.slice(0, -1) : what}`;
  const [good, bad] = what === 'mutants' ? ['detected', 'survived'] : ['passed', 'failed'];
  if (failed > 0) return `${failed} of ${named(entries.length)} ${bad}`;
  return `${named(countVerdict(entries, 'passed'))} ${good}${untested === 0 ? '' : `, ${untested} not tested`}`;
}

/** The whole document: what failed comes first. */
export function testReportHtml(report: TestReport): string {
  const { what, writtenAt, version, profiles } = report;
  const entries = profiles.flatMap(entriesOf);
  const title = headline(what, entries);
  const erps = [...new Set(profiles.map(({ erp }) => erp))].filter((erp) => erp !== '').join(', ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<title>${escaped(erps === '' ? title : `${erps}: ${title}`)}</title>
<style>${style}</style>
</head>
<body>
<header>
<p>${escaped(erps)}</p>
<h1>${escaped(title)}</h1>
${shareBar(entries)}
<p class="row">${verdicts.map((verdict) => countBadge(entries, verdict)).join('')}</p>
<dl>
${profiles.map(({ name }) => `<div><dt>Profile</dt><dd class="mono">${escaped(name)}</dd></div>`).join('\n')}
<div><dt>Time</dt><dd><time datetime="${escaped(writtenAt)}">${escaped(timeText(writtenAt))}</time></dd></div>
<div><dt>Engine</dt><dd>${escaped(version)}</dd></div>
</dl>
</header>
<main>
${attention(report, 'failed', 'Failed')}
${attention(report, 'not tested', 'Not tested')}
${profiles.map((profile) => remaining(profile, profiles.length > 1)).join('\n')}
</main>
</body>
</html>
`;
}

const entriesOf = ({ groups }: ReportedProfile): readonly ReportEntry[] => groups.flatMap((group) => group.entries);

function countBadge(entries: readonly ReportEntry[], verdict: Verdict): string {
  const count = countVerdict(entries, verdict);
  return count === 0 ? '' : badge(verdict, `${count} ${verdict}`);
}

function shareBar(entries: readonly ReportEntry[]): string {
  const parts = verdicts.flatMap((verdict) => {
    const count = countVerdict(entries, verdict);
    return count === 0 ? [] : [`<span class="${className(verdict)}" style="flex:${count}"></span>`];
  });
  return `<div class="share" aria-hidden="true">${parts.join('')}</div>`;
}

/** The entries of one verdict in full. */
function attention({ what, profiles }: TestReport, verdict: Verdict, title: string): string {
  const own = profiles.flatMap(entriesOf).filter((entry) => entry.verdict === verdict);
  const heads = what === 'mutants' ? (['Profile', 'Mutant'] as const) : (['Expected', 'Received'] as const);
  return own.length === 0 ? '' : `<h2>${escaped(title)}</h2>\n${own.map((entry) => article(entry, heads)).join('\n')}`;
}

function article(entry: ReportEntry, heads: readonly [string, string]): string {
  const { verdict, title, reasons, comparison, details } = entry;
  return `<article class="panel">
<h3>${escaped(title)}</h3>
<p class="row small">${badge(verdict, verdict)}${whereabouts(entry)}</p>
${reasons.map((reason) => `<p>${escaped(reason)}</p>`).join('')}
${comparison.length === 0 ? '' : compareTable(comparison, heads)}
${details.map(({ label, text }) => `<details><summary>${escaped(label)}</summary><pre tabindex="0">${escaped(text)}</pre></details>`).join('\n')}
</article>`;
}

/** Endpoint, line and time of an entry. */
function whereabouts({ endpoint, place, ms }: ReportEntry): string {
  const parts = [
    ...(endpoint === undefined ? [] : [`<span class="mono">${escaped(endpoint)}</span>`]),
    ...(place === undefined ? [] : [`<span class="mono quiet">${escaped(`${place.file}:${place.line}`)}</span>`]),
    ...(ms === undefined ? [] : [`<span class="quiet">${Math.round(ms)} ms</span>`]),
  ];
  return parts.join('');
}

function compareTable(lines: readonly ComparedLine[], [left, right]: readonly [string, string]): string {
  return `<table class="compare"><thead><tr><th scope="col">${left}</th><th scope="col">${right}</th></tr></thead><tbody>
${lines.map(compareRow).join('\n')}
</tbody></table>`;
}

function compareRow(line: ComparedLine): string {
  switch (line.kind) {
    case 'same':
      return `<tr><td class="same">${escaped(line.text)}</td><td class="same">${escaped(line.text)}</td></tr>`;
    case 'omitted':
      return `<tr><td class="omitted" colspan="2">line ${line.line}</td></tr>`;
    case 'different': {
      const cell = (name: string, text: string | undefined): string =>
        text === undefined ? '<td></td>' : `<td class="${name}">${escaped(text)}</td>`;
      return `<tr>${cell('expected', line.expected)}${cell('received', line.received)}</tr>`;
    }
  }
}

/** What needs no attention, one closed list for each group. */
function remaining(profile: ReportedProfile, isNamed: boolean): string {
  const lists = profile.groups.flatMap(({ name, entries }) => {
    const own = entries.filter(({ verdict }) => verdict === 'passed' || verdict === 'not applicable');
    if (own.length === 0) return [];
    const items = own.map((entry) => {
      const reasons = entry.reasons.map((reason) => `<p class="small quiet">${escaped(reason)}</p>`).join('');
      const sign = entry.verdict === 'passed' ? '' : `${badge(entry.verdict, entry.verdict)} `;
      return `<li>${sign}${escaped(entry.title)} <span class="mono quiet">${escaped(entry.endpoint ?? '')}</span>${reasons}</li>`;
    });
    const counts = (['passed', 'not applicable'] as const).map((verdict) => countBadge(own, verdict)).join(' ');
    return [
      `<details class="panel"><summary>${escaped(name)} ${counts}</summary><ul>${items.join('\n')}</ul></details>`,
    ];
  });
  if (lists.length === 0) return '';
  return `<h2>Passed${isNamed ? `: <span class="mono">${escaped(profile.name)}</span>` : ''}</h2>\n${lists.join('\n')}`;
}
