/** The cases of a profile: the files beside it, read and checked, each with all that a run of it needs. */
import { dirname } from 'node:path';
import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import { type Contract, type LocateBase, readBases } from '../../engine/index.ts';
import { type Coverage, declaredBy, type LoadedCase, loadCases } from '../../engine/tools/index.ts';
import { readText } from '../config/environment.ts';
import { fault } from '../config/fault.ts';
import { caseFiles, nearestCases } from './case-layers.ts';
import type { Fixtures } from './fixture/fixture.ts';
import type { FileRun } from './run-file.ts';

/** A file of cases that can be run. */
export interface CaseFile {
  /** Absolute path, and the name that is shown. */
  readonly file: string;
  readonly name: string;
  readonly run: FileRun;
  /** Texts that are not shown in what was sent. */
  readonly secrets: readonly string[];
}

/** Something wrong with a file; `sources` holds the texts that the diagnostics point into. */
export interface FileFault {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, string>;
}

export interface CasesInput {
  readonly contract: Contract;
  readonly fixtures: Fixtures;
  /** Absolute path of the profile, and the name that is shown. */
  readonly profileFile: string;
  readonly profileName: string;
  /** Finds what the profile extends. */
  readonly locate: LocateBase;
  /** How a file is shown. */
  readonly nameOf: (file: string) => string;
  /** Cases whose sentence or endpoint holds this text; undefined: all. */
  readonly filter: string | undefined;
  /** Files that are isSelected, by their absolute paths; undefined: all. */
  readonly only: ReadonlySet<string> | undefined;
  readonly coverage: Coverage | undefined;
  readonly now: () => number;
}

/** Reads all files beside a profile, and beside those that it extends. Those without a isSelected case are left out. */
export async function readCases(input: CasesInput): Promise<{
  readonly files: readonly CaseFile[];
  readonly faults: readonly FileFault[];
}> {
  const { profileFile, profileName, locate, nameOf, filter, only, contract, fixtures, coverage, now } = input;
  const files: CaseFile[] = [];
  const faults: FileFault[] = [];
  const profileText = readText(profileFile) ?? '';
  const bases = await readBases(profileText, profileFile, profileName, locate);
  const folders = [dirname(profileFile), ...bases.folders];
  const all = caseFiles(folders);
  if (all.length === 0) {
    const message = `There are no cases beside ${profileName}.`;
    const missing = fault('CFG508', message, 'Add a file such as cases/search.yaml beside the profile.');
    return { files, faults: [{ diagnostics: [missing], sources: new Map() }] };
  }
  const declared = declaredBy(profileText, bases);
  const isSelected = ({ case: sentence, call }: LoadedCase): boolean =>
    filter === undefined || `${sentence} ${call}`.toLowerCase().includes(filter.toLowerCase());
  const isNearest = nearestCases();
  for (const file of all) {
    if (only?.has(file) === false) continue;
    const name = nameOf(file);
    const text = readText(file) ?? '';
    const { loaded: read, diagnostics } = loadCases(text, name, contract, declared?.sources);
    if (read === undefined) {
      faults.push({ diagnostics, sources: new Map([[name, text]]) });
      continue;
    }
    // One whose place is taken is not run at all: it says what the base would send.
    const loaded = { ...read, cases: read.cases.filter(isNearest(file, read.cases)) };
    if (!loaded.cases.some(isSelected)) continue;
    const { sources = [], values } = declared ?? {};
    const { environment = {}, unknown = [], secrets = [] } = values?.(loaded.settings) ?? {};
    if (unknown.length > 0) {
      const message = `${name} gives settings that ${profileName} does not have: ${unknown.join(', ')}.`;
      const diagnostics = [fault('CFG501', message, 'Correct their names under `settings`.')];
      faults.push({ diagnostics, sources: new Map() });
      continue;
    }
    const unasked = [...loaded.facts.keys()].filter((fact) => !declared?.facts.includes(fact));
    if (unasked.length > 0) {
      const message = `${name} names facts that ${profileName} does not have: ${unasked.join(', ')}.`;
      const diagnostics = [fault('CFG501', message, 'Correct their names under `facts`.')];
      faults.push({ diagnostics, sources: new Map() });
      continue;
    }
    const profile = { contract, fixtures, profileFile, profileName, locate, folders, environment };
    const run = { ...profile, sources, loaded, isSelected, coverage, now };
    files.push({ file, name, run, secrets });
  }
  return { files, faults };
}
