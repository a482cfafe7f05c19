/** What an engine is made of: the compiled profile, and what its host gives to it. */
import type { EngineEvent } from '../base/events.ts';
import type { Bookmarks, VersionMarks } from '../run/context/ports.ts';
import type { TokenStore } from '../sources/http/auth/token-store.ts';
import type { RateStore } from '../sources/http/rates/rate-store.ts';
import type { DurableInput } from './durable-writes.ts';
import type { ProfileCompiler } from './profile-compiler.ts';
import type { TestOverrides } from './test-overrides.ts';

export interface EngineOptions {
  /** The compiled profile, from `checkForTests` or within `openEngine`. */
  readonly compiler: ProfileCompiler;
  /** Absolute path of the profile: relative paths in it start from its folder. */
  readonly profileFile: string;
  /** Name of this installation: part of the key of every write, so that a test company never answers for the live one. */
  readonly installation: string | undefined;
  /** The article of the platform's connection test. */
  readonly demoSku: string | undefined;
  /** Positions at which the pages of lists begin. */
  readonly bookmarks: Bookmarks;
  /** Values of change counters at points in time. */
  readonly versions: VersionMarks;
  /** Store of rotating tokens; undefined without a key to encrypt them with. */
  readonly tokens?: TokenStore | undefined;
  /** Counts the requests to an ERP of all replicas together; undefined: each replica counts its own. */
  readonly rates?: RateStore | undefined;
  /** Store and clock of writes into ERPs by HTTP. A profile with such writes needs it. */
  readonly durable?: DurableInput | undefined;
  /** Instances of the service; 1 when not given. */
  readonly replicas?: number;
  /** For tests of a profile; undefined in service. */
  readonly testOverrides?: TestOverrides | undefined;
  /** Takes the events of the engine, for a log. */
  readonly emit: (event: EngineEvent) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
