/** How requests of one source get their credentials, its settings filled in. */
import type { Secret } from '../../../base/secret.ts';
import type { RawReply } from './authenticator.ts';
import type { OAuth1Method } from './oauth1-signature.ts';

/** Declared parts work together, each adding what is its own. */
export interface AuthConfig {
  readonly basic?: { readonly user: string; readonly password: Secret } | undefined;
  /** A token that does not change. */
  readonly bearer?: Secret | undefined;
  readonly keys: readonly ApiKey[];
  readonly token?: TokenConfig | undefined;
  readonly oauth1?: OAuth1Config | undefined;
  readonly session?: SessionConfig | undefined;
  readonly csrf?: CsrfConfig | undefined;
}

export interface ApiKey {
  readonly place: 'header' | 'query';
  readonly name: string;
  /** The whole value: `token key:secret`. */
  readonly value: Secret;
}

/** OAuth 2: where access tokens come from, and against what. */
export interface TokenConfig {
  /** Absolute. */
  readonly url: string;
  readonly client: ClientConfig;
  readonly grant: Grant;
  /** Fields of the request beside those of the grant: scope, audience, what the vendor demands. */
  readonly fields: Readonly<Record<string, Secret>>;
  /** How the request is written; the standard knows `form` alone. */
  readonly body: 'form' | 'json';
}

/** How the client shows who it is. */
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
      /** The name that the token is kept under. */
      readonly keptAs: string;
      /** What a person calls the source, in the command that stores a first token. */
      readonly source: string;
      /** Age of an access token before which it may not be renewed, in milliseconds. */
      readonly earliestMs: number | undefined;
    };

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
  /** From the signing to the end, in milliseconds. */
  readonly lifetimeMs: number;
  /** Claims beside these. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** Header parameters beside algorithm, type and key id. */
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

/** A request of the authentication itself: of a login, of a logout. */
export interface OwnRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A path below the source's base, or an absolute URL of the same origin. */
  readonly target: string;
  readonly headers: Readonly<Record<string, Secret>>;
  readonly body?: { readonly type: string; readonly text: Secret } | undefined;
}

export interface SessionConfig {
  readonly login: OwnRequest;
  /** Whether the reply says that the login went well; a status below 400 by default. */
  readonly accepted?: ((reply: RawReply) => Promise<boolean>) | undefined;
  /** The token in the reply; needless where cookies are all that is sent. */
  readonly token?: ((reply: RawReply) => Promise<unknown>) | undefined;
  /** How requests carry the token. Cookies of the ERP are sent in any case. */
  readonly send: SessionSend;
  /** The ERP ends a session that is not used for so long; in milliseconds. */
  readonly idleMs: number | undefined;
  /** The ERP ends a session after so long; in milliseconds. */
  readonly maxAgeMs: number | undefined;
  readonly logout: OwnRequest | undefined;
}

export type SessionSend =
  | { readonly kind: 'cookies' }
  | { readonly kind: 'query'; readonly name: string }
  /** `{{ token }}` in the value stands for the token. */
  | { readonly kind: 'header'; readonly name: string; readonly value: string };

/** A token against forged requests, which every change has to carry. */
export interface CsrfConfig {
  readonly method: 'GET' | 'HEAD';
  /** As that of `OwnRequest`. */
  readonly target: string;
  /** In small letters; the reply has it too, with the token. */
  readonly header: string;
  /** What the header says when a token is asked for. */
  readonly ask: string;
}
