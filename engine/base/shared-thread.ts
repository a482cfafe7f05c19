/**
 * One thread answers the calls of all engines of a process. A long computation is done in turns, between which other calls run. While other engines receive
 * calls, turns are short, and computations of all engines together take a small part of the time: they must not delay those calls.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** An engine, as one of those that share the thread. */
export interface ThreadUser {
  /** For people who debug. */
  readonly name: string;
}

/** Other engines count as active for this time after a call, in milliseconds. */
const activeMs = 200;
/** Longest turn while other engines are active, in milliseconds. */
const sharedTurnMs = 1.5;
/** While other engines are active, a pause after a turn lasts this number of times as long as the turn. */
const pauseFactor = 3;

/** A call whose computations take turns. */
interface ThreadCall {
  readonly user: ThreadUser;
  /** The error that ends its computations at their next turn; undefined while the answer is awaited. */
  readonly end: (() => Error | undefined) | undefined;
}

const calls = new AsyncLocalStorage<ThreadCall>();

interface LastCall {
  readonly user: ThreadUser;
  readonly at: number;
}
/** The last call, and the last one of another engine. */
let last: LastCall | undefined;
let lastOfOther: LastCall | undefined;

/**
 * Begins a call of an engine. `work` and all that it starts belong to this engine. `end`: asked before each further turn of a computation; an error that it
 * returns ends the computation.
 */
export function callOf<T>(user: ThreadUser, work: () => T, end?: () => Error | undefined): T {
  if (last !== undefined && last.user !== user) lastOfOther = last;
  last = { user, at: performance.now() };
  return calls.run({ user, end }, work);
}

function othersAreActive(user: ThreadUser | undefined): boolean {
  const other = last?.user === user ? lastOfOther : last;
  return other !== undefined && performance.now() - other.at < activeMs;
}

/** Milliseconds after which a computation of the engine that runs now should end its turn. `usual`: if no other engine is active. */
export const turnMs = (usual: number): number =>
  usual > sharedTurnMs && othersAreActive(calls.getStore()?.user) ? sharedTurnMs : usual;

/** Computations that wait for their next turn, by engine. The engine that has waited longest is the first. */
const waiting = new Map<ThreadUser | undefined, (() => void)[]>();
let isDriving = false;
/** How long the turn was that has ended last, in milliseconds. */
let spent = 0;

/**
 * Ends a turn of `ms` milliseconds. Resolves when the next one begins: one computation at a time, the engines in rotation. Rejects with the error that ends
 * the call.
 */
export function nextTurn(ms: number): Promise<void> {
  const call = calls.getStore();
  const error = call?.end?.();
  if (error !== undefined) return Promise.reject(error);
  spent = ms;
  const user = call?.user;
  return new Promise((resolve) => {
    const turns = waiting.get(user) ?? [];
    waiting.set(user, turns);
    turns.push(resolve);
    if (isDriving) return;
    isDriving = true;
    pause(user);
  });
}

/** Lets other work run, then begins the next turn. `user`: the engine whose turn has ended. */
function pause(user: ThreadUser | undefined): void {
  const ms = othersAreActive(user) ? spent * pauseFactor : 0;
  if (ms < 1) setImmediate(begin);
  else setTimeout(begin, ms);
}

function begin(): void {
  const [next] = waiting;
  if (next === undefined) {
    isDriving = false;
    return;
  }
  const [user, turns] = next;
  const resume = turns.shift();
  waiting.delete(user);
  if (turns.length > 0) waiting.set(user, turns);
  // A computation that ends in its turn calls nothing: its turn was at most as long as one is allowed to be.
  spent = turnMs(sharedTurnMs);
  resume?.();
  setImmediate(() => pause(user));
}
