/** One request and its answer, on one connection. */
import type { Dispatcher } from 'undici';
import { cancelExpiry, expireAfter } from '../../base/deadline-timer.ts';
import type { HttpRequest } from '../http-source.ts';
import { type CallContext, SourceError } from '../source.ts';
import type { RawReply } from './auth/authenticator.ts';
import type { Pools } from './pools.ts';
import { readBody } from './reply/body.ts';
import { acceptedEncodings, UnreadableBody, unpack } from './reply/decompress.ts';
import { transportError } from './reply/network-errors.ts';

export interface Sent {
  readonly url: URL;
  readonly request: HttpRequest;
  /** Size of the answer at most, in bytes. */
  readonly answerBytes: number;
}

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Uint8Array;
}

const defaults: Readonly<Record<string, string>> = { accept: 'application/json', 'user-agent': 'erp-engine' };

function headersOf({ headers, body }: HttpRequest): Readonly<Record<string, string>> {
  const type = body === undefined ? {} : { 'content-type': body.type };
  return { ...defaults, ...type, ...headers, 'accept-encoding': acceptedEncodings };
}

/** Resolves with what came back. Rejects with `SourceError`; whether bytes can have left is known from undici's start of the request. */
function receive(pools: Pools, { url, request, answerBytes }: Sent, call: CallContext): Promise<Received> {
  const harmless = request.effect === 'read';
  return new Promise((resolve, reject) => {
    let started = false;
    let over = false;
    let controller: Dispatcher.DispatchController | undefined;
    const chunks: Uint8Array[] = [];
    let size = 0;
    let head: Omit<Received, 'bytes'> | undefined;

    function end(settle: () => void): void {
      if (over) return;
      over = true;
      cancelExpiry(expiry);
      call.signal?.removeEventListener('abort', leave);
      settle();
    }
    const fail = (error: unknown): void =>
      end(() => reject(transportError(error, { host: url.host, started, harmless })));
    /** Ends the request now, and its connection with it. */
    function stop(error: SourceError): void {
      fail(error);
      controller?.abort(error);
    }
    function leave(): void {
      stop(new SourceError('timeout', 'The caller went away.', { effect: 'none' }));
    }
    const expiry = expireAfter(Math.max(0, call.deadline - Date.now()), () => {
      const late = started
        ? new SourceError('timeout', `${url.host} did not answer by the deadline.`, {
            effect: harmless ? 'none' : 'unknown',
          })
        : new SourceError('unreachable', `No connection to ${url.host} was made by the deadline.`, { effect: 'none' });
      stop(late);
    });
    // Whoever reads is not waited for by anybody then; what writes goes on to its end.
    if (harmless) call.signal?.addEventListener('abort', leave, { once: true });
    if (harmless && call.signal?.aborted) return leave();

    const handler: Dispatcher.DispatchHandler = {
      // Is called on a connection that stands, directly before the first byte is written to it (undici 8, client-h1.js: writeH1).
      onRequestStart(given) {
        controller = given;
        if (over) given.abort(new Error('It was given up before it was sent.'));
        else if (started && request.effect === 'write')
          stop(new SourceError('unreachable', 'The connection was lost.'));
        else started = true;
      },
      onResponseStart(_controller, status, headers) {
        head = { status, headers };
      },
      onResponseData(_controller, chunk) {
        size += chunk.length;
        if (size <= answerBytes) chunks.push(chunk);
        else stop(tooLarge(url, answerBytes, harmless));
      },
      onResponseEnd() {
        const answer = head;
        if (answer === undefined) fail(new Error('An answer ended that had not begun.'));
        else end(() => resolve({ ...answer, bytes: Buffer.concat(chunks) }));
      },
      onResponseError: (_controller, error) => fail(error),
    };
    try {
      pools.to(url.origin, request.effect === 'read' ? 'kept' : 'fresh').dispatch(
        {
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          method: request.method,
          headers: { ...headersOf(request) },
          body: request.body?.text ?? null,
          // The connection of a write is closed after it: the next one makes its own.
          ...(request.effect === 'read' ? {} : { reset: true }),
        },
        handler,
      );
    } catch (error) {
      fail(error);
    }
  });
}

function tooLarge(url: URL, limit: number, harmless: boolean): SourceError {
  return new SourceError('broken', `The answer of ${url.host} is larger than ${limit} bytes.`, {
    effect: harmless ? 'none' : 'unknown',
    cure: 'Ask for smaller pages, or raise `limits: answer`.',
  });
}

/** Sends a request and reads the answer, whatever its status. Rejects with `SourceError`. */
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
    const plain = await unpack(bytes, headers['content-encoding'], sent.answerBytes);
    return { ...reply, ...readBody(plain, headers['content-type'], headersOf(sent.request).accept ?? '') };
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error;
    if (error.tooLarge) throw tooLarge(sent.url, sent.answerBytes, sent.request.effect === 'read');
    return { ...reply, body: undefined, malformed: error.message };
  }
}
