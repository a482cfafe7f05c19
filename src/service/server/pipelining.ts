/** Requests that a client sends on one connection without waiting for answers (HTTP pipelining). */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait on one connection for the answers before theirs. */
const maxWaiting = 16;

interface Ahead {
  readonly response: ServerResponse;
  /** Number of unfinished requests before it. */
  readonly position: number;
}

/**
 * Node starts all requests of a connection at once, and keeps the answers until the client has read those before them. With `turnOf` a request
 * waits instead, so that a connection has one unread answer.
 */
export interface Pipelining {
  /**
   * Undefined if no unsent answer is before that of the request. Otherwise a promise that resolves when all are sent: false if the connection
   * was closed. `too many`: more requests wait on this connection than are accepted.
   */
  turnOf(request: IncomingMessage): Promise<boolean> | 'too many' | undefined;
}

/** Its listener for requests runs before those that `server` already has. */
export function watchPipelining(server: Server): Pipelining {
  const last = new WeakMap<Socket, Ahead>();
  const previous = new WeakMap<IncomingMessage, Ahead>();
  /** The waiting requests of a connection. Node does not close the responses that have no connection yet. */
  const waiting = new WeakMap<Socket, Set<() => void>>();

  const waitersOf = (socket: Socket): Set<() => void> => {
    const knownWaiters = waiting.get(socket);
    if (knownWaiters !== undefined) return knownWaiters;
    const waiters = new Set<() => void>();
    waiting.set(socket, waiters);
    socket.once('close', () => {
      for (const wake of waiters) wake();
    });
    return waiters;
  };

  server.prependListener('request', (request, response) => {
    const previousCall = last.get(request.socket);
    const isWaiting = previousCall !== undefined && !isOver(previousCall.response);
    if (isWaiting) previous.set(request, previousCall);
    last.set(request.socket, { response, position: isWaiting ? previousCall.position + 1 : 0 });
  });

  return {
    turnOf(request) {
      const { socket } = request;
      const ahead = previous.get(request);
      if (ahead === undefined || isOver(ahead.response)) return undefined;
      if (ahead.position >= maxWaiting) return 'too many';
      const waiters = waitersOf(socket);
      return new Promise((resolve) => {
        const wake = (): void => {
          waiters.delete(wake);
          ahead.response.off('close', wake);
          resolve(!socket.destroyed);
        };
        waiters.add(wake);
        ahead.response.once('close', wake);
      });
    },
  };
}

const isOver = (response: ServerResponse): boolean => response.writableFinished || response.destroyed;
