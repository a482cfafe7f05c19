/** The deadline of one request to a database server. */
import { cancelExpiry, expireAfter } from '../../../base/deadline-timer.ts';
import { type CallContext, SourceError } from '../../source.ts';

interface DeadlineActions {
  /** Cancels the work of the server. Called at most once, when the caller no longer waits. */
  cancel(): void;
  /** Maps the error of a driver. */
  toSourceError(error: unknown): SourceError;
}

/**
 * Waits for `work` until the deadline or, where the call has a signal, until that is aborted. Then it cancels the work, and rejects with a
 * `timeout` that has `connectionLost` set: the connection must be destroyed, since the server may still be working on it.
 */
export function withDeadline<T>(call: CallContext, actions: DeadlineActions, work: () => Promise<T>): Promise<T> {
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
      actions.cancel();
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
        reject(actions.toSourceError(error));
      },
    );
  });
}
