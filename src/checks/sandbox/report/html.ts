/** The report as one HTML file without scripts, fonts, images or links to other files. */

import { escaped } from '../../../testing/report-html/escaped.ts';
import { themeOf } from '../../core/check.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { CheckResult } from '../../core/run-checks.ts';
import { writtenLines } from '../../core/written.ts';
import { rules } from '../../validation/rules.ts';
import { style } from './html-style.ts';
import { countText, type EndpointReport, type Report, shownExchange } from './report.ts';

const shownBody = 4_000;
/** Text that a service sent. It is isolated, so that its writing direction does not affect the rest. */
const received = (text: string): string => `<bdi>${escaped(text)}</bdi>`;

/** The whole document. */
export function reportHtml(report: Report): string {
  const { erp, baseUrl, startedAt, counts, endpoints } = report;
  const sorted = endpoints.toSorted((one, other) => Number(other.counts.failed > 0) - Number(one.counts.failed > 0));
  const verdict = counts.failed > 0 ? 'The service breaks the contract' : 'No fault was found';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
<title>${escaped(erp === undefined ? 'Sandbox' : erp)}: ${escaped(verdict)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${escaped(verdict)}</h1>
<dl>
${erp === undefined ? '' : `<dt>ERP</dt><dd>${received(erp)}</dd>`}
<dt>Service</dt><dd>${received(baseUrl)}</dd>
<dt>Time</dt><dd><time datetime="${escaped(startedAt)}">${escaped(timeText(startedAt))}</time></dd>
</dl>
<p>${counts.passed + counts.failed + counts.unreached} checks: ${escaped(countText(counts))}. ${escaped(writtenLines(report).join(' '))}</p>
</header>
<main>
<h2>Endpoints</h2>
<div class="wide" tabindex="0">
<table>
<thead><tr><th scope="col">Endpoint</th><th scope="col">Verdict</th><th scope="col">Passed</th><th scope="col">Failed</th><th scope="col">Not tested</th></tr></thead>
<tbody>
${sorted.map(summaryRow).join('\n')}
</tbody>
</table>
</div>
${sorted.map(section).join('\n')}
</main>
</body>
</html>
`;
}

/** `2026-11-21 20:00 UTC`, from ISO 8601 in UTC. */
const timeText = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

const anchor = (path: string): string => escaped(path.slice(1).replaceAll('/', '-'));

function verdictOf({ failed, passed }: EndpointReport['counts']): 'failed' | 'passed' | 'not tested' {
  if (failed > 0) return 'failed';
  return passed > 0 ? 'passed' : 'not tested';
}

const badge = (verdict: string): string => `<span class="${verdict.replaceAll(' ', '-')}">${verdict}</span>`;

function summaryRow({ path, counts }: EndpointReport): string {
  const { passed, failed, unreached } = counts;
  const name = `<th scope="row"><a href="#${anchor(path)}">${escaped(path)}</a></th>`;
  return `<tr>${name}<td>${badge(verdictOf(counts))}</td><td>${passed}</td><td>${failed}</td><td>${unreached}</td></tr>`;
}

const failedFirst = (one: CheckResult, other: CheckResult): number =>
  Number(other.outcome.kind === 'failed') - Number(one.outcome.kind === 'failed');

function section({ path, title, results }: EndpointReport): string {
  return `<section id="${anchor(path)}">
<h2>${escaped(title)} <code>${escaped(path)}</code></h2>
<ul>
${results.toSorted(failedFirst).map(resultItem).join('\n')}
</ul>
</section>`;
}

function resultItem({ check, outcome, notes }: CheckResult): string {
  const head = `${badge(outcome.kind)} ${escaped(themeOf(check))}: ${escaped(check.title)}`;
  const remarks = notes.map((note) => `<p>Note: ${received(note)}</p>`).join('');
  switch (outcome.kind) {
    case 'passed':
      return `<li>${head}${remarks}</li>`;
    case 'not tested':
    case 'not applicable':
      return `<li>${head}<p>${received(outcome.reason)}</p>${remarks}</li>`;
    case 'failed':
      return `<li>${head}${remarks}${failure(outcome)}</li>`;
  }
}

function failure({ findings, exchanges }: Extract<Outcome, { readonly kind: 'failed' }>): string {
  const found = findings.map(({ rule, clause, path, message }) => {
    const where = path === '' ? '' : `<code>${received(path)}</code>: `;
    const what = `<strong>${escaped(rule)}</strong> (${escaped(clause)}). ${escaped(rules[rule].demands)}`;
    return `<li>${what}<br />${where}${received(message)}</li>`;
  });
  const traffic = exchanges.map((exchange, index) => {
    const { request, requestBody, answer, answerBody } = shownExchange(exchange, shownBody);
    const open = index === exchanges.length - 1 ? ' open=""' : '';
    const parts = [request, requestBody, answer, answerBody].filter((part) => part !== '');
    const shown = parts.map((part) => `<pre tabindex="0">${received(part)}</pre>`).join('');
    return `<details${open}><summary>Request and answer ${index + 1}</summary>${shown}</details>`;
  });
  return `<ul class="findings">${found.join('')}</ul>${traffic.join('')}`;
}
