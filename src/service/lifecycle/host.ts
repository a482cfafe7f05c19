/** The machine and the process, as a value. Only `main.ts` touches the process itself. */
import type { Readable, Writable } from 'node:stream';
import type { Contract } from '../../../engine/index.ts';
import type { StoredEntry } from '../config/stored-entries.ts';
import type { LogDestination } from '../events/line-batch.ts';
import type { OpenEngine } from '../server/engine-api.ts';
import type { GrantedSettings } from '../state/granted-settings.ts';

/** Work for a caller without a terminal, such as an assistant. */
export interface Task {
  /** Aborted when the result is no longer wanted. Long work then ends early. */
  readonly signal: AbortSignal;
  /** Takes the state of the work: a sentence, and what is done of it. */
  readonly progress: (text: string, counted?: Counted) => void;
}

/** How much of some work is done. */
export interface Counted {
  readonly done: number;
  readonly total: number;
}

export interface Host {
  /** Writes to stdout: the result of a verb. */
  readonly out: (text: string) => void;
  /** Writes to stderr: findings and error messages. */
  readonly err: (text: string) => void;
  /** Writes lines of the log to stderr, in batches. */
  readonly log: LogDestination;
  /** Asks the user for a line; undefined without a terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  /** Reads standard input to its end; undefined if it is a terminal. */
  readonly input: (() => Promise<string>) | undefined;
  /** Standard input and output, for a protocol; undefined without a process. */
  readonly streams?: { readonly input: Readable; readonly output: Writable };
  /** How to start this program again: its executable and first arguments; undefined without a process. */
  readonly program?: readonly string[];
  /** Whether to write colours to stdout and to stderr. */
  readonly color: { readonly out: boolean; readonly err: boolean };
  /** Width of the terminal of stderr, in characters; undefined if it is not a terminal. */
  readonly width: number | undefined;
  /** What the verb is run for, if not for a person at a terminal. */
  readonly task?: Task;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Folder of the program's package.json. */
  readonly packageRoot: string;
  readonly version: string;
  /** The limit of the operating system on open files of this process; undefined if there is none, or if it is not known. */
  readonly openFiles: number | undefined;
  /** Version of Node: `24.18.0`. */
  readonly nodeVersion: string;
  /** The entries of the store's table, for commands that work on services; undefined if they are not in use, or not read. */
  readonly storedEntries?: () => readonly StoredEntry[] | undefined;
  /** The settings that a consent has decided for the service of a command; undefined if there is no such command. */
  readonly granted?: () => GrantedSettings;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The same by a monotonic clock, which does not jump when the machine's clock is set. */
  readonly clock: () => number;
  /** Called when the process starts to serve, not when it runs another verb; undefined without a process. */
  readonly serving?: () => void;
  /** Is called when a service listens. */
  readonly listening?: () => void;
  /** Calls `listener`, once, when the process is asked to stop. */
  readonly onStop: (listener: (reason: string) => void) => void;
  /**
   * Delays the end of the process by a signal until the returned function is called, unless `onStop` has a listener. A second signal ends it at
   * once. Undefined without a process.
   */
  readonly holdExit?: () => () => void;
  /** Calls `listener` each time the process gets SIGHUP. Without a listener, SIGHUP asks it to stop. */
  readonly onReload: (listener: () => void) => void;
  /** Calls `listener` for uncaught errors, before the process ends. */
  readonly onCrash: (listener: (error: unknown) => void) => void;
  readonly contract: Contract;
  readonly openEngine: OpenEngine;
  /** The contract's OpenAPI document. */
  readonly openApi: () => Promise<object>;
}

/**
 * 0: success; 1: something failed; 2: wrong usage; 78 (EX_CONFIG of sysexits.h): a service cannot start because of an error in the profile or
 * the configuration, and a restart does not help.
 */
export type ExitStatus = 0 | 1 | 2 | 78;
