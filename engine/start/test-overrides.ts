/** Overrides for tests of a profile: other databases, mock ERPs, given facts, another clock, and observers. */

import type { AuthSpec } from '../profile/schema/auth.ts';
import type { Trace } from '../run/context/trace.ts';
import type { MockTransport } from '../sources/http/config.ts';
import type { RanRequest, ShownRequest } from '../sources/http/observed.ts';
import type { SqlRehearsal } from '../sources/rehearsal/sql.ts';
import type { ConnectionValues } from '../sources/sql/connection.ts';
import type { Connect } from '../sources/sql/kind.ts';
import type { Observer } from '../sources/sql/observed.ts';
import type { EngineTables } from './write-guard.ts';

/** Observers of rehearsed writes. */
export interface Rehearsal extends SqlRehearsal {
  /** Called with the first request that would change the ERP; it is not sent. */
  readonly stopped: (source: string, request: ShownRequest) => void;
}

export interface TestOverrides extends Observer {
  /** By source: replaces the profile's `connection`. */
  readonly connections: ReadonlyMap<string, ConnectionValues>;
  /** By source: replaces the connector of its database kind, for a stand-in of a database. */
  readonly connectors?: ReadonlyMap<string, Connect> | undefined;
  /** The mock ERP of an HTTP source. `url`: the source's base address; nothing is sent there. */
  readonly mock?: (source: string, url: string) => MockErp;
  /** Given values of facts of the profile; these are not read from a source. */
  readonly facts?: ReadonlyMap<string, boolean>;
  /** The value of `:now` and `:today`, in milliseconds since the epoch. */
  readonly documentTime: () => number;
  /** Whether missing tables of the engine are created in the ERP's database. */
  readonly tables: EngineTables;
  /** Called with each request that was sent to an HTTP source. */
  readonly exchanged?: (ran: RanRequest) => void;
  /** Receives the steps of a call: the request as parsed, and the rows. */
  readonly trace?: Trace;
  /** Rolls writes back, and stops before the first request that changes an ERP over HTTP. */
  readonly rehearsal?: Rehearsal;
}

/** A mock ERP on this machine. */
export interface MockErp extends MockTransport {
  /** Time limit of a request, in milliseconds; undefined: that of the profile. */
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
 * The parts of an authentication that work with a mock ERP: those that send no requests, and those whose requests
 * have an answer. The others are left out, because no default answer to a login would fit every ERP. `url`: the base
 * address. `fill` inserts settings into a text.
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
