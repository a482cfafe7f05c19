/** Durable claims in memory, by a clock that can be set: what the state store does in SQL, one change at a time. */
import type {
  ClaimChange,
  ClaimState,
  DurableClaim,
  DurableClaims,
  LockHolder,
  NewDurableClaim,
  NextState,
} from '../../../../../../engine/run/write/durable/claims.ts';

/** A process that uses the store: what it changes has its mark. */
interface StoreUser {
  /** Another text after a restart of the process. */
  readonly life: string;
  readonly machine: string;
  /** No other process uses the store at the same time. */
  readonly isSole: boolean;
  /** Milliseconds of the machine's clock, which a restart of the process does not set back. */
  now(): number;
}

interface Mark extends Pick<StoreUser, 'life' | 'machine'> {
  readonly at: number;
  /** A first change to `sent` of which the process does not know yet. */
  isOpen: boolean;
}

/** The same as `DurableClaims`, each at one point in time. */
export interface Store {
  readonly rows: Map<string, DurableClaim>;
  /** By the claim: who changed it last. */
  readonly marks: Map<string, Mark>;
  read(id: string): { readonly claim: DurableClaim | undefined; readonly now: number };
  insert(claim: NewDurableClaim, leaseMs: number): boolean;
  change(id: string, revision: number, change: ClaimChange): boolean;
  due(installation: string, limit: number): { readonly claims: readonly DurableClaim[]; readonly now: number };
  holder(lock: string): LockHolder | undefined;
  take(lock: string, before: LockHolder | undefined, next: LockHolder): boolean;
}

function stateAt(state: NextState, now: number): ClaimState {
  switch (state.kind) {
    case 'claimed':
      return { kind: 'claimed', leaseUntil: now + state.leaseMs };
    case 'sent':
      return { kind: 'sent', step: state.step, leaseUntil: now + state.leaseMs };
    case 'unknown':
      return { kind: 'unknown', step: state.step, empty: state.empty, lookAt: now + state.lookInMs };
    case 'undoing': {
      const { leaseMs, ...undo } = state;
      return { ...undo, leaseUntil: now + leaseMs };
    }
    case 'undo lost': {
      const { lookInMs, ...undo } = state;
      return { ...undo, lookAt: now + lookInMs };
    }
    case 'absent':
    case 'held':
    case 'done':
      return state;
  }
}

/** When something is to be done about a claim whose outcome is open. */
function dueAt({ state }: DurableClaim): number | undefined {
  if (state.kind === 'sent' || state.kind === 'undoing') return state.leaseUntil;
  return state.kind === 'unknown' || state.kind === 'undo lost' ? state.lookAt : undefined;
}

/** `clock`: the store's, in milliseconds. */
export function memoryStore(clock: () => number): Store {
  const rows = new Map<string, DurableClaim>();
  const locks = new Map<string, LockHolder>();
  return {
    rows,
    marks: new Map(),
    read: (id) => ({ claim: rows.get(id), now: clock() }),
    insert(claim, leaseMs) {
      if (rows.has(claim.id)) return false;
      const now = clock();
      const state = stateAt({ kind: 'claimed', leaseMs }, now);
      const fresh = { epoch: 1, revision: 1, steps: '{}', released: [], createdAt: now, changedAt: now };
      rows.set(claim.id, { ...claim, ...fresh, unchangedMs: 0, isAbandoned: false, state });
      return true;
    },
    change(id, revision, { state, ...more }) {
      const row = rows.get(id);
      if (row === undefined || row.revision !== revision) return false;
      const now = clock();
      rows.set(id, { ...row, ...more, state: stateAt(state, now), revision: revision + 1, changedAt: now });
      return true;
    },
    due(installation, limit) {
      const open = [...rows.values()].flatMap((row) => {
        const at = row.installation === installation ? dueAt(row) : undefined;
        return at === undefined ? [] : [{ row, at }];
      });
      const claims = open.toSorted((a, b) => a.at - b.at).map(({ row }) => row);
      return { claims: claims.slice(0, limit), now: clock() };
    },
    holder: (lock) => locks.get(lock),
    take(lock, before, next) {
      const held = locks.get(lock);
      if (held?.claim !== before?.claim || held?.owner !== before?.owner) return false;
      locks.set(lock, next);
      return true;
    },
  };
}

/** The store as a replica reaches it: `ask` decides when something happens, whether it fails, and whether its answer arrives. */
export function claimsOver(store: Store, ask: <T>(effect: () => T) => Promise<T>, user: StoreUser): DurableClaims {
  const marked = async (id: string, change: () => boolean, isOpen = false): Promise<boolean> => {
    // Before the store is asked, which may take its time.
    const mark = { life: user.life, machine: user.machine, at: user.now(), isOpen };
    const isMade = await ask(() => {
      const isChanged = change();
      if (isChanged) store.marks.set(id, mark);
      return isChanged;
    });
    mark.isOpen = false;
    return isMade;
  };
  const seen = (claim: DurableClaim): DurableClaim => {
    const mark = store.marks.get(claim.id);
    const unchangedMs = mark?.machine === user.machine ? user.now() - mark.at : 0;
    const isAbandoned = user.isSole && mark?.life !== user.life;
    const { state } = claim;
    if (state.kind !== 'sent' || !isAbandoned || mark?.isOpen !== true) return { ...claim, unchangedMs, isAbandoned };
    return { ...claim, unchangedMs, isAbandoned, state: { kind: 'claimed', leaseUntil: state.leaseUntil } };
  };
  return {
    read: (id) =>
      ask(() => {
        const stored = store.read(id);
        return { ...stored, claim: stored.claim && seen(stored.claim) };
      }),
    insert: (claim, leaseMs) => marked(claim.id, () => store.insert(claim, leaseMs)),
    change: (id, revision, change) => {
      const isFirst = change.state.kind === 'sent' && change.state.isFirst === true;
      return marked(id, () => store.change(id, revision, change), isFirst);
    },
    due: (installation, limit) =>
      ask(() => {
        const stored = store.due(installation, limit);
        return { ...stored, claims: stored.claims.map(seen) };
      }),
    locks: {
      holder: (lock) => ask(() => store.holder(lock)),
      take: (lock, before, next) => ask(() => store.take(lock, before, next)),
    },
    list: ({ limit }) => ask(() => [...store.rows.values()].slice(0, limit)),
  };
}
