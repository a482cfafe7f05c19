/**
 * The language service of profiles: findings, completion, navigation and changes, for any editor. It knows no protocol. Positions count from
 * 0, files are absolute paths.
 */
import { CheckMemory } from '../../../engine/index.ts';
import { ServedDescriptions } from '../../../engine/tools/index.ts';
import { complete } from './completion/complete.ts';
import { type BegunEndpoint, beginEndpoint } from './fixes/begin-endpoint.ts';
import { type Fix, fixesAt } from './fixes/fixes.ts';
import { formatYaml } from './format/format-yaml.ts';
import { type SemanticToken, semanticTokens } from './highlight/tokens.ts';
import { type Hover, hover } from './hover/hover.ts';
import { type Lens, lensesOf } from './lenses/lenses.ts';
import { type FileLink, fileLinks } from './navigation/file-links.ts';
import {
  definitions,
  type FileEdit,
  type NamingText,
  type ProfileFamily,
  type Renamed,
  type RenameTarget,
  references,
  renamable,
  rename,
} from './navigation/navigate.ts';
import { writtenRequest } from './navigation/written-request.ts';
import { type Folding, foldingsOf, type ProfileSymbol, symbolsOf } from './outline/outline.ts';
import { selectionsAt } from './outline/selection.ts';
import type { ProfileView } from './profile/view.ts';
import { type PlacedCompletions, placed } from './proposals/item.ts';
import { checkCases, checkConfiguration } from './schema-files/check.ts';
import { schemaViews } from './schema-files/schema-views.ts';
import { type Signature, signatureAt } from './signature/signature.ts';
import { type ColumnName, columnText } from './sql/column-text.ts';
import { unknownColumns } from './sql/unknown-columns.ts';
import { writtenStatement } from './sql/written-statement.ts';
import { usesInCases } from './symbols/case-uses.ts';
import { linesOf, type Position, type Range } from './text/positions.ts';
import { createViews } from './views.ts';
import { type FileKind, fileKind } from './workspace/file-kind.ts';
import { type FileFinding, type FileRange, isSamePlace } from './workspace/findings.ts';
import { createParser } from './workspace/parser.ts';
import type { LanguagePorts } from './workspace/ports.ts';
import { type CheckedProfile, checkText, checkWithDatabases, documentOf } from './workspace/profile-state.ts';

/** How long a description that an ERP serves is kept, in milliseconds: a check follows each saved change. */
const servedLifetime = 5 * 60_000;

export interface LanguageService {
  /** Sets the text of a file that an editor has open. It replaces the file on disk, for all profiles that refer to it. */
  open(file: string, text: string): void;
  /** The editor has closed the file: its text on disk counts again. */
  close(file: string): void;
  /** Whether the file is a profile. */
  isProfile(file: string): boolean;
  /** Whether the service knows the file: a profile, its cases, or engine.yaml. Findings, completion, hover, quick fixes, outline and formatting are for all of them. */
  isServed(file: string): boolean;
  /** Open files whose findings depend on this file: the file itself, overlays of it, and its cases. */
  dependents(file: string): readonly string[];
  /** The text of a file, as the editor has it or from the disk. */
  currentText(file: string): string | undefined;
  /** The profile and the files that it extends, as the last check found them. */
  filesOf(file: string): readonly string[];
  /** The findings of `engine check`; of cases those of `engine test` before it runs them. A finding can be in a base of the profile. */
  check(file: string): Promise<readonly FileFinding[]>;
  /** The findings of `engine check --connect`: connects with the databases of the profile. */
  checkWithDatabases(file: string): Promise<readonly FileFinding[]>;
  /** The proposals at a position. Works in incomplete texts. */
  complete(file: string, position: Position): PlacedCompletions;
  /** How the statement at a position names a column: with the alias of its table. */
  columnText(file: string, position: Position, column: ColumnName): string;
  /** The meaning of what is at a position, and the titles of the findings there. */
  hover(file: string, position: Position): Hover | undefined;
  /** The function or part whose arguments are being written at a position. */
  signature(file: string, position: Position): Signature | undefined;
  /** Where the name at a position is declared, in the profile and its bases. */
  definition(file: string, position: Position): readonly FileRange[];
  /** Where the name at a position is used: in the profile, its bases, the open profiles that extend one of these, and their cases. */
  references(file: string, position: Position, withDeclaration: boolean): readonly FileRange[];
  /** The name at a position that can be changed, or why it cannot. */
  renamable(file: string, position: Position): RenameTarget;
  /** The changes that give the name at a position another one. Files of the program are never changed. */
  rename(file: string, position: Position, name: string): Renamed;
  /** Changes that cure the findings on the lines of a range, as the last check found them. */
  fixes(file: string, range: Range): readonly Fix[];
  /** The first lines of an endpoint that the profile does not have, as a template; undefined if it has the endpoint. */
  beginEndpoint(file: string, endpoint: string): BegunEndpoint | undefined;
  /** Where the profile writes a statement that an endpoint has sent; undefined if it is not known. */
  statementRange(file: string, endpoint: string, sql: string): Range | undefined;
  /** Where the profile writes the path of a request that an endpoint has sent; undefined if it is not known. */
  requestRange(
    file: string,
    endpoint: string,
    request: { readonly method: string; readonly url: string },
  ): Range | undefined;
  /** Semantic highlighting of SQL and expressions, in the order of the text. */
  tokens(file: string): readonly SemanticToken[];
  /** The sections, their entries and the keys of endpoints. */
  symbols(file: string): readonly ProfileSymbol[];
  /** The parts that can be folded. */
  foldings(file: string): readonly Folding[];
  /** Growing selections around a position, from the innermost one to the whole text. */
  selections(file: string, position: Position): readonly Range[];
  /** The files that a profile names. */
  links(file: string): readonly FileLink[];
  /** The changes of white space that give the text the house style, in its order; undefined for a text that is no YAML. */
  format(file: string): readonly FileEdit[] | undefined;
  /** What stands above the endpoints: cases, their last result, coverage. */
  lenses(file: string): readonly Lens[];
}

