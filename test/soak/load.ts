/** Callers that send writes to any replica without a pause: new documents and repeats. */
import { type Random, randomFrom } from '../src/workbench/checks/conformance/random.ts';
import { anyDocument, type Sent, send, type Target, toSend } from './oracle.ts';
import type { Tally } from './tally.ts';

interface LoadOptions {
  readonly targets: readonly Target[];
  readonly callers: number;
  readonly random: Random;
  readonly tally: Tally;
  /** Begins the names of all documents. */
  readonly name: string;
  /** Number of the case, unique in the ERP: no two payments of it are of one amount. */
  readonly number: number;
  /** Id of an invoice that can be paid. */
  readonly payable: string;
}

interface Load {
  /** Documents so far. */
  readonly all: readonly Sent[];
  /** Those that nobody has an answer to. */
  unanswered(): readonly Sent[];
  /** Waits for so many more answers, for three seconds at most. */
  answers(count: number): Promise<void>;
  /** Lets what was sent come to its end. */
  stop(): Promise<void>;
}

/** Amounts of a case begin where those of the case before end. */
const documentsOfCase = 1_000;

export function startLoad({ targets, callers, random, tally, name, number, payable }: LoadOptions): Load {
  const all: Sent[] = [];
  let over = false;
  let waiting: { left: number; readonly enough: PromiseWithResolvers<void> } | undefined;

  function next(callerRandom: Random): Sent {
    const old = callerRandom.below(4) === 0 ? all[callerRandom.below(all.length)] : undefined;
    if (old !== undefined) return old;
    const cents = number * documentsOfCase + all.length + 1;
    const sent = toSend(anyDocument(callerRandom, `${name}-${all.length}`, cents, payable));
    all.push(sent);
    return sent;
  }

  async function call(place: number, callerRandom: Random): Promise<void> {
    for (let turn = place; !over && all.length < documentsOfCase; turn += 1) {
      const target = targets[turn % targets.length];
      if (target !== undefined) await send(target, next(callerRandom), tally);
      if (waiting && --waiting.left <= 0) waiting.enough.resolve();
    }
  }

  const calls = Array.from({ length: callers }, (_, place) => call(place, randomFrom(random.below(2 ** 32))));
  return {
    all,
    unanswered: () => all.filter(({ ids }) => ids.size === 0),
    async answers(count) {
      const enough = Promise.withResolvers<void>();
      const timer = setTimeout(enough.resolve, 3_000);
      waiting = { left: count, enough };
      if (count === 0) enough.resolve();
      await enough.promise;
      clearTimeout(timer);
    },
    async stop() {
      over = true;
      await Promise.all(calls);
    },
  };
}
