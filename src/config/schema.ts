/** The grammar of engine.yaml and of key files, from the table of settings. */
import { z } from 'zod';

import { type KeyApp, keyApps } from './api-keys.ts';
import { type SettingName, settingList, settingTable } from './settings.ts';
import type { Spec } from './spec.ts';

export interface KeyEntry {
  readonly name: string;
  readonly app: KeyApp;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
  /** A day (the key's last one, in UTC) or an instant. */
  readonly until?: string | undefined;
}

const keyEntry = z.strictObject({
  name: z.string().min(1).describe('Name of the key, for people and the log.'),
  app: z.enum(keyApps).describe('The app of the platform that the key belongs to.'),
  sha256: z
    .string()
    .superRefine((digest, context) => {
      if (/^[0-9a-f]{64}$/i.test(digest)) return;
      const hint = 'Put the digest here, never the key: `engine key` prints both for a new key.';
      context.addIssue({
        code: 'custom',
        message: 'is no SHA-256 digest: 64 hexadecimal digits',
        params: { code: 'CFG506', hint },
      });
    })
    .describe('SHA-256 digest of the key, in hexadecimal digits.'),
  until: z
    .string()
    .superRefine((end, context) => {
      if (endOf(end) !== undefined) return;
      const hint = 'Write a day such as 2030-12-31, or an instant such as 2030-12-31T18:00:00Z.';
      context.addIssue({ code: 'custom', message: 'is neither a day nor an instant', params: { hint } });
    })
    .optional()
    .describe('Last day of the key (UTC), or the instant from which it is refused.'),
});

export const keyEntryKeys = Object.keys(keyEntry.shape);
const keyList = z.array(keyEntry);

/** A key file: a list of keys, or a map with the list under `keys`. */
export const keyFileSchema = z.union([keyList.transform((keys) => ({ keys })), z.strictObject({ keys: keyList })]);

/** The whole of engine.yaml. Each setting's value is checked by the setting itself; the result holds it as it is written. */
export const engineYaml = z.strictObject({
  ...settingShape(),
  keys: keyList.optional().describe('API keys by their digests. Read again when the file changes.'),
});

export const engineYamlKeys = Object.keys(engineYaml.shape);

function settingShape(): Readonly<Record<string, z.ZodOptional<z.ZodType<string | number | boolean>>>> {
  return Object.fromEntries(settingList.map(([name, spec]) => [name, settingValue(spec).optional()]));
}

function settingValue(spec: Spec<unknown>): z.ZodType<string | number | boolean> {
  return z
    .union([z.string(), z.number(), z.boolean()])
    .superRefine((value, context) => {
      const quoted = spec.textual && typeof value !== 'string';
      const parsed = spec.parse(String(value), '.');
      if (parsed.ok && !quoted) return;
      const wanted = parsed.ok ? 'a text, in quotes' : parsed.wanted;
      context.addIssue({ code: 'custom', message: `must be ${wanted}`, params: { hint: spec.description } });
    })
    .describe(spec.description);
}

/** The first millisecond, since the epoch, at which a key with this end is refused; undefined when the text is no time. */
export function endOf(text: string): number | undefined {
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) !== null;
  if (!day && !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return undefined;
  const start = Date.parse(day ? `${text}T00:00:00Z` : text);
  if (Number.isNaN(start)) return undefined;
  // Date.parse moves 31 February into March; a day that does not exist must not pass for another one.
  const date = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text.slice(0, 10)) return undefined;
  return day ? start + 86_400_000 : start;
}

/** Whether a text is the name of a setting. */
export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingTable, name);
}
