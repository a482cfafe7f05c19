/** One request and its answer on one connection. */
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { noMemory, waitForRoom } from '../../base/answer-memory.ts';
import { cancelExpiry, type Expiry, expireAfter } from '../../base/deadline-timer.ts';
import type { HttpRequest } from '../http-source.ts';
import { type CallContext, SourceError } from '../source.ts';
import type { RawReply } from './auth/authenticator.ts';
import type { Pools } from './pools.ts';
import { readBody } from './reply/body.ts';
import { acceptedEncodings, legibleStart, UnreadableBody, unpack } from './reply/decompress.ts';
import { transportError } from './reply/network-errors.ts';

interface Sent {
  readonly url: URL;
  readonly request: HttpRequest;
  /** Maximum size of the answer, in bytes. */
  readonly answerBytes: number;
}

/** Size of the parts in which a body is written, in bytes: the deadline is checked before each one. */
const partBytes = 64 * 1024;

/** Answers with more bytes are processed in turns, between which other requests run. */
const largeBytes = 128 * 1024;

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Uint8Array;
}

const defaults: Readonly<Record<string, string>> = {
  accept: 'application/json',
  'accept-encoding': acceptedEncodings,
  'user-agent': 'erp-engine',
};

function headersOf({ headers, body }: HttpRequest): Readonly<Record<string, string>> {
  const type = body === undefined ? {} : { 'content-type': body.type };
  return { ...defaults, ...type, ...headers };
}

/**
 * Receives the answer to one request. Implements undici's handler, so that it is known whether bytes can have left the process: undici 8 calls
 * `onRequestStart` on an established connection, directly before the first byte is written, and writes the head of a request together with the
 * first part of its body if the body is a stream (client-h1.js, writeH1 and AsyncWriter).
 *
 * A process that was paused handles the events of its sockets before its timers. So the deadline is compared with the clock before bytes are
 * written, in addition to the timer.
 */
class Reception implements Dispatcher.DispatchHandler {
  readonly #sent: Sent;
  readonly #call: CallContext;
  readonly #result = Promise.withResolvers<Received>();
  readonly #isRead: boolean;
  /** The caller confirms the request before its first byte. */
  readonly #isConfirmed: boolean;
  readonly #expiry: Expiry;
  readonly #chunks: Uint8Array[] = [];
  #size = 0;
  #started = false;
  /** It waits for memory, which ends at its deadline. */
  #isPaused = false;
  #settled = false;
  #controller: Dispatcher.DispatchController | undefined;
  #head: Omit<Received, 'bytes'> | undefined;

