/**
 * Refresh tokens that can be used once. They are kept in the service's store. One replica renews a token under a lease while the others wait
 * for the result. A new token is used only after it has been stored.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Secret } from '../../../base/secret.ts';
import type { ConsentState } from '../../http-source.ts';
import { type CallContext, SourceError } from '../../source.ts';
import type { Grant } from './config.ts';
import type { ObtainedCredentials } from './credential-cache.ts';
import type { AuthPorts } from './ports.ts';
import { GrantRefusal } from './refusal.ts';
import { type Kept, keptText, readKept } from './stored-token.ts';
import type { TokenRequest } from './token-request.ts';
import type { KeptToken, TokenStore } from './token-store.ts';
import { validity } from './validity.ts';

/** After this time a lease is abandoned: longer than any attempt takes. Milliseconds. */
const leaseMs = 60_000;
const pollMs = 200;
const saveRetryMs = 1_000;
/** How long a call waits for a store that became unavailable during the renewal, in milliseconds. */
const saveWaitMs = 5_000;
/** A refresh token that the ERP has refused is sent again after this time at the earliest: a refusal may be a mistake of the ERP. Milliseconds. */
const refusedMs = 15 * 60_000;

/**
 * The stored token when no process renews it; undefined if there is none. Waits for the end of a renewal. Releases a lease that is unchanged for
 * `leaseMs`: its holder has ended. For a process that ends before it could observe a lease for that long. Rejects with `SourceError`.
 */
export async function readUnleased(store: TokenStore, name: string): Promise<KeptToken | undefined> {
  let since = performance.now();
  let last = '';
  for (;;) {
    const kept = await store.read(name);
    if (kept === undefined || kept.lease === '') return kept;
    if (kept.lease !== last) since = performance.now();
    last = kept.lease;
    if (performance.now() - since >= leaseMs) await store.release(name, last);
    else await sleep(pollMs);
  }
}

type RefreshGrant = Extract<Grant, { readonly kind: 'refreshToken' }>;

/** A stored token with the lease on it. */
interface StoredToken {
  readonly kept: Kept;
  readonly lease: string;
}

/** A refresh token that the ERP has refused; empty text if there is none at all. `until`: by a monotonic clock. */
interface RefusedToken {
  readonly refresh: string;
  readonly message: string;
  readonly until: number;
}

const noToken = 'there is no refresh token for this source yet.';

/** Obtains access tokens with a refresh token that the ERP replaces at each use. A live resource: call `close`. */
export class TokenRotation implements ConsentState {
  readonly #grant: RefreshGrant;
  readonly #request: TokenRequest;
  readonly #ports: AuthPorts;
  readonly #store: TokenStore;
  #closed = false;
  /** The write of a new token that has not finished. */
  #saving: Promise<void> | undefined;
  /** The lease seen last, and since when (monotonic clock). */
  #observedLease: { readonly lease: string; readonly since: number } | undefined;
  /** Undefined while the stored token has not been refused. */
  #refused: RefusedToken | undefined;
  #hasLooked = false;

  constructor(grant: RefreshGrant, request: TokenRequest, ports: AuthPorts) {
    this.#grant = grant;
    this.#request = request;
    this.#ports = ports;
    this.#store = ports.tokens ?? withoutKey;
  }

