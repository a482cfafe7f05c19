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

import type { Engine, EngineInput, OpenedEngine } from '../../../engine/index.ts';

/** A started engine. */
export type ServedEngine = Omit<Engine, 'start'>;

/** The engine's entry point, or a stand-in for tests. */
export type OpenEngine = (input: EngineInput) => Promise<OpenedEngine>;
