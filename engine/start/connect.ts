/** Opens the sources of a profile. */

import { milliseconds } from '../base/duration.ts';
import type { EngineEvent, SourceEvent } from '../base/events.ts';
import { Secret } from '../base/secret.ts';
import type { ProfileInput } from '../compile/compile.ts';
import { type CompileContext, createContext } from '../compile/context/context.ts';
import { authConfig } from '../compile/http/auth.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { claimsForm, type HttpSourceSpec, isHttp, type SqlSourceSpec } from '../profile/schema/index.ts';
import { selectVariants } from '../profile/select-variants.ts';
import { interpolate } from '../profile/settings.ts';
import { createAuthenticator } from '../sources/http/auth/index.ts';
import type { TokenStore } from '../sources/http/auth/token-store.ts';
import { type HttpPorts, openHttpSource } from '../sources/http/index.ts';
import { observedHttp, rehearsedHttp, shownRequests } from '../sources/http/observed.ts';
import type { RateStore } from '../sources/http/rates/rate-store.ts';
import type { HttpSource } from '../sources/http-source.ts';
import { rehearsed } from '../sources/rehearsal/sql.ts';
import type { ConnectionValues } from '../sources/sql/connection.ts';
import { openSqlSource, type SqlSource, type SqlSourceOptions } from '../sources/sql/kind.ts';
import { observed } from '../sources/sql/observed.ts';
import type { AnySource } from './any-source.ts';
import { transportOf } from './http-transport.ts';
import { type MockErp, mockAuth, type TestOverrides } from './test-overrides.ts';

