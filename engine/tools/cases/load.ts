/** Loads a case file: YAML, grammar, then the names of endpoints, contract fields and sources. */

import type { Contract, Endpoint, Fields } from '../../base/contract.ts';
import { ownMember } from '../../base/members.ts';
import type { Path, Place } from '../../base/place.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { suggestion } from '../../diagnostics/did-you-mean.ts';
import { grammarDiagnostics } from '../../profile/grammar/grammar-faults.ts';
import { grammarJsonSchema } from '../../profile/grammar/json-schema.ts';
import type { ProfileDocument } from '../../profile/yaml/document.ts';
import { parseProfile } from '../../profile/yaml/parse-profile.ts';
import type { Declared } from './declared.ts';
import { exactMembers } from './exact.ts';
import { type Exchange, exchangeOf } from './exchange.ts';
import type { ExchangeSpec } from './exchange-schema.ts';
import { type Case, casesSchema } from './schema.ts';
import { sourceFaults } from './source-names.ts';

/** A case with the position of its first line, and exact numbers. */
export interface LoadedCase extends Omit<Case, 'http'> {
  readonly place: Place;
  readonly http: readonly Exchange[];
}

export interface LoadedCases {
  /** Milliseconds since the epoch; undefined: the machine's clock. */
  readonly now: number | undefined;
  readonly settings: Readonly<Record<string, string>>;
  /** Values of facts. */
  readonly facts: ReadonlyMap<string, boolean>;
  /** The name of a folder beside the file, which has its rows; undefined: the fixture of the profile. */
  readonly fixture: string | undefined;
  readonly cases: readonly LoadedCase[];
}

/** Maximum length of a file of cases in characters: more than twice what `engine record` writes of a shipped profile. */
const casesLength = 2_000_000;

/** The names of a profile that its cases can use. A part that is left out is not checked. */
type UsableNames = Pick<Declared, 'sources'> & Partial<Pick<Declared, 'facts' | 'values'>>;

/**
 * All faults of the file. `file`: the name for positions. `declared`: what the profile declares, if known. `loaded`
 * is set if there is no error.
 */
export function loadCases(
  text: string,
  file: string,
  contract: Contract,
  declared: UsableNames | undefined,
): { readonly loaded: LoadedCases | undefined; readonly diagnostics: readonly Diagnostic[] } {
  const { document, diagnostics } = parseProfile(text, file, casesLength);
  if (document === undefined) return { loaded: undefined, diagnostics };
  const parsed = casesSchema.safeParse(document.value);
  if (!parsed.success) {
    const schema = grammarJsonSchema(casesSchema);
    return {
      loaded: undefined,
      diagnostics: [...diagnostics, ...grammarDiagnostics(parsed.error.issues, document, schema)],
    };
  }
  const { now, settings = {}, facts = {}, fixture, cases } = parsed.data;
  const settingTexts = Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, String(value)]));
  const faults = cases.flatMap((one, index) => [
    ...namesIn(one, ['cases', index], document, contract),
    ...(declared === undefined ? [] : sourceFaults(one, ['cases', index], document, declared.sources)),
  ]);
  const undeclared = declared === undefined ? [] : undeclaredNames(declared, settingTexts, facts, document);
  const all = [...diagnostics, ...undeclared, ...faults];
  if (all.length > 0) return { loaded: undefined, diagnostics: all };
  return {
    loaded: {
      now: now === undefined ? undefined : Date.parse(now),
      settings: settingTexts,
      facts: new Map(Object.entries(facts)),
      fixture,
      cases: cases.map((one, index) => withDigits(one, ['cases', index], document)),
    },
    diagnostics: all,
  };
}

