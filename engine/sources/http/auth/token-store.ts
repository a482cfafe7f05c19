/** The store of rotating tokens, in which replicas agree who renews a token. The service implements it. */
import type { Secret } from '../../../base/secret.ts';

export interface KeptToken {
  readonly value: Secret;
  /** The holder of the lease; empty if it is free. */
  readonly lease: string;
}

/**
 * Tokens by name, encrypted at rest. A lease has no expiry: each replica measures with its own clock how long a lease
 * is unchanged, and takes over an abandoned one. All functions reject with `SourceError`: `unreachable` if the store
 * is unavailable, `denied` if the key does not decrypt a token.
 */
export interface TokenStore {
  /** Undefined if there is none. */
  read(name: string): Promise<KeptToken | undefined>;
  /** Takes the lease if it is unchanged since `seen`. */
  take(name: string, seen: string, lease: string): Promise<boolean>;
  /** Replaces the token and releases the lease. False, without a change, if the lease is held by another replica. */
  replace(name: string, lease: string, value: Secret): Promise<boolean>;
  /** Releases the lease without changing the token. */
  release(name: string, lease: string): Promise<void>;
  /** For an operator: replaces the token whatever the lease. */
  put(name: string, value: Secret): Promise<void>;
}
