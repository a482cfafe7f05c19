/** Exports of this folder for tests. */

export type { LeftCall } from './attempt.ts';
export { compareRecordings } from './compare.ts';
export { fixtureFiles } from './fixture-files.ts';
export { maskedAnswers } from './mask-exchanges.ts';
export { type RecordInput, record } from './record.ts';
export { createRowCapture } from './rows/capture.ts';
export { readCatalogue } from './rows/catalogue.ts';
export { clauseOf } from './rows/default-clause.ts';
export { readStatement } from './rows/read-statement.ts';
export { type CallToRecord, openSession, type RecordedCall, type SessionWrites } from './session.ts';
export { wholeFolder } from './target.ts';
