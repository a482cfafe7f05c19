/** Results as one HTML page without scripts, fonts, images or links to other files: what failed comes first. */
import { countVerdict, type ReportEntry, type ReportGroup, type Verdict, verdicts } from '../report-entry.ts';
import { badge, className, entryArticle, sharedArticle } from './article.ts';
import { escaped } from './escaped.ts';
import { style } from './style.ts';

/** What was run, in the plural. */
export type Counted = 'cases' | 'checks' | 'mutants';

interface ReportPage {
  /** The name of the ERP; empty if it is not known. */
  readonly erp: string;
  readonly what: Counted;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** What the results are about: the profile, the service. */
  readonly facts: readonly Fact[];
  readonly remark?: Remark;
  readonly sections: readonly ReportSection[];
}

interface Fact {
  readonly label: string;
  readonly text: string;
  /** Whether the text is a path or an address. */
  readonly isCode: boolean;
}

/** A sentence below the counts. */
interface Remark {
  readonly text: string;
  /** A list that follows, closed at first. */
  readonly lines: readonly string[];
}

/** All results again, by their groups. */
interface ReportSection {
  readonly title: string;
  readonly groups: readonly ReportGroup[];
}

/** `2026-11-21 20:00 UTC`, from ISO 8601 in UTC. */
const timeText = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

/** `3 of 41 cases failed`, `41 cases passed`, `41 cases passed, 2 not tested`, `2 of 120 mutants survived`. */
export function headline(what: Counted, entries: readonly ReportEntry[]): string {
  const failed = countVerdict(entries, 'failed');
  const untested = countVerdict(entries, 'not tested');
  const named = (count: number): string => `${count} ${count === 1 ? what.slice(0, -1) : what}`;
  const [good, bad] = what === 'mutants' ? ['detected', 'survived'] : ['passed', 'failed'];
  if (failed > 0) return `${failed} of ${named(entries.length)} ${bad}`;
  return `${named(countVerdict(entries, 'passed'))} ${good}${untested === 0 ? '' : `, ${untested} not tested`}`;
}

/** The whole document. */
export function reportPage({ erp, what, at, facts, remark, sections }: ReportPage): string {
  const entries = sections.flatMap(({ groups }) => groups.flatMap((group) => group.entries));
  const title = headline(what, entries);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
<meta name="color-scheme" content="light dark" />
<title>${escaped(erp === '' ? title : `${erp}: ${title}`)}</title>
<style>${style}</style>
</head>
<body>
<header>
${erp === '' ? '' : `<p>${escaped(erp)}</p>`}
<h1>${escaped(title)}</h1>
${shareBar(entries)}
<p class="row">${countBadges(entries)}</p>
<dl>
${facts.map(factRow).join('\n')}
<div><dt>Time</dt><dd><time datetime="${escaped(at)}">${escaped(timeText(at))}</time></dd></div>
</dl>
${remark === undefined ? '' : remarkText(remark)}
</header>
<main>
${failures(entries, what)}
${untested(entries, what)}
${sections.map(section).join('\n')}
</main>
</body>
</html>
`;
}

const factRow = ({ label, text, isCode }: Fact): string =>
  `<div><dt>${escaped(label)}</dt><dd${isCode ? ' class="mono"' : ''}>${escaped(text)}</dd></div>`;

function remarkText({ text, lines }: Remark): string {
  if (lines.length === 0) return `<p class="small">${escaped(text)}</p>`;
  const items = lines.map((line) => `<li>${escaped(line)}</li>`).join('\n');
  return `<details class="small"><summary>${escaped(text)}</summary><ul>${items}</ul></details>`;
}

/** A badge for each verdict that there is. */
const countBadges = (entries: readonly ReportEntry[]): string =>
  verdicts
    .map((verdict): readonly [Verdict, number] => [verdict, countVerdict(entries, verdict)])
    .flatMap(([verdict, count]) => (count === 0 ? [] : [badge(verdict, `${count} ${verdict}`)]))
    .join(' ');

function shareBar(entries: readonly ReportEntry[]): string {
  const parts = verdicts.flatMap((verdict) => {
    const count = countVerdict(entries, verdict);
    return count === 0 ? [] : [`<span class="${className(verdict)}" style="flex:${count}"></span>`];
  });
  return `<div class="share" aria-hidden="true">${parts.join('')}</div>`;
}

function failures(entries: readonly ReportEntry[], what: Counted): string {
  const failedEntries = entries.filter(({ verdict }) => verdict === 'failed');
  const heads = what === 'mutants' ? (['Profile', 'Mutant'] as const) : (['Expected', 'Received'] as const);
  return failedEntries.length === 0
    ? ''
    : `<h2>Failed</h2>\n${failedEntries.map((entry) => entryArticle(entry, heads)).join('\n')}`;
}

/** Each reason once: where data is missing, many checks have the same one. */
function untested(entries: readonly ReportEntry[], what: Counted): string {
  const untestedEntries = entries.filter(({ verdict }) => verdict === 'not tested');
  if (untestedEntries.length === 0) return '';
  const byReason = Map.groupBy(untestedEntries, ({ reasons }) => reasons.join('\n')).values();
  const articles = [...byReason].map((same) => {
    const [first] = same;
    return same.length === 1 && first !== undefined
      ? entryArticle(first, ['Expected', 'Received'])
      : sharedArticle(same, what);
  });
  return `<h2>Not tested</h2>\n${articles.join('\n')}`;
}

function section({ title, groups }: ReportSection): string {
  return groups.length === 0 ? '' : `<h2>${escaped(title)}</h2>\n${groups.map(groupPanel).join('\n')}`;
}

/** The counts of a group, and as a closed list what needs no attention. */
function groupPanel({ name, entries }: ReportGroup): string {
  const head = `${escaped(name)} ${countBadges(entries)}`;
  const passedOrNotApplicable = entries.filter(({ verdict }) => verdict === 'passed' || verdict === 'not applicable');
  if (passedOrNotApplicable.length === 0) return `<p class="panel">${head}</p>`;
  const items = passedOrNotApplicable.map((entry) => {
    const reasons = entry.reasons.map((reason) => `<p class="small quiet">${escaped(reason)}</p>`).join('');
    const sign = entry.verdict === 'passed' ? '' : `${badge(entry.verdict, entry.verdict)} `;
    return `<li>${sign}${escaped(entry.title)} <span class="mono quiet">${escaped(entry.endpoint ?? '')}</span>${reasons}</li>`;
  });
  return `<details class="panel"><summary>${head}</summary><ul>${items.join('\n')}</ul></details>`;
}
