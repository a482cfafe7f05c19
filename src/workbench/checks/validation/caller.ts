/** Requests of the platform, as they go over the wire to any service that claims the contract. */
import { setTimeout } from 'node:timers/promises';
import { parseBody, type Secret } from '../../../../engine/index.ts';
import { contract } from '../../../contract/index.ts';
import { appOf } from './endpoint.ts';

/** The keys that the platform has made for its two apps; one alone where only that app is tried. */
export interface PlatformKeys {
  readonly ordering: Secret | undefined;
  readonly receivables: Secret | undefined;
}

/** A request as it was sent, its key masked. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The response. Keys that were sent are masked in it; `echoesKey` says whether there was one. */
export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  /** Whether the text is JSON. */
  readonly isJson: boolean;
  /** The JSON; numbers of more than 15 digits are `ExactNumber`. Undefined where the text is none. */
  readonly body: unknown;
  readonly echoesKey: boolean;
  readonly ms: number;
}

/** No answer came: no connection, one that was cut, or none in time. */
export interface NoAnswer {
  readonly kind: 'none';
  readonly reason: string;
  readonly ms: number;
}

export interface Exchange {
  readonly sent: SentRequest;
  readonly reply: Answer | NoAnswer;
}

/** A value of the Authorization header, and what reports show for it. No `value`: no header. */
export interface Authorization {
  readonly value: string | undefined;
  readonly shown: string;
}

export interface CallOptions {
  /** POST unless given. A GET has no body. */
  readonly method?: string;
  /** The path of the URL, where it is not the endpoint's. */
  readonly urlPath?: string;
  readonly authorization?: Authorization;
  readonly contentType?: string;
}

export interface CallerOptions {
  /** With or without a slash at its end. */
  readonly baseUrl: string;
  readonly keys: PlatformKeys;
  /** Milliseconds for a whole answer; 30,000 unless given. */
  readonly timeoutMs?: number;
}

export interface Caller {
  readonly baseUrl: string;
  readonly keys: PlatformKeys;
  /** Sends fields with `schemaVersion` added. Never rejects. */
  post(path: string, fields: object, options?: CallOptions): Promise<Exchange>;
  /** Sends a text as it stands. Never rejects. */
  send(path: string, text: string, options?: CallOptions): Promise<Exchange>;
}

/** What is shown for the header of a good key. */
export const ownKey = 'Bearer ***';

/** The header of a key. */
export const bearer = (key: Secret, shown = ownKey): Authorization => ({ value: `Bearer ${key.reveal()}`, shown });

/** The key that opens an endpoint; what both apps call is open to either. */
export function keyFor({ ordering, receivables }: PlatformKeys, path: string): Secret | undefined {
  switch (appOf(path)) {
    case 'ordering':
      return ordering;
    case 'receivables':
      return receivables;
    case 'both':
      return ordering ?? receivables;
  }
}

/** After so long without a request, in milliseconds, connections may be about to close. */
const longPauseMs = 4_000;
/** Time for their close, in milliseconds. */
const closeMs = 50;

/** Prepares calls; connections are kept open between them. */
export function createCaller(options: CallerOptions): Caller {
  const { keys, timeoutMs = 30_000 } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  let lastReply = performance.now();
  async function send(path: string, text: string, call: CallOptions = {}): Promise<Exchange> {
    const { method = 'POST', contentType = 'application/json', urlPath = path } = call;
    const body = method === 'GET' ? '' : text;
    const appKey = keyFor(keys, path);
    const authorization =
      call.authorization ?? (appKey === undefined ? { value: undefined, shown: '' } : bearer(appKey));
    const { value, shown } = authorization;
    const open = { 'content-type': contentType, accept: 'application/json' };
    const url = baseUrl + urlPath;
    const sent = {
      method,
      path,
      url,
      headers: { ...(value === undefined ? {} : { authorization: shown }), ...open },
      text: body,
    };
    // The service may be in this process: after a long computation it has to close its idle connections before one of them is used.
    if (performance.now() - lastReply > longPauseMs) await setTimeout(closeMs);
    const started = performance.now();
    const past = (): number => performance.now() - started;
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(url, {
        method,
        headers: { ...(value === undefined ? {} : { authorization: value }), ...open },
        ...(method === 'GET' ? {} : { body }),
        redirect: 'manual',
        signal,
      });
      const raw = await response.text();
      return { sent, reply: answerOf(response, raw, value, past()) };
    } catch (error) {
      const reason = signal.aborted ? `no answer within ${timeoutMs} ms` : reasonOf(error);
      return { sent, reply: { kind: 'none', reason, ms: past() } };
    } finally {
      lastReply = performance.now();
    }
  }
  return {
    baseUrl,
    keys,
    send,
    post: (path, fields, call) => send(path, JSON.stringify({ schemaVersion: contract.version, ...fields }), call),
  };
}

function answerOf(response: Response, raw: string, authorization: string | undefined, ms: number): Answer {
  const token = /\S+$/.exec(authorization ?? '')?.[0] ?? '';
  // Shorter than any key, it would be found in ordinary words.
  const mask = (text: string): string => (token.length < 8 ? text : text.replaceAll(token, '***'));
  const headers = new Map([...response.headers].map(([name, value]) => [name, mask(value)] as const));
  const text = mask(raw);
  const echoesKey = text !== raw || [...response.headers].some(([name, value]) => headers.get(name) !== value);
  const parsed = parseBody(text);
  const body = parsed.ok ? parsed.body : undefined;
  return { kind: 'answer', status: response.status, headers, text, isJson: parsed.ok, body, echoesKey, ms };
}

/** Why there was no answer. `fetch` keeps the reason in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  if (cause.message === 'bad port') return 'this port is one that web clients refuse to call';
  const text = cause.message || error.message;
  return code === undefined || text.includes(code) ? text : `${text} (${code})`;
}
