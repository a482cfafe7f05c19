/** Slots for concurrent requests in the store, by the store's clock. They are in the table of the rate limits. */
import { createHash } from 'node:crypto';
import type { SlotStore } from '../../../engine/index.ts';
import { logChanges } from './rates.ts';
import type { StoreAccess } from './store-access.ts';

/** A taken slot: its holder, and from when to when it counts, in milliseconds since the epoch. */
type Slot = readonly [string, number, number];

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

/** Slots in a migrated store. While it is unavailable, `enter` gives undefined. */
export function createSlots(access: StoreAccess): SlotStore {
  const changeLog = logChanges(access);

  /** Changes the slots of a name; `change` returns undefined where there is nothing to change. False: nothing was changed. */
  const update = (
    name: string,
    change: (slots: readonly Slot[], now: number) => readonly Slot[] | undefined,
  ): Promise<boolean | undefined> =>
    changeLog(digestOf(name), false, (log, now) => {
      const next = change(slotsIn(log, now), now);
      return next === undefined ? { result: false } : { log: JSON.stringify(next), result: true };
    });

  return {
    enter: (name, count, holder, leaseMs) =>
      update(name, (slots, now) => (slots.length < count ? [...slots, [holder, now, now + leaseMs]] : undefined)),
    async leave(name, holder) {
      await update(name, (slots) => slots.filter(([slotHolder]) => slotHolder !== holder));
    },
  };
}
