/** Resolves the settings of a profile: values from the environment or defaults, converted and validated. */
import { parse } from 'yaml';
import { isMap } from '../base/members.ts';
import { Secret } from '../base/secret.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { LinearRegExp } from '../transform/regex/linear-regexp.ts';
import { regexError } from './regex-error.ts';
import { isHttp, type Profile, type SettingSpec } from './schema/index.ts';
import {
  type Environment,
  environmentValue,
  type MapValue,
  type Purpose,
  type Scalar,
  type SettingValue,
  type SettingValues,
} from './settings.ts';
import type { ProfileDocument } from './yaml/document.ts';

type Converted =
  | { readonly ok: true; readonly value: Scalar | MapValue }
  | { readonly ok: false; readonly expected: string };

/** A map whose values are all texts. */
function isTextMap(value: unknown): value is Readonly<Record<string, string>> {
  return isMap(value) && Object.values(value).every((item) => typeof item === 'string');
}

function parseMap(text: string): Converted {
  try {
    // Keys and values keep their text: 01 and 1 are different codes.
    const value: unknown = parse(text, { schema: 'failsafe' });
    if (isTextMap(value)) return { ok: true, value };
  } catch {
    // A syntax error is reported like any other text that is not a map.
  }
  return { ok: false, expected: "a map such as {'1': 'EUR', '2': 'USD'}" };
}

/** Converts a text from the environment, or a default, to the type of the setting. */
function convert(value: Scalar | MapValue, type: SettingSpec['type']): Converted {
  switch (type) {
    case 'integer':
      return /^-?\d+$/.test(String(value))
        ? { ok: true, value: Number(value) }
        : { ok: false, expected: 'a whole number' };
    case 'boolean': {
      const word = String(value).toLowerCase();
      if (['true', 'yes', '1'].includes(word)) return { ok: true, value: true };
      return ['false', 'no', '0'].includes(word)
        ? { ok: true, value: false }
        : { ok: false, expected: 'true or false' };
    }
    case 'map':
      return isMap(value) ? { ok: true, value } : parseMap(String(value));
    case 'text':
    case undefined:
      return isMap(value) ? { ok: false, expected: 'a text' } : { ok: true, value: String(value) };
  }
}

/** A finding about a setting; `key` is the key of the declaration that it is about, or undefined for the setting itself. */
interface SettingFinding extends Pick<Diagnostic, 'code' | 'message' | 'hint'> {
  readonly key: string | undefined;
  readonly severity?: Diagnostic['severity'];
}

/** The outcome for one setting: a value, findings, or both. */
interface Resolved {
  readonly value?: SettingValue;
  readonly findings: readonly SettingFinding[];
}

/** The settings that the consent of a customer gives. */
function consentSettings({ sources }: Profile): ReadonlySet<string> {
  return new Set(
    Object.values(sources).flatMap((source) =>
      isHttp(source) ? Object.keys(source.auth?.refreshToken?.consent?.tenants?.settings ?? {}) : [],
    ),
  );
}

/** The finding about a setting that gets its value from a consent, and has none yet. */
function awaitsConsent(name: string, { env }: SettingSpec): SettingFinding {
  const hint = `Make a link for the customer: engine auth link. Or set the environment variable ${env}.`;
  const message = `The setting "${name}" has no value yet: the consent of a customer gives it.`;
  return { code: 'MAP207', message, hint, key: undefined };
}

function missingValue(
  name: string,
  spec: SettingSpec,
  environment: Environment,
  canBeProvided: boolean,
): SettingFinding {
  const description = spec.description === undefined ? '' : ` (${spec.description})`;
  const isEmpty = spec.env !== undefined && environment[spec.env] === '';
  const advice = isEmpty ? '. It is empty; if an empty value is intended, write `default: ""` in the profile' : '';
  const hint =
    spec.env === undefined
      ? 'Add an `env` or a `default`.'
      : `Set the environment variable ${spec.env}${description}${advice}.`;
  const effect = canBeProvided ? ' here; whatever depends on it is not checked' : '';
  return {
    code: 'MAP202',
    message: `The setting "${name}" has no value${effect}.`,
    hint,
    key: undefined,
    severity: canBeProvided ? 'warning' : 'error',
  };
}

