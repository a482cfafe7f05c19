/** Checks a profile without its databases. */

import type { Contract } from '../base/contract.ts';
import { CheckMemory } from '../compile/check-memory.ts';
import { compile, type ProfileInput } from '../compile/compile.ts';
import type { OnScope } from '../compile/context/text-scope.ts';
import { settingRules } from '../compile/rules/setting-rules.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { mergeFindings } from '../diagnostics/merge-findings.ts';
import { withoutFollowUps } from '../profile/grammar/follow-up-findings.ts';
import { loadProfile, type ParseProfile } from '../profile/load.ts';
import type { Bases } from '../profile/overlay/bases.ts';
import type { Environment } from '../profile/settings.ts';
import type { GrammarUse } from '../sources/sql/kind.ts';
import { readStatements } from './parse-statements.ts';
import { createCompiler, type ProfileCompiler } from './profile-compiler.ts';
import { readServices } from './read-services.ts';
import { createReportingContext } from './reporting-context.ts';

/** The findings about the values of settings, which no compilation depends on. */
export function settingFindings(input: ProfileInput): readonly Diagnostic[] {
  const findings: Diagnostic[] = [];
  const context = createReportingContext(input, findings);
  for (const rule of settingRules) rule(context);
  return findings;
}

/**
 * The findings of a compilation that knows the columns found by the SQL grammars, for every combination of facts. A
 * fault in a text that several variants share is reported once. `memory`: keeps what the grammars have read.
 */
export async function compilationFindings(
  { input, initial }: ProfileCompiler,
  depth: GrammarUse,
  memory = input.memory ?? new CheckMemory(),
): Promise<readonly Diagnostic[]> {
  const findings: Diagnostic[] = [];
  for (const { compilation, ...variant } of initial().variants) {
    const { descriptions, diagnostics } = await readStatements(
      compilation.statements,
      compilation.choice,
      { ...input, memory },
      depth,
    );
    const compiled = descriptions.size === 0 ? compilation : compile({ ...input, ...variant, descriptions });
    findings.push(...diagnostics, ...compiled.diagnostics);
  }
  return mergeFindings(findings);
}

/** All findings of a profile, those about the values of settings included. */
export async function findingsOf(
  compiler: ProfileCompiler,
  ...depth: [GrammarUse, CheckMemory?]
): Promise<readonly Diagnostic[]> {
  return mergeFindings([...settingFindings(compiler.input), ...(await compilationFindings(compiler, ...depth))]);
}

interface ProfileCheckOptions {
  /** The profiles that it extends (`readBases`). */
  readonly bases?: Bases | undefined;
  /** The folder of the profile, where the descriptions of its services are; without it they are not read. */
  readonly folder?: string | undefined;
  /** Paths of the endpoints to check; all where it is missing. */
  readonly only?: ReadonlySet<string>;
  /** Receives what each statement and expression may name. */
  readonly onScope?: OnScope | undefined;
  /** Parses the text: for a caller that has parsed it before. */
  readonly parse?: ParseProfile | undefined;
  /** What earlier checks of the profile, with the same contract, have found out. */
  readonly memory?: CheckMemory | undefined;
}

/**
 * All findings that are possible without the databases. `file`: the name of the profile in the diagnostics.
 * `environment` may lack values that an installation provides: no error, but a warning if later checks depend on
 * them.
 */
export async function checkProfile(
  text: string,
  file: string,
  contract: Contract,
  environment: Environment,
  { bases, parse, folder, ...options }: ProfileCheckOptions = {},
): Promise<readonly Diagnostic[]> {
  const { loaded, diagnostics } = loadProfile(text, file, environment, 'check', { bases, parse });
  if (loaded === undefined) return diagnostics;
  options.memory?.next();
  const input = { ...loaded, contract, thorough: true, ...options };
  const findings: Diagnostic[] = [];
  const kept = (options.memory ?? new CheckMemory()).descriptions;
  const services =
    folder === undefined
      ? undefined
      : await readServices(loaded.profile, folder, kept, createReportingContext(input, findings));
  const compiler = createCompiler({ ...input, services });
  return withoutFollowUps([...diagnostics, ...findings], await findingsOf(compiler, 'check'));
}
