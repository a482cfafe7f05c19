/** The profile of a run of checks: its texts, what it declares, and the cases beside it, which are written for the same fixture. */
import { dirname } from 'node:path';
import { type Bases, type Diagnostic, readBases } from '../../../../engine/index.ts';
import { type Declared, declaredBy, type LoadedCases, loadCases } from '../../../../engine/tools/index.ts';
import { readText } from '../../../service/config/environment.ts';
import { fault } from '../../../service/config/fault.ts';
import type { ProfileInput } from '../../../service/lifecycle/load-profile.ts';
import { caseFiles } from '../../testing/case-layers.ts';
import { faultyDeviations } from '../list.ts';
import type { ConformanceRun } from './run.ts';

export interface SubjectInput extends Pick<ProfileInput, 'contract' | 'profileFile' | 'profileName' | 'locate'> {
  /** Values of settings by name, which take precedence over those of the cases. */
  readonly set?: Readonly<Record<string, string>> | undefined;
}

export interface Subject extends SubjectInput {
  readonly text: string;
  readonly bases: Bases;
  /** Folders of the profile and its base profiles, nearest first. */
  readonly folders: readonly string[];
  readonly declared: Declared;
  /** The files of cases for the fixture of the profile. The first file takes precedence: it comes last. */
  readonly cases: readonly LoadedCases[];
}

/** Undefined for a profile with syntax errors. */
export async function readSubject(input: SubjectInput): Promise<Subject | undefined> {
  const { contract, profileFile, profileName, locate } = input;
  const text = readText(profileFile) ?? '';
  const bases = await readBases(text, profileFile, profileName, locate);
  const declared = declaredBy(text, bases);
  if (declared === undefined) return undefined;
  const folders = [dirname(profileFile), ...bases.folders];
  const cases = caseFiles(folders)
    .flatMap((file) => loadCases(readText(file) ?? '', file, contract, { sources: declared.sources }).loaded ?? [])
    .filter(({ fixture }) => fixture === undefined)
    .toReversed();
  return { ...input, text, bases, folders, declared, cases };
}

/** A finding if the deviations of the profile are not possible. */
export function strayDeviations({ contract, declared, profileName }: Subject): Diagnostic | undefined {
  const { faults, rules } = faultyDeviations(contract, declared.deviations);
  if (faults.length === 0) return undefined;
  const message = `${profileName} declares deviations that are not possible: ${faults.join('; ')}.`;
  return fault('CFG501', message, `Correct them. The rules are ${rules.join(', ')}.`);
}

/**
 * The given settings, and else those of the cases, by name. Only the first file changes a setting that has a default: the others show what another
 * value does. A setting that needs a value has that of the first file that names it.
 */
export function givenSettings({
  cases,
  declared: { needed },
  set,
}: {
  readonly cases: readonly Pick<LoadedCases, 'settings'>[];
  readonly declared: Pick<Declared, 'needed'>;
} & Pick<Subject, 'set'>): Readonly<Record<string, string>> {
  const others = cases.flatMap(({ settings }) => Object.entries(settings).filter(([name]) => needed.has(name)));
  return { ...Object.fromEntries(others), ...cases.at(-1)?.settings, ...set };
}

/** The values of the given settings for the fixture. `unknown`: names that the profile does not have. */
export const fixtureValues = (subject: Subject): Pick<ReturnType<Declared['values']>, 'environment' | 'unknown'> =>
  subject.declared.values(givenSettings(subject));

/** The part of a run that follows from the profile. `packageRoot` and `now` are those of the host. `banks`: codes to use before those of the cases. */
export function runOf(
  subject: Subject,
  { packageRoot, now }: Pick<ConformanceRun, 'packageRoot' | 'now'>,
  banks: readonly string[] = [],
): Omit<ConformanceRun, 'fixtures' | 'environment' | 'wanted' | 'isLast' | 'report' | 'profileText'> {
  const { contract, profileFile, profileName, locate, folders, declared, cases } = subject;
  return {
    ...{
      contract,
      profileFile,
      profileName,
      locate,
      folders,
      declared,
      banks: distinctCodes([...banks, ...banksOf(cases)]),
    },
    ...{ packageRoot, now },
  };
}

/** Bank accounts that payments of the cases name. */
const banksOf = (files: readonly LoadedCases[]): readonly string[] =>
  files.flatMap(({ cases }) =>
    cases.flatMap(({ request = {} }) => ('bankAccountCode' in request ? [String(request.bankAccountCode)] : [])),
  );

/** Each code once. Most ERPs compare codes without case. */
const distinctCodes = (codes: readonly string[]): readonly string[] => [
  ...new Map(codes.map((code) => [code.toLowerCase(), code])).values(),
];
