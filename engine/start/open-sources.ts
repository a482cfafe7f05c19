/** Opens the sources of a profile. */

import { milliseconds } from '../base/duration.ts';
import type { EngineEvent, SourceEvent } from '../base/events.ts';
import { interpolate } from '../base/setting-values.ts';
import type { ProfileInput } from '../compile/compile.ts';
import type { CompileContext } from '../compile/context/context.ts';
import { DescriptionFiles } from '../description/files.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { secretsIn } from '../diagnostics/secrets/mask-values.ts';
import {
  claimsForm,
  type HttpSourceSpec,
  isHttp,
  type SourceSpec,
  type SqlSourceSpec,
} from '../profile/schema/index.ts';
import { rehearsed } from '../sources/rehearsal/sql.ts';
import type { ConnectionValues } from '../sources/sql/connection.ts';
import { openSqlSource, type SqlSource, type SqlSourceOptions } from '../sources/sql/kind.ts';
import { observed } from '../sources/sql/observed.ts';
import type { AnySource } from './any-source.ts';
import { tokenInstallationOf } from './installation.ts';
import type { HostServices } from './open-http.ts';
import { readServices } from './read-services.ts';
import { createReportingContext } from './reporting-context.ts';
import { openingHint } from './setting-hints.ts';
import type { TestOverrides } from './test-overrides.ts';
import type { TokenAccess } from './token-names.ts';

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

/** For tools that only read a profile: no stores. */
const noHost: HostServices = {
  installation: '',
  tokens: undefined,
  rates: undefined,
  slots: undefined,
  replicas: 1,
  checksDescriptions: false,
  now: Date.now,
};

/** For tools that call the ERP next to services. Undefined without tokens. */
export function toolServices(
  input: ProfileInput,
  tokens: TokenAccess | undefined,
  now: () => number,
): HostServices | undefined {
  if (tokens === undefined) return undefined;
  const { store, installation } = tokens;
  return { ...noHost, tokens: store, installation: tokenInstallationOf(installation, input), now };
}

/** Whether the source logs in with tokens that can be used once. */
export const hasRotatingTokens = (spec: SourceSpec | undefined): boolean =>
  spec !== undefined && isHttp(spec) && spec.auth?.refreshToken !== undefined;

/** Reports a source whose tokens must be stored if the service has no key to encrypt them with. */
function checkStoreKey(
  name: string,
  spec: HttpSourceSpec,
  context: CompileContext,
  host: HostServices | undefined,
): void {
  if (!hasRotatingTokens(spec) || host === undefined || host.tokens !== undefined) return;
  context.report('CFG516', {
    path: ['sources', name, 'auth', 'refreshToken'],
    key: true,
    message: `The tokens of the source "${name}" rotate, and there is no key to keep them with.`,
    hint: 'Set ENGINE_STORE_KEY to 32 random bytes, the same on all replicas: openssl rand -base64 32.',
  });
}

/** The database with the observer of the overrides. Rehearsed writes are observed before they are rolled back. */
function withOverrides(
  name: string,
  source: SqlSource,
  spec: SqlSourceSpec,
  testOverrides: TestOverrides | undefined,
): SqlSource {
  if (testOverrides === undefined) return source;
  const form = claimsForm(spec);
  const claimTables = form.kind === 'table' ? [form.table] : [];
  const base =
    testOverrides.rehearsal === undefined ? source : rehearsed(name, source, claimTables, testOverrides.rehearsal);
  return observed(name, base, testOverrides);
}

/** Descriptions of opened sources: the engines of a run of cases share them. */
const openedDescriptions = new DescriptionFiles();

interface OpenedSources {
  /** By name; without the sources that could not be opened. */
  readonly sources: ReadonlyMap<string, AnySource>;
  readonly diagnostics: readonly Diagnostic[];
  /** Closes all of them. */
  close(): Promise<void>;
}

/**
 * Opens every source, without connecting to it. A source that cannot be opened is a finding (CFG511). `folder`: folder of the profile, absolute.
 * `host`: undefined for tools that only read a profile.
 */
export async function openSources(
  input: ProfileInput,
  folder: string,
  emit: (event: EngineEvent) => void = () => undefined,
  testOverrides?: TestOverrides,
  host?: HostServices,
): Promise<OpenedSources> {
  const sources = new Map<string, AnySource>();
  const diagnostics: Diagnostic[] = [];
  const context = createReportingContext(input, diagnostics);
  const { endpoints } = input.profile;
  const services =
    testOverrides?.disagreed === undefined && host?.checksDescriptions !== true
      ? undefined
      : await readServices(input.profile, folder, openedDescriptions, context);
  for (const [name, spec] of Object.entries(input.profile.sources)) {
    const report = (event: SourceEvent): void => emit({ ...event, source: name });
    try {
      if (isHttp(spec)) {
        checkStoreKey(name, spec, context, host);
        // The HTTP client and its logins take a tenth of a second and 40 MB, which a service without HTTP sources saves.
        const { openHttp } = await import('./open-http.ts');
        const literals = [...secretsIn(spec, ['sources', name]), ...secretsIn(endpoints, ['endpoints'])];
        const service = services?.get(name);
        const given = { name, spec, literals, context, folder, host: host ?? noHost, report, testOverrides, service };
        sources.set(name, openHttp(given));
        continue;
      }
      const options = { ...optionsOf(name, spec, input, testOverrides), folder, report };
      const source = await openSqlSource(spec.sql, options, testOverrides?.connectors?.get(name));
      sources.set(name, withOverrides(name, source, spec, testOverrides));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const path = ['sources', name, isHttp(spec) ? 'http' : 'connection'];
      const key = /\bscript\b/.test(message) ? 'create' : /\bport\b/i.test(message) ? 'port' : '';
      context.report('CFG511', {
        path: key !== '' && !isHttp(spec) && spec.connection[key] !== undefined ? [...path, key] : path,
        key: true,
        message: `The source "${name}" cannot be opened: ${message}`,
        hint: openingHint(context, name, key),
      });
    }
  }
  const close = async (): Promise<void> => {
    await Promise.all([...sources.values()].map((source) => source.close()));
  };
  return { sources, diagnostics, close };
}
