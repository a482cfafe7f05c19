/** Exports of this folder for tests. */
export { colors } from './colors.ts';
export { headline, testReportHtml } from './report-html.ts';
