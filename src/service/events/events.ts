/** The events of the service's log, in one table: their types and docs/events.md are derived from it and from the engine's table. */
import type { EngineEvent, EventOf } from '../../../engine/index.ts';
import { lifecycleEvents } from './lifecycle-events.ts';
import { reloadEvents, storeEvents } from './reload-events.ts';
import { requestEvents } from './request-events.ts';

/** All events of the service by name. */
export const serviceEvents = { ...requestEvents, ...lifecycleEvents, ...reloadEvents, ...storeEvents } as const;

export type ServiceEvent = EventOf<typeof serviceEvents>;

/** An event as it is logged. `service`: the service that it is about, if there are several. */
export type LoggedEvent = (ServiceEvent | EngineEvent) & { readonly service?: string };

/** Reports an event. Never throws. */
export type Emit = (event: LoggedEvent) => void;

/** Reports events of one of several services. `service`: undefined for the only one. */
export function emitOf(emit: Emit, service: string | undefined): Emit {
  return service === undefined ? emit : (event) => emit({ ...event, service });
}
