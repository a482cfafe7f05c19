/** The part of the engine that the server uses. */

export { cancelExpiry, expireAfter } from '../../../engine/host/index.ts';
export type {
  Engine,
  EngineCall,
  EngineEvent,
  EngineInput,
  JsonExcess,
  JsonLimits,
  OpenedEngine,
  Outcome,
} from '../../../engine/index.ts';
export { compileRequest, parseBody } from '../../../engine/index.ts';

import type { Engine, EngineInput, EngineStatus, OpenedEngine, Problem } from '../../../engine/index.ts';

/** The state of a served engine. */
export interface ServedStatus extends EngineStatus {
  /** An operator has suspended the service. */
  readonly isSuspended?: boolean;
}

/** A started engine, or what answers in its place. */
export interface ServedEngine extends Omit<Engine, 'start' | 'health' | 'status'> {
  /** `problem`: the answer to the connection test, if not that the ERP cannot be reached. */
  health(): ReturnType<Engine['health']> & { readonly problem?: Problem };
  status(): ServedStatus;
}

/** The engine's entry point, or a stand-in for tests. */
export type OpenEngine = (input: EngineInput) => Promise<OpenedEngine>;
