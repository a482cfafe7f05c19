/** Settings of a profile: their values from the environment that the service passes in, checked once at start. */
import { parse } from 'yaml';
import { Secret } from '../base/secret.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Profile, SettingSpec } from './schema/index.ts';
import type { ProfileDocument } from './yaml/parse.ts';

type Scalar = string | number | boolean;
export type MapValue = Readonly<Record<string, Scalar>>;
export type SettingValue = Scalar | MapValue | Secret;
export type SettingValues = ReadonlyMap<string, SettingValue>;
/** Names of environment variables and their values. Passed in; the engine does not read the process's own. */
export type Environment = Readonly<Record<string, string | undefined>>;
/** A start needs a value for every setting; a check of the profile alone knows nothing of the installation that will give it. */
export type Purpose = 'start' | 'check';

type Parsed =
  | { readonly ok: true; readonly value: Scalar | MapValue }
  | { readonly ok: false; readonly wanted: string };

function isMap(value: unknown): value is MapValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseMap(text: string): Parsed {
  try {
    // Codes such as 01 and 1 are two: keys and values keep their text.
    const value: unknown = parse(text, { schema: 'failsafe' });
    if (isMap(value) && Object.values(value).every((item) => typeof item === 'string')) return { ok: true, value };
  } catch {
    // A syntax error has the same remedy as any other text that is no map: the message below.
  }
  return { ok: false, wanted: "a map such as {'1': 'EUR', '2': 'USD'}" };
}

/** Reads a text from the environment, or a default from the profile, as the setting's type. */
function convert(given: Scalar | MapValue, type: SettingSpec['type']): Parsed {
  switch (type) {
    case 'integer':
      return /^-?\d+$/.test(String(given))
        ? { ok: true, value: Number(given) }
        : { ok: false, wanted: 'a whole number' };
    case 'boolean': {
      const word = String(given).toLowerCase();
      if (['true', 'yes', '1'].includes(word)) return { ok: true, value: true };
      return ['false', 'no', '0'].includes(word) ? { ok: true, value: false } : { ok: false, wanted: 'true or false' };
    }
    case 'map':
      return isMap(given) ? { ok: true, value: given } : parseMap(String(given));
    case 'text':
    case undefined:
      return isMap(given) ? { ok: false, wanted: 'a text' } : { ok: true, value: String(given) };
  }
}

/**
 * What the environment gives a setting. An empty variable is what a list of variables to fill in leaves behind: a text that is required
 * and has no pattern has no value then. With a default the empty text is meant.
 */
export function environmentValue(spec: SettingSpec, environment: Environment): string | undefined {
  const given = spec.env === undefined ? undefined : environment[spec.env];
  const isRequiredText = spec.default === undefined && spec.pattern === undefined && (spec.type ?? 'text') === 'text';
  return given === '' && isRequiredText ? undefined : given;
}

/** The values of all settings. Faults are reported for all of them at once; a value of a secret is never shown. */
export function resolveSettings(
  profile: Profile,
  document: ProfileDocument,
  environment: Environment,
  purpose: Purpose,
): { readonly values: SettingValues; readonly diagnostics: readonly Diagnostic[] } {
  const values = new Map<string, SettingValue>();
  const diagnostics: Diagnostic[] = [];
  for (const [name, spec] of Object.entries(profile.settings ?? {})) {
    const report = (
      code: Diagnostic['code'],
      message: string,
      hint: string,
      key: string | undefined,
      severity: Diagnostic['severity'] = 'error',
    ): void => {
      const path = key === undefined ? ['settings', name] : ['settings', name, key];
      if (document.isConsequence(code, path)) return;
      const place = document.place(path, key === undefined ? 'key' : 'value');
      diagnostics.push({ code, severity, message, hint, place });
    };
    const fromEnvironment = environmentValue(spec, environment);
    const given = fromEnvironment ?? spec.default;
    const isTold = purpose === 'check' && spec.env !== undefined;
    if (given === undefined && isTold && spec.secret === true) {
      // Only a connection uses it, and none is made. That no statement does is still checked.
      values.set(name, new Secret(''));
      continue;
    }
    if (given === undefined) {
      const about = spec.description === undefined ? '' : ` (${spec.description})`;
      const isEmpty = spec.env !== undefined && environment[spec.env] === '';
      const meant = isEmpty ? ', which is empty. Where nothing is meant, say `default: ""` in the profile' : '';
      const hint =
        spec.env === undefined
          ? 'Give it an `env` or a `default`.'
          : `Set the environment variable ${spec.env}${about}${meant}.`;
      const consequence = isTold ? ' here: what depends on it is not checked' : '';
      report(
        'MAP202',
        `The setting "${name}" has no value${consequence}.`,
        hint,
        undefined,
        isTold ? 'warning' : 'error',
      );
      continue;
    }
    const origin = fromEnvironment === undefined ? 'the default' : `the environment variable ${spec.env}`;
    const parsed = convert(given, spec.type);
    if (!parsed.ok) {
      report(
        'MAP203',
        `The value of "${name}" from ${origin} is not ${parsed.wanted}.`,
        `Give ${parsed.wanted}.`,
        'type',
      );
      continue;
    }
    if (spec.pattern !== undefined && !matches(spec.pattern, String(parsed.value), report)) {
      report(
        'MAP203',
        `The value of "${name}" from ${origin} does not match ${spec.pattern}.`,
        'Correct the value, or the pattern.',
        'pattern',
      );
      continue;
    }
    values.set(name, spec.secret === true ? new Secret(String(parsed.value)) : parsed.value);
  }
  return { values, diagnostics };
}

/** JavaScript's reason, without the expression that it repeats. */
export function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^Invalid regular expression: .*: (.)/s, (_whole, first: string) => first.toLowerCase());
}

function matches(
  pattern: string,
  value: string,
  report: (code: Diagnostic['code'], message: string, hint: string, key: string) => void,
): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(value);
  } catch (error) {
    report('MAP204', `The pattern is no regular expression: ${reason(error)}.`, 'Correct the pattern.', 'pattern');
    return true;
  }
}

/** Fills `${name}` in a text of the profile; an unknown or valueless name is left to the rule that reports it. */
export function interpolate(text: string, values: SettingValues): string {
  return text.replaceAll(/\$\{([A-Za-z_]\w*)\}/g, (whole, name: string) => {
    const value = values.get(name);
    if (value === undefined) return whole;
    return value instanceof Secret ? value.reveal() : String(value);
  });
}

/** Settings that are no secrets, as expressions see them. */
export function visibleSettings(values: SettingValues): Readonly<Record<string, SettingValue>> {
  return Object.fromEntries([...values].filter(([, value]) => !(value instanceof Secret)));
}
