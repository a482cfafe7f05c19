/**
 * Prepares sources for service: reads the facts that choose the variants of the profile, has the databases describe
 * the statements, and opens the guards of writes. Several sources are prepared together, so that the profile is
 * compiled once for all of them.
 */
import type { Compilation, ProfileInput } from '../compile/compile.ts';
import { pathKey } from '../compile/context/statements.ts';
import { type Diagnostic, hasError } from '../diagnostics/diagnostic.ts';
import { mergeFindings } from '../diagnostics/merge-findings.ts';
import type { WriteGuard } from '../run/write/claim.ts';
import type { SourceError, StatementDescription } from '../sources/source.ts';
import type { AnySource } from './any-source.ts';
import {
  describeStatements,
  describeWrappedReads,
  type InspectionResult,
  readFacts,
  testConnection,
} from './describe-statements.ts';
import { type ErpKnowledge, isInformative, type ProfileCompiler } from './profile-compiler.ts';
import { createReportingContext } from './reporting-context.ts';
import { type EngineTables, openGuard, writtenSources } from './write-guard.ts';

/** The knowledge about the ERP, and the compilation that it led to. It grows as sources are reached. */
export interface PreparedErp extends ErpKnowledge {
  /** The prepared sources; the others serve no request. */
  readonly ready: ReadonlyMap<string, AnySource>;
  /** By source: its write guard. Only sources into which the plan writes have one. */
  readonly guards: ReadonlyMap<string, WriteGuard>;
  readonly compilation: Compilation;
}

/** The state before any source was reached. */
export function unpreparedErp({ initial }: ProfileCompiler): PreparedErp {
  return { ready: new Map(), facts: new Map(), descriptions: new Map(), guards: new Map(), compilation: initial() };
}

export interface PreparationOptions {
  readonly compiler: ProfileCompiler;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly tables: EngineTables;
  /** Given facts, which are not read from a source. */
  readonly givenFacts: ReadonlyMap<string, boolean>;
}

