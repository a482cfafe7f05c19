/** The drift of a profile's ERP, from the profile's file. */
import { dirname } from 'node:path';
import { compile, type ProfileInput } from '../../compile/compile.ts';
import { createContext } from '../../compile/context/context.ts';
import { DescriptionFiles } from '../../description/files.ts';
import { type Diagnostic, hasError } from '../../diagnostics/diagnostic.ts';
import { type ContractProfile, openProfile } from '../../profile/open.ts';
import { selectVariants } from '../../profile/select-variants.ts';
import { SourceError } from '../../sources/source.ts';
import type { AnySource } from '../../start/any-source.ts';
import { readFacts, testConnection } from '../../start/describe-statements.ts';
import { openSources, toolServices } from '../../start/open-sources.ts';
import { readServices } from '../../start/read-services.ts';
import { createReportingContext } from '../../start/reporting-context.ts';
import { databaseMessage } from '../../start/statement-error.ts';
import type { TokenAccess } from '../../start/token-names.ts';
import { driftOf, type Erp, lockOf } from './drift.ts';
import { lockText, readLock } from './lock.ts';

export interface DriftInput extends ContractProfile {
  /** The text of the lock to compare; undefined: create one. */
  readonly lock: string | undefined;
  readonly lockName: string;
  /** Required by a profile with tokens that can be used once. */
  readonly tokens?: TokenAccess | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export interface Drift {
  /** The text of a new lock; undefined if none was requested, or a diagnostic is an error. */
  readonly lock: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** The texts to which diagnostics refer. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Time limit of one database query, in milliseconds. */
const callTimeoutMs = 10_000;

/** The reachable databases and the facts, with diagnostics for the others. */
async function askErp(
  input: ProfileInput,
  sources: ReadonlyMap<string, AnySource>,
  folder: string,
  now: () => number,
): Promise<{ readonly erp: Erp; readonly diagnostics: readonly Diagnostic[] }> {
  const { facts } = compile({ ...input, descriptions: new Map(), factValues: new Map() });
  const diagnostics: Diagnostic[] = [];
  const factValues = new Map<string, boolean>();
  for (const [name, source] of sources) {
    const sourceFacts = facts.filter((fact) => fact.source === name);
    const connection = source.kind === 'sql' ? await testConnection(name, { source, input, now }) : undefined;
    const answers =
      connection?.unreachable === undefined ? await readFacts({ source, input, now }, sourceFacts) : connection;
    // A fact with `else` would end a start; here its change is reported like others.
    diagnostics.push(
      ...(connection?.diagnostics ?? []),
      ...answers.diagnostics.filter(({ code }) => code !== 'SQL414'),
    );
    if (answers.unreachable !== undefined) diagnostics.push(unreachableFinding(input, name, answers.unreachable));
    else for (const fact of sourceFacts) factValues.set(fact.name, answers.answers.get(fact.name) === true);
  }
  const databases = new Map([...sources].flatMap(([name, one]) => (one.kind === 'sql' ? [[name, one] as const] : [])));
  const services = new Map([...sources].flatMap(([name, one]) => (one.kind === 'http' ? [[name, one] as const] : [])));
  return {
    erp: { input, databases, services, factValues, folder, now, call: () => ({ deadline: now() + callTimeoutMs }) },
    diagnostics,
  };
}

function unreachableFinding(input: ProfileInput, name: string, error: SourceError): Diagnostic {
  const findings: Diagnostic[] = [];
  const context = createContext(
    { ...input, descriptions: new Map() },
    selectVariants(input.profile, new Map()),
    findings,
  );
  context.report('CFG511', {
    path: ['sources', name],
    key: true,
    message: `The source "${name}" cannot be asked: ${databaseMessage(error.message)}`,
    hint: error.cure ?? 'Try again when it can be reached.',
  });
  const [only] = findings;
  if (only === undefined) throw error;
  return only;
}

/** Creates a lock, or compares the ERP with one. Only reads the ERP. */
export async function profileDrift(input: DriftInput): Promise<Drift> {
  const { contract, environment, lockName, now } = input;
  const { loaded, diagnostics, sources } = await openProfile(input, environment, 'start');
  const end = (findings: readonly Diagnostic[], lock?: string): Drift => ({
    lock: hasError(findings) ? undefined : lock,
    diagnostics: findings,
    sources,
  });
  if (loaded === undefined || hasError(diagnostics)) return end(diagnostics);
  const read = input.lock === undefined ? undefined : readLock(input.lock);
  if (read?.ok === false) {
    const message = `The lock ${lockName} cannot be used: ${read.reason}.`;
    const hint = 'Write a new one with --lock, or take an older one.';
    return end([{ code: 'DRF709', severity: 'error', message, hint, place: undefined }]);
  }
  const folder = dirname(input.profileFile);
  const unread: Diagnostic[] = [];
  const reporter = createReportingContext({ ...loaded, contract }, unread);
  const services = await readServices(loaded.profile, folder, new DescriptionFiles(), reporter);
  const profile = { ...loaded, contract, services };
  const host = toolServices(profile, input.tokens, now);
  const opened = await openSources(profile, folder, undefined, undefined, host);
  try {
    const readErp = await askErp(profile, opened.sources, folder, now);
    const before = [...diagnostics, ...unread, ...opened.diagnostics, ...readErp.diagnostics];
    if (hasError(before)) return end(before);
    if (read !== undefined) return end([...before, ...(await driftOf(readErp.erp, read.lock))]);
    const made = await lockOf(readErp.erp);
    return end([...before, ...made.diagnostics], lockText(made.lock, input.profileName));
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const name = opened.sources.keys().next().value ?? '';
    return end([...diagnostics, unreachableFinding(profile, name, error)]);
  } finally {
    await opened.close();
  }
}
