/**
 * A TDS 7.4 test double: a server on the loopback interface with which the real driver performs prelogin, login,
 * batches, calls of sp_executesql, transactions and attention. Tests define the answers; the double does not execute
 * SQL. It follows the published MS-TDS specification, whose sections the comments name. It cannot show whether a real
 * server interprets a statement like the engine expects. Not supported: MARS, NTLM, bulk load, output parameters.
 */
import { createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Answer, type Result, reply, type Session } from './answers.ts';
import { number } from './bytes.ts';

import { types } from './columns.ts';
import { onMessages, packet, packetBytes, send } from './packets.ts';
import { type Login, readBatch, readCall, readLogin, type TdsRequest } from './requests.ts';
import { type Certificate, secured } from './tls.ts';
import * as tokens from './tokens.ts';

export type SessionView = Readonly<Pick<Session, 'number' | 'transactions'>>;

export interface TdsScript {
  /** Encrypts the connection; without it, the double reports that encryption is not supported. */
  readonly certificate?: Certificate;
  /** The error with which a login is refused; `cut` breaks the connection instead; undefined accepts the login. */
  readonly login?: (login: Login) => tokens.Message | 'cut' | undefined;
  /** Undefined: the double's own answer to transactions and settings, otherwise an empty one. */
  readonly answer?: (request: TdsRequest, session: SessionView) => Answer | undefined;
}

interface Heard {
  readonly session: number;
  readonly request: TdsRequest;
  /** The request was part of a transaction. */
  readonly inTransaction: boolean;
}

export interface TdsDouble {
  readonly port: number;
  readonly logins: readonly Login[];
  /** All requests in order, without session settings. */
  readonly heard: readonly Heard[];
  /** Batches of session settings of each connection: the driver's, then the engine's. */
  readonly settings: readonly string[];
  /** Numbers of the sessions that have sent an attention. */
  readonly attentions: readonly number[];
  /** Number of open connections. */
  open(): number;
  /** Breaks all connections. */
  cut(): void;
  close(): Promise<void>;
}

/** PRELOGIN, 2.2.6.5: a version, and whether encryption is on or not supported. */
function prelogin(encrypts: boolean): Buffer {
  const version = Buffer.from([16, 0, 0, 0, 0, 0]);
  const encryption = Buffer.from([encrypts ? 1 : 2]);
  const head = (token: number, offset: number, length: number) => Buffer.from([token, 0, offset, 0, length]);
  return Buffer.concat([head(0, 11, 6), head(1, 17, 1), Buffer.from([0xff]), version, encryption]);
}

const openTransactions = (count: number): Result => ({
  columns: [{ name: 'open_transactions', type: types.int }],
  rows: [[count]],
});

/** The double's own answers: it tracks the engine's transactions; everything else has no effect. */
function ownAnswer(request: TdsRequest, session: Session): { readonly answer: Answer; readonly changes: Buffer } {
  const descriptor = number(session.number, 8);
  const results = (changes: Buffer, ...list: readonly Result[]) => ({
    answer: { kind: 'results', results: list } as const,
    changes,
  });
  const nothing = Buffer.alloc(0);
  if (request.kind === 'call') return results(nothing);
  if (/^commit transaction/m.test(request.sql)) {
    if (session.transactions !== 1) {
      const message = { number: 50_000, message: 'The transaction had ended before its commit.' };
      return { answer: { kind: 'error', errors: [message] }, changes: nothing };
    }
    session.transactions = 0;
    return results(tokens.transactionCommitted(descriptor), openTransactions(0));
  }
  if (/rollback transaction/.test(request.sql)) {
    const changes = session.transactions > 0 ? tokens.transactionRolledBack(descriptor) : nothing;
    session.transactions = 0;
    return results(changes, openTransactions(0));
  }
  if (/^begin transaction/m.test(request.sql)) {
    session.transactions = 1;
    return results(tokens.transactionBegun(descriptor));
  }
  return results(nothing);
}

/** Starts a double on a free loopback port. */
export async function startTdsDouble(script: TdsScript = {}): Promise<TdsDouble> {
  const logins: Login[] = [];
  const heard: Heard[] = [];
  const attentions: number[] = [];
  const settings: string[] = [];
  const sockets = new Set<Socket>();
  let count = 0;

  function logIn(socket: Duplex, content: Buffer): void {
    const login = readLogin(content);
    logins.push(login);
    const refusal = script.login?.(login);
    if (refusal === 'cut') {
      socket.end();
      return;
    }
    const changes = [
      tokens.databaseChange(login.database),
      tokens.collationChange(),
      tokens.packetSizeChange(packetBytes),
    ];
    if (refusal)
      send(socket, Buffer.concat([tokens.error({ level: 14, ...refusal }), tokens.doneBatch(tokens.doneBits.error)]));
    else send(socket, Buffer.concat([...changes, tokens.loginAck(), tokens.doneBatch(0)]));
  }

  function attend(socket: Duplex, session: Session): void {
    attentions.push(session.number);
    if (session.hanging === 'deaf') return;
    // The end of the cancelled request and the end of the attention are separate messages (2.2.1.7, 3.2.5.7).
    session.hanging = 'no';
    send(socket, tokens.doneBatch(tokens.doneBits.error));
    send(socket, tokens.doneBatch(tokens.doneBits.attention));
  }

  function answer(socket: Duplex, session: Session, request: TdsRequest): void {
    if (/^set /.test(request.sql) && !/begin transaction/.test(request.sql)) {
      settings.push(request.sql);
      reply(socket, request, session, { kind: 'results', results: [] }, Buffer.alloc(0));
      return;
    }
    heard.push({ session: session.number, request, inTransaction: session.transactions > 0 });
    const scripted = script.answer?.(request, session);
    const response = scripted ? { answer: scripted, changes: Buffer.alloc(0) } : ownAnswer(request, session);
    reply(socket, request, session, response.answer, response.changes);
  }

  function begin(socket: Socket, session: Session): void {
    send(socket, prelogin(script.certificate !== undefined));
    socket.removeAllListeners('data');
    const side = script.certificate ? secured(socket, script.certificate) : socket;
    side.on(
      'data',
      onMessages((type, content) => handle(side, session, type, content)),
    );
  }

  function handle(socket: Duplex, session: Session, type: number, content: Buffer): void {
    if (type === packet.login) logIn(socket, content);
    else if (type === packet.attention) attend(socket, session);
    else answer(socket, session, type === packet.batch ? readBatch(content) : readCall(content));
  }

  const server = createServer({ noDelay: true }, (socket) => {
    const session: Session = { number: ++count, transactions: 0, hanging: 'no' };
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.on(
      'data',
      onMessages(() => begin(socket, session)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    logins,
    heard,
    attentions,
    settings,
    open: () => sockets.size,
    cut,
    close() {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
