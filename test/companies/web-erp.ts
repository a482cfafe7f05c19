/** An ERP by HTTP with many companies. One login serves all companies that name themselves in a header; others have consents with rotating tokens. */
import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '../../doubles/serve.ts';
import { type Company, codesIn, customersOf, itemsOf } from './company.ts';
import type { StoredDocument } from './database.ts';

export interface WebErp {
  readonly url: string;
  /** What no correct service does: a request of one company with data or tokens of another. */
  readonly faults: readonly string[];
  /** A first refresh token of a company. Earlier tokens are no longer valid. */
  consent(company: Company): string;
  /** The redirect of a user of the company who agrees to an authorization request. */
  authorize(company: Company, authorizationUrl: string): string;
  /** Ends the consent of a company: its tokens are refused. */
  withdraw(company: Company): void;
  /** Numbers of requests with a valid token, of issued tokens, and of refresh tokens that were used again. */
  counts(): { readonly requests: number; readonly tokens: number; readonly repeats: number };
  documents(company: Company): readonly StoredDocument[];
  close(): Promise<void>;
}

interface WebErpOptions {
  readonly companies: readonly Company[];
  /** Time before an answer, in milliseconds, of each request. */
  readonly delay?: () => number;
  /** Lifetime of access tokens, in seconds. */
  readonly expiresIn?: number;
}

interface Stored extends StoredDocument {
  readonly path: string;
  readonly createdAt: string;
}

interface Reply {
  readonly status?: number;
  readonly body: object;
}

/** The tokens of a company that has given its consent. */
interface Consent {
  refresh: string;
  /** Accepted until its successor is used, because the answer may have been lost. */
  previous: string | undefined;
  readonly access: Map<string, number>;
}

/** What a user has agreed to, until its code is exchanged. */
interface Authorization {
  readonly company: Company;
  readonly redirectUri: string;
  readonly challenge: string;
}

const sharedSecret = 'secret-of-the-shared-login';
const consentSecret = 'secret-of-the-app';
/** Values of the setting `secret` by profile. */
export const webSecrets = { web: sharedSecret, consent: consentSecret } as const;

