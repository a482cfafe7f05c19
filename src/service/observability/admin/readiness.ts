/** Whether the process and its services can answer requests now, and why not. */
import type { ServedStatus } from '../../server/engine-api.ts';
import type { Phase } from './observed-state.ts';

interface Obstacle {
  /** `profile`: the service could not start, because its profile has errors. `suspended`: an operator wants it. */
  readonly part: 'service' | 'store' | 'source' | 'profile' | 'suspended';
  /** One of several services, if it is the only one with this obstacle. */
  readonly service?: string;
  /** Name of the source. */
  readonly name?: string;
  readonly reason: string;
}

interface ServiceState {
  /** Undefined if it is the only service. */
  readonly name: string | undefined;
  /** Undefined until the service has started. */
  readonly engine: ServedStatus | undefined;
}

interface ReadinessInput {
  readonly phase: Phase;
  readonly services: readonly ServiceState[];
  /** Why the store cannot be used; undefined if it can. */
  readonly storeFault: string | undefined;
}

export interface Readiness {
  readonly ready: boolean;
  /** All obstacles, also those of a single service. */
  readonly reasons: readonly Obstacle[];
}

export interface ReadinessOfAll extends Readiness {
  /** By name; empty if there is one service without a name. */
  readonly services: ReadonlyMap<string, Readiness>;
}

/**
 * The process is ready while one of its services is: an ERP that is away must not take the others out of a balancing. Suspended services do not count: with these alone, or
 * with none, it is ready to answer that.
 */
export function readinessOf({ phase, services, storeFault }: ReadinessInput): ReadinessOfAll {
  const common: readonly Obstacle[] =
    phase === 'running'
      ? storeFault === undefined
        ? []
        : [{ part: 'store', reason: storeFault }]
      : [{ part: 'service', reason: `The service is ${phase}.` }];
  const obstaclesByService = services.map(({ name, engine }) => ({
    name,
    obstacles: phase === 'running' ? obstaclesOf(engine) : [],
  }));
  const named = obstaclesByService.flatMap(({ name, obstacles }) => {
    const reasons = [...common, ...obstacles];
    return name === undefined ? [] : [[name, { ready: reasons.length === 0, reasons }] as const];
  });
  const serviceReasons = obstaclesByService.flatMap(({ name, obstacles }) =>
    obstacles.map((obstacle) => (name === undefined ? obstacle : { ...obstacle, service: name })),
  );
  const working = obstaclesByService.filter((_, index) => services[index]?.engine?.isSuspended !== true);
  return {
    ready: common.length === 0 && (working.length === 0 || working.some(({ obstacles }) => obstacles.length === 0)),
    reasons: [...common, ...serviceReasons],
    services: new Map(named),
  };
}

function obstaclesOf(engine: ServedStatus | undefined): readonly Obstacle[] {
  if (engine === undefined) return [];
  if (engine.isSuspended) return [{ part: 'suspended', reason: 'The service is suspended by an operator.' }];
  const sources: readonly Obstacle[] = engine.sources
    .filter(({ ready }) => !ready)
    .map(({ name, reason }) => ({ part: 'source', name, reason: reason ?? 'The last probe failed.' }));
  if (engine.ready || sources.length > 0) return sources;
  if (engine.consentNeeded === true)
    return [{ part: 'profile', reason: 'The customer has not given consent yet: engine auth link makes a link.' }];
  return [{ part: 'profile', reason: 'The service could not be started: its event service_unavailable says why.' }];
}
