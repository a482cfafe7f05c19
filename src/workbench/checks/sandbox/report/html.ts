/** The report as one HTML page, in the style of the report of `engine test`. */
import type { ReportDetail, ReportGroup } from '../../../testing/report-entry.ts';
import { reportPage } from '../../../testing/report-html/page.ts';
import { resultEntry } from '../../core/check-entry.ts';
import type { Outcome } from '../../core/outcome.ts';
import { writtenLines } from '../../core/written.ts';
import { type EndpointReport, type Report, shownExchange } from './report.ts';

const shownBody = 4_000;

/** The whole document. */
export function reportHtml(report: Report): string {
  const { erp, baseUrl, startedAt, endpoints } = report;
  const [text = '', ...lines] = writtenLines(report);
  return reportPage({
    ...{ erp: erp ?? '', what: 'checks', at: startedAt },
    facts: [{ label: 'Service', text: baseUrl, isCode: true }],
    remark: { text, lines },
    sections: [{ title: 'By endpoint', groups: endpoints.map(groupOf) }],
  });
}

const groupOf = ({ path, title, results }: EndpointReport): ReportGroup => ({
  name: `${title}: ${path}`,
  entries: results.map((result) =>
    resultEntry(result, { place: undefined, details: result.outcome.kind === 'failed' ? sent(result.outcome) : [] }),
  ),
});

/** Requests with their answers, in the order in which they were sent. */
function sent({ exchanges }: Extract<Outcome, { readonly kind: 'failed' }>): readonly ReportDetail[] {
  return exchanges.map((exchange, index) => {
    const { request, requestBody, answer, answerBody } = shownExchange(exchange, shownBody);
    const number = exchanges.length === 1 ? '' : ` ${index + 1} of ${exchanges.length}`;
    const text = [request, requestBody, '', answer, answerBody]
      .join('\n')
      .replaceAll(/\n{2,}/g, '\n\n')
      .trim();
    return { label: `Request and answer${number}`, text };
  });
}
