/** How a recording chooses among the calls of its session. */
import type { SqlSource } from '../../../engine/host/index.ts';
import type { Declared } from '../../../engine/tools/index.ts';
import type { CallRunner, RecordedCall, SessionInput } from './session.ts';

/** The calls of a session, and what further calls need. */
export interface SeenCalls {
  readonly calls: readonly RecordedCall[];
  /** The open session. */
  readonly session: CallRunner;
  /** How it was opened. */
  readonly form: Omit<SessionInput, 'writes'>;
  /** The profile without bases. */
  readonly profileText: string;
  readonly declared: Declared;
  /** By source. */
  readonly databases: ReadonlyMap<string, SqlSource>;
  readonly progress: (text: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Changes of the profile that were planted and started, and the ids of those that no recorded call shows. */
export interface ChangeCounts {
  readonly planted: number;
  readonly unshown: readonly string[];
}

export interface CallChoice {
  /** The calls that are recorded. */
  readonly calls: readonly RecordedCall[];
  /** Further calls whose rows belong into the fixture. */
  readonly others: readonly RecordedCall[];
  readonly changes: ChangeCounts;
}

/** Rejects with `SourceError` if the ERP cannot be reached. */
export type ChooseCalls = (seen: SeenCalls) => Promise<CallChoice>;
