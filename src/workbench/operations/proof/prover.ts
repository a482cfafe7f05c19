/** What a run of a proof gets, and where it puts its results. */
import type { Diagnostic } from '../../../../engine/index.ts';
import type { Fixtures } from '../../testing/fixture/fixture.ts';
import type { ReportEntry } from '../../testing/report-entry.ts';
import type { Proof, ProofRequest } from '../protocol/proof.ts';
import type { SessionRecords } from '../workspace/session-records.ts';
import type { Workspace } from '../workspace/workspace.ts';

export interface ProofRun {
  readonly workspace: Workspace;
  readonly records: SessionRecords;
  /** Databases for the run. They are shared by all runs of the session. */
  readonly fixtures: Fixtures;
  /** Number of files or mutants at the same time. */
  readonly jobs: number;
  /** Aborted when the run is cancelled. */
  readonly signal: AbortSignal;
  progress(progress: Proof['progress']): void;
  add(entries: readonly ReportEntry[]): void;
  /** What prevents the run, or what it finds in the profile. */
  find(diagnostics: readonly Diagnostic[], sources: ReadonlyMap<string, string>): void;
  note(sentences: string): void;
}

/** Resolves at the end of the run, also if it is cancelled. Rejects with `Refused` for what the user has to know. */
export type Prover = (run: ProofRun, request: ProofRequest) => Promise<void>;
