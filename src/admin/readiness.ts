/** Whether the service can answer requests now, and why not. */
import type { SourceStatus } from '../../engine/index.ts';
import type { Phase } from './observed-state.ts';

export interface Obstacle {
  readonly part: 'service' | 'store' | 'source';
  /** Name of the source. */
  readonly name?: string;
  readonly reason: string;
}

export interface ReadinessInput {
  readonly phase: Phase;
  readonly sources: readonly SourceStatus[];
  /** Why the store cannot be used; undefined if it can. */
  readonly storeFault: string | undefined;
}

/** All obstacles; none if the service is ready. */
export function obstacles({ phase, sources, storeFault }: ReadinessInput): readonly Obstacle[] {
  if (phase !== 'running') return [{ part: 'service', reason: `The service is ${phase}.` }];
  return [
    ...(storeFault === undefined ? [] : [{ part: 'store', reason: storeFault } as const]),
    ...sources
      .filter(({ ready }) => !ready)
      .map(({ name, reason }) => ({ part: 'source', name, reason: reason ?? 'The last probe failed.' }) as const),
  ];
}
