/** Access token requests (RFC 6749), with oauth4webapi over the source's own connections. */
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  genericTokenEndpointRequest,
  processGenericTokenEndpointResponse,
  ResponseBodyError,
} from 'oauth4webapi';
import { isMap } from '../../../base/members.ts';
import { Secret } from '../../../base/secret.ts';
import { type CallContext, SourceError } from '../../source.ts';
import { createSigner } from './assertion.ts';
import type { Exchange, RawReply } from './authenticator.ts';
import type { ClientConfig, TokenConfig } from './config.ts';
import { GrantRefusal, refusal } from './refusal.ts';

export interface TokenAnswer {
  readonly access: Secret;
  /** A new refresh token, if the server rotates it. */
  readonly refresh: Secret | undefined;
  /** Undefined if the server does not state it. */
  readonly lifetimeMs: number | undefined;
}

/** Requests a token with the fields of a grant. Rejects with `SourceError`. */
export type TokenRequest = (
  grantType: string,
  fields: Readonly<Record<string, string>>,
  call: CallContext,
) => Promise<TokenAnswer>;

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** A placeholder for the client id that the library requires; the client is authenticated differently. */
const nameless = 'none';

function clientAuth(client: ClientConfig, now: () => number): ClientAuth {
  switch (client.kind) {
    case 'basic':
      return ClientSecretBasic(client.secret.reveal());
    case 'body':
      return ClientSecretPost(client.secret.reveal());
    case 'public':
      return (_server, { client_id }, body) => body.set('client_id', client_id);
    case 'assertion': {
      const sign = createSigner(client.assertion, now);
      return async (_server, _client, body) => {
        body.set('client_assertion_type', assertionType);
        body.set('client_assertion', await sign());
      };
    }
    case 'none':
      return () => undefined;
  }
}

/** The used members of the answer. Servers add others, such as identity tokens. */
const members = ['access_token', 'token_type', 'expires_in', 'refresh_token', 'error', 'error_description'] as const;

/** The body of a reply whose media type may be wrong. */
function jsonOf(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The reply in the form that the library accepts: with the token type that all these servers imply. */
function responseOf({ status, body }: RawReply): Response {
  const given = jsonOf(body);
  const answerMembers = isMap(given) ? given : {};
  const kept = Object.fromEntries(
    members.flatMap((name) => (answerMembers[name] === undefined ? [] : [[name, answerMembers[name]]])),
  );
  const answer = 'access_token' in kept ? { token_type: 'bearer', ...kept } : kept;
  const headers = { 'content-type': 'application/json' };
  return new Response(JSON.stringify(answer), { status: status >= 200 && status < 300 ? 200 : status, headers });
}

/** Request fields that are not secret and that a refusal may refer to. */
const shownFields: ReadonlySet<string> = new Set(['scope', 'audience', 'resource']);

/** The server's reason for a refusal, without repeated secrets. */
function reasonOf(error: unknown, secrets: readonly string[]): string {
  if (!(error instanceof ResponseBodyError)) return '';
  const { error: code, error_description: description } = error;
  const text = `${code}${description === undefined ? '' : `: ${description.split(/[\r\n]/, 1)[0]?.slice(0, 300)}`}`;
  return secrets
    .filter((secret) => secret !== '')
    .reduce((shown, secret) => shown.replaceAll(secret, '[secret]'), text);
}

const cure = 'Check client, secret or key, and scope in the settings of the profile.';

/**
 * Prepares requests to a token endpoint. Throws `SourceError` if a key is unusable. `now`: milliseconds since the
 * epoch.
 */
export function createTokenRequest(config: TokenConfig, exchange: Exchange, now: () => number): TokenRequest {
  const { url, client, fields: configuredFields, body: form } = config;
  if (!URL.canParse(url))
    throw new SourceError('broken', 'The address of the token endpoint is no URL.', { effect: 'none' });
  const authenticate = clientAuth(client, now);
  const id = 'id' in client ? client.id : nameless;
  const server = { issuer: new URL(url).origin, token_endpoint: url };
  const fixed = Object.fromEntries(Object.entries(configuredFields).map(([name, value]) => [name, value.reveal()]));
  const hidden = [
    ...('secret' in client ? [client.secret.reveal()] : []),
    ...Object.entries(fixed).flatMap(([name, value]) => (shownFields.has(name) ? [] : [value])),
  ];

  return async (grantType, fields, call) => {
    let reply: RawReply | undefined;
    const send = async (
      target: string,
      { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: URLSearchParams },
    ): Promise<Response> => {
      const { 'content-type': _type, 'user-agent': _agent, ...others } = headers;
      const written =
        form === 'json'
          ? { type: 'application/json', text: JSON.stringify(Object.fromEntries(body)) }
          : { type: 'application/x-www-form-urlencoded', text: body.toString() };
      reply = await exchange({ method: 'POST', target, headers: others, body: written, effect: 'write' }, call);
      return responseOf(reply);
    };
    // An ERP in a company network may have no TLS: the address is the choice of the author.
    const options = { [customFetch]: send, [allowInsecureRequests]: true };
    try {
      const parameters = { ...fixed, ...fields };
      const clientId = { client_id: id };
      const response = await genericTokenEndpointRequest(
        server,
        clientId,
        authenticate,
        grantType,
        parameters,
        options,
      );
      const answer = await processGenericTokenEndpointResponse(server, clientId, response);
      const { access_token: access, refresh_token: refresh, expires_in: seconds } = answer;
      return {
        access: new Secret(access),
        refresh: refresh === undefined ? undefined : new Secret(refresh),
        lifetimeMs: seconds === undefined ? undefined : seconds * 1_000,
      };
    } catch (error) {
      // The library's errors contain the answer, and therefore tokens: they are not passed on.
      if (error instanceof SourceError || reply === undefined) throw error;
      if (reply.status < 300)
        throw new SourceError('broken', 'the answer has no access token.', { effect: 'none', cure });
      const refused = refusal(reply, reasonOf(error, [...hidden, ...Object.values(fields)]), cure);
      const isGrant = error instanceof ResponseBodyError && error.error === 'invalid_grant';
      throw isGrant && refused.kind === 'denied'
        ? new GrantRefusal('denied', refused.message, { effect: 'none', cure: refused.cure })
        : refused;
    }
  };
}
