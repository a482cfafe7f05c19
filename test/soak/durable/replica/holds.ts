/** Places in a write where a replica can be held, so that it is killed exactly there. */
import type { ClaimChange, DurableClaims } from '../../../../engine/run/write/durable/claims.ts';
import type { DurableStep, DurableWork } from '../../../../engine/run/write/durable/durable-work.ts';
import type { SourceWatch } from '../source.ts';

/** Where a write can be: `before claim`, `after sent create`, `mid-request post`, `answered post`, `before lookup`, and so on. */
export type Place = string;

/** What happens there, once: the write alone is held until it is released, or the whole process stops as by SIGSTOP. */
export type Halt = 'hold' | 'stop';

interface Holds extends SourceWatch {
  set(claim: string, place: Place, halt: Halt): void;
  /** Resolves at once where the write is not to be held at the place. */
  at(claim: string, place: Place): Promise<void>;
  /** Claims that are held. */
  held(): readonly string[];
  /** Lets all of them go on. */
  release(): void;
}

export function createHolds(claimOf: (key: string) => string): Holds {
  const orders = new Map<string, { readonly place: Place; readonly halt: Halt }>();
  const held = new Map<string, () => void>();
  function at(claim: string, place: Place): Promise<void> {
    const order = orders.get(claim);
    if (order?.place !== place) return Promise.resolve();
    orders.delete(claim);
    if (order.halt === 'hold') return new Promise((resolve) => held.set(claim, resolve));
    process.kill(process.pid, 'SIGSTOP');
    return Promise.resolve();
  }
  return {
    set: (claim, place, halt) => void orders.set(claim, { place, halt }),
    at,
    held: () => [...held.keys()],
    release() {
      for (const resolve of held.values()) resolve();
      held.clear();
    },
    half: (key, step) => at(claimOf(key), `mid-request ${step}`),
  };
}

/** What a change of a claim is for. */
function nameOf({ state, epoch }: ClaimChange): string {
  switch (state.kind) {
    case 'sent':
      return `sent ${state.step}`;
    case 'claimed':
      return epoch === undefined ? 'claimed' : 'take-over';
    case 'absent':
    case 'unknown':
    case 'undoing':
    case 'undo lost':
    case 'held':
    case 'done':
      return state.kind;
  }
}

/** Claims whose changes can be held before the store is asked, and after it has answered. */
export function heldClaims(claims: DurableClaims, { at }: Holds): DurableClaims {
  async function around<T>(claim: string, name: string, work: () => Promise<T>): Promise<T> {
    await at(claim, `before ${name}`);
    const result = await work();
    await at(claim, `after ${name}`);
    return result;
  }
  return {
    ...claims,
    insert: (claim, leaseMs) => around(claim.id, 'claim', () => claims.insert(claim, leaseMs)),
    change: (id, revision, change) => around(id, nameOf(change), () => claims.change(id, revision, change)),
  };
}

/** A write whose lookups and answers can be held as well. */
export function heldWork(work: DurableWork, { at }: Holds): DurableWork {
  const { find, claim } = work;
  const heldSend =
    (name: string, send: DurableStep['send']): DurableStep['send'] =>
    async (done, check) => {
      await at(claim.id, `before send ${name}`);
      const sent = await send(done, async () => {
        await check();
        await at(claim.id, `before byte ${name}`);
      });
      await at(claim.id, `answered ${name}`);
      return sent;
    };
  const heldStep = ({ undo, ...step }: DurableStep): DurableStep => ({
    ...step,
    send: heldSend(step.name, step.send),
    undo: undo && { ...undo, send: heldSend('remove', undo.send) },
  });
  return {
    ...work,
    steps: work.steps.map(heldStep),
    find:
      find &&
      (async (released) => {
        await at(claim.id, 'before lookup');
        const outcome = await find(released);
        await at(claim.id, 'after lookup');
        return outcome;
      }),
  };
}