/** Keeps the texts of open files and the results of checks. */
export function createLanguageService(ports: LanguagePorts): LanguageService {
  const open = new Map<string, string>();
  const checked = new Map<string, CheckedProfile>();
  const served = new ServedDescriptions(servedLifetime);
  const memories = new Map<string, CheckMemory>();
  const parse = createParser();
  const views = createViews(ports, parse);
  const fileText = (file: string): string | undefined => open.get(file) ?? ports.read(file);
  const others = schemaViews(ports);
  const kindOf = (file: string): FileKind | undefined => {
    const text = fileText(file);
    return text === undefined ? undefined : fileKind(file, text);
  };
  const profileOfCases = (file: string): string | undefined => ports.profileOfCases?.(file);
  const viewOf = (file: string): ProfileView => {
    const text = fileText(file) ?? '';
    switch (fileKind(file, text)) {
      case 'cases': {
        const profile = profileOfCases(file);
        return others.cases(file, text, profile === undefined ? undefined : viewOf(profile));
      }
      case 'configuration':
        return others.configuration(file, text);
      default:
        return views.viewOf(file, text, checked.get(file));
    }
  };
  const findingsOf = (file: string): readonly FileFinding[] => checked.get(file)?.findings ?? [];
  const dependentsOf = (file: string): readonly string[] =>
    [...open.keys()].filter((one) => one !== file && checked.get(one)?.files.includes(file) === true);
  const overlaysOf = (file: string): readonly string[] => dependentsOf(file).filter((one) => kindOf(one) !== 'cases');
  const withBases = (file: string): readonly string[] => [file, ...(checked.get(file)?.files ?? [])];
  const viewsOf = (files: readonly string[]): readonly ProfileView[] => [...new Set(files)].map(viewOf);
  const objectionTo = (file: string): string | undefined => {
    const why = ports.whyFixed(file);
    return why === undefined ? undefined : `${ports.nameOf(file)} uses this name, and ${why}.`;
  };
  /** Also those that are not saved yet. */
  const casesOf = (files: readonly string[]): readonly NamingText[] => {
    const texts = new Map(ports.testResults(files).cases.map(({ file, text }) => [file, text]));
    for (const [file, text] of open)
      if (kindOf(file) === 'cases' && files.includes(profileOfCases(file) ?? '')) texts.set(file, text);
    return [...texts].map(([file, onDisk]) => {
      const text = open.get(file) ?? onDisk;
      return { file, lines: linesOf(text), occurrences: usesInCases(text) };
    });
  };
  const familyOf = (file: string): ProfileFamily => ({
    view: viewOf(file),
    profileViews: viewsOf([...withBases(file), ...overlaysOf(file)].filter((one) => kindOf(one) !== 'cases')),
    overlaysOf: (base) => viewsOf(overlaysOf(base).flatMap(withBases)),
    casesOf,
  });

  async function checkProfileText(file: string): Promise<CheckedProfile> {
    const memory = memories.get(file) ?? new CheckMemory();
    memories.set(file, memory);
    const text = fileText(file) ?? '';
    const result = await checkText(file, text, ports, (other) => open.get(other), { parse, memory });
    const before = checked.get(file);
    const isComplete = before === undefined || documentOf(file, text, ports, parse, result.bases).complete;
    // An entry that cannot be read while it is written keeps what was known of its statements and expressions.
    const kept = isComplete ? result : { ...result, scopes: new Map([...before.scopes, ...result.scopes]) };
    checked.set(file, kept);
    // Reads the cases and the tables before a completion needs them: that takes longer than a completion may.
    ports.exchanges?.(result.files);
    ports.tables(file, text);
    // The view also keeps the document, for the texts that follow and cannot be read.
    const view = viewOf(file);
    if (ports.findsColumns !== true || view.tables === undefined) return kept;
    const complete = { ...kept, findings: [...kept.findings, ...unknownColumns(view)] };
    checked.set(file, complete);
    return complete;
  }

  /** The last check of a profile; a new one if its text has changed. */
  async function checkedProfile(file: string): Promise<CheckedProfile> {
    const before = checked.get(file);
    return before !== undefined && before.text === fileText(file) ? before : checkProfileText(file);
  }

  async function checkFile(file: string): Promise<CheckedProfile> {
    const text = fileText(file) ?? '';
    switch (fileKind(file, text)) {
      case 'cases': {
        const profile = profileOfCases(file);
        return checkCases(file, text, profile === undefined ? undefined : await checkedProfile(profile), ports);
      }
      case 'configuration':
        return checkConfiguration(file, text, ports);
      default:
        return checkProfileText(file);
    }
  }

  return {
    open(file, text) {
      open.set(file, text);
    },
    close(file) {
      open.delete(file);
      checked.delete(file);
      memories.delete(file);
      views.forget(file);
      others.forget(file);
    },
    isProfile: (file) => kindOf(file) === 'profile',
    isServed: (file) => kindOf(file) !== undefined,
    dependents: (file) => [...(open.has(file) ? [file] : []), ...dependentsOf(file)],
    currentText: fileText,
    filesOf: (file) => checked.get(file)?.files ?? [file],
    async check(file) {
      const result = await checkFile(file);
      checked.set(file, result);
      return result.findings;
    },
    async checkWithDatabases(file) {
      const text = fileText(file) ?? '';
      const ofDatabases = await checkWithDatabases(file, text, ports, (other) => open.get(other), served);
      const before = checked.get(file);
      const columns = ports.findsColumns === true && before?.text === text ? unknownColumns(viewOf(file)) : [];
      // A database reports the first unknown column of a statement, with its own words.
      const findings = [
        ...ofDatabases,
        ...columns.filter((one) => !ofDatabases.some((other) => isSamePlace(one, other))),
      ];
      // A text that has changed meanwhile has other findings.
      if (before?.text === text) checked.set(file, { ...before, findings });
      return findings;
    },
    complete(file, position) {
      const view = viewOf(file);
      return placed(complete(view, position), view.lines.rangeOf);
    },
    columnText: (file, position, column) => columnText(viewOf(file), position, column),
    hover: (file, position) => hover(viewOf(file), position, findingsOf(file), ports.explanation),
    signature: (file, position) => signatureAt(viewOf(file), position),
    definition: (file, position) => definitions(familyOf(file), position),
    references: (file, position, withDeclaration) => references(familyOf(file), position, withDeclaration),
    renamable: (file, position) => renamable(familyOf(file), position, objectionTo),
    rename: (file, position, name) => rename(familyOf(file), position, name, objectionTo),
    fixes: (file, range) => fixesAt(viewOf(file), range, findingsOf(file)),
    beginEndpoint: (file, endpoint) => beginEndpoint(viewOf(file), endpoint),
    statementRange: (file, endpoint, sql) => writtenStatement(viewOf(file), endpoint, sql),
    requestRange: (file, endpoint, request) => writtenRequest(viewOf(file), endpoint, request),
    tokens: (file) => semanticTokens(viewOf(file)),
    symbols: (file) => symbolsOf(fileText(file) ?? ''),
    foldings: (file) => foldingsOf(fileText(file) ?? ''),
    selections: (file, position) => selectionsAt(viewOf(file), position),
    links: (file) => (kindOf(file) === 'profile' ? fileLinks(viewOf(file), ports) : []),
    format(file) {
      const text = fileText(file) ?? '';
      const { rangeOf } = linesOf(text);
      return formatYaml(text)?.map((edit) => ({ file, range: rangeOf(edit.span), text: edit.text }));
    },
    lenses(file) {
      if (kindOf(file) !== 'profile') return [];
      return lensesOf(viewOf(file), ports.testResults(checked.get(file)?.files ?? [file]), ports.canCall === true);
    },
  };
}
