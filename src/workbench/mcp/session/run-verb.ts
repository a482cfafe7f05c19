/** Verbs of the command line, as tools run them. */
import type { ExitStatus, Task } from '../../../service/lifecycle/host.ts';
import type { ReportEntry } from '../../testing/report-entry.ts';

/** What a verb of the command line has written, and how it ended. */
export interface RanVerb {
  readonly status: ExitStatus;
  readonly out: string;
  readonly err: string;
  /** The results of tests; empty for other verbs. */
  readonly entries: readonly ReportEntry[];
}

/** Runs a verb of the command line in this process, with its words. It ends early if the task is cancelled. */
export type RunVerb = (words: readonly string[], task?: Task) => Promise<RanVerb>;
