/** The consents of a profile: where a customer gives them, and what the redirect of the vendor is exchanged for. */
import { dirname } from 'node:path';
import { isMap } from '../base/members.ts';
import type { Secret } from '../base/secret.ts';
import { interpolate } from '../base/setting-values.ts';
import type { CompileContext } from '../compile/context/context.ts';
import { consentConfig } from '../compile/http/consent.ts';
import { tokenConfig, tokenSource } from '../compile/http/oauth.ts';
import { type Diagnostic, hasError } from '../diagnostics/diagnostic.ts';
import { openProfile } from '../profile/open.ts';
import { type HttpSourceSpec, isHttp } from '../profile/schema/index.ts';
import { environmentValue } from '../profile/settings.ts';
import {
  type Attempt,
  authorizationUrl,
  type ConsentConfig,
  type Exchange,
  keptText,
  readConsentAnswer,
  type TokenConfig,
} from '../sources/http/auth/index.ts';
import { anonymous } from '../sources/http/auth/ports.ts';
import { createTokenRequest, type TokenAnswer } from '../sources/http/auth/token-request.ts';
import { validity } from '../sources/http/auth/validity.ts';
import { openHttpSource } from '../sources/http/index.ts';
import { type CallContext, SourceError } from '../sources/source.ts';
import { transportOf } from './http-transport.ts';
import { tokenInstallationOf } from './installation.ts';
import { createReportingContext } from './reporting-context.ts';
import type { TokenNamesInput } from './token-names.ts';

/** A tenant or company that the customer has granted. */
export interface GrantedTenant {
  /** What the customer sees; a text of the vendor. */
  readonly label: string;
  /** Values by environment variable. */
  readonly variables: Readonly<Record<string, string>>;
}

/** What a redirect was exchanged for. */
export interface Granted {
  /** The token in the form of the store. */
  readonly token: Secret;
  /** One entry without variables if the profile declares no `tenants`. Empty if the vendor granted none. */
  readonly tenants: readonly GrantedTenant[];
}

/** How a customer gives consent to one source. */
export interface Consent {
  /** Name of the source. */
  readonly source: string;
  /** Title of the profile: what is connected. */
  readonly title: string;
  /** The name of the token in the store. */
  readonly keptAs: string;
  /** The variables that a consent gives, each with the value that the environment has; undefined where it has none. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The address that the browser of the customer opens. Rejects with `ConsentRefusal`. */
  authorizationUrl(attempt: Attempt): Promise<string>;
  /**
   * Checks the redirect, exchanges its code for tokens, and asks what was granted. Rejects with `ConsentRefusal`, and with `SourceError` if the vendor gives no
   * token or no list. `parameters`: those of the redirect. A code can be exchanged once.
   */
  exchange(parameters: URLSearchParams, attempt: Attempt, call: CallContext): Promise<Granted>;
}

