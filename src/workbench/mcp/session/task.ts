/** The work of one request: whether the client has cancelled it, and how far it is. */
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Counted, Task } from '../../../service/lifecycle/host.ts';

/** Time between two notifications of one request, in milliseconds. */
const betweenMs = 250;
const mostCharacters = 200;

interface TaskInput {
  /** Of the request that is answered. */
  readonly request: Pick<ServerContext['mcpReq'], '_meta' | 'signal' | 'notify'>;
  /** Hides secrets. */
  readonly conceal: (text: string) => string;
  /** Milliseconds by a clock that never goes back. */
  readonly clock: () => number;
  /** Takes the error of a notification that could not be sent. */
  readonly failed: (error: unknown) => void;
}

/**
 * Notifications are sent if the client has asked for them. The protocol requires that the number grows: work in several parts is counted from the
 * end of the part before.
 */
export function taskOf({ request: { _meta, signal, notify }, conceal, clock, failed }: TaskInput): Task {
  const progressToken = _meta?.progressToken;
  let [before, part, sentAt]: [number, Counted, number] = [0, { done: 0, total: 0 }, Number.NEGATIVE_INFINITY];
  return {
    signal,
    progress(text, counted) {
      if (counted === undefined || progressToken === undefined || signal.aborted) return;
      if (counted.done <= part.done) before += part.done;
      part = counted;
      const isEnd = counted.done === counted.total;
      if (!isEnd && clock() - sentAt < betweenMs) return;
      sentAt = clock();
      const message = conceal(text).slice(0, mostCharacters);
      const params = { progressToken, progress: before + counted.done, total: before + counted.total, message };
      notify({ method: 'notifications/progress', params }).catch(failed);
    },
  };
}