interface Preparation {
  /** The new state; the previous one if no source could be prepared. */
  readonly erp: PreparedErp;
  /** By source: the facts that it decides. Contains only the sources that were prepared now. */
  readonly facts: ReadonlyMap<string, ReadonlyMap<string, boolean>>;
  /** By source: why it is unreachable. */
  readonly unreachable: ReadonlyMap<string, SourceError>;
  /** Findings. A source with an error is not prepared. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Prepares the reachable sources. `ready` lacks the unreachable ones, and those that the profile does not fit. */
export async function prepareSources(
  sources: ReadonlyMap<string, AnySource>,
  before: PreparedErp,
  options: PreparationOptions,
): Promise<Preparation> {
  const reached = await reachSources(sources, before, options);
  const { unreachable, diagnostics } = reached;
  if (reached.facts.size === 0) return { erp: before, facts: reached.facts, unreachable, diagnostics };
  const batch = new Map([...sources].filter(([name]) => reached.facts.has(name)));
  const prepared = await prepareReached(batch, reached.facts, before, options);
  const all = [...diagnostics, ...prepared.diagnostics];
  if (prepared.erp !== undefined) return { erp: prepared.erp, facts: reached.facts, unreachable, diagnostics: all };
  if (prepared.unreachable === undefined) return { erp: before, facts: new Map(), unreachable, diagnostics: all };
  const { source, error } = prepared.unreachable;
  if (!batch.delete(source)) {
    // A source that was prepared before has become unreachable: no further source can be prepared without it.
    const lost = [...batch.keys()].map((name) => [name, error] as const);
    return { erp: before, facts: new Map(), unreachable: new Map([...unreachable, ...lost]), diagnostics: all };
  }
  const rest = await prepareSources(batch, before, options);
  return {
    ...rest,
    unreachable: new Map([...unreachable, [source, error], ...rest.unreachable]),
    diagnostics: mergeFindings([...all, ...rest.diagnostics]),
  };
}

/** Connects to the sources and reads their facts. A source with an error is in none of the maps. */
async function reachSources(
  sources: ReadonlyMap<string, AnySource>,
  before: PreparedErp,
  options: PreparationOptions,
): Promise<Omit<Preparation, 'erp'>> {
  const facts = new Map<string, ReadonlyMap<string, boolean>>();
  const unreachable = new Map<string, SourceError>();
  const diagnostics: Diagnostic[] = [];
  for (const [name, source] of sources) {
    const answers = await reachSource(name, source, before, options);
    diagnostics.push(...answers.diagnostics);
    if (answers.unreachable !== undefined) unreachable.set(name, answers.unreachable);
    else if (!hasError(answers.diagnostics)) facts.set(name, answers.answers);
  }
  return { facts, unreachable, diagnostics };
}

/**
 * Connects to a database, and reads the facts that a source decides. An HTTP source receives only the requests of
 * facts.
 */
async function reachSource(
  name: string,
  source: AnySource,
  before: PreparedErp,
  { compiler, now, givenFacts }: PreparationOptions,
): Promise<InspectionResult<boolean>> {
  if (source.kind === 'sql') {
    const connected = await testConnection(name, { source, input: compiler.input, now });
    if (connected.unreachable !== undefined || hasError(connected.diagnostics)) return connected;
  }
  const sourceFacts = before.compilation.facts.filter((fact) => fact.source === name);
  const open = sourceFacts.filter((fact) => !givenFacts.has(fact.name));
  const answers = await readFacts({ source, input: compiler.input, now }, open);
  const given = sourceFacts.flatMap((fact): [string, boolean][] => {
    const truth = givenFacts.get(fact.name);
    return truth === undefined ? [] : [[fact.name, truth]];
  });
  return { ...answers, answers: new Map([...given, ...answers.answers]) };
}

/** The result of preparing reached sources. Without `erp` and `unreachable`, the profile does not fit the ERP. */
interface Reached {
  readonly erp?: PreparedErp;
  /** A database that became unreachable during the preparation. */
  readonly unreachable?: { readonly source: string; readonly error: SourceError };
  readonly diagnostics: readonly Diagnostic[];
}

/** Prepares sources with known facts. */
async function prepareReached(
  batch: ReadonlyMap<string, AnySource>,
  factsBySource: ReadonlyMap<string, ReadonlyMap<string, boolean>>,
  before: PreparedErp,
  options: PreparationOptions,
): Promise<Reached> {
  const { compiler } = options;
  const reachedFacts = [...factsBySource.values()].flatMap((facts) => [...facts]);
  const facts = new Map([...before.facts, ...reachedFacts]);
  const planned =
    reachedFacts.length === 0 ? before.compilation : compiler.compile({ facts, descriptions: before.descriptions });
  const misfits = variantMisfits(planned, compiler.input);
  if (misfits.length > 0) return { diagnostics: misfits };

  const ready = new Map([...before.ready, ...batch]);
  const described = await describeAll(planned, ready, before.descriptions, options);
  if (described.unreachable !== undefined) return described;
  const descriptions = new Map([...before.descriptions, ...described.descriptions]);
  const changed = [...described.descriptions.values()].some(isInformative);
  const compilation = changed ? compiler.compile({ facts, descriptions }) : planned;
  const diagnostics = [...described.diagnostics, ...newFindings(compilation, before.compilation)];
  if (hasError(diagnostics)) return { diagnostics };

  const opened =
    (await checkWrappedReads(compilation, ready, described.descriptions, options)) ??
    (await openGuards(compilation, ready, before.guards, options));
  if (opened.guards === undefined) return { ...opened, diagnostics: [...diagnostics, ...opened.diagnostics] };
  return { erp: { ready, facts, descriptions, guards: opened.guards, compilation }, diagnostics };
}

/** Findings that the previous compilation did not have. */
function newFindings(compilation: Compilation, before: Compilation): readonly Diagnostic[] {
  const reported = new Set(before.diagnostics.map((one) => JSON.stringify(one)));
  return compilation.diagnostics.filter((one) => !reported.has(JSON.stringify(one)));
}

/** Reports lists of variants of which none fits the ERP. */
function variantMisfits({ choice }: Compilation, input: ProfileInput): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const context = createReportingContext(input, diagnostics, choice);
  for (const path of choice.unmatched) {
    const message = 'None of these variants fits this ERP: no `when` holds.';
    const hint = 'Add one without `when` as the last, or a fact with an `else` that says what the profile is for.';
    context.report('SQL415', { path, key: true, message, hint });
  }
  return diagnostics;
}

