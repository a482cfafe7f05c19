/** What happened in a call, step by step, with the time that each took. */
import { performance } from 'node:perf_hooks';
import type {
  Outcome,
  RanRequest,
  RanStatement,
  Rehearsal,
  ShownRequest,
  TableChanges,
  TraceEvent,
  Trial,
} from '../../../engine/index.ts';

/** `ms`: what the step took, beside those that are shown before it. */
export type Step =
  | { readonly kind: 'statement'; readonly ran: RanStatement }
  | { readonly kind: 'exchange'; readonly ran: RanRequest }
  | { readonly kind: 'trace'; readonly event: TraceEvent; readonly ms: number };

/** A call that was run. */
export interface RunRecord {
  readonly path: string;
  /** As it was given. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly steps: readonly Step[];
  /** Warnings and errors of the log. */
  readonly told: readonly string[];
  readonly outcome: Outcome;
  readonly ms: number;
  /** What a rehearsed write had done to tables; undefined where none was rehearsed, or it did not come so far. */
  readonly changes: readonly TableChanges[] | undefined;
  /** The request that a rehearsal did not send. */
  readonly stopped: { readonly source: string; readonly request: ShownRequest } | undefined;
}

export interface Recorder {
  readonly trial: Pick<Trial, 'observe' | 'clock' | 'exchanged' | 'trace'>;
  readonly rehearsal: Pick<Rehearsal, 'changed' | 'stopped'>;
  /** Takes a line of the log. */
  tell(line: string): void;
  /** Forgets all that came before, and runs the call. */
  record(path: string, body: RunRecord['body'], call: () => Promise<Outcome>): Promise<RunRecord>;
}

export function createRecorder(): Recorder {
  const clock = (): number => performance.now();
  let steps: Step[] = [];
  let told: string[] = [];
  let changes: readonly TableChanges[] | undefined;
  let stopped: RunRecord['stopped'];
  let last = 0;
  const add = (step: Step): void => {
    steps.push(step);
    last = clock();
  };
  return {
    trial: {
      clock,
      observe: (ran) => add({ kind: 'statement', ran }),
      exchanged: (ran) => add({ kind: 'exchange', ran }),
      trace: (event) => add({ kind: 'trace', event, ms: clock() - last }),
    },
    rehearsal: {
      changed: (all) => {
        changes = all;
      },
      stopped: (source, request) => {
        stopped = { source, request };
      },
    },
    tell: (line) => void told.push(line),
    async record(path, body, call) {
      [steps, told, changes, stopped] = [[], [], undefined, undefined];
      const started = clock();
      last = started;
      const outcome = await call();
      if (!outcome.ok && outcome.cause !== undefined && outcome.cause.level !== 'info')
        told.push(`${outcome.cause.level}: ${outcome.cause.message}`);
      return { path, body, steps, told, outcome, ms: clock() - started, changes, stopped };
    },
  };
}
