/**
 * Messages as bytes: a length of four bytes, then JSON in UTF-8. A structured clone costs several times as much, and the channel of Node's child
 * processes adds work to each message. What JSON cannot express is written as an object with one key: values and cells are no objects.
 */
import type { Cell, Row, SqlValue } from '../../source.ts';
import type { Order, Outcome, Reply, SqliteDescription } from './worker-messages.ts';

const headerLength = 4;

/** The bytes of a message. */
function frame(message: unknown): Buffer {
  const json = JSON.stringify(message);
  const bytes = Buffer.allocUnsafe(headerLength + Buffer.byteLength(json));
  bytes.writeUInt32LE(bytes.length - headerLength, 0);
  bytes.write(json, headerLength);
  return bytes;
}

/** Takes the bytes of a stream in pieces, and calls `handle` with the JSON of each complete message. */
export function createFrameReader(handle: (json: string) => void): (piece: Buffer) => void {
  let pieces: Buffer[] = [];
  let length = 0;
  /** Bytes of the first message with its header; that of the header while it is not known. */
  let wanted = headerLength;

  function take(bytes: Buffer): Buffer {
    let rest = bytes;
    while (rest.length >= headerLength) {
      const end = headerLength + rest.readUInt32LE(0);
      wanted = end;
      if (rest.length < end) return rest;
      handle(rest.toString('utf8', headerLength, end));
      rest = rest.subarray(end);
      wanted = headerLength;
    }
    return rest;
  }

  return (piece) => {
    pieces.push(piece);
    length += piece.length;
    if (length < wanted) return;
    const [only] = pieces;
    const rest = take(pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces, length));
    pieces = rest.length === 0 ? [] : [rest];
    length = rest.length;
  };
}

type SentValue = null | boolean | number | string | { readonly integer: string } | { readonly real: string };

function sentValue(value: SqlValue): SentValue {
  if (typeof value === 'bigint') return { integer: String(value) };
  return typeof value === 'number' && !Number.isFinite(value) ? { real: String(value) } : value;
}

function givenValue(value: SentValue): SqlValue {
  if (typeof value !== 'object' || value === null) return value;
  return 'integer' in value ? BigInt(value.integer) : Number(value.real);
}

/** Orders to the child process. Integers beyond 2^53, Infinity and NaN arrive as they are. */
export const orderFrame = (orders: readonly Order[]): Buffer =>
  frame(orders.map((order) => (order.kind === 'run' ? { ...order, values: order.values.map(sentValue) } : order)));

/** Reverses `orderFrame`, for the JSON of one message. */
export function parseOrders(json: string): readonly Order[] {
  const sent: readonly (Exclude<Order, { kind: 'run' }> | SentRun)[] = JSON.parse(json);
  return sent.map((order) => (order.kind === 'run' ? { ...order, values: order.values.map(givenValue) } : order));
}

type SentRun = Omit<Extract<Order, { kind: 'run' }>, 'values'> & { readonly values: readonly SentValue[] };

type SentCell = Exclude<Cell, bigint | Uint8Array> | { readonly bytes: string };

/** Rows without the names of their columns, which are the same for all of them. */
interface SentResult {
  readonly names: readonly string[];
  readonly cells: readonly (readonly SentCell[])[];
  readonly affected: number;
}

type SentOutcome =
  | Exclude<Outcome, { kind: 'result' }>
  | { readonly kind: 'result'; readonly result: SentResult; readonly ms: number };

/** JSON has null in a list where a value is undefined, and omits a key. */
function givenDescription({ types, origins, ...description }: SqliteDescription): SqliteDescription {
  return {
    ...description,
    types: types.map((type) => type ?? undefined),
    origins: origins.map((origin) => (origin ? { ...origin, schema: origin.schema } : undefined)),
  };
}

function sentCell(cell: Cell): SentCell {
  if (typeof cell === 'bigint') return String(cell);
  return cell instanceof Uint8Array ? { bytes: Buffer.from(cell).toString('base64') } : cell;
}

const givenCell = (cell: SentCell): Cell =>
  typeof cell === 'object' && cell !== null ? Buffer.from(cell.bytes, 'base64') : cell;

function sentOutcome(outcome: Outcome): SentOutcome {
  if (outcome.kind !== 'result') return outcome;
  const { rows, affected } = outcome.result;
  const cells = rows.map((row) => Object.values(row).map(sentCell));
  return { kind: 'result', result: { names: Object.keys(rows[0] ?? {}), cells, affected }, ms: outcome.ms };
}

function givenRows({ names, cells }: SentResult): readonly Row[] {
  // Copied for every row, so that all rows have the same keys in the same order.
  const empty: Readonly<Record<string, Cell>> = Object.fromEntries(names.map((name) => [name, null]));
  return cells.map((values) => {
    const row = { ...empty };
    for (let index = 0; index < values.length; index += 1) row[names[index] ?? ''] = givenCell(values[index] ?? null);
    return row;
  });
}

function givenOutcome(outcome: SentOutcome): Outcome {
  switch (outcome.kind) {
    case 'result': {
      const { result, ms } = outcome;
      return { kind: 'result', result: { rows: givenRows(result), affected: result.affected }, ms };
    }
    case 'described':
      return { kind: 'described', description: givenDescription(outcome.description) };
    case 'done':
    case 'failed':
      return outcome;
  }
}

/** The reply of the child process, with its bytes and integers as the database gives them. */
export const replyFrame = ({ outcomes, inTransaction }: Reply): Buffer =>
  frame({ outcomes: outcomes?.map(sentOutcome), inTransaction });

/** Reverses `replyFrame`, for the JSON of one message. */
export function parseReply(json: string): Reply {
  const reply: { readonly outcomes?: readonly SentOutcome[]; readonly inTransaction: boolean } = JSON.parse(json);
  return { outcomes: reply.outcomes?.map(givenOutcome), inTransaction: reply.inTransaction };
}
