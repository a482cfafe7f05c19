/** The interface between the transport, which sends requests, and an authentication, which adds credentials to them. */

import type { ConsentState, HttpReply, HttpRequest } from '../../http-source.ts';
import type { CallContext } from '../../source.ts';

/** A reply with the data that only an authentication needs. */
export interface RawReply extends HttpReply {
  /**
   * Values of the `Set-Cookie` headers, one entry each, because they contain commas. `headers` does not include them.
   */
  readonly cookies: readonly string[];
}

/**
 * Sends one request unchanged, with the source's connections, proxy, certificates and limits, but without
 * authentication, judge, redirects and retries. The target is a path below the source's base, or an absolute URL.
 * Another origin is allowed (a token endpoint), so a target must never come from an answer. Rejects with
 * `SourceError`.
 */
export type Exchange = (request: HttpRequest, call: CallContext) => Promise<RawReply>;

/** A request with its credentials. */
interface Authorized {
  /** The target has the same origin as that of the original request. */
  readonly request: HttpRequest;
  /** The session of the credentials; 0 if there is none. */
  readonly session: number;
}

/** Adds credentials to requests. */
export interface Authenticator {
  /**
   * Adds headers, query values and cookies. The target is absolute and final, so that it can be signed. A query value
   * is appended to the text: `URLSearchParams` would re-encode the others (`$filter` as `%24filter`). Called for
   * every attempt, redirect and poll. Rejects with `SourceError`.
   */
  authorize(request: HttpRequest, call: CallContext): Promise<Authorized>;
  /** Processes a reply: cookies, CSRF tokens. Must not throw. */
  processReply(reply: RawReply, session: number): void;
  /**
   * The ERP reports that this session has expired. Returns true if the credentials were dropped and another attempt
   * is useful.
   */
  expired(session: number): boolean;
  /** Undefined if no refresh token is used. */
  readonly consent?: ConsentState | undefined;
  /** Logs out of a session, within a time limit. Never rejects. */
  close(): Promise<void>;
}
