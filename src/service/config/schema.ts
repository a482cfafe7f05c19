/** The schemas of engine.yaml and of key files, derived from the table of settings. */
import { z } from 'zod';

import { type KeyApp, keyApps } from './api-keys.ts';
import { hostnameOf, pathPrefix } from './service-route.ts';
import { type SettingName, serviceSettings, settingList, settingTable } from './settings.ts';
import type { Spec } from './spec.ts';

export interface KeyEntry {
  readonly name: string;
  readonly app: KeyApp;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
  /** The last day of the key (UTC), or the instant from which it is refused. */
  readonly until?: string | undefined;
}

/** The schema of an API key in a list of keys. */
export const keyEntry = z.strictObject({
  name: z.string().min(1).describe('Name of the key, shown in logs.'),
  app: z.enum(keyApps).describe('App of the platform that the key authorises.'),
  sha256: z
    .string()
    .superRefine((digest, context) => {
      if (/^[0-9a-f]{64}$/i.test(digest)) return;
      const hint = 'Write the digest here, never the key. `engine key` prints both for a new key.';
      context.addIssue({
        code: 'custom',
        message: 'is not a SHA-256 digest: 64 hexadecimal digits',
        params: { code: 'CFG506', hint },
      });
    })
    .describe('SHA-256 digest of the key, 64 hexadecimal digits.'),
  until: z
    .string()
    .superRefine((end, context) => {
      if (expiryOf(end) !== undefined) return;
      const hint = 'Write a day such as 2030-12-31, or an instant such as 2030-12-31T18:00:00Z.';
      context.addIssue({ code: 'custom', message: 'is neither a day nor an instant', params: { hint } });
    })
    .optional()
    .describe('Last day of the key (UTC), or the instant from which it is refused.'),
});

export const keyEntryKeys = Object.keys(keyEntry.shape);
const keyList = z.array(keyEntry);

const keyMap = z.strictObject({ keys: keyList });

/** Checks the value of a key file: a list of keys, or a map with the list under `keys`. The form is decided first, because a union reports no inner issue. */
export function parseKeyFile(value: unknown): z.ZodSafeParseResult<z.infer<typeof keyMap>> {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isMap ? keyMap.safeParse(value) : keyList.transform((keys) => ({ keys })).safeParse(value);
}

/** A text that `parse` accepts. `expected`: for the message. */
const textFor = (parse: (text: string) => unknown, expected: string, hint: string) =>
  z.string().superRefine((text, context) => {
    if (parse(text) !== undefined) return;
    context.addIssue({ code: 'custom', message: `must be ${expected}`, params: { hint } });
  });

export const serviceEntry = z.strictObject({
  path: textFor(pathPrefix, 'a path such as /acme', 'Use letters, digits, "-", "_", "." and "~" between the slashes.')
    .optional()
    .describe('Prefix of the paths of this service: with /acme, the platform uses https://host/acme as base URL.'),
  hostname: textFor(
    hostnameOf,
    'a host name such as acme.example.com',
    'Write it without scheme, port and path; names with other letters in their ASCII form (xn--).',
  )
    .optional()
    .describe('Host name of this service, in place of a path: acme.example.com.'),
  envFile: z
    .string()
    .min(1)
    .optional()
    .describe('File with environment variables of this service, in the form of `.env`.'),
  envPrefix: textFor(
    (text) => (/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*_$/.test(text) ? text : undefined),
    'capitals and digits with "_" at the end, such as ACME_',
    'With ACME_, the variable ACME_DB_PASSWORD is the DB_PASSWORD of this service.',
  )
    .optional()
    .describe('Prefix of environment variables of this service: with ACME_, ACME_DB_PASSWORD is its DB_PASSWORD.'),
  suspended: z
    .boolean()
    .optional()
    .describe('Whether the service answers 503 without contact to its ERP, until this is removed.'),
  ...settingShape(serviceSettings.map((name) => [name, settingTable[name]])),
  keys: keyList.optional().describe('API keys of this service, as digests. Read again when the file changes.'),
});

