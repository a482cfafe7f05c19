/** Slots for concurrent requests in the store, by the store's clock. They are in the table of the rate limits. */
import { createHash } from 'node:crypto';
import type { SqlSession } from '../../../engine/host/index.ts';
import { type SlotStore, SourceError } from '../../../engine/index.ts';
import { rateStatements } from './rates.ts';
import type { StoreAccess } from './store-access.ts';

/** A taken slot: its holder, and from when to when it counts, in milliseconds since the epoch. */
type Slot = readonly [string, number, number];

/** Attempts at a change. Of replicas that change the slots at the same time, one succeeds at each attempt. */
const attempts = 20;

const digestOf = (name: string): string =>
  createHash('sha256')
    .update(JSON.stringify(['slots', name]))
    .digest('hex');

function isSlot(value: unknown): value is Slot {
  return (
    Array.isArray(value) &&
    value.length === 3 &&
    typeof value[0] === 'string' &&
    typeof value[1] === 'number' &&
    typeof value[2] === 'number'
  );
}

/** The slots that count at a time. One from a clock that was ahead does not count, so that it cannot block for hours. */
function slotsIn(text: unknown, now: number): readonly Slot[] {
  if (typeof text !== 'string') return [];
  try {
    const entries: unknown = JSON.parse(text);
    return Array.isArray(entries) ? entries.filter(isSlot).filter(([, from, until]) => from <= now && until > now) : [];
  } catch {
    return [];
  }
}

const lostRace = (error: unknown): boolean =>
  error instanceof SourceError && (error.kind === 'conflict' || error.kind === 'constraint');

/** Slots in a migrated store. While it is unavailable, `enter` gives undefined. */
export function createSlots(access: StoreAccess): SlotStore {
  const statements = rateStatements(access.databaseKind);

  /** Changes the slots of a name; `change` returns undefined where there is nothing to change. False: nothing was changed. */
  async function update(
    name: string,
    change: (slots: readonly Slot[], now: number) => readonly Slot[] | undefined,
  ): Promise<boolean | undefined> {
    const key = digestOf(name);
    async function attempt(session: SqlSession): Promise<boolean | undefined> {
      const [row] = (await session.execute(statements.read({ name: key }))).rows;
      const now = Number(row?.now);
      const next = change(slotsIn(row?.log, now), now);
      if (next === undefined) return false;
      const values = { name: key, log: JSON.stringify(next) };
      const revision = row?.revision ?? null;
      const statement =
        revision === null ? statements.insert(values) : statements.change({ ...values, revision: Number(revision) });
      return (await session.execute(statement)).affected === 1 ? true : undefined;
    }
    for (let tries = 0; tries < attempts; tries += 1) {
      try {
        const changed = await access.transaction(attempt, 'relaxed');
        if (changed !== undefined) return changed;
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        if (!lostRace(error)) return undefined;
      }
    }
    return false;
  }

  return {
    enter: (name, count, holder, leaseMs) =>
      update(name, (slots, now) => (slots.length < count ? [...slots, [holder, now, now + leaseMs]] : undefined)),
    async leave(name, holder) {
      await update(name, (slots) => slots.filter(([own]) => own !== holder));
    },
  };
}
