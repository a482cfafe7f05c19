/** Asks the databases of a profile what they are and what they say of its statements, before the first request. */

import type { Path } from '../base/place.ts';
import type { ProfileInput } from '../compile/compile.ts';
import type { CompileContext } from '../compile/context/context.ts';
import { pathKey, type StatementToDescribe } from '../compile/context/statements.ts';
import type { FactPlan } from '../compile/facts.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { VariantSelection } from '../profile/select-variants.ts';
import { visibleSettings } from '../profile/settings.ts';
import { SourceError, type StatementDescription } from '../sources/source.ts';
import type { SqlSource } from '../sources/sql/kind.ts';
import type { AnySource } from './any-source.ts';
import { readHttpFact, readSqlFact } from './read-facts.ts';
import { createReportingContext } from './reporting-context.ts';
import { databaseMessage, isUnreachable, reportRefusal, statementTimeoutMs } from './statement-error.ts';

/** What asking one database brought. */
export interface InspectionResult<T> {
  readonly found: ReadonlyMap<string, T>;
  readonly diagnostics: readonly Diagnostic[];
  /** The database could not be asked; the reason is for the log. */
  readonly unreachable: SourceError | undefined;
}

/** The procedures of a name. Whether the call fits one of them is for the compiler to say. */
async function describeProcedure(
  context: CompileContext,
  path: Path,
  name: string,
  source: SqlSource,
  now: () => number,
): Promise<StatementDescription | undefined> {
  if (source.lacksProcedures) return { columns: undefined, types: [], readOnly: undefined, procedures: 'undetermined' };
  try {
    const procedures = await source.procedures(name, { deadline: now() + statementTimeoutMs });
    return { columns: undefined, types: [], readOnly: undefined, procedures };
  } catch (error) {
    if (isUnreachable(error) || !(error instanceof SourceError)) throw error;
    const message = `The database tells nothing of this procedure: ${databaseMessage(error.message)}`;
    context.report('SQL421', { path, message, hint: error.cure ?? 'Correct its name.' });
    return undefined;
  }
}

/**
 * What the database says of a statement; undefined where it refuses the whole one, or the one without some of its optional blocks,
 * which is reported. Rejects where it cannot be asked.
 */
async function describe(
  context: CompileContext,
  question: StatementToDescribe,
  source: SqlSource,
  now: () => number,
): Promise<StatementDescription | undefined> {
  const { procedure } = question;
  if (procedure !== undefined) return describeProcedure(context, question.path, procedure, source, now);
  let facts: StatementDescription | undefined;
  for (const variant of question.variants()) {
    try {
      const known = await source.describe(variant.sql, { deadline: now() + statementTimeoutMs });
      facts ??= known;
    } catch (error) {
      if (isUnreachable(error) || !(error instanceof SourceError)) throw error;
      const names = variant.without.map((name) => `:${name}`).join(', ');
      const what = `The database refuses this statement${names === '' ? '' : ` where ${names} is not given`}`;
      await reportRefusal(context, { path: question.path, variant, what, error }, source, now);
      return undefined;
    }
  }
  return facts;
}

/** Goes through questions to one database until it is away. What is found of each is kept under its name; undefined was reported. */
async function inspectEach<Q, T>(
  questions: readonly Q[],
  diagnostics: readonly Diagnostic[],
  ask: (question: Q) => Promise<readonly [string, T | undefined]>,
): Promise<InspectionResult<T>> {
  const found = new Map<string, T>();
  for (const question of questions) {
    try {
      const [name, answer] = await ask(question);
      if (answer !== undefined) found.set(name, answer);
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      return { found, diagnostics, unreachable: error };
    }
  }
  return { found, diagnostics, unreachable: undefined };
}

/** Whether a database lets the service in at all. */
export async function testConnection(
  name: string,
  source: SqlSource,
  input: ProfileInput,
  now: () => number,
): Promise<InspectionResult<never>> {
  const diagnostics: Diagnostic[] = [];
  try {
    await source.probe(undefined, { deadline: now() + statementTimeoutMs });
    return { found: new Map<string, never>(), diagnostics, unreachable: undefined };
  } catch (error) {
    if (isUnreachable(error)) return { found: new Map<string, never>(), diagnostics, unreachable: error };
    if (!(error instanceof SourceError)) throw error;
    const context = createReportingContext(input, diagnostics);
    const message = `The database refuses the connection: ${databaseMessage(error.message)}`;
    const hint = error.cure ?? 'Correct user, password or database of the connection.';
    context.report('CFG511', { path: ['sources', name, 'connection'], key: true, message, hint });
    return { found: new Map<string, never>(), diagnostics, unreachable: undefined };
  }
}

