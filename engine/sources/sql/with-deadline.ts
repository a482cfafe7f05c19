/** Waiting for a server no longer than a call may take, whichever the database. */
import { cancelExpiry, expireAfter } from '../../base/deadline-timer.ts';
import { type CallContext, SourceError } from '../source.ts';

export interface Giving {
  /** Tells the server to stop; called once, when nobody waits any longer. */
  cancel(): void;
  /** A driver's error as a `SourceError`. */
  failure(error: unknown): SourceError;
}

/**
 * Waits for `work` until the deadline, or until the caller goes away where `signal` is given. Then the server is told to stop,
 * and the error says `connectionLost`: the connection must be destroyed.
 */
export function within<T>(call: CallContext, giving: Giving, work: () => Promise<T>): Promise<T> {
  const { signal } = call;
  const left = call.deadline - Date.now();
  if (left <= 0) return Promise.reject(new SourceError('timeout', 'The deadline passed before the statement was run.'));
  if (signal?.aborted) return Promise.reject(new SourceError('timeout', 'The caller went away.'));
  return new Promise((resolve, reject) => {
    const settle = () => {
      cancelExpiry(expiry);
      signal?.removeEventListener('abort', abandon);
    };
    const giveUp = (reason: string) => {
      settle();
      giving.cancel();
      reject(new SourceError('timeout', reason, { connectionLost: true }));
    };
    const abandon = () => giveUp('The caller went away.');
    const expiry = expireAfter(left, () => giveUp('The database did not answer by the deadline.'));
    signal?.addEventListener('abort', abandon, { once: true });
    work().then(
      (result) => {
        settle();
        resolve(result);
      },
      (error: unknown) => {
        settle();
        reject(giving.failure(error));
      },
    );
  });
}
