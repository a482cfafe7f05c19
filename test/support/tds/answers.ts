/** Answers that a test defines, and their encoding. */
import type { Duplex } from 'node:stream';
import { number } from './bytes.ts';
import type { Value } from './columns.ts';
import { packet, send } from './packets.ts';
import type { TdsRequest } from './requests.ts';
import * as tokens from './tokens.ts';

/** One answer of a test. */
export type Answer =
  | { readonly kind: 'results'; readonly results: readonly Result[] }
  | { readonly kind: 'error'; readonly errors: readonly tokens.Message[] }
  /** No answer until the client sends an attention; with `deaf`, no answer at all. */
  | { readonly kind: 'hang'; readonly deaf?: boolean }
  /** The connection breaks; with `after`, in the middle of the answer. */
  | { readonly kind: 'drop'; readonly after?: Result };

export interface Result {
  readonly columns: readonly tokens.Column[];
  readonly rows: readonly (readonly Value[])[];
  /** Sends rows with a bitmap of NULLs. */
  readonly sparse?: boolean;
}

/** The double's state of one connection. */
export interface Session {
  /** Number of the connection, from 1. */
  readonly number: number;
  /** 0 or 1. */
  transactions: number;
  hanging: 'no' | 'hears' | 'deaf';
}

function resultTokens({ columns, rows, sparse }: Result): Buffer {
  const write = sparse ? tokens.sparseRow : tokens.row;
  return Buffer.concat([tokens.columnMetadata(columns), ...rows.map((values) => write(columns, values))]);
}

/** Sends an answer. `changes`: tokens of session changes, such as a started transaction. */
export function reply(socket: Duplex, request: TdsRequest, session: Session, answer: Answer, changes: Buffer): void {
  const end = request.kind === 'batch' ? tokens.doneBatch : tokens.doneCall;
  switch (answer.kind) {
    case 'hang':
      session.hanging = answer.deaf ? 'deaf' : 'hears';
      break;
    case 'drop': {
      // Half of an answer, in a packet that is not the last one.
      const half = answer.after ? resultTokens(answer.after) : undefined;
      if (half)
        socket.write(
          Buffer.concat([Buffer.from([packet.answer, 0, ...number(half.length + 8, 2).reverse(), 0, 0, 1, 0]), half]),
        );
      socket.end();
      break;
    }
    case 'error': {
      // XACT_ABORT: an error ends the transaction.
      const ended =
        session.transactions > 0 ? tokens.transactionRolledBack(number(session.number, 8)) : Buffer.alloc(0);
      session.transactions = 0;
      send(socket, Buffer.concat([...answer.errors.map(tokens.error), ended, end(tokens.doneBits.error)]));
      break;
    }
    case 'results': {
      const statements = answer.results.map((result) =>
        Buffer.concat([
          resultTokens(result),
          tokens.doneStatement(tokens.doneBits.more | tokens.doneBits.count, result.rows.length),
        ]),
      );
      const status = request.kind === 'call' ? [tokens.returnStatus(0)] : [];
      send(socket, Buffer.concat([...statements, changes, ...status, end(0)]));
      break;
    }
  }
}
