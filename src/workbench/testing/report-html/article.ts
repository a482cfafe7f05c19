/** Results that need attention, in full. */
import type { ComparedLine } from '../compared-lines.ts';
import type { ReportEntry, Verdict } from '../report-entry.ts';
import { escaped } from './escaped.ts';

/** Verdicts contain spaces, which separate classes in HTML. */
export const className = (verdict: Verdict): string => verdict.replaceAll(' ', '-');

/** HTML; `text` is escaped. */
export const badge = (verdict: Verdict, text: string): string =>
  `<span class="badge ${className(verdict)}">${escaped(text)}</span>`;

const paragraphs = (texts: readonly string[]): string => texts.map((text) => `<p>${escaped(text)}</p>`).join('');

/** `heads`: of the two sides of a comparison. */
export function entryArticle(entry: ReportEntry, heads: readonly [string, string]): string {
  const { verdict, title, reasons, comparison, details } = entry;
  return `<article class="panel">
<h3>${escaped(title)}</h3>
<p class="row small">${badge(verdict, verdict)}${whereabouts(entry)}</p>
${paragraphs(reasons)}
${comparison.length === 0 ? '' : compareTable(comparison, heads)}
${details.map(({ label, text }) => `<details><summary>${escaped(label)}</summary><pre tabindex="0">${escaped(text)}</pre></details>`).join('\n')}
</article>`;
}

/** Results with the same reasons. `what`: their name in the plural. */
export function sharedArticle(entries: readonly ReportEntry[], what: string): string {
  const items = entries.map((entry) => `<li class="row">${escaped(entry.title)} ${whereabouts(entry)}</li>`);
  return `<article class="panel">
${paragraphs(entries[0]?.reasons ?? [])}
<details><summary>${entries.length} ${what}</summary><ul class="small">${items.join('\n')}</ul></details>
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