function withDigits({ http = [], ...one }: Case, path: Path, document: ProfileDocument): LoadedCase {
  const exact = <T extends object>(given: T, at: Path): T => ({ ...given, ...exactMembers(document, at, given) });
  const members = (key: 'request' | 'response' | 'part') => {
    const given = one[key];
    return given === undefined ? {} : { [key]: exactMembers(document, [...path, key], given) };
  };
  return {
    ...one,
    ...members('request'),
    ...members('response'),
    ...members('part'),
    stored: one.stored?.map((rows, index) => exact(rows, [...path, 'stored', index])),
    sql: one.sql?.map((sent, index) => exact(sent, [...path, 'sql', index])),
    http: http.map((exchange: ExchangeSpec, index) => exchangeOf(exact(exchange, [...path, 'http', index]))),
    place: document.place([...path, 'case'], 'key'),
  };
}

/** Settings and facts that the profile does not have. */
function undeclaredNames(
  { values, facts: factNames }: UsableNames,
  settings: Readonly<Record<string, string>>,
  facts: Readonly<Record<string, boolean>>,
  document: ProfileDocument,
): readonly Diagnostic[] {
  const fault = (section: string, kind: string, name: string, names: readonly string[]): Diagnostic => {
    const message = `The profile has no ${kind} "${name}".`;
    const place = document.place([section, name], 'key');
    return { code: 'CFG501', severity: 'error', message, ...suggestion(name, names), place };
  };
  const { unknown = [], names = [] } = values?.(settings) ?? {};
  return [
    ...unknown.map((name) => fault('settings', 'setting', name, names)),
    ...Object.keys(factNames === undefined ? {} : facts)
      .filter((name) => factNames?.includes(name) === false)
      .map((name) => fault('facts', 'fact', name, factNames ?? [])),
  ];
}

/** Names that are not in the contract. */
function namesIn(one: Case, path: Path, document: ProfileDocument, contract: Contract): readonly Diagnostic[] {
  const endpoints = contract.endpoints.filter(({ answer }) => answer.kind !== 'service');
  const endpoint = endpoints.find((candidate) => candidate.path === one.call);
  if (endpoint === undefined) {
    const contractPaths = endpoints.map((candidate) => candidate.path);
    const message = `The contract has no endpoint "${one.call}".`;
    const place = document.place([...path, 'call']);
    return [{ code: 'MAP106', severity: 'error', message, ...suggestion(one.call, contractPaths), place }];
  }
  const unknown =
    (what: string) =>
    (fields: Fields, value: unknown, at: Path): readonly Diagnostic[] =>
      unknownFields(fields, value, at).map(({ name, path: where, allowedNames: fieldNames }) => ({
        code: 'MAP101',
        severity: 'error',
        message: `The ${what} of ${one.call} has no field "${name}".`,
        ...suggestion(name, fieldNames),
        place: document.place(where, 'key'),
      }));
  const answer = answerMembers(endpoint);
  return [
    ...unknown('request')(endpoint.request, one.request, [...path, 'request']),
    ...unknown('answer')(answer, one.response, [...path, 'response']),
    ...unknown('answer')(answer, one.part, [...path, 'part']),
  ];
}

/** The members of an answer, without `schemaVersion`. */
export function answerMembers({ answer }: Endpoint): Fields {
  if (answer.kind !== 'rows') return answer.fields;
  const { property, row, paged } = answer;
  const required = true;
  return {
    [property]: { type: 'list', description: 'Rows.', required, items: row },
    ...(paged ? { hasMore: { type: 'boolean', description: 'Whether a further page exists.', required } } : {}),
  };
}

interface Unknown {
  readonly name: string;
  readonly path: Path;
  readonly allowedNames: readonly string[];
}

function unknownFields(fields: Fields, value: unknown, at: Path): readonly Unknown[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => unknownFields(fields, item, [...at, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]): readonly Unknown[] => {
    const path = [...at, name];
    const field = ownMember(fields, name);
    if (field === undefined) return [{ name, path, allowedNames: Object.keys(fields) }];
    return field.type === 'list' ? unknownFields(field.items, inner, path) : [];
  });
}