export type ServiceEntry = z.output<typeof serviceEntry>;

export const serviceEntryKeys = Object.keys(serviceEntry.shape);

/** A name is part of log lines, labels and keys of writes. */
export const serviceNames = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/;

/** What is wrong with an entry beyond its values, each as a message with its parameters. */
export function entryFaults(
  name: string,
  { path, hostname }: ServiceEntry,
): readonly { readonly message: string; readonly params: Readonly<Record<string, string>> }[] {
  const hint = `Give it one of them: path: /${name}, or hostname: ${name}.example.com.`;
  return [
    ...(serviceNames.test(name)
      ? []
      : [
          {
            message: 'is not a name for a service',
            params: { at: 'key', hint: 'Use up to 40 letters, digits, "-" and "_".' },
          },
        ]),
    ...((path === undefined) === (hostname === undefined)
      ? [
          {
            message: path === undefined ? 'has neither a path nor a hostname' : 'has a path and a hostname',
            params: { code: 'CFG517', at: 'key', hint },
          },
        ]
      : []),
  ];
}

const serviceMap = z.record(z.string(), serviceEntry).superRefine((services, context) => {
  if (Object.keys(services).length === 0)
    context.addIssue({
      code: 'custom',
      path: [],
      message: 'names no service',
      params: { hint: 'Add an entry, or remove the key.' },
    });
  for (const [name, entry] of Object.entries(services))
    for (const { message, params } of entryFaults(name, entry))
      context.addIssue({ code: 'custom', path: [name], message, params });
});

/** The schema of a file with the entry of one service. */
export const serviceFile = (name: string) =>
  serviceEntry.superRefine((entry, context) => {
    for (const { message, params } of entryFaults(name, entry)) {
      const ofFile = serviceNames.test(name) ? message : message.replace('is not a', 'does not have a');
      context.addIssue({ code: 'custom', path: [], message: ofFile, params });
    }
  });

/** engine.yaml. Values of settings are checked by the setting's own parser; the result holds them unparsed. */
export const engineYaml = z.strictObject({
  ...settingShape(settingList),
  keys: keyList.optional().describe('API keys, as digests. Read again when the file changes.'),
  services: serviceMap
    .optional()
    .describe('Several services in one process, such as one for each company, by name. Isolated from each other.'),
  servicesFolder: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder with a YAML file for each further service: `nord.yaml` has the keys of an entry of `services` with the name `nord`. Files are added, changed and removed while the service runs.',
    ),
});

export const engineYamlKeys = Object.keys(engineYaml.shape);

type Values = Readonly<Record<string, z.ZodOptional<z.ZodType<string | number | boolean>>>>;

function settingShape(list: readonly (readonly [string, Spec<unknown>])[]): Values {
  return Object.fromEntries(list.map(([name, spec]) => [name, settingValue(spec).optional()]));
}

function settingValue(spec: Spec<unknown>): z.ZodType<string | number | boolean> {
  return z
    .union([z.string(), z.number(), z.boolean()])
    .superRefine((value, context) => {
      const quoted = spec.textual && typeof value !== 'string';
      const parsed = spec.parse(String(value), '.');
      if (parsed.ok && !quoted) return;
      const expected = parsed.ok ? 'a text, in quotes' : parsed.expected;
      context.addIssue({ code: 'custom', message: `must be ${expected}`, params: { hint: spec.description } });
    })
    .describe(spec.description);
}

/** The time from which a key with this `until` is refused, in milliseconds since the epoch; undefined if the text is not a time. */
export function expiryOf(text: string): number | undefined {
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) !== null;
  if (!day && !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return undefined;
  const start = Date.parse(day ? `${text}T00:00:00Z` : text);
  if (Number.isNaN(start)) return undefined;
  // Date.parse turns 31 February into a day of March: reject days that do not exist.
  const date = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text.slice(0, 10)) return undefined;
  return day ? start + 86_400_000 : start;
}

/** Whether a text is the name of a setting. */
export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingTable, name);
}
