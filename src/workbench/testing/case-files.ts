/** Loads the case files of a profile and of its base profiles, with everything that a run of them needs. */
import { dirname, join } from 'node:path';
import { type Diagnostic, readBases } from '../../../engine/index.ts';
import { type Coverage, declaredBy, type LoadedCase, loadCases } from '../../../engine/tools/index.ts';
import { readText } from '../../service/config/environment.ts';
import { fault } from '../../service/config/fault.ts';
import type { ProfileInput } from '../../service/lifecycle/load-profile.ts';
import { caseFiles, nearestCases } from './case-layers.ts';
import type { FileRun } from './case-run.ts';
import type { Fixtures } from './fixture/fixture.ts';
import { createProfileChecks } from './profile-checks.ts';

/** A case file that can run. */
export interface CaseFile {
  /** Absolute path, and the path for messages. */
  readonly file: string;
  readonly name: string;
  readonly run: FileRun;
  /** Paths of endpoints that write by requests to the ERP, and not into a database. */
  readonly writtenByRequests: ReadonlySet<string>;
  /** Secret texts, hidden in reported requests. */
  readonly secrets: readonly string[];
}

/** Errors of a file. `sources`: texts of the files that the diagnostics refer to. */
export interface FileFault {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, string>;
}

interface CasesInput extends Omit<ProfileInput, 'environment' | 'installation' | 'only'> {
  readonly fixtures: Fixtures;
  /** The path of a file for messages. */
  readonly nameOf: (file: string) => string;
  /** Selects cases by a part of their title or endpoint; undefined: all. */
  readonly filter: string | undefined;
  /** Selects the cases of one endpoint by its path; undefined: all. */
  readonly endpoint?: string | undefined;
  /** Absolute paths of the selected files; undefined: all. */
  readonly files: ReadonlySet<string> | undefined;
  readonly coverage: Coverage | undefined;
}

/** Reads the case files of a profile and of its base profiles. Files without a selected case are omitted. */
export async function readCases(input: CasesInput): Promise<{
  /** The title of the profile; empty if it cannot be read. */
  readonly title: string;
  readonly files: readonly CaseFile[];
  readonly faults: readonly FileFault[];
}> {
  const { profileFile, profileName, locate, nameOf, filter, endpoint, contract, fixtures, coverage, now } = input;
  const files: CaseFile[] = [];
  const faults: FileFault[] = [];
  const profileText = readText(profileFile) ?? '';
  const bases = await readBases(profileText, profileFile, profileName, locate);
  const folders = [dirname(profileFile), ...bases.folders];
  const declared = declaredBy(profileText, bases, contract);
  const title = declared?.title ?? '';
  const writtenByRequests = new Set(
    [...(declared?.endpoints ?? [])].flatMap(([path, { isWrittenByRequests }]) => (isWrittenByRequests ? [path] : [])),
  );
  const all = caseFiles(folders);
  if (all.length === 0) {
    const message = `There are no cases beside ${profileName}.`;
    const missing = fault('CFG508', message, 'Add a file such as cases/search.yaml beside the profile.');
    return { title, files, faults: [{ diagnostics: [missing], sources: new Map() }] };
  }
  const isSelected = ({ case: sentence, call }: LoadedCase): boolean =>
    (endpoint === undefined || call === endpoint) &&
    (filter === undefined || `${sentence} ${call}`.toLowerCase().includes(filter.toLowerCase()));
  const isNearest = nearestCases();
  const checks = createProfileChecks();
  for (const file of all) {
    if (input.files?.has(file) === false) continue;
    const name = nameOf(file);
    const text = readText(file) ?? '';
    const { loaded: read, diagnostics } = loadCases(text, name, contract, declared);
    if (read === undefined) {
      faults.push({ diagnostics, sources: new Map([[name, text]]) });
      continue;
    }
    // An overridden case does not run: it expects the requests of the base profile.
    const loaded = { ...read, cases: read.cases.filter(isNearest(file, read.cases)) };
    if (!loaded.cases.some(isSelected)) continue;
    const { sources = [], values } = declared ?? {};
    const { environment = {}, secrets = [] } = values?.(loaded.settings) ?? {};
    const profile = { contract, fixtures, checks, profileFile, profileName, locate, folders, environment };
    const ownFixture = loaded.fixture && join(dirname(file), loaded.fixture);
    const run = { ...profile, ownFixture, sources, loaded, isSelected, coverage, now };
    files.push({ file, name, run, writtenByRequests, secrets });
  }
  return { title, files, faults };
}
