/** Exports of this folder for tests. */
export { colors } from './colors.ts';
export { headline } from './page.ts';
export { testReportHtml } from './report-html.ts';
