/** The interface between the engine and an ERP that is reached by HTTP. `compile` and `run` see such a source only through it. */
import type { CallContext } from './source.ts';

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One request, every value in it encoded already. */
export interface HttpRequest {
  readonly method: HttpMethod;
  /** Path and query below the source's base, or a link that the ERP gave: absolute, and then of the source's own origin. */
  readonly target: string;
  /** Beside those of the source; names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: HttpBody | undefined;
  /**
   * What the ERP may do on it. `read`: nothing, it may be sent again. `keyed write`: the ERP itself does it once, by a key that it carries;
   * it may be sent again. `write`: it is sent once, and once more only where it is proven that nothing was done.
   */
  readonly effect: 'read' | 'keyed write' | 'write';
  /** It asks whether the ERP is there: it goes also while requests fail at once because the ERP was away. */
  readonly probe?: boolean | undefined;
}

export interface HttpBody {
  /** Media type. */
  readonly type: string;
  readonly text: string;
}

/** What the ERP answered. */
export interface HttpReply {
  /** Where the answer came from, after redirects: what links in it count from. Absolute, without credentials. */
  readonly url: string;
  readonly status: number;
  /** Names in small letters; several values of one name are joined by a comma and a space. Cookies are left out. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * JSON: the value, its numbers kept exact (`ExactNumber` where a double would lose digits). Any other media type: the text. Undefined
   * where there is no body.
   */
  readonly body: unknown;
  /** The answer says it is JSON, and is not: cut off, or something else. */
  readonly malformed?: string | undefined;
}

/** What the profile makes of a reply. */
export type Verdict =
  | { readonly kind: 'ok' }
  | { readonly kind: 'empty' }
  /** Not processed; it may go better soon. `unsure`: what would have changed the ERP may have done so all the same. */
  | { readonly kind: 'retry'; readonly detail: string; readonly unsure?: boolean | undefined }
  /** The session is over: log in again and repeat, once. */
  | { readonly kind: 'login'; readonly detail: string }
  /** Too many requests; not processed. `waitMs` where the ERP or the profile says how long. `unsure` as above. */
  | {
      readonly kind: 'throttled';
      readonly detail: string;
      readonly waitMs?: number | undefined;
      readonly unsure?: boolean | undefined;
    }
  /** The ERP refuses the content. */
  | { readonly kind: 'refuse'; readonly message: string; readonly field?: string | undefined }
  /** The ERP is at work still: ask there. */
  | { readonly kind: 'poll'; readonly target: string; readonly waitMs?: number | undefined }
  | { readonly kind: 'fail'; readonly detail: string };

/** The text without the credentials in it, which an ERP may repeat. To be applied before a text is cut. */
export type Conceal = (text: string) => string;

/** Pure, and quick. Of what the ERP says nothing goes into a verdict that was not concealed. */
export type Judge = (reply: HttpReply, conceal: Conceal) => Promise<Verdict>;

/** The last reply, and what it means: never `retry`, `login` or `poll`. */
export interface Judged {
  readonly reply: HttpReply;
  readonly verdict: Exclude<Verdict, { readonly kind: 'retry' | 'login' | 'poll' | 'throttled' }>;
}

/** A configured connection to one ERP by HTTP. All methods reject with `SourceError`. */
export interface HttpSource {
  readonly kind: 'http';
  /**
   * Sends a request with the source's authentication, within its rate and its deadline, as often as its effect allows; the judge says what
   * each reply means. Rejects with `SourceError`: `throttled` (with `retryAfterMs`), `unreachable`, `timeout`, `denied`, `broken`; `effect`
   * tells whether the ERP may have done something.
   */
  send(request: HttpRequest, judge: Judge, call: CallContext): Promise<Judged>;
  /** Whether requests are given up at once, since the last ones had no answer; false as soon as one may be tried again. */
  away(): boolean;
  /** Identifies the ERP (base address, no credentials). */
  readonly identity: string;
  /** Logs out where there is a session. */
  close(): Promise<void>;
}
