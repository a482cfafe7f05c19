/** A row of the fault harness: one kind of fault, in cases that a seed repeats. */
import type { Random } from '../src/workbench/checks/conformance/random.ts';
import type { LocalServer } from '../support/server-process.ts';
import type { PlantName } from './plants.ts';

export const databaseNames = ['postgres', 'mysql', 'sqlite'] as const;
export type DatabaseName = (typeof databaseNames)[number];

/** Where the cases of a row take place. */
export interface SoakSetup {
  readonly database: DatabaseName;
  /** A server that the run has to itself and that a row may freeze or halt, if it brings it back; undefined for SQLite. */
  readonly server: LocalServer | undefined;
  /** `brief`: rows of a given time take seconds where the full volume takes minutes. */
  readonly pace: 'full' | 'brief';
  /** A bug that every engine of this run has, to see that it is found. */
  readonly plant: PlantName | undefined;
}

/** What one case did and saw. Figures of several cases add up; of the recovery times the longest counts. */
export interface CaseResult {
  /** Requests that write, each time that one was sent. */
  readonly writes: number;
  /** Faults that were injected, by kind. */
  readonly faults: Readonly<Record<string, number>>;
  /** What broke the promise, in words; empty where it held. */
  readonly violations: readonly string[];
  /** Longest time from a fault until what it hit was answered, in milliseconds. */
  readonly recoveryMs: number;
  /** How much of a case of the full volume this was: 1 unless the pace was brief. */
  readonly share?: number;
}

/** A row that is set up on one setup: its ERP, its replicas, whatever its cases have in common. */
export interface Bench {
  /** Cases of the full volume. */
  readonly full: number;
  /** Runs one case. `number` is unique on the bench, and names of documents should hold it. Rejects only where the harness itself failed. */
  run(number: number, random: Random): Promise<CaseResult>;
  /** What is wrong with the whole after its cases, in words. */
  faults(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface Row {
  /** As `--rows` takes it: lower case, hyphens. */
  readonly name: string;
  /** A sentence on what no violation shows. */
  readonly proves: string;
  /** The full volume, for people. */
  readonly volume: string;
  readonly databases: readonly DatabaseName[];
  /** Cases on each database in `--quick`. */
  readonly quick: number;
  /** Cases on each database in the test run. */
  readonly sample: number;
  /** Why the row cannot be run on this machine, and what to do; undefined where it can. */
  readonly lacks?: () => Promise<string | undefined>;
  open(setup: SoakSetup): Promise<Bench>;
}