function fill(value: unknown, input: ProfileInput): ConnectionValues[string] {
  if (typeof value === 'string') return interpolate(value, input.settings);
  if (Array.isArray(value)) return value.map((item) => interpolate(String(item), input.settings));
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

function optionsOf(
  name: string,
  source: SqlSourceSpec,
  input: ProfileInput,
  testOverrides: TestOverrides | undefined,
): SqlSourceOptions {
  const connection =
    testOverrides?.connections.get(name) ??
    Object.fromEntries(Object.entries(source.connection).map(([key, value]) => [key, fill(value, input)]));
  const { clock, limits } = source;
  return {
    connection,
    clock,
    connections: limits?.connections,
    timeoutMs: milliseconds(limits?.timeout ?? '10s'),
  };
}

/** What a service lends its sources, beside the profile. */
export interface HostServices {
  /** Name of the installation, or what stands for it. */
  readonly installation: string;
  /** Undefined where the service has no key to encrypt tokens with. */
  readonly tokens: TokenStore | undefined;
  /** Where all replicas count their requests together; undefined: each for itself. */
  readonly rates: RateStore | undefined;
  /** Instances of the service. */
  readonly replicas: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Who only looks at a profile has no store. */
const noHost: HostServices = { installation: '', tokens: undefined, rates: undefined, replicas: 1, now: Date.now };

/** The way that requests take: of an ERP that is mock, only what the profile says of limits and repetitions. */
function transportFor(
  spec: HttpSourceSpec,
  context: Parameters<typeof transportOf>[1],
  mock: MockErp | undefined,
): ReturnType<typeof transportOf> {
  if (mock === undefined) return transportOf(spec, context);
  const { retry, limits } = transportOf({ retry: spec.retry, limits: spec.limits }, context);
  return { retry, limits: { ...limits, rate: [], timeoutMs: mock.timeoutMs ?? limits?.timeoutMs } };
}

/** Opens a source that is reached by HTTP. */
function openHttp(
  name: string,
  spec: HttpSourceSpec,
  context: CompileContext,
  folder: string,
  { installation, tokens, rates, replicas, now }: HostServices,
  report: (event: SourceEvent) => void,
  testOverrides: TestOverrides | undefined,
): AnySource {
  const fillText = (text: string): string => interpolate(text, context.settings);
  const url = fillText(spec.http);
  const mock = testOverrides?.mock?.(name, url);
  const transport = { url, ...transportFor(spec, { fill: fillText, folder }, mock) };
  const secrets = [...context.settings.values()].filter((value) => value instanceof Secret);
  const ports = { rates, replicas, report, mock, secrets };
  const watched = (source: HttpSource): AnySource => {
    const show = shownRequests(url, secrets);
    const { exchanged, clock, rehearsal } = testOverrides ?? {};
    const seen =
      exchanged === undefined || clock === undefined ? source : observedHttp(name, source, show, { exchanged, clock });
    if (rehearsal === undefined) return seen;
    return rehearsedHttp(seen, (request) => rehearsal.stopped(name, show(request)));
  };
  const auth =
    spec.auth === undefined || mock === undefined ? spec.auth : mockAuth(spec.auth, url, fillText, mock.answers);
  if (auth === undefined) return watched(openHttpSource(transport, ports));
  // Its expressions were checked with the profile: what they are reported for here would be said twice.
  const quiet: CompileContext = { ...context, report: () => undefined };
  const config = authConfig(quiet, ['sources', name, 'auth'], auth, { source: name, installation });
  const authenticate: HttpPorts['authenticate'] = (exchange) =>
    createAuthenticator(config, { url, exchange, tokens, now, report });
  return watched(openHttpSource(transport, { ...ports, authenticate }));
}

/** A service whose sources need a key of the store has one. */
function checkStoreKey(
  name: string,
  spec: HttpSourceSpec,
  context: CompileContext,
  host: HostServices | undefined,
): void {
  if (spec.auth?.refreshToken === undefined || host === undefined || host.tokens !== undefined) return;
  context.report('CFG516', {
    path: ['sources', name, 'auth', 'refreshToken'],
    key: true,
    message: `The tokens of the source "${name}" rotate, and there is no key to keep them with.`,
    hint: 'Set ENGINE_STORE_KEY to 32 random bytes, the same on all replicas: openssl rand -base64 32.',
  });
}

/** A database under the eye of a testOverrides; writes that are rehearsed are told of before they are rolled back. */
function withOverrides(
  name: string,
  source: SqlSource,
  spec: SqlSourceSpec,
  testOverrides: TestOverrides | undefined,
): SqlSource {
  if (testOverrides === undefined) return source;
  const form = claimsForm(spec);
  const own = form.kind === 'table' ? [form.table] : [];
  const base = testOverrides.rehearsal === undefined ? source : rehearsed(name, source, own, testOverrides.rehearsal);
  return observed(name, base, testOverrides);
}

export interface Opened {
  readonly sources: ReadonlyMap<string, AnySource>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Opens every source. A database that is down is no fault here: it is found when it is asked. */
export async function openSources(
  input: ProfileInput,
  folder: string,
  emit: (event: EngineEvent) => void,
  testOverrides?: TestOverrides,
  host?: HostServices,
): Promise<Opened> {
  const sources = new Map<string, AnySource>();
  const diagnostics: Diagnostic[] = [];
  const context = createContext(
    { ...input, descriptions: new Map() },
    selectVariants(input.profile, new Map()),
    diagnostics,
  );
  for (const [name, spec] of Object.entries(input.profile.sources)) {
    const report = (event: SourceEvent): void => emit({ ...event, source: name });
    try {
      if (isHttp(spec)) {
        checkStoreKey(name, spec, context, host);
        sources.set(name, openHttp(name, spec, context, folder, host ?? noHost, report, testOverrides));
        continue;
      }
      const options = { ...optionsOf(name, spec, input, testOverrides), folder, report };
      const source = await openSqlSource(spec.sql, options, testOverrides?.connectors?.get(name));
      sources.set(name, withOverrides(name, source, spec, testOverrides));
    } catch (error) {
      const hint = 'Correct the connection, or make the database.';
      context.report('CFG511', {
        path: ['sources', name, isHttp(spec) ? 'http' : 'connection'],
        key: true,
        message: `The source "${name}" cannot be opened: ${error instanceof Error ? error.message : String(error)}`,
        hint,
      });
    }
  }
  return { sources, diagnostics };
}
