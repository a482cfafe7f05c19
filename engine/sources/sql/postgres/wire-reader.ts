/**
 * Reads rows from the stream of a PostgreSQL connection before the driver does. The driver makes an object of every row and a text of
 * every column, with a call for each; here a whole chunk becomes one text, and columns are cut from it. All other messages are passed on
 * to the driver, which handles errors, notices and the state of the session.
 * Messages: https://www.postgresql.org/docs/current/protocol-message-formats.html
 */

import type { Connection } from 'pg';
import { oncePer } from '../../../base/once-per.ts';

/** Takes one row: `start` is where its columns begin in both; `text` has one character for every byte. */
export type TakeRow = (bytes: Buffer, text: string, start: number) => void;

export interface Tap {
  /** Called for each row of the running statement; undefined passes rows on to the driver. */
  take: TakeRow | undefined;
}

const dataRow = 'D'.charCodeAt(0);
/** Type (1 byte) and length (4 bytes, counting itself); a row's number of columns (2 bytes) follows. */
const headerLength = 5;
const rowHeaderLength = 7;

/** A 32-bit integer in network byte order. `readInt32BE` checks its arguments, for every column of every row. */
export function int32(bytes: Buffer, at: number): number {
  return ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
}

/** Joins chunks of the stream until the message at the end of the last one is complete. */
function createHold() {
  let held: Buffer[] = [];
  let length = 0;
  let wanted = 0;
  return {
    /** The bytes that can be read now, from the first incomplete message on; undefined while it is incomplete. */
    add(chunk: Buffer): Buffer | undefined {
      if (length === 0) return chunk;
      held.push(chunk);
      length += chunk.length;
      if (length < wanted) return undefined;
      const whole = Buffer.concat(held, length);
      held = [];
      length = 0;
      return whole;
    },
    keep(rest: Buffer): void {
      held = rest.length === 0 ? [] : [rest];
      length = rest.length;
      wanted = rest.length < headerLength ? headerLength : 1 + int32(rest, 1);
    },
  };
}

function install(connection: Connection): Tap {
  const { stream } = connection;
  const drivers = stream.listeners('data');
  const tap: Tap = { take: undefined };
  const hold = createHold();
  const pass = (part: Buffer): void => {
    if (part.length > 0) for (const listener of drivers) listener.call(stream, part);
  };
  stream.removeAllListeners('data');
  stream.on('data', (chunk: Buffer) => {
    const bytes = hold.add(chunk);
    if (bytes === undefined) return;
    let text: string | undefined;
    let passed = 0;
    let at = 0;
    while (at + headerLength <= bytes.length) {
      const end = at + 1 + int32(bytes, at + 1);
      if (end > bytes.length) break;
      if (bytes[at] === dataRow && tap.take !== undefined) {
        // The messages before the row go first: one may describe the columns.
        if (passed < at) pass(bytes.subarray(passed, at));
        text ??= bytes.toString('latin1');
        tap.take(bytes, text, at + rowHeaderLength);
        passed = end;
      }
      at = end;
    }
    hold.keep(bytes.subarray(at));
    pass(bytes.subarray(passed, at));
  });
  return tap;
}

/** The tap of a connection, which must be ready for queries. The first call installs it. */
export const tapOf = oncePer(install, new WeakMap<Connection, Tap>());