function readFact(fact: FactPlan, source: AnySource, input: ProfileInput, now: () => number): Promise<boolean> {
  const call = { deadline: now() + statementTimeoutMs };
  if (fact.kind === 'http' && source.kind === 'http')
    return readHttpFact(fact, source, visibleSettings(input.settings), now(), call);
  if (fact.kind === 'sql' && source.kind === 'sql') return readSqlFact(fact, source, now(), call);
  throw new Error(`The fact ${fact.name} is not one of the source ${fact.source}`);
}

/** Asks a source about the facts of the profile that are for it. One that must be true and is not ends the start. */
export async function readFacts(
  source: AnySource,
  facts: readonly FactPlan[],
  input: ProfileInput,
  now: () => number,
): Promise<InspectionResult<boolean>> {
  const diagnostics: Diagnostic[] = [];
  const context = createReportingContext(input, diagnostics);
  return inspectEach(facts, diagnostics, async (fact) => {
    try {
      const truth = await readFact(fact, source, input, now);
      if (!truth && fact.otherwise !== undefined) {
        const hint = `Use the profile for this ERP, or connect it to the ${fact.kind === 'sql' ? 'database' : 'ERP'} that it is for.`;
        context.report('SQL414', { path: [...fact.path, 'else'], message: fact.otherwise, hint });
      }
      return [fact.name, truth];
    } catch (error) {
      if (isUnreachable(error) || !(error instanceof SourceError)) throw error;
      reportUnreadableFact(context, fact, error);
      return [fact.name, undefined];
    }
  });
}

function reportUnreadableFact(context: CompileContext, fact: FactPlan, error: SourceError): void {
  if (fact.kind === 'http') {
    const message = `The ERP does not tell whether this is true: ${databaseMessage(error.message)}`;
    const hint =
      error.cure ?? 'Correct the request. Answers that mean "no" are named under `outcomes`, as `is: empty`.';
    context.report('REQ611', { path: fact.path, key: true, message, hint });
    return;
  }
  const message = `The database cannot tell whether this is true: ${databaseMessage(error.message)}`;
  const hint = 'Correct the query. With a `table` beside it, it is asked only where that table is.';
  context.report('SQL406', { path: [...fact.path, 'query'], message, hint });
}

/** Asks a database about statements of the profile that are for it: does it take them, what do they give, do reads only read. */
export async function describeStatements(
  source: SqlSource,
  questions: readonly StatementToDescribe[],
  choice: VariantSelection,
  input: ProfileInput,
  now: () => number,
): Promise<InspectionResult<StatementDescription>> {
  const diagnostics: Diagnostic[] = [];
  const context = createReportingContext(input, diagnostics, choice);
  return inspectEach(questions, diagnostics, async (question) => {
    const { path, verb } = question;
    const known = await describe(context, question, source, now);
    if (verb === 'read' && known?.readOnly === false) {
      const hint = 'Statements that change the ERP belong under `write`, as `exec`.';
      context.report('SQL407', { path, message: 'This read changes data.', hint });
    } else if (verb === 'read' && known?.columns?.length === 0) {
      context.report('SQL408', {
        path,
        message: 'This read gives no columns.',
        hint: 'Name its columns after SELECT.',
      });
    }
    return [pathKey(path), known];
  });
}

/**
 * Asks a database about reads as they are sent, with what the engine puts around them; of each it has taken the query alone. Not where
 * the database cannot describe such a statement.
 */
export async function describeWrappedReads(
  source: SqlSource,
  questions: readonly StatementToDescribe[],
  choice: VariantSelection,
  input: ProfileInput,
  now: () => number,
): Promise<InspectionResult<undefined>> {
  const diagnostics: Diagnostic[] = [];
  const context = createReportingContext(input, diagnostics, choice);
  const asked = source.databaseKind.statements.describesWrappedReads ? questions : [];
  return inspectEach(asked, diagnostics, async ({ path, framed }) => {
    const variant = framed?.();
    try {
      if (variant !== undefined) await source.describe(variant.sql, { deadline: now() + statementTimeoutMs });
    } catch (error) {
      if (variant === undefined || isUnreachable(error) || !(error instanceof SourceError)) throw error;
      const what =
        'The database takes this query, and refuses it with the conditions, the order or the limit around it';
      const hint =
        'It stands in brackets there, `FROM (query) q`: take away what only an outermost SELECT can have, and order, search or page by columns that can be compared.';
      await reportRefusal(context, { path, variant, what, error, hint }, source, now);
    }
    return [pathKey(path), undefined];
  });
}
