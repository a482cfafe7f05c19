/** Where rotating tokens outlive the process, and where replicas agree on who renews one. The service implements it. */
import type { Secret } from '../../../base/secret.ts';

export interface KeptToken {
  readonly value: Secret;
  /** Who is about to replace it; empty where nobody is. */
  readonly lease: string;
}

/**
 * Tokens by name, at rest encrypted. Leases carry no time: who finds one watches it by the own clock, and takes it over when it has stood
 * too long. All functions reject with `SourceError`: `unreachable` while the store is away, `denied` where the key does not open a token.
 */
export interface TokenStore {
  /** Undefined where none is kept. */
  read(name: string): Promise<KeptToken | undefined>;
  /** Takes the lease, if it is still the one that was seen. */
  take(name: string, seen: string, lease: string): Promise<boolean>;
  /** Replaces the token and gives the lease back; false, and nothing is changed, where the lease is no longer the own one. */
  replace(name: string, lease: string, value: Secret): Promise<boolean>;
  /** Gives the lease back, the token as it was. */
  release(name: string, lease: string): Promise<void>;
  /** By a person: whatever was kept, whoever holds the lease. */
  put(name: string, value: Secret): Promise<void>;
}
