/** Compiles `auth` of an HTTP source into the configuration that the source authenticates with, with settings filled in. */

import { basicCredentials } from '../../base/basic-credentials.ts';
import { milliseconds } from '../../base/duration.ts';
import type { Path } from '../../base/place.ts';
import { Secret } from '../../base/secret.ts';
import { interpolate, visibleSettings } from '../../base/setting-values.ts';
import type { AuthSpec, OwnRequestSpec, SessionSpec } from '../../profile/schema/auth.ts';
import type { SettingValues } from '../../profile/settings.ts';
import type { RawReply } from '../../sources/http/auth/authenticator.ts';
import type { AuthConfig, OwnRequest, SessionConfig } from '../../sources/http/auth/config.ts';
import { interpolateAll } from '../context/interpolate-settings.ts';
import type { ProfileContext } from '../context/profile-context.ts';
import { expressionAt } from '../expressions/expressions.ts';
import { type TokenOwner, tokenConfig } from './oauth.ts';

const replyVariables = ['status', 'headers', 'cookies'];
/** Variables of other expressions, which do not exist here: a login belongs to no request. */
const unavailableVariables = ['request', 'now', 'today'];

function cookiesOf({ cookies }: RawReply): Readonly<Record<string, string>> {
  return Object.fromEntries(
    cookies.map((cookie) => {
      const [pair = ''] = cookie.split(';', 1);
      const at = pair.indexOf('=');
      return [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()];
    }),
  );
}

/** Compiles an expression over the reply to a login; undefined where there is none, or it is reported. */
function replyExpression(
  context: ProfileContext,
  path: Path,
  text: string | undefined,
): ((reply: RawReply) => Promise<unknown>) | undefined {
  if (text === undefined) return undefined;
  const expression = expressionAt(context, path, text, {
    variables: replyVariables,
    names: undefined,
    unavailable: unavailableVariables,
  });
  if (expression === undefined) return undefined;
  for (const { name, offset } of expression.variables.filter((used) => unavailableVariables.includes(used.name))) {
    const message = `$${name} is not available in an expression over the reply to a login.`;
    const hint = 'Available are $status, $headers, $cookies and $settings; names without $ are members of the body.';
    context.report('EXP302', { path, range: { offset, length: name.length + 1 }, message, hint });
  }
  const settings = visibleSettings(context.settings);
  return async (reply) => {
    const { status, headers, body } = reply;
    return expression.evaluate(body, { status, headers, cookies: cookiesOf(reply), settings });
  };
}

/** Compiles a login or logout request, whose texts contain settings but no expressions. */
export function plainRequest(spec: OwnRequestSpec, settings: SettingValues): OwnRequest {
  const fill = (text: string): string => interpolate(text, settings);
  const verbs = { GET: spec.get, POST: spec.post, PUT: spec.put, DELETE: spec.delete } as const;
  const method = (['GET', 'POST', 'PUT', 'DELETE'] as const).find((verb) => verbs[verb] !== undefined) ?? 'POST';
  const headers = Object.entries(spec.headers ?? {}).map(([name, value]) => [name.toLowerCase(), fill(value)]);
  if (spec.basic !== undefined)
    headers.push(['authorization', basicCredentials(fill(spec.basic.user), fill(spec.basic.password))]);
  const { json, form } = spec;
  const formText = (): string => {
    const filled = Object.entries(form ?? {}).map(([name, value]): [string, string] => [name, fill(value)]);
    return new URLSearchParams(filled).toString();
  };
  const body =
    json !== undefined
      ? { type: 'application/json', text: new Secret(JSON.stringify(interpolateAll(json, settings))) }
      : form !== undefined
        ? { type: 'application/x-www-form-urlencoded', text: new Secret(formText()) }
        : undefined;
  return {
    method,
    target: fill(verbs[method] ?? '/'),
    headers: Object.fromEntries(headers.map(([name = '', value = '']) => [name, new Secret(value)])),
    body,
  };
}

function sessionConfig(context: ProfileContext, path: Path, spec: SessionSpec): SessionConfig {
  const { settings } = context;
  const { login, accepted, take, send, idle, maxAge, logout } = spec;
  const isAccepted = replyExpression(context, [...path, 'accepted'], accepted);
  return {
    login: plainRequest(login, settings),
    accepted: isAccepted === undefined ? undefined : async (reply) => (await isAccepted(reply)) === true,
    token: replyExpression(context, [...path, 'take'], take),
    send:
      send === 'cookies'
        ? { kind: 'cookies' }
        : 'query' in send
          ? { kind: 'query', name: send.query }
          : { kind: 'header', name: send.header, value: interpolate(send.value ?? '{{ token }}', settings) },
    idleMs: idle === undefined ? undefined : milliseconds(idle),
    maxAgeMs: maxAge === undefined ? undefined : milliseconds(maxAge),
    logout: logout === undefined ? undefined : plainRequest(logout, settings),
  };
}

/** The configuration of a source's authentication. Expressions that cannot be compiled are reported and left out. */
export function authConfig(context: ProfileContext, path: Path, spec: AuthSpec, owner: TokenOwner): AuthConfig {
  const { settings } = context;
  const fill = (text: string): string => interpolate(text, settings);
  const secret = (text: string): Secret => new Secret(fill(text));
  const { basic, bearer, apiKey, oauth1, session, csrf } = spec;
  const keys = apiKey === undefined ? [] : [apiKey].flat();
  return {
    basic: basic && { user: fill(basic.user), password: secret(basic.password) },
    bearer: bearer === undefined ? undefined : secret(bearer),
    keys: keys.map((key) =>
      'header' in key
        ? { place: 'header', name: key.header, value: secret(key.value) }
        : { place: 'query', name: key.query, value: secret(key.value) },
    ),
    token: tokenConfig(spec, settings, owner),
    oauth1: oauth1 && {
      method: oauth1.method ?? 'HMAC-SHA256',
      consumerKey: fill(oauth1.consumerKey),
      consumerSecret: secret(oauth1.consumerSecret),
      token: fill(oauth1.token),
      tokenSecret: secret(oauth1.tokenSecret),
      realm: oauth1.realm === undefined ? undefined : fill(oauth1.realm),
    },
    session: session && sessionConfig(context, [...path, 'session'], session),
    csrf: csrf && {
      method: csrf.get === undefined ? 'HEAD' : 'GET',
      target: fill(csrf.get ?? csrf.head ?? '/'),
      header: (csrf.header ?? 'x-csrf-token').toLowerCase(),
      ask: csrf.ask ?? 'Fetch',
    },
  };
}
