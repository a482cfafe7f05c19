/** Waiting for shared work, for each caller until its own deadline. */
import { cancelExpiry, expireAfter } from '../../../base/deadline-timer.ts';
import { type CallContext, SourceError } from '../../source.ts';

/** `work` continues if a caller stops waiting. Rejects with `SourceError`; nothing was sent by this call. */
export function waitFor<T>(work: Promise<T>, call: CallContext, what: string): Promise<T> {
  const { signal, deadline } = call;
  const late = (reason: string) => new SourceError('timeout', reason, { effect: 'none' });
  if (signal?.aborted) return Promise.reject(late('The caller disconnected.'));
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      cancelExpiry(expiry);
      signal?.removeEventListener('abort', abandon);
    };
    const giveUp = (reason: string): void => {
      settle();
      reject(late(reason));
    };
    const abandon = (): void => giveUp('The caller disconnected.');
    const expiry = expireAfter(Math.max(0, deadline - Date.now()), () => giveUp(`${what} took too long.`));
    signal?.addEventListener('abort', abandon, { once: true });
    work.then(
      (result) => {
        settle();
        resolve(result);
      },
      (error: unknown) => {
        settle();
        reject(error);
      },
    );
  });
}
