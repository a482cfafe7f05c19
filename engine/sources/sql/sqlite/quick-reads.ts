/**
 * Reads of a file, each by one worker. A message to a worker costs more processor time than a short statement, so that statements that were
 * short before are sent together: those that are requested while a worker runs the ones before, or in the same turn.
 */
import { type BoundStatement, type CallContext, type Row, SourceError } from '../../source.ts';
import { FileReplaced } from './database-file.ts';
import { whileBusy } from './lock-retry.ts';
import type { WorkerPool } from './pool.ts';
import type { ReadOutcome } from './worker.ts';
import type { MeasuredResult } from './worker-messages.ts';

/** Longest time of a short statement in microseconds. One worker runs 10,000 such statements in a second, more than the service answers. */
const shortTime = 100;
/** Milliseconds that statements together may take. After that they are run again, each by a worker of its own. */
const patienceMs = 250;
/** Statements together, at most. */
const mostTogether = 32;
/** Statements that are known to be short, at most. */
const mostKnown = 1_000;

interface Waiting {
  readonly statement: BoundStatement;
  readonly call: CallContext;
  readonly resolve: (rows: readonly Row[] | PromiseLike<readonly Row[]>) => void;
  readonly reject: (error: unknown) => void;
}

interface QuickReads {
  /** Rejects with `SourceError`. */
  read(statement: BoundStatement, call: CallContext): Promise<readonly Row[]>;
}

/** Remembers which statements are short, by their texts. */
function createMemory() {
  const short = new Set<string>();
  /** Those that were once short, and then took so long that others had to be run again. */
  const refused = new Set<string>();
  return {
    isShort: (sql: string): boolean => short.has(sql),
    remember(sql: string, { ms }: MeasuredResult): void {
      if (ms > shortTime) short.delete(sql);
      else if (short.size < mostKnown && !refused.has(sql)) short.add(sql);
    },
    refuse(sql: string): void {
      short.delete(sql);
      if (refused.size < mostKnown) refused.add(sql);
    },
  };
}

/** The worker did not answer in time, and was killed. */
const ranTooLong = (error: unknown): boolean =>
  error instanceof SourceError && error.kind === 'timeout' && error.connectionLost;

/** `busyUntil`: until when a call waits for the lock of another process, in milliseconds since the epoch. */
export function createQuickReads(readers: WorkerPool, busyUntil: (call: CallContext) => number): QuickReads {
  const { isShort, remember, refuse } = createMemory();
  let waiting: Waiting[] = [];
  let isUnderWay = false;

  const alone = (statement: BoundStatement, call: CallContext): Promise<readonly Row[]> =>
    readers.use(call, async (worker) => {
      const measured = await whileBusy(busyUntil(call), () => worker.run('read', statement, call));
      remember(statement.sql, measured);
      return measured.result.rows;
    });

  const again = ({ statement, call, resolve }: Waiting): void => resolve(alone(statement, call));

  function settle(one: Waiting, outcome: ReadOutcome | undefined): void {
    if (outcome?.ok === true) {
      remember(one.statement.sql, outcome);
      one.resolve(outcome.result.rows);
    } else if (outcome?.error.kind === 'conflict') {
      again(one);
    } else {
      one.reject(outcome?.error ?? new Error('A statement had no outcome.'));
    }
  }

  async function runTogether(batch: readonly Waiting[]): Promise<void> {
    const call = { deadline: Date.now() + patienceMs };
    const statements = batch.map(({ statement }) => statement);
    try {
      const outcomes = await readers.use(call, (worker) => worker.readAll(statements, call));
      for (const [index, one] of batch.entries()) settle(one, outcomes[index]);
    } catch (error) {
      if (error instanceof FileReplaced) {
        for (const { reject } of batch) reject(error);
        return;
      }
      if (ranTooLong(error)) for (const { sql } of statements) refuse(sql);
      for (const one of batch) again(one);
    }
  }

  async function runWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostTogether);
      waiting = waiting.slice(mostTogether);
      await runTogether(batch);
    }
    isUnderWay = false;
  }

  return {
    read(statement, call) {
      if (!isShort(statement.sql) || call.deadline - Date.now() <= patienceMs) return alone(statement, call);
      return new Promise((resolve, reject) => {
        waiting.push({ statement, call, resolve, reject });
        if (isUnderWay) return;
        isUnderWay = true;
        // The requests that have arrived together are all read first.
        setImmediate(() => void runWaiting());
      });
    },
  };
}
