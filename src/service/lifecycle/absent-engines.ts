/** What answers the requests of a service without an engine: one that could not be started, or that is suspended. */
import type { Contract, Problem } from '../../../engine/index.ts';
import type { ServedEngine } from '../server/engine-api.ts';

const faulty: Problem = {
  kind: 'unreachable',
  message: 'This service is not available, because its configuration has errors. Its operator has to correct it.',
  retryAfter: 30,
};

const unconsented: Problem = {
  kind: 'unreachable',
  message:
    'This service is not available, because its customer has not given consent yet. Its operator has to send a link.',
  retryAfter: 60,
};

const suspended: Problem = {
  kind: 'unreachable',
  message: 'This service is suspended by its operator.',
  retryAfter: 300,
};

/** Answers 503 to each call. `reason`: for the log of each failed call. */
export function absentEngine(contract: Contract, reason: string): ServedEngine {
  return {
    contract,
    health: () => ({ ready: false }),
    status: () => ({ ready: false, sources: [], endpoints: [] }),
    call: async () => ({ ok: false, problem: faulty, cause: { level: 'warn', message: reason } }),
    close: async () => undefined,
  };
}

/** Answers 503 to each call until a customer has given consent. `reason`: for the log of each failed call. */
export function awaitingEngine(contract: Contract, reason: string): ServedEngine {
  const state = { ready: false, consentNeeded: true } as const;
  return {
    contract,
    health: () => state,
    status: () => ({ ...state, sources: [], endpoints: [] }),
    call: async () => ({ ok: false, problem: unconsented, cause: { level: 'warn', message: reason } }),
    close: async () => undefined,
  };
}

/** Answers 503 to each call, without contact to an ERP. An operator wants it: the log has no warning of it. */
export function suspendedEngine(contract: Contract): ServedEngine {
  return {
    contract,
    health: () => ({ ready: false, problem: suspended }),
    status: () => ({ ready: false, isSuspended: true, sources: [], endpoints: [] }),
    call: async () => ({
      ok: false,
      problem: suspended,
      cause: { level: 'info', message: 'The service is suspended.' },
    }),
    close: async () => undefined,
  };
}
