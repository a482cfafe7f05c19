/** What the service uses of the engine. */
export type { Engine, EngineCall, EngineEvent, EngineInput, OpenedEngine, Outcome } from '../../engine/index.ts';
export { cancelExpiry, compileRequest, expireAfter, openEngine, parseBody, Secret } from '../../engine/index.ts';

import type { EngineInput, OpenedEngine } from '../../engine/index.ts';

/** The engine's door, or a stand-in of a test. */
export type OpenEngine = (input: EngineInput) => Promise<OpenedEngine>;
