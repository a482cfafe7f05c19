/** What every stage of the compiler works on: the checked profile, the contract, what the databases said, and where findings go. */
import type { Contract } from '../../base/contract.ts';
import type { CoverageKind, Mark } from '../../base/coverage.ts';
import type { Place } from '../../base/place.ts';
import type { Code } from '../../diagnostics/codes.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { suggest } from '../../diagnostics/did-you-mean.ts';
import type { Choice } from '../../profile/choose.ts';
import { type ChosenProfile, isHttp, type Profile, type SourceSpec } from '../../profile/schema/index.ts';
import type { SettingValues } from '../../profile/settings.ts';
import type { ProfileDocument } from '../../profile/yaml/parse.ts';
import type { DialectName, StatementFacts } from '../../sources/source.ts';
import { coordinateAt } from './contract-coordinate.ts';

export { suggest } from '../../diagnostics/did-you-mean.ts';

/** A path into the profile: `['endpoints', '/health', 'query']`. */
export type Path = readonly (string | number)[];

/** A part of a text of the profile: offset and length in the text's value. */
export interface Range {
  readonly offset: number;
  readonly length: number;
}

/** A spot of the profile. */
export interface Spot {
  readonly path: Path;
  readonly range?: Range;
  /** Point at the key rather than at its value. */
  readonly key?: boolean;
}

export interface Finding extends Spot {
  readonly message: string;
  readonly hint: string;
  /** Where it is not simply that of the path. */
  readonly coordinate?: string;
  readonly severity?: 'warning';
}

/** A statement that a database can be asked about before the first request. */
export interface Question {
  readonly path: Path;
  readonly source: string;
  readonly verb: 'read' | 'exec' | 'call';
  /** With the verb `call`: the name of the procedure. */
  readonly procedure?: string;
  /** The grammar alone is asked: the database gets it at another time, or only where a table is there. */
  readonly grammarOnly?: true;
  /** The text that is sent: with the conditions, order and limits around it. Undefined where there are none, or columns are not known. */
  readonly framed?: () => QuestionVariant | undefined;
  /** The texts that it may have: the whole statement first, then those without some of its optional blocks. */
  readonly variants: () => readonly QuestionVariant[];
}

/** Where an offset of a statement's text stands in the profile. */
export type Origin = (position: number) => { readonly path: Path; readonly offset: number };

export interface QuestionVariant {
  readonly sql: string;
  readonly origin: Origin;
  /** Names of the optional values that it is without. */
  readonly without: readonly string[];
}

/** Where a spot of a text stands in the profile. For the end of the text its last word stands. */
export function placeIn({ sql, origin }: QuestionVariant, spot: Range): Pick<Finding, 'path' | 'range'> {
  const last = /(?:[\p{L}\p{N}_$@]+|\S)\s*$/u.exec(sql);
  const isEnd = spot.offset >= sql.trimEnd().length;
  const { offset, length } = isEnd ? { offset: last?.index ?? 0, length: last?.[0].trimEnd().length ?? 0 } : spot;
  const at = origin(offset);
  return { path: at.path, range: { offset: at.offset, length: Math.max(length, 1) } };
}

export interface CompileContext {
  /** With its variants chosen. */
  readonly profile: ChosenProfile;
  /** As it is written. */
  readonly whole: Profile;
  /** Parts that wait for a fact, and those of them that a statement has used. */
  readonly openParts: ReadonlySet<string>;
  readonly usedOpenParts: Set<string>;
  readonly document: ProfileDocument;
  readonly contract: Contract;
  readonly settings: SettingValues;
  /** What the database said of the statement at a path; undefined while it has not been asked. */
  readonly facts: ReadonlyMap<string, StatementFacts>;
  readonly questions: Question[];
  /** Names something that cases can prove; undefined where nobody asks what they have. */
  readonly cover?: ((kind: CoverageKind, at: Spot, what: string) => Mark) | undefined;
  placeOf(spot: Spot): Place;
  /** What the profile's author has yet to decide is reported, too. */
  readonly thorough?: boolean;
  /** The profile is tried, not served: what is yet to be decided is no error. */
  readonly trial?: boolean;
  report(code: Code, finding: Finding): void;
}

export function pathKey(path: Path): string {
  return JSON.stringify(path);
}

export function createContext(
  input: Pick<CompileContext, 'document' | 'contract' | 'settings' | 'facts' | 'thorough' | 'trial'> & {
    readonly profile: Profile;
  },
  choice: Choice,
  diagnostics: Diagnostic[],
): CompileContext {
  const placeOf = ({ path, key, range }: Spot): Place =>
    input.document.place(choice.written(path, key), key === true ? 'key' : 'value', range);
  return {
    ...input,
    profile: choice.profile,
    whole: input.profile,
    openParts: choice.openParts,
    usedOpenParts: new Set(),
    questions: [],
    placeOf,
    report: (code, finding) => {
      if (input.document.isConsequence(code, choice.written(finding.path, finding.key))) return;
      const place = placeOf(finding);
      const { message, hint, coordinate = coordinateAt(input.contract, finding.path) } = finding;
      diagnostics.push({
        code,
        severity: finding.severity ?? 'error',
        message,
        hint,
        place,
        ...(coordinate === undefined ? {} : { coordinate }),
      });
    },
  };
}

/** Whether a read is SQL, for a database, or a request. */
export type SourceKind = 'sql' | 'http';

const isKind = (source: SourceSpec | undefined, kind: SourceKind): boolean =>
  source !== undefined && isHttp(source) === (kind === 'http');

/**
 * The source of a read that names none: that of what it stands in (`around`) where it is of the kind, else the only one of the kind, or the
 * only one that there is; undefined where there are several.
 */
export function defaultSource(
  { profile }: CompileContext,
  kind: SourceKind | undefined,
  around?: string | undefined,
): string | undefined {
  const outer = around === undefined ? undefined : profile.sources[around];
  if (outer !== undefined && (kind === undefined || isKind(outer, kind))) return around;
  const names = Object.keys(profile.sources);
  const fitting = names.filter((name) => kind === undefined || isKind(profile.sources[name], kind));
  const [first, ...more] = fitting.length === 0 ? names : fitting;
  return more.length === 0 ? first : undefined;
}

/**
 * The source that a read uses: the one it names, or its default: SQL can be for a database alone, a request for an ERP by HTTP. Reports
 * what is wrong with it.
 */
export function sourceOf(
  context: CompileContext,
  use: string | undefined,
  path: Path,
  kind: SourceKind | undefined,
  around?: string | undefined,
): string | undefined {
  const names = Object.keys(context.profile.sources);
  if (use === undefined) {
    const source = defaultSource(context, kind, around);
    if (source !== undefined) return source;
    context.report('MAP222', {
      path,
      key: true,
      message: 'There are several sources, and nothing says which one this read is for.',
      hint: `Add \`use:\` with one of ${names.join(', ')}.`,
    });
    return undefined;
  }
  if (names.includes(use)) return use;
  context.report('MAP221', {
    path: [...path, 'use'],
    message: `There is no source "${use}".`,
    hint: suggest(use, names),
  });
  return undefined;
}

export function dialectOf(context: CompileContext, source: string): DialectName {
  return context.profile.sources[source]?.sql ?? 'sqlite';
}

/** Time zone of the naive dates and times of a source. */
export function zoneOf(context: CompileContext, source: string): string {
  return context.profile.sources[source]?.clock ?? 'UTC';
}
