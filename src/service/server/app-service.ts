/** A service as the HTTP application sees it. A process has one, or several that are isolated from each other. */
import type { Key } from '../config/api-keys.ts';
import type { ServiceRoute } from '../config/service-route.ts';
import type { Emit } from '../events/events.ts';
import type { ServiceLoad } from './answer-memory.ts';
import type { ServedEngine } from './engine-api.ts';
import type { Limits } from './limits.ts';

export interface AppService {
  /** Undefined if it is the only one. */
  readonly name: string | undefined;
  readonly route: ServiceRoute;
  readonly engine: ServedEngine;
  /** The log, with the name of the service. */
  readonly emit: Emit;
  /** The keys that are valid now. */
  readonly keys: () => readonly Key[];
  /** The limits that apply now. */
  readonly limits: () => Limits;
  readonly load: ServiceLoad;
}