  /** A valid access token: one that another replica stored, or a new one. Rejects with `SourceError`. */
  async obtain(call: CallContext, rejected: Secret | undefined): Promise<ObtainedCredentials<Secret>> {
    if (!(await this.#saved())) {
      throw new SourceError('unreachable', 'the token store is unavailable.', { effect: 'none' });
    }
    while (Date.now() < call.deadline && !this.#closed) {
      const { kept, lease: current } = await this.#read();
      const stored = this.#usable(kept, rejected);
      if (stored !== undefined) return stored;
      const lease = randomUUID();
      if (this.#isAbandoned(current) && (await this.#store.take(this.#grant.keptAs, current, lease))) {
        return this.#renewUnderLease(lease, rejected, call);
      }
      await sleep(pollMs, undefined, { ref: false });
    }
    throw new SourceError('timeout', 'another replica did not finish renewing the token.', { effect: 'none' });
  }

  isNeeded(): boolean {
    return this.#refused !== undefined;
  }

  async look(): Promise<void> {
    // A token that is used says by its next renewal that it is refused.
    if (this.#hasLooked && this.#refused === undefined) return;
    try {
      const stored = await this.#store.read(this.#grant.keptAs);
      const kept = stored === undefined ? undefined : readKept(stored.value);
      this.#hasLooked = true;
      if (kept === undefined) this.#refuse('', noToken);
      else if (this.#refused !== undefined && kept.refresh !== this.#refused.refresh) this.#accept();
    } catch (error) {
      // The store is unavailable, or its key is missing: other findings say so.
      if (!(error instanceof SourceError)) throw error;
    }
  }

  /** Waits for a token that is being stored, within `saveWaitMs`. */
  async close(): Promise<void> {
    await this.#saved();
    this.#closed = true;
  }

  /** Waits for a token that is being stored; false if that takes too long. */
  async #saved(): Promise<boolean> {
    if (this.#saving !== undefined) await Promise.race([this.#saving, sleep(saveWaitMs, undefined, { ref: false })]);
    return this.#saving === undefined;
  }

  async #read(): Promise<StoredToken> {
    const storedToken = await this.#store.read(this.#grant.keptAs);
    const kept = storedToken === undefined ? undefined : readKept(storedToken.value);
    if (storedToken !== undefined && kept !== undefined) {
      if (this.#refused !== undefined && kept.refresh !== this.#refused.refresh) this.#accept();
      return { kept, lease: storedToken.lease };
    }
    this.#refuse('', noToken);
    throw this.#denied(noToken);
  }

  get #cure(): string {
    const { commandArguments, hasConsent } = this.#grant;
    const setToken = `engine auth set ${commandArguments}`;
    return hasConsent
      ? `Send the customer a link for a new consent: engine auth link ${commandArguments}. Or give the service a refresh token: ${setToken}`
      : `Give the service a refresh token: ${setToken}`;
  }

  #denied(message: string): SourceError {
    return new SourceError('denied', message, { effect: 'none', cure: this.#cure });
  }

  /** The ERP refuses a refresh token, or there is none. Reported once. */
  #refuse(refresh: string, reason: string): void {
    if (this.#refused?.refresh !== refresh) {
      const message = `A consent is needed: ${reason} ${this.#cure}`;
      this.#ports.report({ level: 'error', event: 'consent_needed', message });
    }
    this.#refused = { refresh, message: reason, until: performance.now() + refusedMs };
  }

  /** Another token is stored, or the ERP accepts the refused one after all. */
  #accept(): void {
    if (this.#refused === undefined) return;
    this.#refused = undefined;
    this.#ports.report({ level: 'info', event: 'consent_given', message: 'The source has a new refresh token.' });
  }

  /** True if no replica holds the lease, or its holder has not finished within `leaseMs`. */
  #isAbandoned(lease: string): boolean {
    if (lease !== this.#observedLease?.lease) this.#observedLease = { lease, since: performance.now() };
    return lease === '' || performance.now() - this.#observedLease.since >= leaseMs;
  }

  /** The stored access token, if it is valid and not the one that the ERP rejected. */
  #usable({ access, until, notBefore }: Kept, rejected: Secret | undefined): ObtainedCredentials<Secret> | undefined {
    const isUsable =
      access !== undefined && access !== rejected?.reveal() && this.#ports.now() < (until ?? Number.POSITIVE_INFINITY);
    return isUsable ? { value: new Secret(access), until, notBefore } : undefined;
  }

  async #renewUnderLease(
    lease: string,
    rejected: Secret | undefined,
    call: CallContext,
  ): Promise<ObtainedCredentials<Secret>> {
    let isRenewed = false;
    try {
      // Another replica may have renewed it between the read and the lease.
      const { kept } = await this.#read();
      const stored = this.#usable(kept, rejected);
      if (stored !== undefined) return stored;
      const renewed = await this.#renew(lease, kept, call);
      isRenewed = true;
      return renewed;
    } finally {
      // A lease that cannot be released is abandoned after `leaseMs`.
      if (!isRenewed) await this.#store.release(this.#grant.keptAs, lease).catch(() => undefined);
    }
  }

  async #renew(lease: string, { refresh }: Kept, call: CallContext): Promise<ObtainedCredentials<Secret>> {
    if (this.#refused?.refresh === refresh && performance.now() < this.#refused.until)
      throw this.#denied(this.#refused.message);
    const time = this.#ports.now();
    const answer = await this.#request('refresh_token', { refresh_token: refresh }, call).catch((error: unknown) => {
      if (error instanceof GrantRefusal) this.#refuse(refresh, error.message);
      if (error instanceof SourceError && error.kind === 'denied') throw this.#denied(error.message);
      throw error;
    });
    this.#accept();
    const span = validity(time, answer.lifetimeMs, this.#grant.earliestMs);
    const kept: Kept = { refresh: answer.refresh?.reveal() ?? refresh, access: answer.access.reveal(), ...span };
    this.#saving = this.#save(lease, kept).finally(() => {
      this.#saving = undefined;
    });
    await this.#saved();
    return { value: answer.access, ...span };
  }

  /** Retries until the token is stored: the next refresh token would be lost otherwise. */
  async #save(lease: string, kept: Kept): Promise<void> {
    for (let attempt = 1; !this.#closed; attempt += 1) {
      try {
        await this.#store.replace(this.#grant.keptAs, lease, keptText(kept));
        return;
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        if (attempt === 1) this.#reportUnsaved(error);
        await sleep(saveRetryMs, undefined, { ref: false });
      }
    }
  }

  #reportUnsaved(error: SourceError): void {
    const message = `A new refresh token cannot be stored yet: ${error.message} It is lost if this process ends now.`;
    this.#ports.report({ level: 'error', event: 'token_not_stored', message });
  }
}

const rejectWithoutKey = async (): Promise<never> => {
  const cure = 'Set ENGINE_STORE_KEY (storeKey): the tokens of this source are encrypted with it in the store.';
  throw new SourceError('denied', 'there is no key to encrypt refresh tokens with.', { effect: 'none', cure });
};

/** Replaces the store if there is no key. */
const withoutKey: TokenStore = {
  read: rejectWithoutKey,
  take: rejectWithoutKey,
  replace: rejectWithoutKey,
  release: rejectWithoutKey,
  put: rejectWithoutKey,
};
