/**
 * A vendor for tests: an authorization server whose refresh tokens can be used once, and the ERP behind it with several companies. It follows RFC 6749, RFC 7636
 * and RFC 9700 (a code or a refresh token that is used a second time ends everything that came from it), and can answer as a hostile server.
 */
import { createHash, randomUUID } from 'node:crypto';
import { type Answer, type Double, double, type Seen } from '../../../engine/sources/http/auth/double.ts';

export const client = { id: 'app', secret: 'canary-client-secret' } as const;

export interface Company {
  readonly id: string;
  readonly name: string;
}

/** How a redirect differs from the one that was asked for. */
export interface Hostile {
  readonly decision?: 'allow' | 'deny';
  readonly state?: string;
  readonly issuer?: string;
  readonly code?: string;
}

export interface OAuthServer {
  readonly url: string;
  readonly seen: readonly Seen[];
  /** The companies that the user grants from now on. */
  grant(companies: readonly Company[]): void;
  /** What a user's decision at the authorization endpoint redirects the browser to. Throws for a request that the server refuses. */
  decide(authorizationUrl: string, hostile?: Hostile): string;
  /** The next redirects of the page differ as given. */
  beHostile(hostile: Hostile): void;
  /** The token endpoint gives no refresh tokens, as without the scope offline_access. */
  giveNoRefreshTokens(): void;
  /** The user takes the consent back. */
  revoke(): void;
  /** Access tokens are no longer accepted; refresh tokens are. */
  expireAccess(): void;
  /** Codes that were exchanged, and refresh tokens that were used, in this order. */
  exchanged(): readonly string[];
  /** Whether a code or a refresh token was used twice. */
  sawReplay(): boolean;
  /** Holds the answers of the token endpoint until the returned function is called. */
  hold(): () => void;
  /** The same for the answers of the ERP. */
  holdApi(): () => void;
  close(): Promise<void>;
}

