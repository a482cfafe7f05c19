/** How the scripted ERP treats a request: the commands that configure it. */

/** What a replica asks of the ERP. `find` has no effect. */
const operations = ['find', 'create', 'post', 'remove'] as const;
export type Operation = (typeof operations)[number];

export type Behaviour =
  /** Waits before and after the effect, in milliseconds, then answers as it should. */
  | { readonly kind: 'slow'; readonly beforeMs: number; readonly afterMs: number }
  /** The effect happens, and the connection is reset before the first byte of the answer. */
  | { readonly kind: 'lost' }
  /** The effect happens, and the connection is reset after this many bytes of the answer. */
  | { readonly kind: 'cut'; readonly bytes: number }
  /** The effect happens, and the answer ends before the length that it announced. */
  | { readonly kind: 'truncated' }
  /** The effect happens, and the answer is a page for people. */
  | { readonly kind: 'page' }
  /** 200 with an error in it, and no effect. */
  | { readonly kind: 'apology' }
  /** An error of the server, with or without the effect. */
  | { readonly kind: 'error'; readonly status: 500 | 502 | 504; readonly effect: boolean }
  /** Declares that the request was not processed, which is true. */
  | { readonly kind: 'busy'; readonly status: 429 | 503; readonly retryAfterSeconds: number }
  /** The effect happens, and nothing or half of the answer comes: the connection stays open. */
  | { readonly kind: 'stall'; readonly at: 'effect' | 'answer' };

/** How the next requests of one kind for one key are treated, in order; those after them are answered as they should be. */
export interface Order {
  readonly key: string;
  readonly operation: Operation;
  readonly behaviours: readonly Behaviour[];
}

/** How all requests of some kinds are treated that have no order of their own. */
export interface Habit {
  readonly operations: readonly Operation[];
  readonly behaviour: Behaviour;
}

export interface ErpTask {
  /** An SQLite file: the ERP's documents, which outlive the process. */
  readonly file: string;
  /** 0 takes any. */
  readonly port: number;
  /** Whether the ERP itself makes no second document of a key, and posts none twice. */
  readonly nativeKey: boolean;
}
