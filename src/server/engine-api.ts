/** The part of the engine that the server uses. */
export type {
  Engine,
  EngineCall,
  EngineEvent,
  EngineInput,
  JsonExcess,
  JsonLimits,
  OpenedEngine,
  Outcome,
} from '../../engine/index.ts';
export { compileRequest, parseBody } from '../../engine/index.ts';
export { cancelExpiry, expireAfter } from '../../engine/internal/index.ts';

import type { EngineInput, OpenedEngine } from '../../engine/index.ts';

/** The engine's entry point, or a stand-in for tests. */
export type OpenEngine = (input: EngineInput) => Promise<OpenedEngine>;
