/** Opens an engine: reads the profile, checks it against the contract, and compiles it. */
import { basename } from 'node:path';
import type { Contract } from '../base/contract.ts';
import type { ProfileInput } from '../compile/compile.ts';
import { type Diagnostic, hasError } from '../diagnostics/diagnostic.ts';
import { mergeFindings } from '../diagnostics/merge-findings.ts';
import { withoutFollowUps } from '../profile/grammar/follow-up-findings.ts';
import { openProfile, type ProfileFile } from '../profile/open.ts';
import type { Environment } from '../profile/settings.ts';
import { memoryBookmarks, memoryVersionMarks } from '../run/context/memory-ports.ts';
import { compilationFindings, settingFindings } from './check.ts';
import { createEngine, type Engine } from './engine.ts';
import type { EngineOptions } from './engine-options.ts';
import { type CompilerOptions, createCompiler, type ProfileCompiler } from './profile-compiler.ts';
import type { CheckedCompilation, SharedCompilations } from './shared-compilations.ts';

/** Options with a default: a single process, which forgets pages and change counters when it ends. */
type Optional = 'installation' | 'demoSku' | 'bookmarks' | 'versions' | 'now';

export interface EngineInput
  extends Omit<ProfileFile, 'profileName'>,
    Omit<EngineOptions, Optional | 'compiler' | 'profileFile'>,
    Partial<Pick<EngineOptions, Optional>> {
  readonly contract: Contract;
  /** Environment variables that settings of the profile may use. */
  readonly environment: Environment;
  /** The name of the profile in diagnostics; the name of its file by default. */
  readonly profileName?: string | undefined;
  /** Compilations that engines of one process share. Without them each engine has its own. Not used by tests of a profile. */
  readonly compilations?: SharedCompilations | undefined;
}

/** The findings in a profile. `sources`: the texts that the diagnostics refer to, by file name. */
interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, string>;
}

/** An engine, or the errors in its profile. */
export type OpenedEngine =
  | (Findings & { readonly ok: true; readonly engine: Engine })
  | (Findings & { readonly ok: false });

/** A compiled profile, or its errors. */
export type CheckedProfile =
  | (Findings & { readonly ok: true; readonly compiler: ProfileCompiler })
  | (Findings & { readonly ok: false });

/** The input of a check. */
type ProfileToCheck = ProfileFile & Pick<EngineInput, 'contract' | 'environment'>;

/** Compiles a profile without knowledge of its ERP. */
async function compileAndCheck(input: ProfileInput, { emit }: CompilerOptions): Promise<CheckedCompilation> {
  const compiler = createCompiler(input, { emit });
  return { compiled: compiler.initial(), findings: await compilationFindings(compiler, 'start') };
}

async function check(
  file: ProfileToCheck,
  { coverage, allowUndecided }: Pick<ProfileInput, 'coverage'> & { readonly allowUndecided: boolean },
  options: CompilerOptions,
): Promise<CheckedProfile> {
  const { contract, environment, only } = file;
  const { shared } = options;
  const { loaded, diagnostics, sources } = await openProfile(file, environment, 'start', shared?.load);
  if (loaded === undefined) return { ok: false, diagnostics, sources };
  const narrowed = only === undefined ? {} : { only, needed: only };
  const input = { ...loaded, contract, coverage, allowUndecided, ...narrowed };
  const compute = (given: ProfileInput) => compileAndCheck(given, options);
  const { compiled, findings } = await (shared === undefined ? compute(input) : shared.check(input, compute));
  const compiler = createCompiler(input, { ...options, initial: compiled });
  const all = withoutFollowUps(diagnostics, mergeFindings([...settingFindings(input), ...findings]));
  const wrong = hasError(all);
  return wrong ? { ok: false, diagnostics: all, sources } : { ok: true, compiler, diagnostics: all, sources };
}

/**
 * Checks a profile for several engines, which share the compilations. `coverage` receives the points that the cases of a profile can
 * cover.
 */
export const checkForTests = (
  file: ProfileToCheck,
  { coverage }: Pick<ProfileInput, 'coverage'>,
): Promise<CheckedProfile> => check(file, { allowUndecided: true, coverage }, { keepCompilations: true });

/** Opens an engine. It connects to no source before `engine.start()`. */
export async function openEngine(options: EngineInput): Promise<OpenedEngine> {
  const file = { ...options, profileName: options.profileName ?? basename(options.profileFile) };
  const { testOverrides } = options;
  const more = { allowUndecided: testOverrides !== undefined, coverage: testOverrides?.coverage };
  const shared = testOverrides === undefined ? options.compilations : undefined;
  const checked = await check(file, more, { emit: options.emit, shared });
  if (!checked.ok) return checked;
  const { compiler, diagnostics, sources } = checked;
  const { bookmarks = memoryBookmarks(), versions = memoryVersionMarks(), now = Date.now } = options;
  const { installation, demoSku } = options;
  const engine = createEngine({ ...options, compiler, bookmarks, versions, now, installation, demoSku });
  return { ok: true, engine, diagnostics, sources };
}
