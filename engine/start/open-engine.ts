/** A profile becomes an engine: read, held against the contract, compiled. */

import type { Contract } from '../base/contract.ts';
import type { CoverageSink } from '../base/coverage.ts';
import type { ProfileInput } from '../compile/compile.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { withoutConsequences } from '../profile/grammar/follow-up-findings.ts';
import { openProfile, type ProfileFile } from '../profile/open.ts';
import type { Environment } from '../profile/settings.ts';
import { faultsOf } from './check.ts';
import { createEngine, type Engine, type EngineOptions } from './engine.ts';

export interface EngineInput extends ProfileFile, Omit<EngineOptions, 'input' | 'profileFile'> {
  readonly contract: Contract;
  /** Environment variables that settings of the profile may name. */
  readonly environment: Environment;
}

/** What was found in a profile. `sources` holds the texts that the diagnostics point into. */
interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, string>;
}

/** An engine, or what is wrong with its profile. */
export type OpenedEngine =
  | (Findings & { readonly ok: true; readonly engine: Engine })
  | (Findings & { readonly ok: false });

/** A profile that engines can be made from, or what is wrong with it. */
export type CheckedProfile =
  | (Findings & { readonly ok: true; readonly input: ProfileInput })
  | (Findings & { readonly ok: false });

/** What is known of a profile before an engine is made from it. */
export type ProfileToCheck = ProfileFile & Pick<EngineInput, 'contract' | 'environment'>;

async function check(file: ProfileToCheck, more: Partial<ProfileInput>): Promise<CheckedProfile> {
  const { loaded, diagnostics, sources } = await openProfile(file, file.environment);
  if (loaded === undefined) return { ok: false, diagnostics, sources };
  const input = { ...loaded, contract: file.contract, ...more };
  const all = withoutConsequences(diagnostics, await faultsOf(input, 'start'));
  const wrong = all.some(({ severity }) => severity === 'error');
  return wrong ? { ok: false, diagnostics: all, sources } : { ok: true, input, diagnostics: all, sources };
}

/**
 * Checks a profile for several trials, one after the other: what does not depend on an ERP's answers is compiled once for all of them.
 * `coverage` is told what the cases of a profile can prove of it, and have proved.
 */
export const checkForTrials = (file: ProfileToCheck, coverage: CoverageSink | undefined): Promise<CheckedProfile> =>
  check(file, { allowUndecided: true, coverage, compilations: new Map() });

/** Compiles a profile. Its databases are not touched before `engine.start()`. */
export async function openEngine(options: EngineInput): Promise<OpenedEngine> {
  const checked = await check(options, { allowUndecided: options.trial !== undefined });
  if (!checked.ok) return checked;
  const { input, diagnostics, sources } = checked;
  return { ok: true, engine: createEngine({ ...options, input }), diagnostics, sources };
}
