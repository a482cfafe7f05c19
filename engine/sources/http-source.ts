/** The interface of an HTTP source. `compile` and `run` use it only through this interface. */
import type { CallContext, PoolStates } from './source.ts';

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One request with encoded values. */
export interface HttpRequest {
  readonly method: HttpMethod;
  /** Path and query below the source's base, or an absolute link from the ERP, with the source's origin. */
  readonly target: string;
  /** Headers in addition to those of the source; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: HttpBody | undefined;
  /**
   * The possible effect on the ERP. `read`: none, it may be sent again. `keyed write`: the ERP executes it once
   * because of a key in the request; it may be sent again. `write`: sent once, and once more only if it was certainly
   * not executed.
   */
  readonly effect: 'read' | 'keyed write' | 'write';
  /** Oldest session in which it may be sent, in milliseconds since the login. */
  readonly sessionMs?: number | undefined;
  /** A probe: it is sent even while the circuit breaker is open. */
  readonly probe?: boolean | undefined;
}

export interface HttpBody {
  /** Media type. */
  readonly type: string;
  readonly text: string;
}

/** The ERP's answer. */
export interface HttpReply {
  /** The URL of the answer after redirects: the base of its links. Absolute, without credentials. */
  readonly url: string;
  readonly status: number;
  /** Names in lower case; several values are joined by a comma and a space. Cookies are excluded. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * JSON: the value with exact numbers (`ExactNumber` if a double would lose digits). Other media types: the text.
   * Undefined without a body.
   */
  readonly body: unknown;
  /** The body is so large that it is processed in turns, between which other requests run. */
  readonly isLarge?: boolean | undefined;
  /** The body certainly has no null, no `ExactNumber`, no time of OData 2 and no value with a type tag. */
  readonly isPlain?: boolean | undefined;
  /** The reason why a body that is declared as JSON could not be parsed. */
  readonly malformed?: string | undefined;
}

/** The profile's verdict on a reply. */
export type Verdict =
  | { readonly kind: 'ok' }
  | { readonly kind: 'empty' }
  /** Not executed; a retry may succeed. `unsure`: a change may have been executed nevertheless. */
  | { readonly kind: 'retry'; readonly detail: string; readonly unsure?: boolean | undefined }
  /** The session has expired: log in again and repeat once. */
  | { readonly kind: 'login'; readonly detail: string }
  /** Too many requests; not executed. `waitMs`: the pause, if the ERP or the profile states it. `unsure` as above. */
  | {
      readonly kind: 'throttled';
      readonly detail: string;
      readonly waitMs?: number | undefined;
      readonly unsure?: boolean | undefined;
    }
  /** The ERP refuses the content. */
  | { readonly kind: 'refuse'; readonly message: string; readonly field?: string | undefined }
  /** The ERP is still processing: poll this target. */
  | { readonly kind: 'poll'; readonly target: string; readonly waitMs?: number | undefined }
  /** `undone`: the ERP says that nothing of a change remains. */
  | { readonly kind: 'fail'; readonly detail: string; readonly undone?: boolean | undefined }
  /** A step of a write was not executed, and may be sent once more. `outcome`: position of the profile's outcome. */
  | { readonly kind: 'repeat'; readonly detail: string; readonly outcome: number }
  /** The login lacks a right; nothing was executed. */
  | { readonly kind: 'denied'; readonly detail: string };

/** Hides the credentials that an ERP may repeat. Apply it before a text is shortened. */
export type Conceal = (text: string) => string;

/** Pure and fast. Texts of the ERP in a verdict must have passed `conceal`. */
export type Judge = (reply: HttpReply, conceal: Conceal) => Promise<Verdict>;

/** The last reply and its verdict: never `retry`, `login` or `poll`. */
export interface Judged {
  readonly reply: HttpReply;
  readonly verdict: Exclude<Verdict, { readonly kind: 'retry' | 'login' | 'poll' | 'throttled' }>;
}

/** Whether the consent of a customer is missing, expired or revoked. */
export interface ConsentState {
  /** Without waiting: what the last look or the last answer of the ERP said. */
  isNeeded(): boolean;
  /** Looks into the store for a token that was not refused: at the first call, and while a consent is needed. Never rejects. */
  look(): Promise<void>;
}

/** A configured connection to one ERP over HTTP. All methods reject with `SourceError`. */
export interface HttpSource {
  readonly kind: 'http';
  /**
   * Sends a request with the source's authentication, within its rate limits and its deadline, as often as its effect
   * allows. The judge interprets each reply. Rejects with `SourceError`: `throttled` (with `retryAfterMs`),
   * `unreachable`, `timeout`, `denied`, `broken`; `effect` says whether the ERP may have executed something.
   */
  send(request: HttpRequest, judge: Judge, call: CallContext): Promise<Judged>;
  /** Obtains the credentials that requests carry, and sends nothing else. Undefined without authentication. Rejects with `SourceError`. */
  readonly login?: ((call: CallContext) => Promise<void>) | undefined;
  /** Whether a customer has to give consent; undefined if the source has no refresh token. */
  readonly consent?: ConsentState | undefined;
  /** Whether the circuit breaker is open: requests fail at once. False as soon as an attempt is due. */
  isCircuitOpen(): boolean;
  /** Whether the ERP has asked for a pause of more than a minute, which is not over. */
  isPaused(): boolean;
  /** The queue of requests now. */
  pools(): PoolStates;
  /** How the ERP disagrees with the description of its vendor, each once; undefined where that is not compared. */
  readonly disagreements?: (() => readonly string[]) | undefined;
  /** Identifies the ERP: base address without credentials. */
  readonly identity: string;
  /** Logs out of a session. */
  close(): Promise<void>;
}
