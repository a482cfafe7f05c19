/** Configuration of the authentication of one source, with settings already inserted. */
import type { Secret } from '../../../base/secret.ts';
import type { RawReply } from './authenticator.ts';
import type { OAuth1Method } from './oauth1-signature.ts';

/** The configured parts are combined; each adds its own credentials. */
export interface AuthConfig {
  readonly basic?: { readonly user: string; readonly password: Secret } | undefined;
  /** A constant token. */
  readonly bearer?: Secret | undefined;
  readonly keys: readonly ApiKey[];
  readonly token?: TokenConfig | undefined;
  readonly oauth1?: OAuth1Config | undefined;
  readonly session?: SessionConfig | undefined;
  readonly csrf?: CsrfConfig | undefined;
}

interface ApiKey {
  readonly place: 'header' | 'query';
  readonly name: string;
  /** The whole value: `token key:secret`. */
  readonly value: Secret;
}

/** OAuth 2: the token endpoint and the grant. */
export interface TokenConfig {
  /** Absolute URL. */
  readonly url: string;
  readonly client: ClientConfig;
  readonly grant: Grant;
  /** Request fields in addition to those of the grant: scope, audience, vendor-specific fields. */
  readonly fields: Readonly<Record<string, Secret>>;
  /** Encoding of the request. The standard defines only `form`. */
  readonly body: 'form' | 'json';
}

/** Authentication of the client. */
export type ClientConfig =
  | { readonly kind: 'basic' | 'body'; readonly id: string; readonly secret: Secret }
  | { readonly kind: 'public'; readonly id: string }
  | { readonly kind: 'assertion'; readonly assertion: AssertionConfig }
  | { readonly kind: 'none' };

export type Grant =
  | { readonly kind: 'clientCredentials' }
  | { readonly kind: 'password'; readonly user: string; readonly password: Secret }
  | { readonly kind: 'jwtBearer'; readonly assertion: AssertionConfig }
  | {
      readonly kind: 'refreshToken';
      /** The name of the token in the store. */
      readonly keptAs: string;
      /** Of `engine auth set` and `engine auth link`: the name of the source, and the service if there are several. */
      readonly commandArguments: string;
      /** Whether a customer can give consent in a browser. */
      readonly hasConsent: boolean;
      /** Minimum age of an access token for a renewal, in milliseconds. */
      readonly earliestMs: number | undefined;
    };

/** The authorization request to the browser of a customer (RFC 6749, section 4.1). */
export interface ConsentConfig {
  /** The authorization endpoint: absolute URL. */
  readonly url: string;
  /** Scope, and parameters of the vendor. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The `iss` that a redirect must have; undefined if the server sends none. */
  readonly issuer: string | undefined;
  readonly tenants: TenantsConfig | undefined;
}

/** How the granted tenants are found. Expressions get a body and give any value. */
export interface TenantsConfig {
  /** Absolute URL of the list; undefined if the parameters of the redirect are the only row. */
  readonly target: string | undefined;
  readonly rows: (body: unknown) => Promise<unknown>;
  readonly label: ((row: unknown) => Promise<unknown>) | undefined;
  /** By name of the setting. */
  readonly settings: ReadonlyMap<string, (row: unknown) => Promise<unknown>>;
}

export type SigningAlgorithm = 'RS256' | 'PS256' | 'ES256';

/** A signed JSON Web Token (RFC 7519, RFC 7523). */
export interface AssertionConfig {
  readonly algorithm: SigningAlgorithm;
  /** PEM. */
  readonly key: Secret;
  readonly keyId: string | undefined;
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly audience: string;
  /** Lifetime, in milliseconds. */
  readonly lifetimeMs: number;
  /** Additional claims. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** Header parameters in addition to algorithm, type and key id. */
  readonly header: Readonly<Record<string, string>>;
}

export interface OAuth1Config {
  readonly method: OAuth1Method;
  readonly consumerKey: string;
  readonly consumerSecret: Secret;
  readonly token: string;
  readonly tokenSecret: Secret;
  readonly realm: string | undefined;
}

/** A request of the authentication itself: login or logout. */
export interface OwnRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A path below the source's base, or an absolute URL of the same origin. */
  readonly target: string;
  readonly headers: Readonly<Record<string, Secret>>;
  readonly body?: { readonly type: string; readonly text: Secret } | undefined;
}

export interface SessionConfig {
  readonly login: OwnRequest;
  /** Whether the login succeeded. Default: a status below 400. */
  readonly accepted?: ((reply: RawReply) => Promise<boolean>) | undefined;
  /** The token in the reply; not needed if only cookies are sent. */
  readonly token?: ((reply: RawReply) => Promise<unknown>) | undefined;
  /** How requests carry the token. The ERP's cookies are always sent. */
  readonly send: SessionSend;
  /** The ERP ends a session after this idle time, in milliseconds. */
  readonly idleMs: number | undefined;
  /** The ERP ends a session after this time, in milliseconds. */
  readonly maxAgeMs: number | undefined;
  readonly logout: OwnRequest | undefined;
}

export type SessionSend =
  | { readonly kind: 'cookies' }
  | { readonly kind: 'query'; readonly name: string }
  /** `{{ token }}` in the value is replaced by the token. */
  | { readonly kind: 'header'; readonly name: string; readonly value: string };

/** CSRF token, required by every change. */
export interface CsrfConfig {
  readonly method: 'GET' | 'HEAD';
  /** As in `OwnRequest`. */
  readonly target: string;
  /** Header name in lower case; the reply contains the token in the same header. */
  readonly header: string;
  /** The value of the header in a request for a token. */
  readonly ask: string;
}
