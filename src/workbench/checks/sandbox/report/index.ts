/** Exports of this folder for tests. */
export { reportHtml } from './html.ts';
export { reportJson, reportJunit } from './machine.ts';
export { type Report, reportOf } from './report.ts';
export { reportText } from './text.ts';
