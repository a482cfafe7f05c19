/** Overrides for tests of a profile: other databases, mock ERPs, given facts, another clock, and observers. */

import type { CoverageSink } from '../base/coverage.ts';
import { interpolate } from '../base/setting-values.ts';
import { plainRequest } from '../compile/http/auth.ts';
import type { Disagreement } from '../description/validate.ts';
import type { AuthSpec, OwnRequestSpec } from '../profile/schema/auth.ts';
import type { SettingValues } from '../profile/settings.ts';
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
  /** Called with the first request that would change the ERP; it is not sent. Undefined: requests over HTTP are sent, and only databases are rehearsed. */
  readonly stopped: ((source: string, request: ShownRequest) => void) | undefined;
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
  /**
   * Called with each way in which a request of a source, or its answer, disagrees with the description of the source. Without it no description is
   * read.
   */
  readonly disagreed?: (disagreement: Disagreement) => void;
  /** Receives the points of the profile that calls reach. */
  readonly coverage?: CoverageSink;
  /** Receives the steps of a call: the request as parsed, and the rows. */
  readonly trace?: Trace;
  /** Rolls writes into databases back, and stops before the first request that changes an ERP over HTTP. */
  readonly rehearsal?: Rehearsal;
}

/** A mock ERP on this machine. */
export interface MockErp extends MockTransport {
  /** Time limit of a request, in milliseconds; undefined: that of the profile. */
  readonly timeoutMs: number | undefined;
  /** Whether it has an answer to this request of the authentication. */
  readonly answers: (request: AuthRequest) => boolean;
}

/** A request of an authentication. */
export interface AuthRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  /** Undefined if it is not known: the address alone decides. */
  readonly body: string | undefined;
}

/**
 * The parts of an authentication that work with a mock ERP: those that send no requests, and those whose requests
 * have an answer. The others are left out, because no default answer to a login would fit every ERP. `url`: the base
 * address.
 */
export function mockAuth(auth: AuthSpec, url: string, settings: SettingValues, answers: MockErp['answers']): AuthSpec {
  const below = url.replace(/\/+$/, '');
  const fill = (text: string): string => interpolate(text, settings);
  const isMocked = (request: OwnRequestSpec | undefined): boolean => {
    if (request === undefined) return false;
    const { method, target, body } = plainRequest(request, settings);
    return answers({ method, url: `${below}${target}`, body: body?.text.reveal() });
  };
  const { clientCredentials, password, refreshToken, jwtBearer, session, csrf, ...fixed } = auth;
  const token = clientCredentials ?? password ?? refreshToken ?? jwtBearer;
  const hasToken = token !== undefined && answers({ method: 'POST', url: fill(token.url), body: undefined });
  const hasCsrf = (['get', 'head'] as const).some((verb) => {
    const path = csrf?.[verb];
    return path !== undefined && answers({ method: verb.toUpperCase(), url: `${below}${fill(path)}`, body: undefined });
  });
  return {
    ...fixed,
    ...(hasToken ? { clientCredentials, password, refreshToken, jwtBearer } : {}),
    ...(session !== undefined && isMocked(session.login)
      ? { session: { ...session, logout: isMocked(session.logout) ? session.logout : undefined } }
      : {}),
    ...(hasCsrf ? { csrf } : {}),
  };
}
