/** What the command line needs of the machine, so that nothing below `main.ts` touches the process. */
import type { Contract } from '../../engine/index.ts';
import type { OpenEngine } from '../server/engine-api.ts';

export interface Host {
  /** Writes to stdout: what the user asked for. */
  readonly out: (text: string) => void;
  /** Writes to stderr: faults and the log. */
  readonly err: (text: string) => void;
  /** Asks the user for a line; undefined where there is no terminal to ask at. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  /** All of standard input; undefined where that is a terminal. */
  readonly input: (() => Promise<string>) | undefined;
  /** Whether stderr shows colours. */
  readonly color: boolean;
  /** Characters of a line of the terminal that stderr is; undefined where it is none. */
  readonly width: number | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Folder of the program's package.json. */
  readonly packageRoot: string;
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The same, by a clock that goes on evenly when that of the machine is set. */
  readonly clock: () => number;
  /** Calls `listener`, once, when the process is asked to stop. */
  readonly onStop: (listener: (reason: string) => void) => void;
  /** Calls `listener` for faults of the program that nothing caught; the process ends after it. */
  readonly onCrash: (listener: (error: unknown) => void) => void;
  readonly contract: Contract;
  readonly openEngine: OpenEngine;
  /** The contract's OpenAPI document. */
  readonly openApi: () => object;
}

/**
 * 0: done; 1: something is at fault; 2: wrong usage; 78 (EX_CONFIG of sysexits.h): of a service the profile or the configuration, which no
 * restart mends.
 */
export type ExitStatus = 0 | 1 | 2 | 78;
