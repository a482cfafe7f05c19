/** Local times and instants by the runtime's formatter alone, independent of the engine's own clock. Milliseconds throughout. */
import type { Random } from '../../../../src/workbench/checks/conformance/random.ts';
import { between } from './kind.ts';

const hour = 3_600_000;
const week = 168 * hour;
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const cachedFormatter = formatters.get(zone);
  if (cachedFormatter !== undefined) return cachedFormatter;
  const digits = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  } as const;
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...digits });
  formatters.set(zone, made);
  return made;
}

/** What the zone's clock shows at an instant of whole seconds, as if that were UTC. */
export function shownAt(instant: number, zone: string): number {
  const parts = new Map(
    formatterOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const shown = new Date(0);
  shown.setUTCFullYear(of('year'), of('month') - 1, of('day'));
  return shown.setUTCHours(of('hour'), of('minute'), of('second'));
}

/**
 * The instant at which the zone's clock shows `local` (whole seconds, as if it were UTC): the earlier of two; where the clock skips
 * it, what a clock that had not been changed would show.
 */
export function instantOf(local: number, zone: string): number {
  const before = local - (shownAt(local - 26 * hour, zone) - (local - 26 * hour));
  const after = local - (shownAt(local + 26 * hour, zone) - (local + 26 * hour));
  const instants = [before, after].filter((instant) => shownAt(instant, zone) === local);
  return instants.length === 0 ? before : Math.min(...instants);
}

const changes = new Map<string, readonly number[]>();

/** Instants from 1970 to 2037 at which the zone's clock is changed. */
function changesOf(zone: string): readonly number[] {
  const cachedChanges = changes.get(zone);
  if (cachedChanges !== undefined) return cachedChanges;
  const changeInstants: number[] = [];
  const offset = (instant: number) => shownAt(instant, zone) - instant;
  for (let from = 0; from < Date.UTC(2037, 0); from += week) {
    let [low, high] = [from, from + week];
    if (offset(low) === offset(high)) continue;
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2000) * 1000;
      if (offset(middle) === offset(low)) low = middle;
      else high = middle;
    }
    changeInstants.push(high);
  }
  changes.set(zone, changeInstants);
  return changeInstants;
}

const seconds = (random: Random, from: number, to: number): number =>
  Math.floor(from / 1000) * 1000 + Math.floor((random.below(2 ** 32) / 2 ** 32) * ((to - from) / 1000)) * 1000;

/** An instant of whole seconds: half of them within three hours of a change of the clock. */
export function someInstant(random: Random, zone: string, from: number, to: number): number {
  const around = changesOf(zone);
  if (around.length === 0 || random.below(2) === 0) return seconds(random, from, to);
  const change = around[random.below(around.length)] ?? 0;
  return Math.min(to, Math.max(from, change + between(random, -10_800, 10_800) * 1000));
}

/** The same for what a clock shows, whether it ever showed it or not. */
export function someLocal(random: Random, zone: string, from: number, to: number): number {
  const instant = someInstant(random, zone, from, to);
  return random.below(2) === 0 ? instant : shownAt(instant, zone);
}

/** Midnight of 1 January of a year from 1 on. */
export const yearStart = (year: number): number => new Date(0).setUTCFullYear(year, 0, 1);

/** `2026-03-29 02:30:00` of a time as if it were UTC. */
export const localText = (local: number): string => new Date(local).toISOString().slice(0, 19).replace('T', ' ');
