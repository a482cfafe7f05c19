/**
 * Takes the rows out of what a PostgreSQL server sends, before the driver reads it. The driver makes an object of every row and a
 * text of every column, by a call each; here a whole chunk becomes one text, and columns are parts of it. All other messages go on
 * to the driver, whole, so that errors, notices and the state of the session stay its own business.
 * Messages: https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
import type { Connection } from 'pg';

/** Takes one row: `start` is where its columns begin in both; `text` has one character for every byte. */
export type TakeRow = (bytes: Buffer, text: string, start: number) => void;

export interface Tap {
  /** Who takes the rows of the running statement; undefined leaves them to the driver. */
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

/** Puts chunks together until the message that one of them ends in is complete. */
function createHold() {
  let held: Buffer[] = [];
  let length = 0;
  let wanted = 0;
  return {
    /** What can be read now, the held part in front; undefined while a message is incomplete. */
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

const taps = new WeakMap<Connection, Tap>();

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
        // What came before it first: a description of the columns, perhaps.
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

/** The tap of a connection that is ready for queries; installed by the first call. */
export function tapOf(connection: Connection): Tap {
  const known = taps.get(connection);
  if (known !== undefined) return known;
  const tap = install(connection);
  taps.set(connection, tap);
  return tap;
}
