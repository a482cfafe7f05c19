/** The interface between the transport, which sends requests, and an authentication, which gives them their credentials. */

import type { HttpReply, HttpRequest } from '../../http-source.ts';
import type { CallContext } from '../../source.ts';

/** A reply with what only an authentication needs. */
export interface RawReply extends HttpReply {
  /** Values of the `Set-Cookie` headers, each on its own: they hold commas. They are not among the headers. */
  readonly cookies: readonly string[];
}

/**
 * Sends one request as it is, through the source's connections, proxy, certificates and limits: without authentication, judge, redirects and
 * repetition. The target is a path below the source's base or an absolute URL; another origin, such as a token endpoint's, is
 * allowed, so that no target may come from an answer. Rejects with `SourceError`.
 */
export type Exchange = (request: HttpRequest, call: CallContext) => Promise<RawReply>;

/** A request with its credentials. */
export interface Authorized {
  /** Its target is of the same origin as the one that was given. */
  readonly request: HttpRequest;
  /** Which session the credentials belong to. */
  readonly session: number;
}

/** Gives requests their credentials. */
export interface Authenticator {
  /**
   * Adds headers, query values and cookies. The target that it is given is an absolute URL, and is what will be sent, so that it can be
   * signed. A query value is added to its text: `URLSearchParams` would write the others anew, and `$filter` as `%24filter`. Is called for every
   * attempt, and for every request of a redirection or a poll. Rejects with `SourceError`.
   */
  authorize(request: HttpRequest, call: CallContext): Promise<Authorized>;
  /** Takes note of a reply: cookies, tokens against forged requests. Must not throw. */
  seen(reply: RawReply, session: number): void;
  /** The ERP said that this session is over. True: its credentials are forgotten, and another try is worth it. */
  expired(session: number): boolean;
  /** Logs out where there is a session; bounded in time, and never rejects. */
  close(): Promise<void>;
}
