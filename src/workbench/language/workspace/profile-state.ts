/** What the last check of a profile found out. Completion and navigation continue to use it while the text is incomplete. */
import { dirname } from 'node:path';
import {
  type Bases,
  type CheckMemory,
  checkProfile,
  type Diagnostic,
  noBases,
  readBases,
  type TextScope,
} from '../../../../engine/index.ts';
import { type ParseProfile, readDocument, type ServedDescriptions } from '../../../../engine/tools/index.ts';
import { type FileFinding, fileFindings } from './findings.ts';
import type { LanguagePorts } from './ports.ts';

/** The value of a profile that was merged with its bases, and the place of each piece. */
export type MergedDocument = NonNullable<ReturnType<typeof readDocument>['document']>;

export interface CheckedProfile {
  /** The text that was checked. */
  readonly text: string;
  readonly findings: readonly FileFinding[];
  /** Absolute paths of the profile and its bases. */
  readonly files: readonly string[];
  readonly bases: Bases;
  /** What each statement and expression may name, by the path of its text in the merged profile. */
  readonly scopes: ReadonlyMap<string, TextScope>;
  /** What the vendors' descriptions know, by the path of a map or text. */
  readonly described: ReadonlyMap<string, DescribedScope>;
}

type DescribedScope = Extract<TextScope, { readonly kind: 'described' }>;

/** The same key for an index as a number and as a text. */
export const scopeKey = (path: readonly (string | number)[]): string => JSON.stringify(path.map(String));

/** The text of a profile with its bases. */
interface ReadText {
  readonly name: string;
  readonly bases: Bases;
  /** Gives the findings the files that their places name. */
  readonly findings: (diagnostics: readonly Diagnostic[]) => readonly FileFinding[];
}

/** The open text of a file, if an editor has it. */
type TextOf = (file: string) => string | undefined;

async function readText(file: string, text: string, ports: LanguagePorts, textOf: TextOf): Promise<ReadText> {
  const { locate, nameOf, fileOf } = ports;
  const name = nameOf(file);
  const bases = await readBases(text, file, name, (reference, folder, place) => {
    const located = locate(reference, folder, place);
    const open = located.ok ? textOf(located.file) : undefined;
    return located.ok && open !== undefined ? { ...located, text: open } : located;
  });
  const sources = new Map([[name, text], ...bases.texts]);
  return { name, bases, findings: (diagnostics) => fileFindings(diagnostics, sources, file, fileOf) };
}

/** What is known of a profile before a check. */
interface KnownBefore {
  readonly parse: ParseProfile;
  readonly memory: CheckMemory;
}

/** Checks the text of a profile like `engine check`. */
export async function checkText(
  file: string,
  text: string,
  ports: LanguagePorts,
  textOf: TextOf,
  before: KnownBefore,
): Promise<CheckedProfile> {
  const { contract, environment, fileOf } = ports;
  const { name, bases, findings } = await readText(file, text, ports, textOf);
  const scopes = new Map<string, TextScope>();
  const described = new Map<string, DescribedScope>();
  const onScope = (scope: TextScope): void => {
    switch (scope.kind) {
      case 'statement':
      case 'expression':
        scopes.set(scopeKey(scope.path), scope);
        break;
      case 'described':
        described.set(scopeKey(scope.path), scope);
        break;
      case 'answer':
        // The expressions over the answer have its members.
        break;
    }
  };
  const diagnostics = await checkProfile(text, name, contract, environment(file), {
    bases,
    folder: dirname(file),
    onScope,
    ...before,
  });
  const files = [name, ...bases.texts.keys()].map(fileOf);
  return { text, findings: findings(diagnostics), files, bases, scopes, described };
}

/** Checks the text of a profile like `engine check --connect`. */
export async function checkWithDatabases(
  file: string,
  text: string,
  ports: LanguagePorts,
  textOf: TextOf,
  served: ServedDescriptions,
): Promise<readonly FileFinding[]> {
  const { contract, environment } = ports;
  const { name, bases, findings } = await readText(file, text, ports, textOf);
  const folder = dirname(file);
  const check = { text, file: name, bases, folder, contract, environment: environment(file), now: Date.now, served };
  return findings((await ports.checkDatabases?.(file, check)) ?? []);
}

/** The profile as far as its text can be read. `complete`: no entry of the text was left out. */
export function documentOf(
  file: string,
  text: string,
  { nameOf }: LanguagePorts,
  parse: ParseProfile,
  bases: Bases = noBases,
): { readonly document: MergedDocument | undefined; readonly complete: boolean } {
  const { document, unread } = readDocument(text, nameOf(file), bases, parse);
  return { document, complete: document !== undefined && unread.length === 0 };
}