export type Consents =
  | { readonly ok: true; readonly consents: readonly Consent[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** A source with the parts of its consent compiled. */
interface ConsentParts {
  readonly spec: HttpSourceSpec;
  readonly token: TokenConfig;
  readonly consent: ConsentConfig;
  readonly context: CompileContext;
  readonly folder: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Reads the consents of a profile and its settings. Settings without a value are no findings. Connects to nothing. `now`: milliseconds since the epoch. */
export async function readConsents(input: TokenNamesInput, now: () => number): Promise<Consents> {
  const { contract, environment } = input;
  const { loaded, diagnostics, sources } = await openProfile(input, environment, 'check');
  if (loaded === undefined || hasError(diagnostics)) return { ok: false, diagnostics, sources };
  const { profile, settings } = loaded;
  const installation = tokenInstallationOf(input.installation, { ...loaded, contract });
  // The compilation of the profile reports the findings of the expressions.
  const context = createReportingContext({ ...loaded, contract }, []);
  const consents: Consent[] = [];
  for (const [source, spec] of Object.entries(profile.sources)) {
    if (!isHttp(spec) || tokenSource(profile.sources, source) !== source) continue;
    const written = spec.auth?.refreshToken?.consent;
    const token = spec.auth && tokenConfig(spec.auth, settings, { source, installation });
    if (written === undefined || token?.grant.kind !== 'refreshToken') continue;
    const consent = consentConfig(context, ['sources', source, 'auth', 'refreshToken', 'consent'], written);
    const specs = Object.keys(written.tenants?.settings ?? {}).flatMap((name) => profile.settings?.[name] ?? []);
    const variables = specs.flatMap((setting) =>
      setting.env === undefined ? [] : [[setting.env, environmentValue(setting, environment)] as const],
    );
    consents.push({
      source,
      title: profile.title ?? profile.profile,
      keptAs: token.grant.keptAs,
      variables: Object.fromEntries(variables),
      ...consentFlow({ spec, token, consent, context, folder: dirname(input.profileFile), now }),
    });
  }
  return { ok: true, consents };
}

const clientOf = ({ client }: TokenConfig): string => ('id' in client ? client.id : '');

function consentFlow(parts: ConsentParts): Pick<Consent, 'authorizationUrl' | 'exchange'> {
  const { token, consent } = parts;
  const client = clientOf(token);
  return {
    authorizationUrl: (attempt) => authorizationUrl(consent, client, attempt),
    async exchange(parameters, attempt, call) {
      const answer = readConsentAnswer(consent, token.url, client, attempt, parameters);
      return withExchange(parts, async (exchange) => {
        const time = parts.now();
        const request = createTokenRequest(token, exchange, parts.now);
        const { redirectUri, verifier } = attempt;
        const fields = { code: answer.code, redirect_uri: redirectUri, code_verifier: verifier };
        const tokens = await request('authorization_code', fields, call);
        const kept = keptTokens(tokens, time, token);
        const rows = await tenantRows(parts, exchange, tokens, answer.parameters, call);
        return { token: kept, tenants: await tenantsOf(parts, rows) };
      });
    },
  };
}

/** The form of the store. Throws `SourceError` if the vendor gives no refresh token: its scope is missing. `time`: of the request. */
function keptTokens({ access, refresh, lifetimeMs }: TokenAnswer, time: number, { grant }: TokenConfig): Secret {
  if (refresh === undefined) {
    const cure = 'Check `scope` of `consent`: most vendors want offline_access.';
    throw new SourceError('broken', 'the answer has no refresh token.', { effect: 'none', cure });
  }
  const earliestMs = grant.kind === 'refreshToken' ? grant.earliestMs : undefined;
  return keptText({ refresh: refresh.reveal(), access: access.reveal(), ...validity(time, lifetimeMs, earliestMs) });
}

/** Runs work with the connections of the source, and closes them. */
async function withExchange<T>(
  { spec, context, folder }: ConsentParts,
  work: (exchange: Exchange) => Promise<T>,
): Promise<T> {
  const fill = (text: string): string => interpolate(text, context.settings);
  const address = fill(spec.http);
  // An address that contains the tenant is not known yet. Requests of a consent go to the addresses of `auth`.
  const url = address.includes('${') ? new URL(fill(spec.auth?.refreshToken?.url ?? '')).origin : address;
  const { promise, resolve } = Promise.withResolvers<Exchange>();
  const authenticate = (exchange: Exchange) => {
    resolve(exchange);
    return anonymous;
  };
  const { retry, tls, proxy, limits } = transportOf(spec, { fill, folder });
  const source = openHttpSource({ url, retry, tls, proxy, limits: { ...limits, rate: [] } }, { authenticate });
  try {
    return await work(await promise);
  } finally {
    await source.close();
  }
}

/** What the vendor says that was granted: rows in an unknown form. */
async function tenantRows(
  { consent: { tenants } }: ConsentParts,
  exchange: Exchange,
  { access }: TokenAnswer,
  parameters: URLSearchParams,
  call: CallContext,
): Promise<readonly unknown[]> {
  if (tenants === undefined) return [];
  if (tenants.target === undefined) return [Object.fromEntries(parameters)];
  const headers = { authorization: `Bearer ${access.reveal()}`, accept: 'application/json' };
  const reply = await exchange({ method: 'GET', target: tenants.target, headers, effect: 'read' }, call);
  if (reply.status >= 300) {
    const message = `the vendor answered ${reply.status} to the request for the granted companies.`;
    throw new SourceError('broken', message, { effect: 'none' });
  }
  const rows = await tenants.rows(reply.body);
  return rows === undefined ? [] : Array.isArray(rows) ? rows : [rows];
}

const textOfValue = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** The granted tenants. A row that lacks one of the settings is left out. */
async function tenantsOf(
  { consent: { tenants }, context }: ConsentParts,
  rows: readonly unknown[],
): Promise<readonly GrantedTenant[]> {
  if (tenants === undefined) return [{ label: '', variables: {} }];
  const granted: GrantedTenant[] = [];
  for (const row of rows.filter(isMap)) {
    const values: [string, string][] = [];
    for (const [name, evaluate] of tenants.settings) {
      const value = textOfValue(await evaluate(row));
      const variable = context.writtenProfile.settings?.[name]?.env;
      if (value !== undefined && value !== '' && variable !== undefined) values.push([variable, value]);
    }
    if (values.length < tenants.settings.size) continue;
    const label = textOfValue(await tenants.label?.(row)) ?? values.map(([, value]) => value).join(' ');
    granted.push({ label, variables: Object.fromEntries(values) });
  }
  return granted;
}
