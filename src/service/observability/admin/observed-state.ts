/** What the events of the log say about the service: its phase, whether the store can be used, and the last faults. */
import type { Emit, LoggedEvent } from '../../events/events.ts';

export type Phase = 'starting' | 'running' | 'stopping';

/** A logged event of level `warn` or `error`. */
export interface Fault {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly level: 'warn' | 'error';
  readonly event: string;
  readonly message: string;
  readonly service?: string;
  readonly requestId?: string;
  readonly endpoint?: string;
  readonly source?: string;
}

interface ObservedState {
  readonly observe: Emit;
  phase(): Phase;
  /** Why the store cannot be used; undefined if it can. */
  storeFault(): string | undefined;
  /** The last ones, newest first. */
  faults(): readonly Fault[];
  /** The last one of a service. */
  lastFault(service: string): Fault | undefined;
}

/** Number of faults that are remembered. */
const remembered = 20;
/** Longest message of a fault, in characters. */
const longest = 500;

/** `now`: milliseconds since the epoch. */
export function createObservedState(now: () => number): ObservedState {
  let phase: Phase = 'starting';
  let storeFault: string | undefined;
  const faults: Fault[] = [];
  const lastByService = new Map<string, Fault>();

  const observe: Emit = (event) => {
    // Those of every request are none of the others.
    if (event.event === 'statement_ran' || event.event === 'request') return;
    switch (event.event) {
      case 'listening':
        phase = 'running';
        break;
      case 'draining':
      case 'stopping':
        phase = 'stopping';
        break;
      case 'store_unavailable':
        storeFault = event.reason;
        break;
      case 'store_available':
        storeFault = undefined;
        break;
      default:
    }
    const { level } = event;
    if (level !== 'warn' && level !== 'error') return;
    const fault = faultOf(event, level, now());
    faults.unshift(fault);
    if (fault.service !== undefined) lastByService.set(fault.service, fault);
    faults.length = Math.min(faults.length, remembered);
  };
  return {
    observe,
    phase: () => phase,
    storeFault: () => storeFault,
    faults: () => faults,
    lastFault: (service) => lastByService.get(service),
  };
}

function faultOf(event: LoggedEvent, level: Fault['level'], now: number): Fault {
  return {
    time: new Date(now).toISOString(),
    level,
    event: event.event,
    message: messageOf(event).slice(0, longest),
    ...(event.service === undefined ? {} : { service: event.service }),
    ...('requestId' in event && event.requestId !== undefined ? { requestId: event.requestId } : {}),
    ...('endpoint' in event && event.endpoint !== undefined ? { endpoint: event.endpoint } : {}),
    ...('source' in event && event.source !== undefined ? { source: event.source } : {}),
  };
}

function messageOf(event: LoggedEvent): string {
  if ('message' in event) return event.message;
  if ('reason' in event) return event.reason;
  if ('error' in event) return event.error instanceof Error ? event.error.message : String(event.error);
  return '';
}