interface Described extends Omit<Reached, 'erp'> {
  /** By `pathKey`. */
  readonly descriptions: ReadonlyMap<string, StatementDescription>;
}

/**
 * Has the databases describe the statements without a description. Facts of one source can change the statements of
 * another.
 */
async function describeAll(
  { statements, choice }: Compilation,
  ready: ReadonlyMap<string, AnySource>,
  earlier: ReadonlyMap<string, StatementDescription>,
  { compiler, now }: PreparationOptions,
): Promise<Described> {
  const descriptions = new Map<string, StatementDescription>();
  const diagnostics: Diagnostic[] = [];
  for (const [name, source] of ready) {
    if (source.kind === 'http') continue;
    const open = statements.filter(
      (one) => one.source === name && one.grammarOnly !== true && !earlier.has(pathKey(one.path)),
    );
    const answers = await describeStatements({ source, input: compiler.input, now, choice }, open);
    diagnostics.push(...answers.diagnostics);
    if (answers.unreachable !== undefined)
      return { descriptions, diagnostics, unreachable: { source: name, error: answers.unreachable } };
    for (const [path, description] of answers.answers) descriptions.set(path, description);
  }
  return { descriptions, diagnostics };
}

/** The opened guards; undefined if one could not be opened. */
interface OpenedGuards extends Omit<Reached, 'erp'> {
  readonly guards?: ReadonlyMap<string, WriteGuard>;
}

/**
 * Has the databases check reads as they are sent, with the additions of the engine. Only reads that were described
 * just now.
 */
async function checkWrappedReads(
  { statements, choice }: Compilation,
  ready: ReadonlyMap<string, AnySource>,
  described: ReadonlyMap<string, StatementDescription>,
  { compiler, now }: PreparationOptions,
): Promise<OpenedGuards | undefined> {
  for (const [name, source] of ready) {
    if (source.kind === 'http') continue;
    const sourceStatements = statements.filter((one) => one.source === name && described.has(pathKey(one.path)));
    const inspected = { source, input: compiler.input, now, choice };
    const { unreachable: error, diagnostics } = await describeWrappedReads(inspected, sourceStatements);
    if (error !== undefined) return { unreachable: { source: name, error }, diagnostics };
    if (hasError(diagnostics)) return { diagnostics };
  }
  return undefined;
}

/** Opens the write guards of the databases into which the plan writes. */
async function openGuards(
  { plan }: Compilation,
  ready: ReadonlyMap<string, AnySource>,
  before: ReadonlyMap<string, WriteGuard>,
  { compiler, now, tables }: PreparationOptions,
): Promise<OpenedGuards> {
  const guards = new Map(before);
  const written = writtenSources(plan);
  for (const [name, source] of ready) {
    if (source.kind === 'http' || !written.has(name) || guards.has(name)) continue;
    const { guard, diagnostics, unreachable: error } = await openGuard(name, source, compiler.input, now, tables);
    if (guard !== undefined) guards.set(name, guard);
    else if (error !== undefined) return { unreachable: { source: name, error }, diagnostics };
    else return { diagnostics };
  }
  return { guards, diagnostics: [] };
}
