/** Records the steps of a call, with the duration of each. */
import { performance } from 'node:perf_hooks';
import type { Outcome } from '../../../engine/index.ts';
import {
  noteDisagreements,
  type RanRequest,
  type RanStatement,
  type Rehearsal,
  type ShownRequest,
  type TableChanges,
  type TestOverrides,
  type TraceEvent,
} from '../../../engine/tools/index.ts';

/** `ms`: the time since the previous step. */
export type Step =
  | { readonly kind: 'statement'; readonly ran: RanStatement }
  | { readonly kind: 'exchange'; readonly ran: RanRequest }
  | { readonly kind: 'trace'; readonly event: TraceEvent; readonly ms: number };

/** A call that has been run. */
export interface RunRecord {
  readonly path: string;
  /** The request, as it was given. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly steps: readonly Step[];
  /** Warnings and errors of the log. */
  readonly log: readonly string[];
  readonly outcome: Outcome;
  readonly ms: number;
  /** The changes of tables by a rehearsed write; undefined for other calls, and if the rehearsal failed. */
  readonly changes: readonly TableChanges[] | undefined;
  /** The requests that a rehearsal did not send, because they would change the ERP. Later ones contain expressions over earlier answers. */
  readonly unsent: readonly { readonly source: string; readonly request: ShownRequest }[];
}

/** Observers of a rehearsed write into a database, or over HTTP. */
export type RehearsalObservers = Required<{ [name in 'changed' | 'stopped']: NonNullable<Rehearsal[name]> }>;

export interface Recorder {
  readonly testOverrides: Pick<TestOverrides, 'observe' | 'clock' | 'exchanged' | 'trace'>;
  readonly rehearsal: RehearsalObservers;
  /** Notes that a request or an answer disagrees with the description of its source: a line of the log. */
  readonly disagreed: NonNullable<TestOverrides['disagreed']>;
  /** Adds a line of the log. */
  addLogLine(line: string): void;
  /** Discards everything that was recorded before, and runs the call. */
  record(path: string, body: RunRecord['body'], call: () => Promise<Outcome>): Promise<RunRecord>;
}

/** Times are in milliseconds. One call can be recorded at a time. */
export function createRecorder(): Recorder {
  const clock = (): number => performance.now();
  let steps: Step[] = [];
  let log: string[] = [];
  let changes: readonly TableChanges[] | undefined;
  let unsent: RunRecord['unsent'] = [];
  let last = 0;
  const { note } = noteDisagreements('ERP');
  const add = (step: Step): void => {
    steps.push(step);
    last = clock();
  };
  return {
    testOverrides: {
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
        unsent = [...unsent, { source, request }];
      },
    },
    disagreed(disagreement) {
      const text = note(disagreement);
      if (text !== undefined) log.push(`warn: ${text}`);
    },
    addLogLine: (line) => void log.push(line),
    async record(path, body, call) {
      [steps, log, changes, unsent] = [[], [], undefined, []];
      const started = clock();
      last = started;
      const outcome = await call();
      if (!outcome.ok && outcome.cause !== undefined && outcome.cause.level !== 'info')
        log.push(`${outcome.cause.level}: ${outcome.cause.message}`);
      return { path, body, steps, log, outcome, ms: clock() - started, changes, unsent };
    },
  };
}
