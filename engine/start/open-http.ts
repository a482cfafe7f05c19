/** Opens an HTTP source of a profile. */
import { createHash } from 'node:crypto';
import type { SourceEvent } from '../base/events.ts';
import { Secret } from '../base/secret.ts';
import { interpolate } from '../base/setting-values.ts';
import type { CompileContext } from '../compile/context/context.ts';
import { authConfig } from '../compile/http/auth.ts';
import { credentialNames } from '../compile/http/described/credential-names.ts';
import { tokenSource } from '../compile/http/oauth.ts';
import type { ServiceDescription } from '../description/model.ts';
import type { HttpSourceSpec } from '../profile/schema/index.ts';
import { createAuthenticator } from '../sources/http/auth/index.ts';
import type { TokenStore } from '../sources/http/auth/token-store.ts';
import { concealer } from '../sources/http/hide-secrets.ts';
import { type HttpPorts, openHttpSource } from '../sources/http/index.ts';
import { observedHttp, rehearsedHttp, shownRequests } from '../sources/http/observed.ts';
import type { RateStore } from '../sources/http/rates/rate-store.ts';
import type { SlotStore } from '../sources/http/rates/slot-store.ts';
import type { HttpSource } from '../sources/http-source.ts';
import { describedHttp, watchedHttp } from './described-http.ts';
import { type TransportContext, transportOf } from './http-transport.ts';
import { type MockErp, mockAuth, type TestOverrides } from './test-overrides.ts';

/** What a service provides for its sources in addition to the profile. */
export interface HostServices {
  /** Name of the installation, or its substitute (`tokenInstallationOf`). */
  readonly installation: string;
  /** `service` of `EngineOptions`. */
  readonly serviceName?: string | undefined;
  /** Undefined if the service has no key to encrypt tokens with. */
  readonly tokens: TokenStore | undefined;
  /** Counts the requests of all replicas together; undefined: each replica counts its own. */
  readonly rates: RateStore | undefined;
  /** Counts the concurrent requests of all replicas; undefined: each replica has its part. */
  readonly slots: SlotStore | undefined;
  /** Instances of the service. */
  readonly replicas: number;
  /** Requests and answers are held against the descriptions of the vendors. */
  readonly checksDescriptions: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

interface HttpSourceInput {
  /** Name of the source. */
  readonly name: string;
  readonly spec: HttpSourceSpec;
  /** Secrets that are written into the profile. */
  readonly literals: readonly string[];
  readonly context: CompileContext;
  /** Folder of the profile, absolute: relative file names start there. */
  readonly folder: string;
  readonly host: HostServices;
  readonly report: (event: SourceEvent) => void;
  readonly testOverrides: TestOverrides | undefined;
  /** The description that its requests and answers are held against; undefined where nothing asks for that. */
  readonly service: ServiceDescription | undefined;
}

/** The transport settings. With a mock ERP: only the limits and retries of the profile. */
function transportFor(
  spec: HttpSourceSpec,
  context: TransportContext,
  mock: MockErp | undefined,
): ReturnType<typeof transportOf> {
  if (mock === undefined) return transportOf(spec, context);
  const { retry, limits } = transportOf({ retry: spec.retry, limits: spec.limits }, context);
  return { retry, limits: { ...limits, rate: [], timeoutMs: mock.timeoutMs ?? limits?.timeoutMs } };
}

/**
 * Digest of the login of a source. Companies with refresh tokens have consents of their own, also with one client: `installation` distinguishes them.
 */
function loginOf(
  auth: NonNullable<HttpSourceSpec['auth']>,
  fill: (text: string) => string,
  installation: string,
): string {
  const credentials = fill(JSON.stringify(auth));
  const owner = auth.refreshToken === undefined ? [] : [installation];
  return createHash('sha256')
    .update(JSON.stringify([credentials, ...owner]))
    .digest('hex');
}

/** Opens an HTTP source. Sends nothing. Throws `SourceError` if its address, a file of `tls` or a key cannot be used. */
export function openHttp({
  name,
  spec,
  literals,
  context,
  folder,
  host,
  report,
  testOverrides,
  service,
}: HttpSourceInput): HttpSource {
  const { installation, serviceName, tokens, rates, slots, replicas, now } = host;
  const fill = (text: string): string => interpolate(text, context.settings);
  const url = fill(spec.http);
  const mock = testOverrides?.mock?.(name, url);
  const transport = { url, ...transportFor(spec, { fill, folder }, mock) };
  const settings = [...context.settings.values()].filter((value) => value instanceof Secret);
  const secrets = [...settings, ...literals.map((literal) => new Secret(literal))];
  const ports = { rates, slots, replicas, report, mock, secrets };
  const observe = (source: HttpSource): HttpSource => {
    const show = shownRequests(url, secrets);
    const { exchanged, clock, rehearsal, disagreed } = testOverrides ?? {};
    const observed =
      exchanged === undefined || clock === undefined ? source : observedHttp(name, source, show, { exchanged, clock });
    const stopped = rehearsal?.stopped;
    const safe = stopped === undefined ? observed : rehearsedHttp(observed, (request) => stopped(name, show(request)));
    if (service === undefined) return safe;
    const { headers, params } = credentialNames(spec);
    const conceal = concealer(() => secrets.map((secret) => secret.reveal()));
    const described = { service, url, conceal, credentials: [...headers, ...params] };
    return disagreed === undefined
      ? watchedHttp(safe, described, report)
      : describedHttp(safe, { ...described, disagreed });
  };
  const auth =
    spec.auth === undefined || mock === undefined
      ? spec.auth
      : mockAuth(spec.auth, url, context.settings, mock.answers);
  if (auth === undefined) return observe(openHttpSource(transport, ports));
  // The compilation of the profile has already reported the findings of the authentication's expressions.
  const quiet: CompileContext = { ...context, report: () => undefined };
  const owner = { source: tokenSource(context.writtenProfile.sources, name), installation, service: serviceName };
  const config = authConfig(quiet, ['sources', name, 'auth'], auth, owner);
  const authenticate: HttpPorts['authenticate'] = (exchange) =>
    createAuthenticator(config, { url, exchange, tokens, now, report });
  return observe(
    openHttpSource({ ...transport, login: loginOf(auth, fill, installation) }, { ...ports, authenticate }),
  );
}
