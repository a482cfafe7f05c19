/** Compiles the OAuth 2 grants of a source into their configuration, with settings filled in. */
import { milliseconds } from '../../base/duration.ts';
import { isMap } from '../../base/members.ts';
import { Secret } from '../../base/secret.ts';
import { interpolate } from '../../base/setting-values.ts';
import type { AuthSpec } from '../../profile/schema/auth.ts';
import { isHttp, type SourceSpec } from '../../profile/schema/index.ts';
import type { AssertionSpec } from '../../profile/schema/oauth.ts';
import type { SettingValues } from '../../profile/settings.ts';
import type { AssertionConfig, ClientConfig, Grant, TokenConfig } from '../../sources/http/auth/config.ts';
import { interpolateAll } from '../context/interpolate-settings.ts';

/** The source that a stored token belongs to. */
export interface TokenOwner {
  /** Name of the source. */
  readonly source: string;
  readonly installation: string;
  /** The value of `--service` in commands; undefined if none is needed. */
  readonly service?: string | undefined;
}

/**
 * The source that the tokens of a source belong to: the first one with the same consent. One consent gives one token, which would be lost if two sources
 * renewed it separately.
 */
export function tokenSource(sources: Readonly<Record<string, SourceSpec>>, name: string): string {
  const grantOf = (spec: SourceSpec | undefined): string | undefined =>
    spec !== undefined && isHttp(spec) && spec.auth?.refreshToken?.consent !== undefined
      ? JSON.stringify(spec.auth.refreshToken)
      : undefined;
  const grant = grantOf(sources[name]);
  const same = Object.entries(sources).find(([, spec]) => grant !== undefined && grantOf(spec) === grant);
  return same?.[0] ?? name;
}

interface ClientKeys {
  readonly client?: string | undefined;
  readonly secret?: string | undefined;
  readonly secretIn?: 'body' | 'header' | undefined;
  readonly assertion?: AssertionSpec | undefined;
}

interface EndpointKeys {
  readonly url: string;
  readonly scope?: string | undefined;
  readonly audience?: string | undefined;
  readonly fields?: Readonly<Record<string, string>> | undefined;
  readonly body?: 'form' | 'json' | undefined;
}

type Fill = (text: string) => string;

function assertionConfig(
  spec: AssertionSpec,
  { url, client = '' }: { readonly url: string; readonly client?: string | undefined },
  settings: SettingValues,
): AssertionConfig {
  const fill: Fill = (text) => interpolate(text, settings);
  const { key, algorithm, keyId, issuer, subject, audience, lifetime, claims, header } = spec;
  const filled = interpolateAll(claims ?? {}, settings);
  return {
    algorithm,
    key: new Secret(fill(key)),
    keyId: keyId === undefined ? undefined : fill(keyId),
    issuer: fill(issuer ?? client),
    subject: subject === undefined ? undefined : fill(subject),
    audience: fill(audience ?? url),
    lifetimeMs: milliseconds(lifetime ?? '5m'),
    claims: isMap(filled) ? filled : {},
    header: Object.fromEntries(Object.entries(header ?? {}).map(([name, value]) => [name, fill(value)])),
  };
}

function clientConfig(spec: ClientKeys & EndpointKeys, settings: SettingValues): ClientConfig {
  const { client, secret, secretIn, assertion } = spec;
  if (assertion !== undefined) return { kind: 'assertion', assertion: assertionConfig(assertion, spec, settings) };
  if (client === undefined) return { kind: 'none' };
  const id = interpolate(client, settings);
  if (secret === undefined) return { kind: 'public', id };
  return { kind: secretIn === 'header' ? 'basic' : 'body', id, secret: new Secret(interpolate(secret, settings)) };
}

function endpointConfig(spec: EndpointKeys, settings: SettingValues): Pick<TokenConfig, 'url' | 'fields' | 'body'> {
  const { url, scope, audience, fields, body } = spec;
  const all = { ...(scope === undefined ? {} : { scope }), ...(audience === undefined ? {} : { audience }), ...fields };
  return {
    url: interpolate(url, settings),
    fields: Object.fromEntries(
      Object.entries(all).map(([name, text]) => [name, new Secret(interpolate(text, settings))]),
    ),
    body: body ?? 'form',
  };
}

/** How a source gets its access tokens; undefined where it uses none. */
export function tokenConfig(spec: AuthSpec, settings: SettingValues, owner: TokenOwner): TokenConfig | undefined {
  const fill: Fill = (text) => interpolate(text, settings);
  const { clientCredentials, password, refreshToken, jwtBearer } = spec;
  const configFor = (keys: ClientKeys & EndpointKeys, grant: Grant): TokenConfig => ({
    ...endpointConfig(keys, settings),
    client: clientConfig(keys, settings),
    grant,
  });
  if (clientCredentials !== undefined) return configFor(clientCredentials, { kind: 'clientCredentials' });
  if (password !== undefined) {
    const user = fill(password.user);
    return configFor(password, { kind: 'password', user, password: new Secret(fill(password.password)) });
  }
  if (refreshToken !== undefined) {
    const { url, client, earliest, consent } = refreshToken;
    const earliestMs = earliest === undefined ? undefined : milliseconds(earliest);
    // Tokens of another client or server must not be used here, so both are part of the key.
    const keptAs = JSON.stringify([owner.installation, owner.source, fill(url), fill(client)]);
    const hasConsent = consent !== undefined;
    const commandArguments = owner.service === undefined ? owner.source : `${owner.source} --service ${owner.service}`;
    return configFor(refreshToken, { kind: 'refreshToken', keptAs, commandArguments, hasConsent, earliestMs });
  }
  if (jwtBearer === undefined) return undefined;
  // The assertion is the grant itself; the client is only named.
  const { assertion, ...keys } = jwtBearer;
  return configFor(keys, { kind: 'jwtBearer', assertion: assertionConfig(assertion, jwtBearer, settings) });
}