  constructor(sent: Sent, call: CallContext) {
    this.#sent = sent;
    this.#call = call;
    this.#isRead = sent.request.effect === 'read';
    this.#isConfirmed = !this.#isRead && call.beforeFirstByte !== undefined;
    this.#expiry = expireAfter(Math.max(0, call.deadline - Date.now()), () => {
      if (!this.#isPaused) this.#stop(this.#deadlineError());
    });
    // A read ends when its caller disconnects; a write runs to its end.
    if (this.#isRead) call.signal?.addEventListener('abort', this.#abandon, { once: true });
    if (this.#isRead && call.signal?.aborted) this.#abandon();
  }

  /** Rejects with `SourceError`. */
  get result(): Promise<Received> {
    return this.#result.promise;
  }

  /** The body as undici takes it. */
  get body(): string | Readable | null {
    const { body } = this.#sent.request;
    return this.#isConfirmed ? Readable.from(this.#parts(), { objectMode: false }) : (body?.text ?? null);
  }

  /** The body in parts, the first one after the confirmation. Rejects with `SourceError`. */
  async *#parts(): AsyncGenerator<Uint8Array> {
    const bytes = Buffer.from(this.#sent.request.body?.text ?? '');
    await this.#call.beforeFirstByte?.();
    for (let at = 0; at === 0 || at < bytes.length; at += partBytes) {
      if (performance.now() >= this.#expiry.at) throw this.#deadlineError();
      this.#started = true;
      yield bytes.subarray(at, at + partBytes);
    }
  }

  /** The request ended before it was dispatched. */
  get settled(): boolean {
    return this.#settled;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#settled) controller.abort(new Error('The request was cancelled before it was sent.'));
    else if (performance.now() >= this.#expiry.at) this.#stop(this.#deadlineError());
    else if (this.#isConfirmed) return;
    else if (this.#started && this.#sent.request.effect === 'write') {
      this.#stop(new SourceError('unreachable', 'The connection was lost.'));
    } else this.#started = true;
  }

  onResponseStart(_controller: unknown, status: number, headers: Received['headers']): void {
    this.#head = { status, headers };
  }

  onResponseData(_controller: unknown, chunk: Uint8Array): void {
    this.#size += chunk.length;
    if (this.#size > this.#sent.answerBytes) {
      this.#stop(tooLarge(this.#sent.url, this.#sent.answerBytes, this.#isRead));
      return;
    }
    this.#chunks.push(chunk);
    const { memory } = this.#call;
    memory?.add(chunk.length);
    // The answer to a change is always read: the caller needs its result.
    const room = this.#isRead ? memory?.room() : undefined;
    if (room !== undefined) this.#pause(room);
  }

  /** Reads nothing more of the answer until there is memory for it: the ERP then waits with the rest. */
  #pause(room: Promise<boolean>): void {
    this.#isPaused = true;
    this.#controller?.pause();
    void room.then((isFree) => {
      this.#isPaused = false;
      if (this.#settled) return;
      if (isFree) this.#controller?.resume();
      else this.#stop(noMemory());
    });
  }

  onResponseEnd(): void {
    const head = this.#head;
    if (head === undefined) this.fail(new Error('A response ended that had not started.'));
    else this.#settle(() => this.#result.resolve({ ...head, bytes: Buffer.concat(this.#chunks) }));
  }

  onResponseError(_controller: unknown, error: unknown): void {
    this.fail(error);
  }

  fail(error: unknown): void {
    const context = { host: this.#sent.url.host, started: this.#started, harmless: this.#isRead };
    this.#settle(() => this.#result.reject(transportError(error, context)));
  }

  /** Ends the request and closes its connection. */
  #stop(error: Error): void {
    this.#settle(() => this.#result.reject(error));
    this.#controller?.abort(error);
  }

  readonly #abandon = (): void => {
    this.#stop(new SourceError('timeout', 'The caller disconnected.', { effect: 'none' }));
  };

  #settle(settle: () => void): void {
    if (this.#settled) return;
    this.#settled = true;
    cancelExpiry(this.#expiry);
    this.#call.signal?.removeEventListener('abort', this.#abandon);
    settle();
  }

  #deadlineError(): SourceError {
    const { host } = this.#sent.url;
    return this.#started
      ? new SourceError('timeout', `${host} did not answer by the deadline.`, {
          effect: this.#isRead ? 'none' : 'unknown',
        })
      : new SourceError('unreachable', `Nothing could be sent to ${host} by the deadline.`, { effect: 'none' });
  }
}

/** Resolves with the response. Rejects with `SourceError`. */
function receive(pools: Pools, sent: Sent, call: CallContext): Promise<Received> {
  const { url, request } = sent;
  const reception = new Reception(sent, call);
  if (reception.settled) return reception.result;
  try {
    pools.to(url.origin, request.effect === 'read' ? 'kept' : 'fresh').dispatch(
      {
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: request.method,
        headers: {
          ...headersOf(request),
          ...(request.body && { 'content-length': String(Buffer.byteLength(request.body.text)) }),
        },
        body: reception.body,
        // A write closes its connection afterwards; the next write opens its own.
        ...(request.effect === 'read' ? {} : { reset: true }),
      },
      reception,
    );
  } catch (error) {
    reception.fail(error);
  }
  return reception.result;
}

function tooLarge(url: URL, limit: number, harmless: boolean): SourceError {
  return new SourceError('broken', `The answer of ${url.host} is larger than ${limit} bytes.`, {
    effect: harmless ? 'none' : 'unknown',
    cure: 'Ask for smaller pages, or raise `limits: answer`.',
  });
}

/** A packed answer counts as so many times its size while it is unpacked: JSON is rarely smaller. */
const unpackedFactor = 10;

/** Unpacks an answer when there is memory for it. Rejects with `UnreadableBody`, or with `ProblemError` where a read got no memory. */
async function unpackCounted(
  bytes: Uint8Array,
  encoding: string | undefined,
  { request, answerBytes }: Sent,
  { memory }: CallContext,
): Promise<Uint8Array> {
  if (encoding === undefined || memory === undefined) return unpack(bytes, encoding, answerBytes);
  const expected = Math.min(answerBytes, bytes.length * unpackedFactor);
  memory.add(expected);
  if (request.effect === 'read') await waitForRoom(memory);
  const unpacked = await unpack(bytes, encoding, answerBytes);
  // The packed bytes are not used any more.
  memory.add(unpacked.length - bytes.length - expected);
  return unpacked;
}

/** Sends a request and reads the answer, with any status. Rejects with `SourceError`. */
export async function exchange(pools: Pools, sent: Sent, call: CallContext): Promise<RawReply> {
  const { status, headers: given, bytes } = await receive(pools, sent, call);
  const { 'set-cookie': cookies = [], ...rest } = given;
  const headers = Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) => {
      if (value === undefined) return [];
      return [[name, typeof value === 'string' ? value : value.join(', ')]];
    }),
  );
  const reply = { url: sent.url.href, status, headers, cookies: typeof cookies === 'string' ? [cookies] : cookies };
  try {
    const unpackedBytes = await unpackCounted(bytes, headers['content-encoding'], sent, call);
    const read = await readBody(unpackedBytes, headers['content-type'], headersOf(sent.request).accept ?? '');
    return { ...reply, ...read, isLarge: unpackedBytes.length > largeBytes };
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error;
    if (error.tooLarge) throw tooLarge(sent.url, sent.answerBytes, sent.request.effect === 'read');
    return { ...reply, body: legibleStart(bytes), malformed: error.message };
  }
}
