/** Settings inside nested values. */
import { Secret } from '../../base/secret.ts';
import { interpolate } from '../../base/setting-values.ts';
import type { SettingValues } from '../../profile/settings.ts';

/** Replaces `${setting}` in every text of a value. A text that consists of one setting becomes its value, in its type. */
export function interpolateAll(value: unknown, settings: SettingValues): unknown {
  if (typeof value === 'string') {
    const name = /^\$\{(\w+)\}$/.exec(value)?.[1];
    const setting = name === undefined ? undefined : settings.get(name);
    return setting === undefined || setting instanceof Secret ? interpolate(value, settings) : setting;
  }
  if (Array.isArray(value)) return value.map((item) => interpolateAll(item, settings));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, interpolateAll(item, settings)]));
}
