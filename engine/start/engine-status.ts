/** The state of an engine for its operator: sources with their pools, and endpoints. It contains no secret and no value of a document. */
import type { Plan } from '../plan/plan.ts';
import type { PoolStates } from '../sources/source.ts';
import type { AnySource } from './any-source.ts';

export interface SourceStatus {
  readonly name: string;
  /** `http`, or the kind of database: `postgres`. */
  readonly kind: string;
  readonly ready: boolean;
  /** Why it is not ready: the error of the last probe, for operators only. */
  readonly reason?: string;
  /** Whether the profile does not fit the database: a table or column has changed. */
  readonly drifted: boolean;
  /** Whether the consent of a customer is missing, expired or revoked; missing if it is not. */
  readonly consentNeeded?: true;
  /** Whether requests fail at once because the ERP did not answer several times. Always false for a database. */
  readonly circuitOpen: boolean;
  readonly pools: PoolStates;
  /** How the ERP disagrees with the description of its vendor, each once; missing where that is not compared. */
  readonly disagreements?: readonly string[];
}

export interface EndpointStatus {
  readonly path: string;
  /** `undecided`: it depends on a fact of the ERP that has not been read yet. */
  readonly state: 'provided' | 'unavailable' | 'undecided';
  /** Why it is not available. */
  readonly reason?: string;
}

export interface EngineStatus {
  /** By the last probe of each source, as in `Engine.health`. */
  readonly ready: boolean;
  /** Whether a customer has to give consent before the engine can work; missing if not. */
  readonly consentNeeded?: true;
  /** The opened sources. */
  readonly sources: readonly SourceStatus[];
  readonly endpoints: readonly EndpointStatus[];
}

/** Why a source is not ready. */
export interface SourceFault {
  readonly reason: string;
  readonly drifted: boolean;
}

/** Whether the consent of a customer is missing, expired or revoked, as far as it is known. */
export const needsConsent = (source: AnySource): boolean =>
  source.kind === 'http' && source.consent?.isNeeded() === true;

/** `fault`: undefined for a source that is ready. */
export function sourceStatus(name: string, source: AnySource, fault: SourceFault | undefined): SourceStatus {
  const isHttp = source.kind === 'http';
  return {
    name,
    kind: isHttp ? 'http' : source.databaseKind.name,
    ready: fault === undefined,
    ...(fault === undefined ? {} : { reason: fault.reason }),
    drifted: fault?.drifted === true,
    ...(needsConsent(source) ? { consentNeeded: true } : {}),
    circuitOpen: isHttp && source.isCircuitOpen(),
    pools: source.pools(),
    ...(isHttp && source.disagreements !== undefined ? { disagreements: source.disagreements() } : {}),
  };
}

/** The endpoints of a plan, in its order. */
export function endpointStatuses(plan: Plan): readonly EndpointStatus[] {
  return [...plan].map(([path, { work }]) => {
    switch (work.kind) {
      case 'undecided':
        return { path, state: 'undecided' };
      case 'unavailable':
        return { path, state: 'unavailable', reason: work.reason };
      case 'read':
      case 'accountStatement':
      case 'write':
        return { path, state: 'provided' };
      default:
        return work satisfies never;
    }
  });
}