interface Code {
  readonly challenge: string;
  readonly redirectUri: string;
  readonly chain: string;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Starts it on a free loopback port. Only `redirectUri` is registered. */
export async function oauthServer(redirectUri: () => string): Promise<OAuthServer> {
  const codes = new Map<string, Code>();
  const refreshTokens = new Map<string, string>();
  let accessTokens = new Map<string, string>();
  const ended = new Set<string>();
  const used: string[] = [];
  let replayed = false;
  let givesRefreshTokens = true;
  let companies: readonly Company[] = [{ id: 'c-1', name: 'Harbour Tools' }];
  let hostileNext: Hostile = {};
  let held: Promise<void> = Promise.resolve();
  let heldApi: Promise<void> = Promise.resolve();

  function parametersOf(authorizationUrl: string): URLSearchParams {
    const { searchParams } = new URL(authorizationUrl);
    const expected = {
      response_type: 'code',
      client_id: client.id,
      redirect_uri: redirectUri(),
      code_challenge_method: 'S256',
      scope: 'offline_access read',
    };
    for (const [name, value] of Object.entries(expected)) {
      const given = searchParams.getAll(name);
      if (given.length !== 1 || given[0] !== value) throw new Error(`The request has ${name}=${given.join()}.`);
    }
    if ((searchParams.get('state') ?? '').length < 43) throw new Error('The state is too short.');
    if ((searchParams.get('code_challenge') ?? '').length !== 43) throw new Error('There is no challenge.');
    return searchParams;
  }

  function decide(authorizationUrl: string, hostile: Hostile = {}): string {
    const parameters = parametersOf(authorizationUrl);
    const redirect = new URL(redirectUri());
    redirect.searchParams.set('state', hostile.state ?? parameters.get('state') ?? '');
    if (hostile.issuer !== undefined) redirect.searchParams.set('iss', hostile.issuer);
    if (hostile.decision === 'deny') {
      redirect.searchParams.set('error', 'access_denied');
      redirect.searchParams.set('error_description', '<b>Call 0900 1234</b>');
      return redirect.href;
    }
    const code = randomUUID();
    const challenge = parameters.get('code_challenge') ?? '';
    codes.set(code, { challenge, redirectUri: redirectUri(), chain: randomUUID() });
    redirect.searchParams.set('code', hostile.code ?? code);
    redirect.searchParams.set('companyId', companies[0]?.id ?? '');
    return redirect.href;
  }

  const invalidGrant: Answer = {
    status: 400,
    json: { error: 'invalid_grant', error_description: 'Token is not valid' },
  };

  function tokensFor(chain: string): Answer {
    const [access, refresh] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    accessTokens.set(access, chain);
    refreshTokens.set(refresh, chain);
    const tokens = { token_type: 'Bearer', access_token: access, expires_in: 600 };
    return { json: givesRefreshTokens ? { ...tokens, refresh_token: refresh } : tokens };
  }

  function exchange(form: URLSearchParams): Answer {
    const code = form.get('code') ?? '';
    const given = codes.get(code);
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (used.includes(code)) {
      replayed = true;
      if (given !== undefined) ended.add(given.chain);
      return invalidGrant;
    }
    if (given === undefined || verifier !== given.challenge || form.get('redirect_uri') !== given.redirectUri)
      return invalidGrant;
    used.push(code);
    return tokensFor(given.chain);
  }

  function refresh(form: URLSearchParams): Answer {
    const token = form.get('refresh_token') ?? '';
    const chain = refreshTokens.get(token);
    if (chain === undefined || ended.has(chain)) return invalidGrant;
    if (used.includes(token)) {
      replayed = true;
      ended.add(chain);
      return invalidGrant;
    }
    used.push(token);
    return tokensFor(chain);
  }

  async function token({ headers, body }: Seen): Promise<Answer> {
    const form = new URLSearchParams(body);
    // Client and secret are form-encoded before (RFC 6749, section 2.3.1).
    const basic = Buffer.from(String(headers.authorization ?? '').replace('Basic ', ''), 'base64').toString();
    if (decodeURIComponent(basic) !== `${client.id}:${client.secret}`)
      return { status: 401, json: { error: 'invalid_client' } };
    const answer = form.get('grant_type') === 'authorization_code' ? exchange(form) : refresh(form);
    await held;
    return answer;
  }

  function api({ target, headers }: Seen): Answer {
    const chain = accessTokens.get(String(headers.authorization ?? '').replace('Bearer ', ''));
    if (chain === undefined || ended.has(chain)) return { status: 401, json: {} };
    if (target === '/connections') return { json: { connections: companies } };
    const isKnown = companies.some(({ id }) => id === headers['x-company']);
    if (!isKnown) return { status: 403, json: { message: 'no such company' } };
    return { json: { value: [{ code: 'C1', name: `Customer of ${String(headers['x-company'])}` }] } };
  }

  const page = (authorizationUrl: string): string => {
    const link = (text: string, hostile: Hostile) =>
      `<p><a href="${escaped(decide(authorizationUrl, hostile))}">${text}</a></p>`;
    return `<!doctype html><title>Sign in</title><h1>Cloud Books</h1>${link('Allow', hostileNext)}${link('Deny', { decision: 'deny' })}`;
  };

  const server: Double = await double(async (request) => {
    if (request.target === '/token') return token(request);
    if (!request.target.startsWith('/authorize')) {
      await heldApi;
      return api(request);
    }
    return { headers: { 'content-type': 'text/html' }, html: page(`${server.url}${request.target}`) };
  });
  return {
    url: server.url,
    seen: server.seen,
    grant(given) {
      companies = given;
    },
    decide,
    beHostile(hostile) {
      hostileNext = hostile;
    },
    giveNoRefreshTokens() {
      givesRefreshTokens = false;
    },
    revoke() {
      for (const chain of refreshTokens.values()) ended.add(chain);
    },
    expireAccess() {
      accessTokens = new Map();
    },
    exchanged: () => used,
    sawReplay: () => replayed,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    holdApi() {
      const { promise, resolve } = Promise.withResolvers<void>();
      heldApi = promise;
      return resolve;
    },
    close: () => server.close(),
  };
}
