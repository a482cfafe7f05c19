/** The authorization request of a consent and the answer to it: authorization code grant (RFC 6749, section 4.1) with PKCE (RFC 7636). */
import { AuthorizationResponseError, calculatePKCECodeChallenge, validateAuthResponse } from 'oauth4webapi';
import type { ConsentConfig } from './config.ts';

/** One attempt of a browser to give consent. All members are kept from the authorization request to the redirect. */
export interface Attempt {
  /** At least 128 random bits. */
  readonly state: string;
  /** The code verifier of PKCE: 43 to 128 characters. */
  readonly verifier: string;
  /** Sent in both requests, and equal to the one that is registered with the vendor. */
  readonly redirectUri: string;
}

/** `declined`: the customer said no. `failed`: the vendor reports another error. `foreign`: the redirect does not belong to the attempt. */
export type ConsentRefusalKind = 'declined' | 'failed' | 'foreign';

/** A redirect that gives no code. The message is for operators, and contains nothing that a browser could choose freely. */
export class ConsentRefusal extends Error {
  readonly kind: ConsentRefusalKind;
  constructor(kind: ConsentRefusalKind, message: string) {
    super(message);
    this.name = 'ConsentRefusal';
    this.kind = kind;
  }
}

const isLoopback = ({ hostname }: URL): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** The authorization endpoint. Throws `ConsentRefusal` unless it is reached by https, or is on this machine. */
function endpointOf({ url }: ConsentConfig): URL {
  const endpoint = URL.canParse(url) ? new URL(url) : undefined;
  if (endpoint?.protocol === 'https:' || (endpoint?.protocol === 'http:' && isLoopback(endpoint))) return endpoint;
  throw new ConsentRefusal('failed', 'The URL of `consent` is no https URL.');
}

/** The address that the browser of the customer opens at the vendor. `client`: client id. Throws `ConsentRefusal`. */
export async function authorizationUrl(config: ConsentConfig, client: string, attempt: Attempt): Promise<string> {
  const endpoint = endpointOf(config);
  const parameters = new URLSearchParams([
    ...endpoint.searchParams,
    ...Object.entries({
      ...config.parameters,
      response_type: 'code',
      client_id: client,
      redirect_uri: attempt.redirectUri,
      state: attempt.state,
      code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    }),
  ]);
  // Some servers do not read + as a blank.
  endpoint.search = parameters.toString().replaceAll('+', '%20');
  return endpoint.href;
}

/** The parameters of a redirect that belongs to the attempt and has a code. */
export interface ConsentAnswer {
  readonly code: string;
  readonly parameters: URLSearchParams;
}

/**
 * The issuer that a redirect must name, if it names one. A profile without `issuer` accepts the origins of both endpoints: a server that answers for another one
 * has another origin (mix-up, RFC 9207).
 */
function expectedIssuer(config: ConsentConfig, tokenUrl: string, parameters: URLSearchParams): string {
  if (config.issuer !== undefined) return config.issuer;
  const [origin = '', tokenOrigin] = [config.url, tokenUrl].map((url) => new URL(url).origin);
  const given = parameters.get('iss') ?? '';
  const givenOrigin = URL.canParse(given) ? new URL(given).origin : undefined;
  return givenOrigin === origin || givenOrigin === tokenOrigin ? given : origin;
}

/** Checks the parameters of a redirect. `tokenUrl`: the token endpoint. Throws `ConsentRefusal`. */
export function readConsentAnswer(
  config: ConsentConfig,
  tokenUrl: string,
  client: string,
  { state }: Pick<Attempt, 'state'>,
  parameters: URLSearchParams,
): ConsentAnswer {
  const server = {
    issuer: expectedIssuer(config, tokenUrl, parameters),
    authorization_response_iss_parameter_supported: config.issuer !== undefined,
  };
  try {
    const valid = validateAuthResponse(server, { client_id: client }, parameters, state);
    const [code = '', ...others] = valid.getAll('code');
    if (others.length > 0) throw new Error('The redirect has several codes.');
    if (code !== '') return { code, parameters: valid };
  } catch (error) {
    if (error instanceof AuthorizationResponseError) throw refusalOf(error.error);
    throw new ConsentRefusal('foreign', 'The redirect has another state or issuer than the consent that was begun.');
  }
  throw new ConsentRefusal('failed', 'The redirect of the vendor has no code.');
}

/** `code`: an error code of RFC 6749, section 4.1.2.1, or one of the vendor. */
function refusalOf(code: string): ConsentRefusal {
  if (code === 'access_denied') return new ConsentRefusal('declined', 'The customer did not give consent.');
  const shown = /^[a-z_]{1,60}$/.test(code) ? code : 'unknown';
  return new ConsentRefusal('failed', `The vendor refuses the consent: ${shown}.`);
}
