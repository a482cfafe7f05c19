/** How a profile is tried: on other databases than its own, over an ERP that is played, at another time, and under somebody's eye. */

import type { AuthSpec } from '../profile/schema/auth.ts';
import type { Trace } from '../run/context/trace.ts';
import type { MockTransport } from '../sources/http/config.ts';
import type { RanRequest, ShownRequest } from '../sources/http/observed.ts';
import type { SqlRehearsal } from '../sources/rehearsal/sql.ts';
import type { ConnectionValues } from '../sources/sql/connection.ts';
import type { Connect } from '../sources/sql/kind.ts';
import type { Observer } from '../sources/sql/observed.ts';
import type { EngineTables } from './write-guard.ts';

/** How writes are rehearsed, and what is told of them. */
export interface Rehearsal extends SqlRehearsal {
  /** The request that is not sent. */
  readonly stopped: (source: string, request: ShownRequest) => void;
}

export interface TestOverrides extends Observer {
  /** By source, instead of the profile's `connection`. */
  readonly connections: ReadonlyMap<string, ConnectionValues>;
  /** By source, instead of the way in which its kind of database connects: for a stand-in of a database. */
  readonly connectors?: ReadonlyMap<string, Connect> | undefined;
  /** Who plays the ERP of a source that is reached by HTTP, where it is played. `url` is the source's base address; nothing is sent there. */
  readonly mock?: (source: string, url: string) => MockErp;
  /** What facts of the profile are: of those that are named nobody is asked. */
  readonly facts?: ReadonlyMap<string, boolean>;
  /** Milliseconds since the epoch: what `:now` and `:today` are. */
  readonly documentTime: () => number;
  /** Whether the tables that the engine keeps in a database are made where they are missing. */
  readonly tables: EngineTables;
  /** Takes each request that went to an ERP by HTTP. */
  readonly exchanged?: (ran: RanRequest) => void;
  /** Takes what became of the request and of rows. */
  readonly trace?: Trace;
  /** Writes are rolled back, or stopped before the first request that changes an ERP by HTTP. */
  readonly rehearsal?: Rehearsal;
}

/** An ERP that is played on this machine. */
export interface MockErp extends MockTransport {
  /** Longest silence of the ERP in milliseconds; undefined: what the profile says. */
  readonly timeoutMs: number | undefined;
  /** Whether it has an answer to this request of the authentication. `url` is absolute. */
  readonly answers: (method: string, url: string) => boolean;
}

interface OwnPaths {
  readonly get?: string | undefined;
  readonly head?: string | undefined;
  readonly post?: string | undefined;
  readonly put?: string | undefined;
  readonly delete?: string | undefined;
}

/**
 * The parts of an authentication that work where the ERP is played: those that send no requests of their own, and those whose requests have an
 * answer. What an ERP answers to a login differs from one to the next, so that nothing could be answered in its place: the others are left out.
 * `url` is the base address, `fill` puts settings into a text.
 */
export function mockAuth(
  auth: AuthSpec,
  url: string,
  fill: (text: string) => string,
  answers: MockErp['answers'],
): AuthSpec {
  const below = url.replace(/\/+$/, '');
  const known = (request: OwnPaths | undefined): boolean => {
    const verbs = [
      ['GET', request?.get],
      ['HEAD', request?.head],
      ['POST', request?.post],
      ['PUT', request?.put],
      ['DELETE', request?.delete],
    ] as const;
    return verbs.some(([method, path]) => path !== undefined && answers(method, `${below}${fill(path)}`));
  };
  const { clientCredentials, password, refreshToken, jwtBearer, session, csrf, ...fixed } = auth;
  const token = clientCredentials ?? password ?? refreshToken ?? jwtBearer;
  const hasToken = token !== undefined && answers('POST', fill(token.url));
  return {
    ...fixed,
    ...(hasToken ? { clientCredentials, password, refreshToken, jwtBearer } : {}),
    ...(session !== undefined && known(session.login)
      ? { session: { ...session, logout: known(session.logout) ? session.logout : undefined } }
      : {}),
    ...(known(csrf) ? { csrf } : {}),
  };
}
