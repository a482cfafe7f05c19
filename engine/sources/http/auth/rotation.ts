/**
 * Refresh tokens that may be used once: kept in the service's store, and renewed by one replica while the others wait for what it gets.
 * A replica asks for a new one only under the lease, and gives out what it got once that is kept.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Secret } from '../../../base/secret.ts';
import { type CallContext, SourceError } from '../../source.ts';
import type { Grant } from './config.ts';
import type { Obtained } from './credential-cache.ts';
import type { AuthPorts } from './ports.ts';
import { type Kept, keptText, readKept } from './rotating-token.ts';
import type { TokenRequest } from './token-request.ts';
import type { TokenStore } from './token-store.ts';
import { validity } from './validity.ts';

/** After this a lease is nobody's: longer than an obtaining takes. In milliseconds. */
const leaseMs = 60_000;
const lookMs = 200;
const saveAgainMs = 1_000;
/** How long a call waits for a store that went away while the token was renewed, in milliseconds. */
const saveMs = 5_000;

type RefreshGrant = Extract<Grant, { readonly kind: 'refreshToken' }>;

/** How a grant obtains access tokens. */
export function createRotation(grant: RefreshGrant, ask: TokenRequest, ports: AuthPorts) {
  const { keptAs, source, earliestMs } = grant;
  const { now, report } = ports;
  const store = ports.tokens ?? keyless;
  let closed = false;
  /** What could not be kept yet. */
  let saving: Promise<void> | undefined;
  /** The lease that was seen last, and since when, by the monotonic clock. */
  let watched: { readonly lease: string; readonly since: number } | undefined;

  /** Waits for what is being kept; false where that takes too long. */
  async function saved(): Promise<boolean> {
    if (saving !== undefined) await Promise.race([saving, sleep(saveMs, undefined, { ref: false })]);
    return saving === undefined;
  }

  async function read(): Promise<{ readonly kept: Kept; readonly lease: string }> {
    const found = await store.read(keptAs);
    const kept = found === undefined ? undefined : readKept(found.value);
    if (found !== undefined && kept !== undefined) return { kept, lease: found.lease };
    throw denied('there is no refresh token for this source yet.');
  }

  function denied(message: string): SourceError {
    const cure = `Give the service a refresh token: engine auth set ${source}`;
    return new SourceError('denied', message, { effect: 'none', cure });
  }

  /** Until it is kept: without it the next refresh token is lost. */
  async function save(lease: string, kept: Kept): Promise<void> {
    for (let tries = 1; !closed; tries += 1) {
      try {
        await store.replace(keptAs, lease, keptText(kept));
        return;
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        if (tries === 1) {
          const message = `A new refresh token cannot be kept yet: ${error.message} It is lost if the service ends now.`;
          report({ level: 'error', event: 'token_not_stored', message });
        }
        await sleep(saveAgainMs, undefined, { ref: false });
      }
    }
  }

  async function renew(lease: string, { refresh }: Kept, call: CallContext): Promise<Obtained<Secret>> {
    const time = now();
    const answer = await ask('refresh_token', { refresh_token: refresh }, call).catch((error: unknown) => {
      if (error instanceof SourceError && error.kind === 'denied') throw denied(error.message);
      throw error;
    });
    const span = validity(time, answer.lifetimeMs, earliestMs);
    const kept: Kept = { refresh: answer.refresh?.reveal() ?? refresh, access: answer.access.reveal(), ...span };
    saving = save(lease, kept).finally(() => {
      saving = undefined;
    });
    await saved();
    return { value: answer.access, ...span };
  }

  /** The token that another replica got, where it is good and not the one that the ERP refused. */
  function shared({ access, until, notBefore }: Kept, over: Secret | undefined): Obtained<Secret> | undefined {
    const isGood = access !== undefined && access !== over?.reveal() && now() < (until ?? Number.POSITIVE_INFINITY);
    return isGood ? { value: new Secret(access), until, notBefore } : undefined;
  }

  async function underLease(lease: string, over: Secret | undefined, call: CallContext): Promise<Obtained<Secret>> {
    let isRenewed = false;
    try {
      // Somebody may have renewed it between the look and the lease.
      const { kept } = await read();
      const found = shared(kept, over);
      if (found !== undefined) return found;
      const renewed = await renew(lease, kept, call);
      isRenewed = true;
      return renewed;
    } finally {
      if (!isRenewed) await store.release(keptAs, lease).catch(() => undefined);
    }
  }

  async function obtain(call: CallContext, over: Secret | undefined): Promise<Obtained<Secret>> {
    if (!(await saved())) throw new SourceError('unreachable', 'the store of tokens is away.', { effect: 'none' });
    while (Date.now() < call.deadline && !closed) {
      const { kept, lease: seen } = await read();
      const found = shared(kept, over);
      if (found !== undefined) return found;
      if (seen !== watched?.lease) watched = { lease: seen, since: performance.now() };
      const isFree = seen === '' || performance.now() - watched.since >= leaseMs;
      const lease = randomUUID();
      if (isFree && (await store.take(keptAs, seen, lease))) return underLease(lease, over, call);
      await sleep(lookMs, undefined, { ref: false });
    }
    throw new SourceError('timeout', 'another replica did not finish renewing the token.', { effect: 'none' });
  }

  return {
    obtain,
    /** Waits for what is being kept, within bounds. */
    async close(): Promise<void> {
      await saved();
      closed = true;
    },
  };
}

const noKey = async (): Promise<never> => {
  const cure = 'Set ENGINE_STORE_KEY (storeKey): the tokens of this source are kept in the store, encrypted with it.';
  throw new SourceError('denied', 'there is no key to keep refresh tokens with.', { effect: 'none', cure });
};

/** Stands in for the store where there is no key. */
const keyless: TokenStore = { read: noKey, take: noKey, replace: noKey, release: noKey, put: noKey };
