/** A profile is checked without being served: by itself, or with the databases that it names. */

import type { Contract } from '../base/contract.ts';
import { compile, distinctFindings, type ProfileInput } from '../compile/compile.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { withoutFollowUps } from '../profile/grammar/follow-up-findings.ts';
import { loadProfile } from '../profile/load.ts';
import type { Bases } from '../profile/overlay/bases.ts';
import type { Environment } from '../profile/settings.ts';
import type { GrammarUse } from '../sources/sql/kind.ts';
import { checkHttpProbe, checkSqlProbe } from './check-probe.ts';
import { openSources } from './open-sources.ts';
import { readStatements } from './parse-statements.ts';
import { type PreparationOptions, prepareSources, unpreparedErp } from './prepare-sources.ts';
import { createCompiler, type ProfileCompiler } from './profile-compiler.ts';

/**
 * Findings of compiling a profile with what the grammars of its databases tell of its statements, for whatever may be true of the ERP. A
 * text that several variants share is wrong once.
 */
export async function findingsOf(
  { input, initial }: ProfileCompiler,
  depth: GrammarUse,
): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const { compilation, ...variant } of initial.variants) {
    const { descriptions, diagnostics } = await readStatements(
      compilation.statements,
      compilation.choice,
      input,
      depth,
    );
    const compiled = descriptions.size === 0 ? compilation : compile({ ...input, ...variant, descriptions });
    found.push(...diagnostics, ...compiled.diagnostics);
  }
  return distinctFindings(found);
}

/**
 * Everything that is wrong with a profile and can be found without its databases. `file` is the name that diagnostics show. Values
 * that an installation gives may be missing from `environment`: that is no fault of the profile, and a warning where it hides something.
 * `bases` is what the profile extends (`readBases`).
 */
export async function checkProfile(
  text: string,
  file: string,
  contract: Contract,
  environment: Environment,
  bases?: Bases,
): Promise<readonly Diagnostic[]> {
  const { loaded, diagnostics } = loadProfile(text, file, environment, 'check', bases);
  if (loaded === undefined) return diagnostics;
  return withoutFollowUps(
    diagnostics,
    await findingsOf(createCompiler({ ...loaded, contract, thorough: true }), 'check'),
  );
}

export interface DatabaseCheck {
  /** The profile's text. */
  readonly text: string;
  /** The name that diagnostics show for the profile. */
  readonly file: string;
  /** What the profile extends. */
  readonly bases?: Bases | undefined;
  /** Absolute: relative paths of the profile count from here. */
  readonly folder: string;
  readonly contract: Contract;
  readonly environment: Environment;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** What is yet to be decided keeps nobody from asking the databases about the rest. */
const hasError = (diagnostics: readonly Diagnostic[]): boolean =>
  diagnostics.some(({ severity, code }) => severity === 'error' && code !== 'MAP284');

/**
 * The same with all settings and with the databases, which are asked as at the start of a service, and changed in nothing: the table
 * of claims is not made. A profile that is wrong by itself is not taken to its databases.
 */
export async function checkDatabases(check: DatabaseCheck): Promise<readonly Diagnostic[]> {
  const { contract, now } = check;
  const { loaded, diagnostics } = loadProfile(check.text, check.file, check.environment, 'start', check.bases);
  if (loaded === undefined) return diagnostics;
  const whole: ProfileInput = { ...loaded, contract, thorough: true };
  const alone = withoutFollowUps(diagnostics, await findingsOf(createCompiler(whole), 'start'));
  if (hasError(alone)) return alone;
  // What is yet to be decided has been said.
  const input = { ...whole, allowUndecided: true };
  const opened = await openSources(input, check.folder, () => undefined);
  const found = [...alone, ...opened.diagnostics];
  try {
    const compiler = createCompiler(input);
    const options: PreparationOptions = { compiler, now, tables: 'leave', givenFacts: new Map() };
    let erp = unpreparedErp(compiler);
    // One after the other, so that each finding belongs to a source.
    for (const [name, source] of opened.sources) {
      const prepared = await prepareSources(new Map([[name, source]]), erp, options);
      erp = prepared.erp;
      found.push(...prepared.diagnostics);
      // A database that refuses more than the probe has said so.
      if (hasError(prepared.diagnostics)) continue;
      const plan = erp.compilation.probes.get(name);
      const answers =
        source.kind === 'sql'
          ? checkSqlProbe({ name, plan, input, now }, source, prepared.unreachable.get(name))
          : checkHttpProbe({ name, plan, input, now }, source);
      found.push(...(await answers));
    }
  } finally {
    await Promise.all([...opened.sources.values()].map((source) => source.close()));
  }
  return found;
}
