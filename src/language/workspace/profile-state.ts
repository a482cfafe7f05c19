/** What the last check of a profile found out. Completion and navigation continue to use it while the text is incomplete. */
import { type Bases, checkProfile, noBases, readBases, type TextScope } from '../../../engine/index.ts';
import { readDocument } from '../../../engine/tools/index.ts';
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
}

export const scopeKey = (path: readonly (string | number)[]): string => JSON.stringify(path.map(String));

/** Checks the text of a profile like `engine check`. `textOf`: the open text of a file, if an editor has it. */
export async function checkText(
  file: string,
  text: string,
  ports: LanguagePorts,
  textOf: (file: string) => string | undefined,
): Promise<CheckedProfile> {
  const { contract, locate, environment, nameOf, fileOf } = ports;
  const name = nameOf(file);
  const bases = await readBases(text, file, name, (reference, folder, place) => {
    const located = locate(reference, folder, place);
    const open = located.ok ? textOf(located.file) : undefined;
    return located.ok && open !== undefined ? { ...located, text: open } : located;
  });
  const scopes = new Map<string, TextScope>();
  const onScope = (scope: TextScope): void => {
    scopes.set(scopeKey(scope.path), scope);
  };
  const diagnostics = await checkProfile(text, name, contract, environment(file), { bases, onScope });
  const sources = new Map([[name, text], ...bases.texts]);
  const findings = fileFindings(diagnostics, sources, file, fileOf);
  return { text, findings, files: [...sources.keys()].map(fileOf), bases, scopes };
}

/** The profile as far as its text can be read. `complete`: no entry of the text was left out. */
export function documentOf(
  file: string,
  text: string,
  ports: LanguagePorts,
  bases: Bases = noBases,
): { readonly document: MergedDocument | undefined; readonly complete: boolean } {
  const { document, unread } = readDocument(text, ports.nameOf(file), bases);
  return { document, complete: document !== undefined && unread.length === 0 };
}
