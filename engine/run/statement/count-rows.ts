/** Counts the memory of rows that a call reads from databases. */
import { type AnswerMemory, waitForRoom } from '../../base/answer-memory.ts';
import type { BoundStatement, CallContext, Row } from '../../sources/source.ts';

/** Rows whose cells are measured: all of a longer result count as these do on average. */
const measured = 50;
/** Bytes of a cell that is neither text nor bytes. */
const cellBytes = 8;

/** The approximate bytes of the values of rows. */
export function bytesOf(rows: readonly Row[]): number {
  const step = Math.max(1, Math.floor(rows.length / measured));
  let bytes = 0;
  let count = 0;
  for (let index = 0; index < rows.length; index += step) {
    for (const cell of Object.values(rows[index] ?? {}))
      bytes += typeof cell === 'string' || cell instanceof Uint8Array ? cell.length : cellBytes;
    count += 1;
  }
  return count === 0 ? 0 : Math.round((bytes / count) * rows.length);
}

/** Runs a read when the call may read on, and counts its rows. Rejects with `ProblemError`. */
export function readCounted(
  read: (statement: BoundStatement, call: CallContext) => Promise<readonly Row[]>,
  statement: BoundStatement,
  call: CallContext,
): Promise<readonly Row[]> {
  const { memory } = call;
  return counted(waitForRoom(memory)?.then(() => read(statement, call)) ?? read(statement, call), memory);
}

/** Counts rows when they have arrived. Returns the same promise. */
export function counted(result: Promise<readonly Row[]>, memory: AnswerMemory | undefined): Promise<readonly Row[]> {
  if (memory === undefined) return result;
  result.then(
    (rows) => memory.add(bytesOf(rows)),
    () => undefined,
  );
  return result;
}
