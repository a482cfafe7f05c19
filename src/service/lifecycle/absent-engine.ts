/** Stands in for the engine of a service that could not be started, until a reload replaces it. */
import type { Contract, Problem } from '../../../engine/index.ts';
import type { ServedEngine } from '../server/engine-api.ts';

const problem: Problem = {
  kind: 'unreachable',
  message: 'This service is not available, because its configuration has errors. Its operator has to correct it.',
  retryAfter: 30,
};

/** `reason`: for the log of each failed call. */
export function absentEngine(contract: Contract, reason: string): ServedEngine {
  return {
    contract,
    health: () => ({ ready: false }),
    status: () => ({ ready: false, sources: [], endpoints: [] }),
    call: async () => ({ ok: false, problem, cause: { level: 'warn', message: reason } }),
    close: async () => undefined,
  };
}
