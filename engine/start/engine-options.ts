/** The input of an engine: the compiled profile, and the services of its host. */
import type { EngineEvent } from '../base/events.ts';
import type { Bookmarks, VersionMarks } from '../run/context/ports.ts';
import type { TokenStore } from '../sources/http/auth/token-store.ts';
import type { RateStore } from '../sources/http/rates/rate-store.ts';
import type { SlotStore } from '../sources/http/rates/slot-store.ts';
import type { DurableInput } from './durable-writes.ts';
import type { ProfileCompiler } from './profile-compiler.ts';
import type { TestOverrides } from './test-overrides.ts';

export interface EngineOptions {
  /** The compiled profile, from `checkForTests` or within `openEngine`. */
  readonly compiler: ProfileCompiler;
  /** Absolute path of the profile: relative paths in it start from its folder. */
  readonly profileFile: string;
  /**
   * Name of this installation. It is part of the key of every write, so that a test company and the live one never
   * share an answer.
   */
  readonly installation: string | undefined;
  /** Name of the service in the commands that messages propose (`--service`); undefined if the process has one service. */
  readonly service?: string | undefined;
  /** The article of the platform's connection test. */
  readonly demoSku: string | undefined;
  /** Stored start positions of the pages of lists. */
  readonly bookmarks: Bookmarks;
  /** Stored values of change counters, by time. */
  readonly versions: VersionMarks;
  /** Store of rotating tokens; undefined without a key to encrypt them with. */
  readonly tokens?: TokenStore | undefined;
  /** Counts the requests of all replicas together; undefined: each replica counts its own. */
  readonly rates?: RateStore | undefined;
  /** Counts the concurrent requests of all replicas; undefined: each replica has its part. */
  readonly slots?: SlotStore | undefined;
  /** Store and clock of writes into ERPs over HTTP. Required by a profile with such writes. */
  readonly durable?: DurableInput | undefined;
  /** Instances of the service; 1 by default. */
  readonly replicas?: number;
  /** Hold requests over HTTP, and their answers, against the descriptions of the vendors, and report each disagreement once; false by default. */
  readonly checksDescriptions?: boolean;
  /** For tests of a profile; undefined in service. */
  readonly testOverrides?: TestOverrides | undefined;
  /**
   * Which statements of requests are reported. `traced`: those of traced requests, as spans; `all`: also each one as the event `statement_ran`.
   * None by default.
   */
  readonly reportStatements?: 'traced' | 'all' | undefined;
  /** Receives the events of the engine, for a log. */
  readonly emit: (event: EngineEvent) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