function matchesPattern(pattern: string, value: string): boolean | { readonly fault: string } {
  let whole: LinearRegExp;
  try {
    whole = new LinearRegExp(new RegExp(`^(?:${pattern})$`, 'u'));
  } catch (error) {
    return { fault: `The pattern is not a valid regular expression: ${regexError(error)}.` };
  }
  try {
    return whole.exec(value, 0) !== undefined;
  } catch (error) {
    return {
      fault: `The value cannot be compared with the pattern. ${error instanceof Error ? error.message : error}`,
    };
  }
}

/** The finding about a value that does not match the pattern, or about an invalid pattern. */
function patternFinding(pattern: string, value: string, subject: string): SettingFinding | undefined {
  const matches = matchesPattern(pattern, value);
  if (matches === true) return undefined;
  if (matches !== false)
    return { code: 'MAP204', message: matches.fault, hint: 'Correct the pattern.', key: 'pattern' };
  const message = `${subject} does not match ${pattern}.`;
  return { code: 'MAP203', message, hint: 'Correct the value, or the pattern.', key: 'pattern' };
}

/** What decides about a setting without a value. */
interface Missing {
  readonly purpose: Purpose;
  readonly byConsent: ReadonlySet<string>;
}

function resolveSetting(
  name: string,
  spec: SettingSpec,
  environment: Environment,
  { purpose, byConsent }: Missing,
): Resolved {
  const fromEnvironment = environmentValue(spec, environment);
  const text = fromEnvironment ?? spec.default;
  if (text === undefined) {
    // A check runs without the environment of the installation.
    const canBeProvided = purpose === 'check' && spec.env !== undefined;
    // The value of a secret is only used to connect, which a check does not do.
    if (canBeProvided && spec.secret === true) return { value: new Secret(''), findings: [] };
    if (byConsent.has(name) && spec.env !== undefined && !canBeProvided) {
      return { findings: [awaitsConsent(name, spec)] };
    }
    return { findings: [missingValue(name, spec, environment, canBeProvided)] };
  }
  const origin = fromEnvironment === undefined ? 'the default' : `the environment variable ${spec.env}`;
  const subject = `The value of "${name}" from ${origin}`;
  const converted = convert(text, spec.type);
  if (!converted.ok) {
    const { expected } = converted;
    return {
      findings: [{ code: 'MAP203', message: `${subject} is not ${expected}.`, hint: `Use ${expected}.`, key: 'type' }],
    };
  }
  const finding =
    spec.pattern === undefined ? undefined : patternFinding(spec.pattern, String(converted.value), subject);
  if (finding?.code === 'MAP203') return { findings: [finding] };
  const value = spec.secret === true ? new Secret(String(converted.value)) : converted.value;
  return { value, findings: finding === undefined ? [] : [finding] };
}

/** Resolves all settings. The findings of all of them are returned together; they never contain the value of a secret. */
export function resolveSettings(
  profile: Profile,
  document: ProfileDocument,
  environment: Environment,
  purpose: Purpose,
): { readonly values: SettingValues; readonly diagnostics: readonly Diagnostic[] } {
  const values = new Map<string, SettingValue>();
  const diagnostics: Diagnostic[] = [];
  const missing: Missing = { purpose, byConsent: consentSettings(profile) };
  for (const [name, spec] of Object.entries(profile.settings ?? {})) {
    const { value, findings } = resolveSetting(name, spec, environment, missing);
    if (value !== undefined) values.set(name, value);
    for (const { key, severity = 'error', ...finding } of findings) {
      const path = key === undefined ? ['settings', name] : ['settings', name, key];
      if (document.isFollowUp(finding.code, path)) continue;
      diagnostics.push({ ...finding, severity, place: document.place(path, key === undefined ? 'key' : 'value') });
    }
  }
  return { values, diagnostics };
}
