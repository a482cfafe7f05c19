/** An engine whose answers a test defines. */
import { contract } from '../../../../src/contract/index.ts';
import type { Engine, EngineCall, Outcome } from '../../../../src/service/server/engine-api.ts';

interface Seen {
  readonly path: string;
  readonly body: unknown;
  readonly call: EngineCall;
}

export type FakeEngine = Engine & { readonly seen: Seen[] };

/** An engine of the real contract that answers every call with `answer`. */
export function fakeEngine(answer: (seen: Seen) => Outcome | Promise<Outcome> = () => hits, ready = true): FakeEngine {
  const seen: Seen[] = [];
  return {
    seen,
    contract,
    call: async (path, body, call) => {
      seen.push({ path, body, call });
      return answer({ path, body, call });
    },
    health: () => ({ ready }),
    status: () => ({ ready, sources: [], endpoints: [] }),
    start: async () => [],
    close: async () => undefined,
  };
}

export const hits: Outcome = { ok: true, json: '{"schemaVersion":"1","hits":[]}' };
