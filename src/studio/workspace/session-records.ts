/** What a session of the studio remembers. It is gone when the studio ends. */
import type { RanStatement } from '../../../engine/tools/index.ts';
import type { BoardRow } from '../protocol/project.ts';

export interface SessionRecords {
  /** The last call of each endpoint, by path. */
  readonly lastCalls: Map<string, NonNullable<BoardRow['lastCall']>>;
  /** Coverage by the last run of the cases, by path. */
  readonly coverage: Map<string, NonNullable<BoardRow['coverage']>>;
  /** The statements of the last call, for their plans. */
  statements: readonly RanStatement[];
  /** The ERP that writes may reach, as JSON of its addresses; undefined while all writes are rehearsed. */
  unlocked: string | undefined;
}

export const createRecords = (): SessionRecords => ({
  ...{ lastCalls: new Map(), coverage: new Map(), statements: [], unlocked: undefined },
});
