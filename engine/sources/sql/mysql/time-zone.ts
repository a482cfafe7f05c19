/**
 * The time zone of a session. A server that knows the ERP's time zone by name uses it: TIMESTAMP columns read and compare like columns
 * without a zone. A server whose time zone tables are empty accepts only an offset, which is wrong for half of the year; then TIMESTAMP
 * values are converted to the ERP's time zone here, with their offset appended.
 */
import { localDateTime } from '../../../base/local-time.ts';
import type { Mode } from './config.ts';

/** The zone's offset in minutes east of UTC. */
function offsetAt(ms: number, zone: string): number {
  const second = Math.floor(ms / 1000) * 1000;
  return Math.round((Date.parse(`${localDateTime(second, zone).replace(' ', 'T')}Z`) - second) / 60_000);
}

/** 60 as `+01:00`. */
export function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

const monthMs = 30 * 86_400_000;

/**
 * The offset in minutes for a session whose server does not know the zone. A writing session has the current one, so that it stores the
 * right times. A reading session has the largest of the last ten years: "changed since" then starts up to an hour too early, and
 * misses nothing.
 */
export function sessionOffset(now: number, zone: string, mode: Mode): number {
  if (mode === 'write') return offsetAt(now, zone);
  return Math.max(...Array.from({ length: 120 }, (_, month) => offsetAt(now - month * monthMs, zone)));
}

/** True for the names of UTC, which need no time zone tables. */
export function isUtc(zone: string): boolean {
  return /^(utc|gmt|z|etc\/(utc|gmt|zulu)|zulu)$/i.test(zone);
}

/** A time shown by a session with this offset, as local time of the zone: `2026-01-31 23:30:00+01:00`. */
export function toZone(text: string, offset: number, zone: string): string {
  const [, seconds = '', fraction = ''] = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(\.\d+)?$/.exec(text) ?? [];
  const ms = Date.parse(`${seconds.replace(' ', 'T')}Z`) - offset * 60_000;
  // A "zero" timestamp is not a time; the profile decides its meaning.
  if (Number.isNaN(ms)) return text;
  return `${localDateTime(ms, zone).slice(0, 19)}${fraction}${offsetText(offsetAt(ms, zone))}`;
}
