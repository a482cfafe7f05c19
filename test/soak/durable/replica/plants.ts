/** Bugs that a replica of the harness can be given. The engine contains none of them: each one wraps a port of the engine. */
import type { DurableClaims } from '../../../../engine/run/write/durable/claims.ts';
import type { DurableStep, DurableWork } from '../../../../engine/run/write/durable/durable-work.ts';
import type { DurablePlant } from './task.ts';

/** Claims that are made for nobody to see: each caller takes itself for the first. */
export function plantedClaims(claims: DurableClaims, plant: DurablePlant | undefined): DurableClaims {
  if (plant !== 'claim-dropped') return claims;
  return {
    ...claims,
    read: async (id) => ({ ...(await claims.read(id)), claim: undefined }),
    insert: async () => true,
    change: async () => true,
    due: async (installation, limit) => ({ ...(await claims.due(installation, limit)), claims: [] }),
  };
}

/** A source that takes silence for a refusal to work. Where claims are dropped, it also sends without the check that would miss the claim. */
export function plantedWork(work: DurableWork, plant: DurablePlant | undefined): DurableWork {
  if (plant === undefined) return work;
  const planted = (step: DurableStep): DurableStep => ({
    ...step,
    async send(done, check) {
      const sent = await step.send(done, plant === 'claim-dropped' ? async () => undefined : check);
      const isResent = plant === 'resend-on-time-out' && sent.kind === 'unknown';
      return isResent ? { kind: 'not processed', detail: sent.detail } : sent;
    },
  });
  return { ...work, steps: work.steps.map(planted) };
}
