/** What a session of the studio remembers. It is gone when the studio ends. */
import type { RanStatement } from '../../../../engine/tools/index.ts';
import type { RunRecord } from '../../../service/lifecycle/recorder.ts';
import type { RunningService } from '../../checks/conformance/live.ts';
import type { CaseFile } from '../../testing/case-files.ts';
import type { CaseResult } from '../../testing/case-run.ts';
import type { BoardRow } from '../protocol/project.ts';

/** A call of the session, from which a case can be made. Its values are real. */
export interface KeptCall {
  readonly path: string;
  /** The request without `schemaVersion`. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly record: RunRecord;
  /** The write was sent to the ERP. */
  readonly isWritten: boolean;
  /** It ran over the rows of the fixture. */
  readonly isOverFixture: boolean;
  /** When it started, in milliseconds since the epoch. */
  readonly at: number;
}

/** Calls that are kept. */
const mostCalls = 10;

/** Keeps a call, and returns its number. The oldest one is forgotten. */
export function keepCall({ calls }: SessionRecords, call: KeptCall): number {
  const newest = Math.max(0, ...calls.keys());
  calls.set(newest + 1, call);
  if (calls.size > mostCalls) calls.delete(Math.min(...calls.keys()));
  return newest + 1;
}

/** A case of the last run whose answer was not the expected one. */
export interface FailedCase {
  readonly file: CaseFile;
  readonly result: CaseResult;
}

/** The key of a case by its place. */
export const casePlace = ({ file, line }: { readonly file: string; readonly line: number }): string =>
  `${file}:${line}`;

export interface SessionRecords {
  /** The last call of each endpoint, by path. */
  readonly lastCalls: Map<string, NonNullable<BoardRow['lastCall']>>;
  /** Coverage by the last run of the cases, by path. */
  readonly coverage: Map<string, NonNullable<BoardRow['coverage']>>;
  /** The failed cases of the last run, by `casePlace`. */
  readonly failedCases: Map<string, FailedCase>;
  /** The statements of the last call, for their plans. */
  statements: readonly RanStatement[];
  /** The newest calls, by their numbers. */
  readonly calls: Map<number, KeptCall>;
  /** The ERP that writes may reach, as JSON of its addresses; undefined while all writes are rehearsed. */
  unlocked: string | undefined;
  /** The running service that the sandbox checks. */
  service: Pick<RunningService, 'baseUrl' | 'keys'> | undefined;
}

/** Empty records, with writes locked. */
export const createRecords = (): SessionRecords => ({
  ...{ lastCalls: new Map(), coverage: new Map(), calls: new Map(), failedCases: new Map(), statements: [] },
  ...{ unlocked: undefined, service: undefined },
});