/** Starts it on a free port of the loopback interface. */
export async function startWebErp({ companies, delay = () => 0, expiresIn = 600 }: WebErpOptions): Promise<WebErp> {
  const byCode = new Map(companies.map((company) => [company.code, company]));
  const consents = new Map<string, Consent>();
  /** By code. */
  const authorizations = new Map<string, Authorization>();
  const shared = new Map<string, number>();
  const stored = new Map<string, Stored[]>();
  const faults: string[] = [];
  const counts = { requests: 0, tokens: 0, repeats: 0 };

  const until = (): number => performance.now() + expiresIn * 1_000;

  function issue(access: Map<string, number>, name: string): object {
    counts.tokens += 1;
    const token = `access-${name}-${counts.tokens}`;
    for (const [old, end] of access) if (end < performance.now()) access.delete(old);
    access.set(token, until());
    return { access_token: token, token_type: 'bearer', expires_in: expiresIn };
  }

  function consent({ code }: Company): Consent {
    counts.tokens += 1;
    const given: Consent = { refresh: `refresh-${code}-${counts.tokens}`, previous: undefined, access: new Map() };
    consents.set(code, given);
    return given;
  }

  /** A code is exchanged once, for the verifier of its challenge. */
  function exchangeReply(form: URLSearchParams): Reply {
    const authorization = authorizations.get(form.get('code') ?? '');
    authorizations.delete(form.get('code') ?? '');
    const verifier = createHash('sha256').update(form.get('code_verifier') ?? '');
    if (
      authorization === undefined ||
      verifier.digest('base64url') !== authorization.challenge ||
      form.get('redirect_uri') !== authorization.redirectUri ||
      form.get('client_secret') !== consentSecret
    )
      return { status: 400, body: { error: 'invalid_grant' } };
    const { company } = authorization;
    const { access, refresh } = consent(company);
    return { body: { ...issue(access, company.code), refresh_token: refresh } };
  }

  function tokenReply(form: URLSearchParams): Reply {
    if (form.get('grant_type') === 'client_credentials') {
      const isClient = form.get('client_secret') === sharedSecret;
      return isClient ? { body: issue(shared, 'shared') } : { status: 401, body: { error: 'invalid_client' } };
    }
    if (form.get('grant_type') === 'authorization_code') return exchangeReply(form);
    const refresh = form.get('refresh_token') ?? '';
    const [code = ''] = codesIn(refresh);
    const consent = consents.get(code);
    const isRepeat = consent?.previous === refresh;
    const isValid = (consent?.refresh === refresh || isRepeat) && form.get('client_secret') === consentSecret;
    if (consent === undefined || !isValid) return { status: 400, body: { error: 'invalid_grant' } };
    if (isRepeat) counts.repeats += 1;
    consent.previous = refresh;
    consent.refresh = `refresh-${code}-${counts.tokens + 1}`;
    return { body: { ...issue(consent.access, code), refresh_token: consent.refresh } };
  }

  /** The company that a request is for; undefined if its token is not valid. */
  function companyOf({ headers }: IncomingMessage): Company | undefined {
    const token = headers.authorization?.replace('Bearer ', '') ?? '';
    if ((shared.get(token) ?? 0) > performance.now()) return byCode.get(String(headers['x-tenant']));
    const [code] = codesIn(token);
    const isValid = code !== undefined && (consents.get(code)?.access.get(token) ?? 0) > performance.now();
    return isValid ? byCode.get(code) : undefined;
  }

  function readReply(company: Company, { searchParams: params, pathname }: URL): object {
    if (pathname === '/ping') return { ok: true };
    if (pathname === '/customers') {
      const [offset, limit] = [Number(params.get('offset') ?? 0), Number(params.get('limit') ?? 100)];
      return { value: customersOf(company).slice(offset, offset + limit) };
    }
    if (pathname === '/prices') {
      const isCustomer = customersOf(company).some(({ no }) => no === params.get('customer'));
      const item = itemsOf(company).find(({ id }) => id === params.get('product'));
      return { value: isCustomer && item ? [{ price: Number(item.price), source: item.source }] : [] };
    }
    const all = stored.get(company.code) ?? [];
    const matching = all.filter(({ path, ref }) => path === pathname && ref === params.get('ref'));
    return { value: matching.map((one) => ({ ...one, number: `SO-${company.code}-${one.id}` })) };
  }

  /** Each POST makes a document: only the service can prevent a second one. */
  function writeReply(company: Company, path: string, ref: string): object {
    const all = stored.get(company.code) ?? [];
    const id = String(all.length + 1);
    all.push({ path, id, ref, createdAt: new Date().toISOString() });
    stored.set(company.code, all);
    return { value: [{ id }] };
  }

  function replyTo(request: IncomingMessage, url: URL, body: string): Reply {
    if (url.pathname === '/token') return tokenReply(new URLSearchParams(body));
    const company = companyOf(request);
    if (company === undefined) return { status: 401, body: { error: 'unauthorized' } };
    counts.requests += 1;
    for (const code of codesIn(`${decodeURIComponent(request.url ?? '')} ${body} ${JSON.stringify(request.headers)}`))
      if (code !== company.code) faults.push(`${company.name} got a request with ${code}: ${request.url} ${body}`);
    if (request.method === 'GET') return { body: readReply(company, url) };
    const { ref }: { readonly ref: string } = JSON.parse(body);
    return { body: writeReply(company, url.pathname, ref) };
  }

  const server = await serve(async (request, response) => {
    const [sent, url] = [await text(request), new URL(request.url ?? '/', 'http://erp')];
    await sleep(delay());
    const { status = 200, body } = replyTo(request, url, sent);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });

  return {
    url: server.url,
    faults,
    consent: (company) => consent(company).refresh,
    authorize(company, authorizationUrl) {
      const { searchParams } = new URL(authorizationUrl);
      const redirectUri = searchParams.get('redirect_uri') ?? '';
      const code = randomUUID();
      authorizations.set(code, { company, redirectUri, challenge: searchParams.get('code_challenge') ?? '' });
      const redirect = new URL(redirectUri);
      redirect.search = new URLSearchParams({ code, state: searchParams.get('state') ?? '' }).toString();
      return redirect.href;
    },
    withdraw: ({ code }) => void consents.delete(code),
    counts: () => ({ ...counts }),
    documents: ({ code }) => (stored.get(code) ?? []).map(({ id, ref }) => ({ id, ref })),
    close: () => server.close(),
  };
}
